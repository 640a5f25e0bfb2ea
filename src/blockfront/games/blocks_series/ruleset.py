"""The rules of one game: one object for each chapter, made of layers of the title, the advanced game, options and the scenario."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from blockfront.core.clauses import rule
from blockfront.core.options import compose
from blockfront.games.blocks_series.loading.board import Board
from blockfront.games.blocks_series.loading.data_model import ScenarioData, Tables
from blockfront.games.blocks_series.loading.units import Units
from blockfront.games.blocks_series.rules.ch02_set_up import Placements, SetUp
from blockfront.games.blocks_series.rules.ch02_set_up_tables import TableSetUp
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch04_supply import Supply
from blockfront.games.blocks_series.rules.ch05_powers import Powers
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import Production
from blockfront.games.blocks_series.rules.ch07_turn.p03_reinforcements import Reinforcements
from blockfront.games.blocks_series.rules.ch07_turn.p04_strategic_rail import StrategicRail
from blockfront.games.blocks_series.rules.ch07_turn.p05_movement import Movement
from blockfront.games.blocks_series.rules.ch07_turn.p06_air import AirOperations
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import Fire
from blockfront.games.blocks_series.rules.ch07_turn.p07_losses import Losses
from blockfront.games.blocks_series.rules.ch07_turn.p07_retreats import Retreats
from blockfront.games.blocks_series.rules.ch07_turn.p08_blitz import Blitz
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import Victory
from blockfront.games.blocks_series.rules.ch08_zones_of_control import ZonesOfControl
from blockfront.games.blocks_series.rules.ch09_weather import Weather
from blockfront.games.blocks_series.rules.ch13_headquarters import Headquarters
from blockfront.games.blocks_series.rules.ch18_sea import Sea
from blockfront.games.blocks_series.rules.ch23_airborne import Airborne
from blockfront.games.blocks_series.rules.ch24_landings import Landings
from blockfront.games.blocks_series.rules.ch29_partisans import Partisans
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import StrategicWarfare
from blockfront.games.blocks_series.rules.chapter import Chapter
from blockfront.hexes.grid import HexSet

if TYPE_CHECKING:
    from blockfront.games.blocks_series.aids.set_up_ground import Ground

C = TypeVar("C", bound=Chapter)
Layer = Mapping[type[Chapter], type[Any]]  # which chapters something answers differently


class SeriesFacts(msgspec.Struct, frozen=True, eq=False):
    """What defines a title of the series: its data and its layers of rules."""

    sides: tuple[str, ...]
    tables: Tables
    board: Board
    scenario: Callable[[str], ScenarioData]
    layer: Layer  # what the title answers differently
    advanced: tuple[Layer, ...]  # chapters of the advanced game
    options: Mapping[str, Layer]  # in the order in which they are laid over each other
    scenarios: Mapping[str, tuple[Layer, ...]]  # special rules by scenario
    twins: Mapping[str, str] = {}  # clauses of another book that shared rules cite, and those of this one that say the same


@lru_cache(maxsize=64)
def planned_set_ups(facts: SeriesFacts, scenario_id: str, options: frozenset[str]) -> dict[tuple[int, int], Placements]:
    """Automatic set-ups already planned, by side and variant; shared by all games of a scenario with the same options."""
    return {}


class Rules:
    """All chapters of a game: use `rules.<chapter>.<method>(state, …)`."""

    def __init__(self, facts: SeriesFacts, scenario_id: str, options: frozenset[str]) -> None:
        self.options = options
        self.planned_set_ups = planned_set_ups(facts, scenario_id, options)
        self.grounds: dict[int, Ground] = {}  # for set-ups, by side
        self.secret_frames: frozenset[tuple[int, int]] = frozenset()  # step and stage in which a side acts unseen
        self.sides = facts.sides
        self.twins = facts.twins
        self.tables = facts.tables
        self.board = facts.board
        self.order = facts.tables.order
        self.units = Units(facts.tables)
        self.scenario = facts.scenario(scenario_id)
        self.frozen_month = self.scenario.first_month if self.scenario.frozen_at_first else 0
        self.theatre = self._theatre()
        self._techs: dict[int, tuple[int, ...]] = {}
        is_advanced = self.scenario.layer == "advanced" or "advanced" in options
        layers = [*(facts.advanced if is_advanced else ()), facts.layer]
        layers += [layer for option, layer in facts.options.items() if option in options]
        layers += facts.scenarios.get(scenario_id, ())
        self._build(layers)

    @rule("BW-0.3a")
    def _build(self, layers: Sequence[Layer]) -> None:
        self.definitions = self._chapter(Definitions, layers)
        self.zones = self._chapter(ZonesOfControl, layers)
        self.weather = self._chapter(Weather, layers)
        self.powers = self._chapter(Powers, layers)
        self.sea = self._chapter(Sea, layers)
        self.supply = self._chapter(Supply, layers)
        self.headquarters = self._chapter(Headquarters, layers)
        self.production = self._chapter(Production, layers)
        self.reinforcements = self._chapter(Reinforcements, layers)
        self.rail = self._chapter(StrategicRail, layers)
        self.movement = self._chapter(Movement, layers)
        self.air = self._chapter(AirOperations, layers)
        self.fire = self._chapter(Fire, layers)
        self.losses = self._chapter(Losses, layers)
        self.retreats = self._chapter(Retreats, layers)
        self.blitz = self._chapter(Blitz, layers)
        self.airborne = self._chapter(Airborne, layers)
        self.landings = self._chapter(Landings, layers)
        self.strategic = self._chapter(StrategicWarfare, layers)
        self.partisans = self._chapter(Partisans, layers)
        tables: list[Layer] = [{SetUp: TableSetUp}] if self.scenario.table else []
        self.set_up = self._chapter(SetUp, [*tables, *layers])
        self.victory = self._chapter(Victory, layers)

    def _chapter(self, base: type[C], layers: Sequence[Layer]) -> C:
        return compose(base, *dict.fromkeys(layer[base] for layer in layers if base in layer))(self)

    def _theatre(self) -> HexSet:
        """The hexes and boxes of the scenario's part of the map."""
        found = self.board.map.area_mask(self.scenario.area)
        for box in self.scenario.boxes:
            found |= self.board.box(box)
        return found

    def cite(self, clause: str) -> str:
        """A clause in the numbering of this title's book."""
        return self.twins.get(clause, clause)

    def techs(self, month: int) -> tuple[int, ...]:
        """The TECH level of every unit in a month."""
        found = self._techs.get(month)
        if found is None:
            found = tuple(self.definitions.tech_of_unit(month, block) for block in range(len(self.order)))
            self._techs[month] = found
        return found
