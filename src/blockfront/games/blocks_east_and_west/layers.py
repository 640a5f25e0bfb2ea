"""Both books laid over each other, chapter by chapter, and on top the rulings of the joined campaign: table [[book]] of BW-R142.

Chapters 8, 18 to 24, 26 (V weapons), 28, 31 and 32 of the West hold on the whole map. In the other chapters the layers of both titles
check the map, power, block or headquarters themselves.
"""

from collections.abc import Mapping
from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_east_and_west.rules.arrivals import JoinedReinforcements
from blockfront.games.blocks_east_and_west.rules.camps import CAMPS
from blockfront.games.blocks_east_and_west.rules.command import FieldHeadquarters, FieldPost
from blockfront.games.blocks_east_and_west.rules.convoys import JoinedConvoys
from blockfront.games.blocks_east_and_west.rules.economy import JoinedIncome
from blockfront.games.blocks_east_and_west.rules.factories import JoinedFactories
from blockfront.games.blocks_east_and_west.rules.ground import JoinedDefinitions, JoinedSetUp, JoinedZones
from blockfront.games.blocks_east_and_west.rules.partisans import JoinedPartisans
from blockfront.games.blocks_east_and_west.rules.rail import JoinedRail
from blockfront.games.blocks_east_and_west.rules.sea import JoinedSea
from blockfront.games.blocks_east_and_west.rules.victory import JoinedLosses, JoinedVictory
from blockfront.games.blocks_east_and_west.rules.weather import JoinedWeather
from blockfront.games.blocks_in_the_east.layers import EASTERN, EASTERN_ADVANCED
from blockfront.games.blocks_in_the_east.options import EASTERN_OPTIONS
from blockfront.games.blocks_in_the_east.options.ch35_strategic_warfare import SunkGifts
from blockfront.games.blocks_in_the_east.rules.infrastructure import BuiltBefore, BuiltRailways
from blockfront.games.blocks_in_the_east.rules.oil import FreeOil
from blockfront.games.blocks_in_the_west.advanced import WESTERN_ADVANCED
from blockfront.games.blocks_in_the_west.layers import WESTERN
from blockfront.games.blocks_in_the_west.options import WESTERN_OPTIONS
from blockfront.games.blocks_in_the_west.options.ch31_reserves import RESERVES
from blockfront.games.blocks_in_the_west.rules.special_orders import SPECIAL_ORDERS
from blockfront.games.blocks_series.advanced import ADVANCED
from blockfront.games.blocks_series.options.ch15_new_factories import LostFactories
from blockfront.games.blocks_series.rules.ch02_set_up import SetUp
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import Production
from blockfront.games.blocks_series.rules.ch07_turn.p03_reinforcements import Reinforcements
from blockfront.games.blocks_series.rules.ch07_turn.p04_strategic_rail import StrategicRail
from blockfront.games.blocks_series.rules.ch07_turn.p07_losses import Losses
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import Victory
from blockfront.games.blocks_series.rules.ch08_zones_of_control import ZonesOfControl
from blockfront.games.blocks_series.rules.ch09_weather import Weather
from blockfront.games.blocks_series.rules.ch18_sea import Sea
from blockfront.games.blocks_series.rules.ch29_partisans import Partisans
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import StrategicWarfare
from blockfront.games.blocks_series.ruleset import Layer

OF_THE_EAST: Final = ("scorched_earth", "katyushas", "gustav", "partisans")
OF_THE_WEST: Final = (
    *("terrain_details", "reconnaissance", "jericho", "cavalry_charge", "panzer_attack", "volkssturm", "strategic_bombing"),
    *("wonder_weapons", "partisans", "convoys", "further_upgrades"),
)
BUILT: Final[Layer] = {SetUp: BuiltBefore, Definitions: BuiltRailways}
JOINED: Final[Layer] = {
    SetUp: JoinedSetUp,
    Definitions: JoinedDefinitions,
    ZonesOfControl: JoinedZones,
    Weather: JoinedWeather,
    Production: JoinedIncome,
    Reinforcements: JoinedReinforcements,
    StrategicRail: JoinedRail,
    Sea: JoinedSea,
    Partisans: JoinedPartisans,
    StrategicWarfare: JoinedConvoys,
    Losses: JoinedLosses,
    Victory: JoinedVictory,
}

OPTIONS: Final[Mapping[str, Layer]] = {  # chapters that games begun before them are played without, and open blocks
    "new_factories": {Definitions: LostFactories, Production: JoinedFactories},
    "persia": EASTERN_OPTIONS["persia"],
    "open_blocks": WESTERN_OPTIONS["open_blocks"],
}


@rule("BW-R142", "BW-0.3c")
def stacked() -> tuple[Layer, ...]:
    """All layers of the campaign, with all optional chapters. A later layer overrides the earlier ones."""
    return (
        *(layer for layer in ADVANCED if ZonesOfControl not in layer),
        *EASTERN_ADVANCED,
        EASTERN,
        BUILT,
        {Production: FreeOil},
        *(EASTERN_OPTIONS[name] for name in OF_THE_EAST),
        {Production: SunkGifts},
        *WESTERN_ADVANCED,
        WESTERN,
        *(WESTERN_OPTIONS[name] for name in OF_THE_WEST),
        SPECIAL_ORDERS,
        RESERVES,
        JOINED,
        EASTERN_OPTIONS["chechens"],
        {Definitions: FieldHeadquarters, Production: FieldPost},
        CAMPS,
    )
