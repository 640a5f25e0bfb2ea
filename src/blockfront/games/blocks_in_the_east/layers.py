"""The rules of Blocks in the East that differ from the series, by chapter. The joined campaign uses them too."""

from typing import Final

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
from blockfront.games.blocks_series.advanced.ch10_elite import EliteMovement, EliteProduction
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
from blockfront.games.blocks_series.ruleset import Layer

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

EASTERN_ADVANCED: Final[tuple[Layer, ...]] = (
    {Movement: EliteMovement, Production: EliteProduction},  # for Guards units
    {Production: PocketProduction},
    {
        Supply: FortressSupply,
        Headquarters: EasternHeadquarters,
        Production: EasternCommandProduction,
        Fire: HighCommandFlak,
    },
)
