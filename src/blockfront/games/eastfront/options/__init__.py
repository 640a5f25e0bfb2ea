"""Optional rules as layers: each option says which chapters it replaces."""

from collections.abc import Mapping
from typing import Any

from blockfront.games.eastfront.options import ch14_paratroops, ch15_sea_power, introduction
from blockfront.games.eastfront.options.exchanges import Exchanges
from blockfront.games.eastfront.options.repulses_first import RepulsesFirst
from blockfront.games.eastfront.options.west_weather_waits import WestWeatherWaits
from blockfront.games.eastfront.rules.ch06_movement import Movement
from blockfront.games.eastfront.rules.ch07_combat.assaults import Assaults
from blockfront.games.eastfront.rules.ch12_weather import Weather

LAYERS: Mapping[str, Mapping[type[Any], type[Any]]] = {
    "paratroops": ch14_paratroops.LAYERS,
    "sea_power": ch15_sea_power.LAYERS,
    "exchanges": {Movement: Exchanges},
    "introduction": introduction.LAYERS,
    "repulses_first": {Assaults: RepulsesFirst},
    "west_weather_waits": {Weather: WestWeatherWaits},
}
