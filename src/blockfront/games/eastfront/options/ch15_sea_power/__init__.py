"""Chapter 15: sea power. Sea control, naval movement, sea supply, invasions, the Beachhead, evacuations."""

from blockfront.games.eastfront.options.ch15_sea_power.beachhead import BeachheadControl, BeachheadProduction
from blockfront.games.eastfront.options.ch15_sea_power.invasion_headquarters import InvasionHeadquarters
from blockfront.games.eastfront.options.ch15_sea_power.landings import Landings, SeaAssaults, SeaborneMovement
from blockfront.games.eastfront.options.ch15_sea_power.naval_movement import SeaTransport
from blockfront.games.eastfront.options.ch15_sea_power.sea_supply import SeaLanes, SeaSupply
from blockfront.games.eastfront.rules.ch05_headquarters import Headquarters
from blockfront.games.eastfront.rules.ch06_movement import Movement
from blockfront.games.eastfront.rules.ch06_special_moves import SpecialMoves
from blockfront.games.eastfront.rules.ch06_strategic import StrategicMovement
from blockfront.games.eastfront.rules.ch07_combat.assaults import Assaults
from blockfront.games.eastfront.rules.ch08_hex_control import HexControl
from blockfront.games.eastfront.rules.ch09_railways import Railways
from blockfront.games.eastfront.rules.ch10_supply import Supply
from blockfront.games.eastfront.rules.ch11_production import Production

LAYERS = {
    Headquarters: InvasionHeadquarters,
    StrategicMovement: SeaTransport,
    SpecialMoves: Landings,
    Movement: SeaborneMovement,
    Assaults: SeaAssaults,
    HexControl: BeachheadControl,
    Railways: SeaLanes,
    Supply: SeaSupply,
    Production: BeachheadProduction,
}
