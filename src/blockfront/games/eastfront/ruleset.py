"""The rules of one game: an object for each chapter, with options layered on top, built once per scenario and options."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeVar

from blockfront.core.options import compose
from blockfront.games.eastfront.loading.board import board
from blockfront.games.eastfront.loading.data_model import ScenarioData, ScenarioFacts
from blockfront.games.eastfront.loading.regions import regions
from blockfront.games.eastfront.loading.tables import chain, scenario, tables
from blockfront.games.eastfront.loading.units import Units
from blockfront.games.eastfront.options import LAYERS
from blockfront.games.eastfront.rules.ch03_historical import Historical
from blockfront.games.eastfront.rules.ch03_set_up import Placements, SetUp
from blockfront.games.eastfront.rules.ch05_headquarters import Headquarters
from blockfront.games.eastfront.rules.ch06_movement import Movement
from blockfront.games.eastfront.rules.ch06_special_moves import SpecialMoves
from blockfront.games.eastfront.rules.ch06_strategic import StrategicMovement
from blockfront.games.eastfront.rules.ch07_combat.assaults import Assaults
from blockfront.games.eastfront.rules.ch07_combat.battles import Battles
from blockfront.games.eastfront.rules.ch07_combat.defence import Defence
from blockfront.games.eastfront.rules.ch07_combat.firepower import Firepower
from blockfront.games.eastfront.rules.ch08_hex_control import HexControl
from blockfront.games.eastfront.rules.ch09_railways import Railways
from blockfront.games.eastfront.rules.ch10_supply import Supply
from blockfront.games.eastfront.rules.ch11_production import Production
from blockfront.games.eastfront.rules.ch12_weather import Weather
from blockfront.games.eastfront.rules.ch13_air import AirPower
from blockfront.games.eastfront.rules.ch16_objectives import Objectives
from blockfront.games.eastfront.rules.ch16_plains import Plains
from blockfront.games.eastfront.rules.ch16_satellites import Satellites
from blockfront.games.eastfront.rules.ch17_victory import Victory
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.rules.scenarios import ScenarioRules
from blockfront.games.eastfront.state import EastFrontState

CAMPAIGN = "campaign"

C = TypeVar("C", bound=Chapter)
Layer = Mapping[type[Chapter], type[Any]]  # the chapters that an option replaces


@lru_cache(maxsize=64)
def planned_set_ups(scenario_id: str, options: frozenset[str]) -> dict[tuple[int, int, int], Placements]:
    """Automatic set-ups already planned, by place in the chain, side and variant; shared by games with the same scenario and options."""
    return {}


class Rules:
    """The rules of one game. Ask `rules.<chapter>.<question>(state, …)`."""

    def __init__(self, scenario_id: str, options: frozenset[str]) -> None:
        self.options = options
        self.planned_set_ups = planned_set_ups(scenario_id, options)
        self.shown_movement: tuple[int, ...] = ()  # first two numbers of a movement frame whose moves have been shown
        self.secret_steps: frozenset[int] = frozenset()  # steps whose choices are announced only when they end
        self.battle_round = -1  # the number of the step that fights a round
        self.between_phases: frozenset[int] = frozenset()  # steps between phases, when all moves have been shown
        self.tables = tables()
        self.board = board()
        self.regions = regions()
        self.order = self.tables.order_of_battle
        self.units = Units(self.tables)
        self.chain: tuple[ScenarioData, ...] = tuple(scenario(name) for name in chain(scenario_id, options))
        self.is_campaign = scenario_id == CAMPAIGN or "play_on" in options  # may end with a decisive victory before its last scenario
        layers = [LAYERS[option] for option in sorted(options) if option in LAYERS]
        self.weather = self._chapter(Weather, layers)
        self.control = self._chapter(HexControl, layers)
        self.headquarters = self._chapter(Headquarters, layers)
        self.movement = self._chapter(Movement, layers)
        self.strategic = self._chapter(StrategicMovement, layers)
        self.special_moves = self._chapter(SpecialMoves, layers)
        self.railways = self._chapter(Railways, layers)
        self.supply = self._chapter(Supply, layers)
        self.battles = self._chapter(Battles, layers)
        self.firepower = self._chapter(Firepower, layers)
        self.defence = self._chapter(Defence, layers)
        self.assaults = self._chapter(Assaults, layers)
        self.air = self._chapter(AirPower, layers)
        self.production = self._chapter(Production, layers)
        self.satellites = self._chapter(Satellites, layers)
        self.objectives = self._chapter(Objectives, layers)
        self.plains = self._chapter(Plains, layers)
        self.set_up = self._chapter(SetUp, layers)
        self.historical = self._chapter(Historical, layers)
        self.victory = self._chapter(Victory, layers)
        self.scenarios = self._chapter(ScenarioRules, layers)

    def _chapter(self, base: type[C], layers: list[Layer]) -> C:
        return compose(base, *(layer[base] for layer in layers if base in layer))(self)

    def scenario_of(self, state: EastFrontState) -> ScenarioData:
        """The scenario being played now, in a chain of several."""
        return self.chain[state.place_in_chain]

    def facts(self, state: EastFrontState) -> ScenarioFacts:
        return self.chain[state.place_in_chain].facts
