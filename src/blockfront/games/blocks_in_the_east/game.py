"""Blocks in the East as a game of the platform."""

from functools import cache
from importlib import resources
from typing import Final

from blockfront.games.blocks_in_the_east.options import EASTERN_OPTIONS
from blockfront.games.blocks_in_the_east.rules.caucasus import EasternSupply
from blockfront.games.blocks_in_the_east.rules.ch02_set_up import EasternSetUp
from blockfront.games.blocks_in_the_east.rules.ch03_definitions import EasternDefinitions
from blockfront.games.blocks_in_the_east.rules.ch05_powers import EasternPowers
from blockfront.games.blocks_in_the_east.rules.ch07_turn import EasternFire, EasternMovement, EasternRail, EasternVictory
from blockfront.games.blocks_in_the_east.rules.ch12_leningrad import PocketProduction
from blockfront.games.blocks_in_the_east.rules.ch12_supply import FortressSupply
from blockfront.games.blocks_in_the_east.rules.ch13_headquarters import (
    EasternCommandProduction,
    EasternHeadquarters,
    HighCommandFlak,
)
from blockfront.games.blocks_in_the_east.rules.scenarios import SCENARIO_RULES
from blockfront.games.blocks_in_the_east.title import TITLE
from blockfront.games.blocks_series.advanced import ADVANCED
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.loading.board import Board
from blockfront.games.blocks_series.loading.data_model import ScenarioData
from blockfront.games.blocks_series.loading.scenario_files import load_scenario
from blockfront.games.blocks_series.loading.tables import load_tables
from blockfront.games.blocks_series.options import OPTIONS
from blockfront.games.blocks_series.rules.ch02_set_up import SetUp
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch04_supply import Supply
from blockfront.games.blocks_series.rules.ch05_powers import Powers
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import Production
from blockfront.games.blocks_series.rules.ch07_turn.p04_strategic_rail import StrategicRail
from blockfront.games.blocks_series.rules.ch07_turn.p05_movement import Movement
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import Fire
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import Victory
from blockfront.games.blocks_series.rules.ch13_headquarters import Headquarters
from blockfront.games.blocks_series.ruleset import Layer, SeriesFacts
from blockfront.maps.files import load_map

DATA: Final = resources.files("blockfront.games.blocks_in_the_east") / "data"

EASTERN: Final[Layer] = {
    SetUp: EasternSetUp,
    Definitions: EasternDefinitions,
    Powers: EasternPowers,
    Supply: EasternSupply,
    StrategicRail: EasternRail,
    Movement: EasternMovement,
    Fire: EasternFire,
    Victory: EasternVictory,
}

EASTERN_ADVANCED: Final[Layer] = {
    Supply: FortressSupply,
    Headquarters: EasternHeadquarters,
    Production: EasternCommandProduction,
    Fire: HighCommandFlak,
}


@cache
def facts() -> SeriesFacts:
    """Everything that makes this title, read once."""
    tables = load_tables(DATA, TITLE.sides)
    return SeriesFacts(
        sides=TITLE.sides,
        tables=tables,
        board=Board(load_map(DATA / "map"), tables.terrain),
        scenario=_scenario,
        layer=EASTERN,
        advanced=(*ADVANCED, {Production: PocketProduction}, EASTERN_ADVANCED),
        options={**OPTIONS, **EASTERN_OPTIONS},
        scenarios=SCENARIO_RULES,
    )


@cache
def _scenario(scenario_id: str) -> ScenarioData:
    return load_scenario(DATA / "scenarios", scenario_id, load_tables(DATA, TITLE.sides), TITLE.sides)


class BlocksInTheEast(SeriesGame):
    title = TITLE


def make(scenario: str, options: frozenset[str]) -> BlocksInTheEast:
    return BlocksInTheEast(facts(), scenario, options)
