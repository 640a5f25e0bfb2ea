"""The optional chapters that only the East has: the layers of each option, by its name."""

from collections.abc import Mapping
from typing import Final

from blockfront.games.blocks_in_the_east.options.airborne import (
    AirborneOrders,
    EasternAirborne,
    FarGliders,
    GroundedJumpers,
    PlainDrops,
)
from blockfront.games.blocks_in_the_east.options.artillery import GustavCommand, GustavFire, GustavMovement, GustavRoom, Katyushas
from blockfront.games.blocks_in_the_east.options.barbo import EasternCavalryCharge
from blockfront.games.blocks_in_the_east.options.ch35_strategic_warfare import WarBehindTheFronts, WarProduction
from blockfront.games.blocks_in_the_east.options.chechens import ChechenRising, ChechenSupply, NoChechenRecruits
from blockfront.games.blocks_in_the_east.options.editions import FinnishPetsamo
from blockfront.games.blocks_in_the_east.options.first_winter import WinterFire, WinterRail, WinterSupply, WinterTanks
from blockfront.games.blocks_in_the_east.options.garrisons import (
    BorderMovement,
    BorderPowers,
    BorderProduction,
    BorderWatch,
    GarrisonSetUp,
)
from blockfront.games.blocks_in_the_east.options.italian_surrender import UncertainItaly
from blockfront.games.blocks_in_the_east.options.lend_lease import LendLease
from blockfront.games.blocks_in_the_east.options.luftwaffe_supremacy import SupremeFire, WornHeadquarters
from blockfront.games.blocks_in_the_east.options.marines import EasternLandings
from blockfront.games.blocks_in_the_east.options.naval_transport import EasternSea, EasternShipping, PointsAtSea
from blockfront.games.blocks_in_the_east.options.new_factories import EasternFactories
from blockfront.games.blocks_in_the_east.options.open_caucasus import OpenCaucasus
from blockfront.games.blocks_in_the_east.options.partisans import EasternPartisans
from blockfront.games.blocks_in_the_east.options.persia import (
    PersianCorridor,
    PersianMovement,
    PersianPowers,
    PersianSetUp,
    PersianWar,
)
from blockfront.games.blocks_in_the_east.options.research import PaidResearch, ResearchedTech
from blockfront.games.blocks_in_the_east.options.scorched_earth import FactoryTrains, ScorchedDefinitions, ScorchedEarth
from blockfront.games.blocks_series.advanced.ch24_landings import LandingHeadquarters
from blockfront.games.blocks_series.options.ch15_new_factories import LostFactories
from blockfront.games.blocks_series.rules.ch02_set_up import SetUp
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch04_supply import Supply
from blockfront.games.blocks_series.rules.ch05_powers import Powers
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import Production
from blockfront.games.blocks_series.rules.ch07_turn.p03_reinforcements import Reinforcements
from blockfront.games.blocks_series.rules.ch07_turn.p04_strategic_rail import StrategicRail
from blockfront.games.blocks_series.rules.ch07_turn.p05_movement import Movement
from blockfront.games.blocks_series.rules.ch07_turn.p06_air import AirOperations
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import Fire
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import Victory
from blockfront.games.blocks_series.rules.ch13_headquarters import Headquarters
from blockfront.games.blocks_series.rules.ch18_sea import Sea
from blockfront.games.blocks_series.rules.ch23_airborne import Airborne, Escorts, JumpingFire
from blockfront.games.blocks_series.rules.ch24_landings import LandingFire, Landings
from blockfront.games.blocks_series.rules.ch29_partisans import Partisans
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import StrategicWarfare
from blockfront.games.blocks_series.ruleset import Layer

EASTERN_OPTIONS: Final[Mapping[str, Layer]] = {
    "scorched_earth": {Definitions: ScorchedDefinitions, Production: ScorchedEarth, StrategicRail: FactoryTrains},
    "new_factories": {Definitions: LostFactories, Production: EasternFactories},
    "tech_research": {Definitions: ResearchedTech, Production: PaidResearch},
    "lend_lease": {Production: LendLease},
    "strategic_warfare": {StrategicWarfare: WarBehindTheFronts, Production: WarProduction},
    "naval_transport": {Headquarters: EasternShipping, Production: PointsAtSea, Sea: EasternSea},
    "marines": {Landings: EasternLandings, Headquarters: LandingHeadquarters, Fire: LandingFire},
    "cavalry_charge": {Fire: EasternCavalryCharge},
    "finnish_petsamo": {Definitions: FinnishPetsamo},
    "first_winter": {Fire: WinterFire, Supply: WinterSupply, StrategicRail: WinterRail, Movement: WinterTanks},
    "italian_surrender": {Victory: UncertainItaly},
    "open_caucasus": {Supply: OpenCaucasus},
    "partisans": {Partisans: EasternPartisans},
    "garrisons": {
        SetUp: GarrisonSetUp,
        Definitions: BorderWatch,
        Powers: BorderPowers,
        Movement: BorderMovement,
        Production: BorderProduction,
    },
    "katyushas": {Fire: Katyushas},
    "gustav": {Fire: GustavFire, Headquarters: GustavCommand, Movement: GustavMovement, Definitions: GustavRoom},
    "chechens": {Reinforcements: ChechenRising, Supply: ChechenSupply, Production: NoChechenRecruits},
    "persia": {
        Definitions: PersianWar,
        Powers: PersianPowers,
        Movement: PersianMovement,
        SetUp: PersianSetUp,
        Production: PersianCorridor,
    },
    "airborne": {
        Airborne: EasternAirborne,
        Headquarters: AirborneOrders,
        AirOperations: Escorts,
        StrategicRail: GroundedJumpers,
        Fire: JumpingFire,
    },
    "far_gliders": {Airborne: FarGliders},
    "plain_drops": {Airborne: PlainDrops},
    "luftwaffe_supremacy": {Fire: SupremeFire, Headquarters: WornHeadquarters},
}
