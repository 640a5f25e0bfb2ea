"""The rules of Blocks in the West that differ from the series, by chapter. The joined campaign uses them too."""

from typing import Final

from blockfront.games.blocks_in_the_west.rules.ch02_set_up import WesternSetUp
from blockfront.games.blocks_in_the_west.rules.ch03_definitions import WesternDefinitions
from blockfront.games.blocks_in_the_west.rules.ch04_supply import WesternSupply
from blockfront.games.blocks_in_the_west.rules.ch05_powers import WesternPowers
from blockfront.games.blocks_in_the_west.rules.ch07_fire import WesternFire
from blockfront.games.blocks_in_the_west.rules.ch07_production import WesternProduction
from blockfront.games.blocks_in_the_west.rules.ch07_turn import (
    WesternAir,
    WesternBlitz,
    WesternLosses,
    WesternMovement,
    WesternRail,
    WesternRetreats,
    WesternZones,
)
from blockfront.games.blocks_in_the_west.rules.ch07_victory import WesternVictory
from blockfront.games.blocks_in_the_west.rules.ch18_sea import WesternSea
from blockfront.games.blocks_series.rules.ch02_set_up import SetUp
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch04_supply import Supply
from blockfront.games.blocks_series.rules.ch05_powers import Powers
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import Production
from blockfront.games.blocks_series.rules.ch07_turn.p04_strategic_rail import StrategicRail
from blockfront.games.blocks_series.rules.ch07_turn.p05_movement import Movement
from blockfront.games.blocks_series.rules.ch07_turn.p06_air import AirOperations
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import Fire
from blockfront.games.blocks_series.rules.ch07_turn.p07_losses import Losses
from blockfront.games.blocks_series.rules.ch07_turn.p07_retreats import Retreats
from blockfront.games.blocks_series.rules.ch07_turn.p08_blitz import Blitz
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import Victory
from blockfront.games.blocks_series.rules.ch08_zones_of_control import ZonesOfControl
from blockfront.games.blocks_series.rules.ch18_sea import Sea
from blockfront.games.blocks_series.ruleset import Layer

WESTERN: Final[Layer] = {
    SetUp: WesternSetUp,
    Definitions: WesternDefinitions,
    ZonesOfControl: WesternZones,
    Powers: WesternPowers,
    Supply: WesternSupply,
    Production: WesternProduction,
    Movement: WesternMovement,
    AirOperations: WesternAir,
    StrategicRail: WesternRail,
    Fire: WesternFire,
    Losses: WesternLosses,
    Retreats: WesternRetreats,
    Blitz: WesternBlitz,
    Victory: WesternVictory,
    Sea: WesternSea,
}
