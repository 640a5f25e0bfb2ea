"""The advanced game in the West as layers: the advanced chapters of the series, and the rules of this book that differ from them."""

from typing import Final

from blockfront.games.blocks_in_the_west.advanced.ch06_mulberries import MULBERRIES
from blockfront.games.blocks_in_the_west.advanced.ch08_zones_of_control import RiverZones
from blockfront.games.blocks_in_the_west.advanced.ch09_weather import WesternWeather, WesternWeatherFire
from blockfront.games.blocks_in_the_west.advanced.ch10_elite import EliteProduction, WesternElites
from blockfront.games.blocks_in_the_west.advanced.ch11_production import ConqueredFactories, WesternColours
from blockfront.games.blocks_in_the_west.advanced.ch12_supply import CoastalSupply, FestungAttacks, WesternSiege
from blockfront.games.blocks_in_the_west.advanced.ch13_headquarters import (
    OrderedAssaults,
    WesternCommandProduction,
    WesternHeadquarters,
    WesternShipping,
)
from blockfront.games.blocks_in_the_west.advanced.ch13_naval_plans import NAVAL_PLANS
from blockfront.games.blocks_in_the_west.advanced.ch13_radar import RadarFire, RadarLosses, RadarNetwork, RadarProduction
from blockfront.games.blocks_in_the_west.advanced.ch24_landings import WesternLandings
from blockfront.games.blocks_in_the_west.advanced.us_morale import AfterAmerica, AmericaLeaves, AmericanLosses
from blockfront.games.blocks_in_the_west.rules.ch03_america import ACROSS_THE_ATLANTIC
from blockfront.games.blocks_series.advanced.ch09_weather import WeatherFlights, WeatherSupply
from blockfront.games.blocks_series.advanced.ch12_supply import DesperateAttacks
from blockfront.games.blocks_series.advanced.ch13_movement import (
    CommandBlitz,
    CommandFlights,
    CommandMovement,
    FixedHeadquarters,
    SetUpWithHeadquarters,
)
from blockfront.games.blocks_series.advanced.ch24_landings import LandingHeadquarters
from blockfront.games.blocks_series.rules.ch02_set_up import SetUp
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch04_supply import Supply
from blockfront.games.blocks_series.rules.ch05_powers import Powers
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import Production
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
from blockfront.games.blocks_series.rules.ch23_airborne import Airborne, Escorts, JumpingFire
from blockfront.games.blocks_series.rules.ch24_landings import LandingFire, Landings
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import StrategicWarfare
from blockfront.games.blocks_series.ruleset import Layer

WESTERN_ADVANCED: Final[tuple[Layer, ...]] = (
    {ZonesOfControl: RiverZones},
    {Weather: WesternWeather, Fire: WesternWeatherFire, AirOperations: WeatherFlights, Supply: WeatherSupply},
    {Fire: WesternElites, Production: EliteProduction},
    {Production: WesternColours, Definitions: ConqueredFactories},
    {Supply: WesternSiege, Movement: DesperateAttacks},
    {
        Headquarters: WesternHeadquarters,
        SetUp: SetUpWithHeadquarters,
        Movement: CommandMovement,
        AirOperations: CommandFlights,
        Blitz: CommandBlitz,
        Retreats: FixedHeadquarters,
        Production: WesternCommandProduction,
    },
    {Headquarters: CoastalSupply, Movement: FestungAttacks},
    {Airborne: OrderedAssaults, Fire: JumpingFire, AirOperations: Escorts},
    {Headquarters: WesternShipping},
    NAVAL_PLANS,
    {Landings: WesternLandings, Headquarters: LandingHeadquarters, Fire: LandingFire},
    MULBERRIES,
    ACROSS_THE_ATLANTIC,
    {Losses: AmericanLosses, Victory: AmericaLeaves, Powers: AfterAmerica},
    {StrategicWarfare: RadarNetwork, Definitions: RadarLosses, Fire: RadarFire, Production: RadarProduction},
)
