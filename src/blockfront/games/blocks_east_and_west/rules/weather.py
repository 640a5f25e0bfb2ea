"""BW-9.0.2 and BW-R145: two weather calendars, each with its own variable months."""

from collections.abc import Sequence
from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_west.advanced.ch09_weather import WesternLightRain
from blockfront.games.blocks_series.loading.data_model import WEATHERS
from blockfront.games.blocks_series.options.ch39_weather import BY_FACE
from blockfront.games.blocks_series.rules.ch09_weather import EVERYWHERE, EntryCosts, Zones
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SNOW, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.sides import Sides, without

EASTERN_LANDS: Final = ("ussr", "poland", "baltic_states", "scandinavia", "finland", "finnish_operations_area")
GERMAN: Final = "DE"  # East Prussia and western Poland
EASTERN_BOXES: Final = ("narvik", "tromso", "petsamo", "murmansk", "krasnovodsk", "siberia")


class JoinedWeather(WesternLightRain):
    @rule("BW-9.0.2a", "BW-R145", "BW-3.24a")
    def __init__(self, rules: Rules) -> None:
        """Set where the weather of the East holds: the Soviet Union of 1941, the General Government, the Baltic states, Scandinavia."""
        super().__init__(rules)
        board = self.board
        self.east: HexSet = board.area(*EASTERN_LANDS) & ~board.nation(GERMAN)
        for box in EASTERN_BOXES:
            self.east |= board.box(box)
        self.coast &= ~self.east
        self._merged: dict[tuple[int, ...], EntryCosts] = {}
        self._zones: dict[tuple[int, ...], Zones] = {}
        self._flowing: dict[HexSet, Sides] = {}

    # ---- the second calendar

    def has_second_calendar(self) -> bool:
        return True

    @rule("BW-R145", "BE-9.0a")
    def second_fixed(self, state: SeriesState) -> int | None:
        weather = self.rules.tables.eastern_weather[state.month % 12]
        return WEATHERS.index(weather) if weather in WEATHERS else None

    @rule("BW-R145", "BE-39.0a", "BE-39.0b")
    def second_rolled(self, state: SeriesState, face: int) -> int | None:
        """The eastern weather for a die, light rain included; None, to roll again, if it is the same as in the last variable month."""
        weather = BY_FACE[face - 1]
        return None if weather == state.eastern_variable else weather

    # ---- by hex

    def at(self, state: SeriesState, hex_: int) -> int:
        return state.eastern_weather if self.east >> hex_ & 1 else super().at(state, hex_)

    def zones(self, state: SeriesState) -> Zones:
        key = (state.weather, state.coast_weather, state.eastern_weather)
        found = self._zones.get(key)
        if found is None:
            found = self._zones[key] = self._find_zones(state)
        return found

    @rule("BW-R145")
    def _find_zones(self, state: SeriesState) -> Zones:
        found: dict[int, HexSet] = {}
        for weather, hexes in super().zones(state):
            found[weather] = found.get(weather, 0) | hexes & ~self.east
        found[state.eastern_weather] = found.get(state.eastern_weather, 0) | self.east
        return tuple(found.items()) if len(found) > 1 else ((state.weather, EVERYWHERE),)

    def table(self, state: SeriesState, tables: Sequence[EntryCosts]) -> EntryCosts:
        key = (id(tables), state.weather, state.coast_weather, state.eastern_weather)
        found = self._merged.get(key)
        if found is None:
            merged: dict[int, HexSet] = {}
            for weather, zone in self.zones(state):
                for cost, hexes in tables[weather]:
                    merged[cost] = merged.get(cost, 0) | hexes & zone
            found = self._merged[key] = tuple(sorted(merged.items()))
        return found

    def rivers(self, state: SeriesState) -> Sides:
        """Rivers are frozen where both banks lie in snow."""
        snow = self.where(state, SNOW) & self.board.grid.cells
        if not snow:
            return self.board.rivers
        found = self._flowing.get(snow)
        if found is None:
            found = self._flowing[snow] = without(self.board.rivers, self.board.sides_within(self.board.rivers, snow))
        return found
