"""Sections 3.19 and 8.0: zones of control."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.rules.chapter import Chapter
from blockfront.games.blocks_series.rules.stacking import GROUND_ZONE, ZONE
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of
from blockfront.hexes.reach import step


class ZonesOfControl(Chapter):
    """The basic game. Everybody sees where units are and so knows the zones, but not which units are ground units."""

    @rule("BE-3.19a", "BE-3.19b", "BE-3.19c", "BE-3.19d", "BE-3.19f", "BE-R13")
    @rule("BW-3.19c", "BW-3.19d", "BW-3.19a", "BW-3.19f", "BW-R40")
    def zone(self, state: SeriesState, side: int) -> HexSet:
        """Hexes in the zone of control of a side's units, air units on their airfields included."""
        found: HexSet | None = state.derived.get(ZONE[side])
        if found is None:
            in_flight = self.rules.definitions.crowding(state, side).only_in_flight
            found = self._around(state, side, self.exerting(state, side, state.occupied[side] & ~in_flight))
            state.derived[ZONE[side]] = found
        return found

    @rule("BE-4.3d", "BE-4.3e")
    @rule("BW-4.3c")
    def ground_zone(self, state: SeriesState, side: int) -> HexSet:
        """The zone of control of a side's ground units alone."""
        found: HexSet | None = state.derived.get(GROUND_ZONE[side])
        if found is None:
            found = self._around(state, side, self.exerting(state, side, self.rules.definitions.crowding(state, side).ground[0]))
            state.derived[GROUND_ZONE[side]] = found
        return found

    def exerting(self, state: SeriesState, side: int, hexes: HexSet) -> HexSet:
        """Those of the hexes whose units exert zones of control; fortification units do not."""
        works = self.units.works[side]
        if not works:
            return hexes
        location, others = state.location, dict[int, int]()  # units beside the works, by hex
        here = state.counts[side * (len(state.counts) // len(state.occupied)) :]
        for block in works:
            hex_ = location[block]
            if hex_ >= 0:
                others[hex_] = others.get(hex_, here[hex_]) - 1
        return hexes & ~mask_of([hex_ for hex_, number in others.items() if not number])

    def _around(self, state: SeriesState, side: int, hexes: HexSet) -> HexSet:
        enemy = state.occupied[1 - side]
        exerting = hexes & ~enemy & self.board.grid.cells  # units in a battle have none
        return self.reach(state, exerting) & ~enemy

    def reach(self, state: SeriesState, hexes: HexSet) -> HexSet:
        """The hexes to which zones extend from units in these hexes, whatever units they are."""
        return step(self.board.grid, hexes, self.board.zoc_sides)
