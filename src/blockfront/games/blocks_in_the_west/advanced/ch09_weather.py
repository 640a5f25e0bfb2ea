"""Chapters 9 and 39 in the West: the Mediterranean coast has its own weather, and snow does not hinder units in their own country."""

from collections.abc import Sequence
from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_west.rules.theatre import western
from blockfront.games.blocks_series.advanced.ch09_weather import WeatherFire, YearsWeather
from blockfront.games.blocks_series.options.ch39_weather import LightRain
from blockfront.games.blocks_series.rules.ch09_weather import EVERYWHERE, EntryCosts, Zones
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import GOOD, LIGHT_RAIN, SNOW, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.sides import Sides, without

COAST: Final = "mediterranean_coast"
COAST_RAIN: Final = 6  # the face that means light rain on the coast


class WesternWeather(YearsWeather):
    """Weather of the West, with that of the Mediterranean coast."""

    @rule("BW-9.0a", "BW-9.0.1a", "BW-9.3f")
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.coast: HexSet = self.board.theatre(COAST)
        self._tables: dict[tuple[int, int, int], EntryCosts] = {}
        self._open_rivers = without(self.board.rivers, self.board.sides_within(self.board.rivers, self.board.grid.cells & ~self.coast))

    def at(self, state: SeriesState, hex_: int) -> int:
        return state.coast_weather if self.coast >> hex_ & 1 else super().at(state, hex_)

    @rule("BW-9.0.1a", "BW-R127")
    def zones(self, state: SeriesState) -> Zones:
        """The weather of the coast, and that of the rest of the map."""
        if not self.coast or state.coast_weather == state.weather:
            return super().zones(state)
        return (state.weather, EVERYWHERE & ~self.coast), (state.coast_weather, self.coast)

    @rule("BW-R127")
    def table(self, state: SeriesState, tables: Sequence[EntryCosts]) -> EntryCosts:
        """Entry costs by hex: the weather of the entered hex counts."""
        if not self.coast or state.coast_weather == state.weather:
            return super().table(state, tables)
        key = (id(tables), state.weather, state.coast_weather)
        found = self._tables.get(key)
        if found is None:
            merged: dict[int, HexSet] = {}
            for weather, zone in self.zones(state):
                for cost, hexes in tables[weather]:
                    merged[cost] = merged.get(cost, 0) | hexes & zone
            found = self._tables[key] = tuple(sorted(merged.items()))
        return found

    @rule("BW-8.0a", "BW-9.3c", "BW-R127")
    def rivers(self, state: SeriesState) -> Sides:
        """The rivers of the coast do not freeze in snow."""
        return self._open_rivers if state.weather == SNOW != state.coast_weather else super().rivers(state)


class WesternLightRain(WesternWeather, LightRain):
    """The same with light rain."""

    @rule("BW-39.0a", "BW-39.0b", "BW-R73", "BW-R98")
    def rolled(self, state: SeriesState, face: int) -> int | None:
        return super().rolled(state, face)

    @rule("BW-39.0c", "BW-R128")
    def settle(self, state: SeriesState, face: int) -> None:
        """On a six the coast has light rain, otherwise good weather."""
        super().settle(state, face)
        state.coast_weather = LIGHT_RAIN if face == COAST_RAIN and self.coast else GOOD


class WesternWeatherFire(WeatherFire):
    """Units that snow does not hinder."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._at_home = western(self.board)

    @rule("BW-9.3d", "BW-9.3e")
    def is_used_to_snow(self, block: int, hex_: int) -> bool:
        """Snow does not hinder mountain units, northern nations, and units in their own country."""
        home = self.rules.powers.homelands[self.units.power[block]] & self._at_home
        return bool(home >> hex_ & 1) or super().is_used_to_snow(block, hex_)
