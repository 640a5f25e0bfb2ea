"""Special rules of the scenarios, as layers."""

from collections.abc import Mapping
from typing import Final

from blockfront.games.blocks_in_the_east.rules.caucasus import CaucasusSupply
from blockfront.games.blocks_in_the_east.rules.infrastructure import BuiltBefore, BuiltRailways, Works
from blockfront.games.blocks_in_the_east.rules.oil import FreeOil, WatchedVolga
from blockfront.games.blocks_in_the_east.rules.scenario_victories import Bagration, Campaign, Citadel, Leningrad, Moscow
from blockfront.games.blocks_in_the_east.rules.surprise import SurprisedAir, SurprisedFire, SurprisingDefinitions
from blockfront.games.blocks_series.rules.ch02_set_up import SetUp
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch04_supply import Supply
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import Production
from blockfront.games.blocks_series.rules.ch07_turn.p06_air import AirOperations
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import Fire
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import Victory
from blockfront.games.blocks_series.ruleset import Layer

SURPRISE: Final[Layer] = {Definitions: SurprisingDefinitions, AirOperations: SurprisedAir, Fire: SurprisedFire}
OIL: Final[Layer] = {Production: FreeOil}
VOLGA: Final[Layer] = {Definitions: WatchedVolga, Supply: CaucasusSupply}
WORKS: Final[Layer] = {SetUp: BuiltBefore, Definitions: BuiltRailways, Production: Works}

SCENARIO_RULES: Final[Mapping[str, tuple[Layer, ...]]] = {
    "sbe1": ({Victory: Leningrad},),
    "sbe2": ({Victory: Moscow},),
    "sbe4": (OIL, VOLGA),
    "sbe5": (SURPRISE, OIL, VOLGA),
    "sbe6": (OIL, VOLGA, WORKS),
    "sbe7": ({Victory: Citadel}, OIL, WORKS),
    "sbe8": ({Victory: Bagration}, OIL, WORKS),
    "sbe9": ({Victory: Campaign}, SURPRISE, OIL, VOLGA, WORKS),
}
