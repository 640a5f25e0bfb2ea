"""Chapter 12: weather, and what it does to terrain, speed and initiative."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blockfront.core.clauses import rule
from blockfront.games.eastfront.loading.data_model import MonthWeather
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.state import AXIS, MUD, SNOW, EastFrontState
from blockfront.hexes.grid import HexSet

if TYPE_CHECKING:
    from blockfront.games.eastfront.ruleset import Rules

DICE = 2  # rolled in a variable month: one die by each player


class Weather(Chapter):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._west = rules.regions.west_front
        self._east = rules.board.playable & ~self._west

    @rule("EF-12.1b", "EF-4.3a", "EF-R28", "EF-12.3a")
    def dice(self, state: EastFrontState) -> int:
        """How many dice are rolled for a Fortnight's weather: two in a variable month, for each front with weather of its own."""
        return self._east_dice(state) + self._west_dice(state)

    def _east_dice(self, state: EastFrontState) -> int:
        return DICE if self.rules.tables.east[state.month % 12].is_variable else 0

    def _west_dice(self, state: EastFrontState) -> int:
        return DICE if self.holds_in_the_west(state) and self.rules.tables.west[state.month % 12].is_variable else 0

    @rule("EF-12.3a")
    def holds_in_the_west(self, state: EastFrontState) -> bool:
        """Whether the West Front has weather of its own: in the book always."""
        return True

    @rule("EF-12.1a", "EF-12.1b", "EF-12.3a")
    def set(self, state: EastFrontState, faces: tuple[int, ...]) -> None:
        """Set the weather of a Fortnight by the calendar, or by the parity of the dice, those of the east first."""
        month, tables, rolled = state.month % 12, self.rules.tables, self._east_dice(state)
        state.weather = state.west_weather = self._by_parity(tables.east[month], faces[:rolled])
        if self.holds_in_the_west(state):
            state.west_weather = self._by_parity(tables.west[month], faces[rolled:])

    def _by_parity(self, month: MonthWeather, faces: tuple[int, ...]) -> int:
        return month.odd if sum(faces) % 2 else month.even

    @rule("EF-4.4a", "EF-12.21a", "EF-12.21b", "EF-12.3c")
    def first_side(self, state: EastFrontState) -> int:
        """The side that has the first Player Turn of a Fortnight."""
        return self.rules.tables.weather[state.weather].first

    @rule("EF-R16", "EF-1.7a")
    def at(self, state: EastFrontState, hex_: int) -> int:
        """The weather in a hex."""
        return state.west_weather if self._west >> hex_ & 1 else state.weather

    def mud_hexes(self, state: EastFrontState) -> HexSet:
        return (self._east if state.weather == MUD else 0) | (self._west if state.west_weather == MUD else 0)

    def snow_hexes(self, state: EastFrontState) -> HexSet:
        return (self._east if state.weather == SNOW else 0) | (self._west if state.west_weather == SNOW else 0)

    @rule("EF-12.23a", "EF-12.23b", "EF-2.2a", "EF-2.26a", "EF-R16")
    def speed(self, state: EastFrontState, block: int) -> int:
        """Hexes a unit may move, by type and the weather where it stands."""
        weather = self.at(state, state.location[block])
        return 1 if self.is_paralysed(state, self.units.side[block], weather) else self.units.speed[block][weather]

    @rule("EF-W41.1b")
    def is_paralysed(self, state: EastFrontState, side: int, weather: int) -> bool:
        """Whether the first winter cripples a side: in one scenario the Axis in Snow."""
        return weather == SNOW and side == AXIS and self.rules.facts(state).winter_paralysis

    @rule("EF-12.24a", "EF-12.24g", "EF-1.34a", "EF-1.34g", "EF-1.35a", "EF-6.1b", "EF-R5", "EF-R16", "EF-1.33a", "EF-1.3c")
    def stops(self, state: EastFrontState) -> HexSet:
        """Hexes in which every unit but cavalry must stop on entering."""
        swamp = (self.board.swamp & ~self.snow_hexes(state)) | self.mud_hexes(state)
        return swamp | self.board.mountain

    @rule("EF-2.24b", "EF-6.1b", "EF-R16")
    def stops_of(self, state: EastFrontState, block: int) -> HexSet:
        """Hexes in which a unit must stop on entering; cavalry only where it enters mud from firm ground."""
        if not self.units.is_cavalry[block]:
            return self.stops(state)
        mud = self.mud_hexes(state)
        return 0 if mud >> state.location[block] & 1 else mud

    @rule("EF-6.21a", "EF-6.22c", "EF-1.31c", "EF-1.32d", "EF-1.34d", "EF-1.35d", "EF-6.21b", "EF-1.3c")
    def stacking_limit(self, hex_: int) -> int:
        """How many units a side may have in a hex; weather does not matter."""
        return self.board.stacking[hex_]

    @rule("EF-6.33a", "EF-12.24a", "EF-12.24h", "EF-1.36c")
    def crossing_limit(self, state: EastFrontState, battle: int, direction: int) -> int:
        """Units that may cross a side of a battle hex in one Movement Phase."""
        limit = self.board.limits[battle][direction]
        return min(limit, 1) if self.at(state, battle) == MUD else limit

    @rule("EF-9.5d", "EF-12.24a")
    def edge_limit(self, state: EastFrontState, battle: int) -> int:
        """Units that may leave a battle hex by rail over the map edge in one Movement Phase."""
        limit = self.board.edge_limits[battle]
        return min(limit, 1) if self.at(state, battle) == MUD else limit

    @rule("EF-5.8a", "EF-12.22a", "EF-12.22b")
    def disorganises(self, state: EastFrontState, side: int, hex_: int) -> bool:
        """Whether the weather in a hex disorganises a side's headquarters: Mud those of both sides, Snow those of the Axis."""
        return side in self.rules.tables.weather[self.at(state, hex_)].disorganised

    @rule("EF-5.21b", "EF-12.22a", "EF-12.22b")
    def may_deploy(self, state: EastFrontState, hex_: int) -> bool:
        return self.rules.tables.weather[self.at(state, hex_)].deploying

    @rule("EF-7.34a", "EF-12.24b", "EF-1.32b", "EF-1.34b", "EF-1.35b", "EF-1.41a", "EF-1.42a", "EF-1.33a", "EF-1.3c")
    def gives_double_defence(self, state: EastFrontState, hex_: int) -> bool:
        """Whether passive units in a hex have double defence, from terrain, city or mud."""
        hard = self.board.rough | self.board.swamp | self.board.mountain | self.board.major_cities
        return bool(hard >> hex_ & 1) or self.at(state, hex_) == MUD

    @rule("EF-12.24c", "EF-12.24d", "EF-1.34e", "EF-7.32d", "EF-1.34g")
    def slackens_offence(self, state: EastFrontState, side: int, hex_: int) -> bool:
        """Whether every type has only single fire on the offensive in a hex."""
        weather = self.at(state, hex_)
        if weather == SNOW:
            return self.is_paralysed(state, side, weather)
        return weather == MUD or bool(self.board.swamp >> hex_ & 1)

    @rule("EF-7.52a", "EF-1.36e", "EF-12.24f", "EF-7.53a", "EF-R47", "EF-7.51a")
    def river_repulse(self, state: EastFrontState, hex_: int) -> int:
        """Highest face that repulses in a River Assault; 0 when the rivers are frozen."""
        return self.rules.tables.repulse["river"][self.at(state, hex_)]
