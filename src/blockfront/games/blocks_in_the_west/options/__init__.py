"""Optional chapters of the West, and advanced chapters that basic scenarios may add: the layers of each option, by its name."""

from collections.abc import Mapping
from typing import Final

from blockfront.games.blocks_in_the_west.advanced.ch08_zones_of_control import RiverZones
from blockfront.games.blocks_in_the_west.advanced.ch09_weather import WesternLightRain
from blockfront.games.blocks_in_the_west.advanced.ch10_elite import EliteProduction, WesternElites
from blockfront.games.blocks_in_the_west.options.ch14_terrain import WesternTerrain
from blockfront.games.blocks_in_the_west.options.ch15_new_factories import WesternFactories
from blockfront.games.blocks_in_the_west.options.ch19_reconnaissance import WesternScoutedFire, WesternScouting
from blockfront.games.blocks_in_the_west.options.ch26_wonder_weapons import LastStand, WonderWeapons
from blockfront.games.blocks_in_the_west.options.ch29_partisans import WesternPartisans
from blockfront.games.blocks_in_the_west.options.ch31_reserves import RESERVES
from blockfront.games.blocks_in_the_west.options.ch32_strategic_bombing import WesternBombing
from blockfront.games.blocks_in_the_west.options.ch35_convoys import Convoys, InvadedBritain, InvasionOfBritain, SubmarineCommand
from blockfront.games.blocks_in_the_west.options.ch36_italy import ItalianUnits, ItalyWavers, RepublicOfSalo, RepublicsProduction
from blockfront.games.blocks_in_the_west.options.ch40_upgrades import FurtherUpgrades
from blockfront.games.blocks_series.options.ch14_terrain import SwampFire
from blockfront.games.blocks_series.options.ch15_new_factories import LostFactories
from blockfront.games.blocks_series.options.ch19_reconnaissance import Jericho
from blockfront.games.blocks_series.options.ch28_volkssturm import VolkssturmAlarm, VolkssturmCorps
from blockfront.games.blocks_series.options.ch40_upgrades import Upgrades
from blockfront.games.blocks_series.options.charges import CavalryCharge, PanzerAttack
from blockfront.games.blocks_series.options.editions import Cancelling, OpenBlocks
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch05_powers import Powers
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import Production
from blockfront.games.blocks_series.rules.ch07_turn.p03_reinforcements import Reinforcements
from blockfront.games.blocks_series.rules.ch07_turn.p05_movement import Movement
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import Fire
from blockfront.games.blocks_series.rules.ch07_turn.p07_losses import Losses
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import Victory
from blockfront.games.blocks_series.rules.ch08_zones_of_control import ZonesOfControl
from blockfront.games.blocks_series.rules.ch09_weather import Weather
from blockfront.games.blocks_series.rules.ch13_headquarters import Headquarters
from blockfront.games.blocks_series.rules.ch24_landings import Landings
from blockfront.games.blocks_series.rules.ch29_partisans import Partisans
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import StrategicWarfare
from blockfront.games.blocks_series.ruleset import Layer

WESTERN_OPTIONS: Final[Mapping[str, Layer]] = {
    "advanced": {},  # adds all layers of the advanced game, see `advanced`
    "elites": {Fire: WesternElites, Production: EliteProduction},
    "river_zones": {ZonesOfControl: RiverZones},
    "partisans": {Partisans: WesternPartisans},
    "terrain_details": {Movement: WesternTerrain, Fire: SwampFire},
    "upgrades": {Production: Upgrades},
    "further_upgrades": {Production: FurtherUpgrades},
    "reserves": RESERVES,
    "new_factories": {Definitions: LostFactories, Production: WesternFactories},
    "reconnaissance": {Headquarters: WesternScouting, Fire: WesternScoutedFire},
    "jericho": {Fire: Jericho},
    "cavalry_charge": {Fire: CavalryCharge},
    "panzer_attack": {Fire: PanzerAttack},
    "light_rain": {Weather: WesternLightRain},
    "volkssturm": {Definitions: VolkssturmAlarm, Reinforcements: VolkssturmCorps},
    "cancel_bonus_malus": {Fire: Cancelling},
    "strategic_bombing": {StrategicWarfare: WesternBombing},
    "convoys": {
        StrategicWarfare: Convoys,
        Headquarters: SubmarineCommand,
        Definitions: InvadedBritain,
        Landings: InvasionOfBritain,
    },
    "italian_surrender": {Victory: ItalyWavers, Losses: ItalianUnits, Powers: RepublicOfSalo, Production: RepublicsProduction},
    "wonder_weapons": {StrategicWarfare: WonderWeapons, Victory: LastStand},
    "open_blocks": {Definitions: OpenBlocks},
}
