"""Rules of other editions and optional chapters, as layers by the name of the option."""

from collections.abc import Mapping
from typing import Final

from blockfront.games.blocks_series.options.ch14_terrain import SwampFire, SwiftCavalry, TerrainMovement
from blockfront.games.blocks_series.options.ch19_reconnaissance import Jericho, ScoutedFire, ScoutingHeadquarters, UninterceptedScouting
from blockfront.games.blocks_series.options.ch28_volkssturm import VolkssturmAlarm, VolkssturmCorps, VolkssturmEverywhere
from blockfront.games.blocks_series.options.ch31_reserves import ReserveBlitz, ReserveHeadquarters, ReserveMovement
from blockfront.games.blocks_series.options.ch32_strategic_bombing import ClassicBombing, StrategicBombing
from blockfront.games.blocks_series.options.ch39_weather import LightRain
from blockfront.games.blocks_series.options.charges import CavalryCharge, PanzerAttack
from blockfront.games.blocks_series.options.editions import (
    AllBesieged,
    Cancelling,
    EarlySiegeSurrender,
    EasyRivers,
    KeptSteps,
    NoRefund,
    OpenBlocks,
    OpenCountries,
    PersistentBombers,
    RailUpToZones,
    RainScramble,
    ThreeAirUnits,
    UncappedFire,
    WakingUnits,
    YellowMarines,
)
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch04_supply import Supply
from blockfront.games.blocks_series.rules.ch05_powers import Powers
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import Production
from blockfront.games.blocks_series.rules.ch07_turn.p03_reinforcements import Reinforcements
from blockfront.games.blocks_series.rules.ch07_turn.p04_strategic_rail import StrategicRail
from blockfront.games.blocks_series.rules.ch07_turn.p05_movement import Movement
from blockfront.games.blocks_series.rules.ch07_turn.p06_air import AirOperations
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import Fire
from blockfront.games.blocks_series.rules.ch07_turn.p08_blitz import Blitz
from blockfront.games.blocks_series.rules.ch09_weather import Weather
from blockfront.games.blocks_series.rules.ch13_headquarters import Headquarters
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import StrategicWarfare
from blockfront.games.blocks_series.ruleset import Layer

OPTIONS: Final[Mapping[str, Layer]] = {
    "advanced": {},  # its layers are those of the advanced game
    "terrain_details": {Movement: TerrainMovement, Fire: SwampFire},
    "swift_cavalry": {Movement: SwiftCavalry},
    "reconnaissance": {Headquarters: ScoutingHeadquarters, Fire: ScoutedFire},
    "no_interception": {Headquarters: UninterceptedScouting},
    "jericho": {Fire: Jericho},
    "cavalry_charge": {Fire: CavalryCharge},
    "panzer_attack": {Fire: PanzerAttack},
    "reserves": {Headquarters: ReserveHeadquarters, Movement: ReserveMovement, Blitz: ReserveBlitz},
    "volkssturm": {Definitions: VolkssturmAlarm, Reinforcements: VolkssturmCorps},
    "volkssturm_per_city": {Reinforcements: VolkssturmEverywhere},
    "light_rain": {Weather: LightRain},
    "strategic_bombing": {StrategicWarfare: StrategicBombing},
    "classic_bombing": {StrategicWarfare: ClassicBombing},
    "cancel_bonus_malus": {Fire: Cancelling},
    "river_bonus_for_any": {Fire: EasyRivers},
    "three_air_units": {AirOperations: ThreeAirUnits},
    "no_firepower_cap": {Fire: UncappedFire},
    "no_disband_refund": {Production: NoRefund},
    "zero_steps_keep": {Supply: KeptSteps},
    "unlimited_siege_supply": {Supply: AllBesieged},
    "early_siege_surrender": {Supply: EarlySiegeSurrender},
    "yellow_marines": {Production: YellowMarines},
    "open_allied_land": {Powers: OpenCountries},
    "persistent_bombers": {Fire: PersistentBombers},
    "rain_scramble": {Fire: RainScramble},
    "rail_up_to_zones": {StrategicRail: RailUpToZones},
    "open_blocks": {Definitions: OpenBlocks},
    "frozen_units_wake": {Definitions: WakingUnits},
}
