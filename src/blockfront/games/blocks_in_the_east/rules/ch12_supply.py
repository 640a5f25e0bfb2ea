"""Sections 12.2 and 12.3: Sevastopol and Leningrad under siege."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_east.rules.ch07_turn import SOVIET
from blockfront.games.blocks_in_the_east.rules.theatre import eastern
from blockfront.games.blocks_series.advanced.ch12_supply import SiegeSupply
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import AXIS, MARKED, NO_HEX, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members

PLACES: Final = ("Sevastopol", "Leningrad", "Volkhov")
NOBODY: Final = -1  # a power that is not in this game


class FortressSupply(SiegeSupply):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        is_eastern = bool(eastern(self.board))
        self.soviet_power = rules.tables.power("ussr") if is_eastern else NOBODY
        self.sevastopol, self.leningrad, self.volkhov = (self.board.hex(place) if is_eastern else NO_HEX for place in PLACES)
        self.pocket: HexSet = self.board.theatre("leningrad_pocket")
        self._around_pocket = 0
        for hex_ in members(self.pocket):
            self._around_pocket |= self.board.neighbours(hex_)
        self._around_pocket &= ~self.pocket & self.board.playable

    # ---- sieges

    @rule("BE-12.3a")
    def is_closed_in(self, state: SeriesState, hex_: int, side: int) -> bool:
        """Whether a place is surrounded. Leningrad and Oranienbaum count as one; hexes under Axis control close it in like its zones."""
        if side != SOVIET or not self.pocket >> hex_ & 1:
            return super().is_closed_in(state, hex_, side)
        closed = state.control[AXIS] | state.occupied[AXIS] | self.rules.zones.zone(state, AXIS)
        return not self._around_pocket & ~closed

    @rule("BE-12.2a", "BE-12.2b", "BE-12.3c", "BE-12.3e", "BE-12.3g")
    def is_garrison(self, state: SeriesState, block: int) -> bool:
        """Whether a cut-off Soviet unit holds out: in the fortress of Sevastopol, or around Leningrad while the Road of Life is open."""
        hex_ = state.location[block]
        if self.units.power[block] != self.soviet_power or hex_ < 0 or not state.flags[block] & MARKED:
            return super().is_garrison(state, block)
        if hex_ == self.sevastopol:
            return self.rules.definitions.fortification(state, hex_) == "fortress" and self.is_closed_in(state, hex_, SOVIET)
        return bool(self.pocket >> hex_ & 1) and self.has_road_of_life(state)

    # ---- the Road of Life

    @rule("BE-12.3b")
    def has_road_of_life(self, state: SeriesState) -> bool:
        """Whether the Road of Life is open, over Lake Ladoga to Volkhov and on by rail to Siberia; weather does not matter."""
        if not state.control[SOVIET] >> self.leningrad & 1:
            return False
        return bool(self.sources(state, self.soviet_power).by_rail >> self.volkhov & 1)

    @rule("BE-12.3a", "BE-12.3b")
    def lives_on_the_road(self, state: SeriesState) -> bool:
        """Whether the Road of Life is Leningrad's only link with the rest of the country."""
        key = ("the road alone", state.control[SOVIET], state.soviet_land, state.weather, state.eastern_weather, state.happened)
        found: bool | None = state.derived.get(key)
        if found is None:
            linked = self.sources(state, self.soviet_power).everything >> self.leningrad & 1
            found = state.derived[key] = not linked and self.has_road_of_life(state)
        return found
