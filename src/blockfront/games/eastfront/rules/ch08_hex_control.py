"""Chapter 8: hex control, fixed at the start of every phase."""

from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.state import AXIS, DISPERSED, SOVIET, UNSUPPLIED, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.reach import step


class HexControl(Chapter):
    @rule("EF-8.1a", "EF-R51")
    def fix(self, state: EastFrontState, events: list[Event]) -> None:
        """Determine control at the start of a phase, with its effects on satellites and the West Front."""
        axis_before = state.axis_last
        self.determine(state)
        self.rules.satellites.follow_control(state, axis_before, events)
        self.rules.objectives.watch_west_front(state)

    @rule("EF-8.1a", "EF-8.1b", "EF-8.31a", "EF-8.31b", "EF-8.32a", "EF-8.33a", "EF-8.34a", "EF-7.12b", "EF-7.12c")
    def determine(self, state: EastFrontState) -> None:
        """Set which hexes are friendly to each side, by where the units are now; all other hexes are disputed."""
        axis_units, soviet_units = self.holding(state, AXIS), self.holding(state, SOVIET)
        battles = axis_units & soviet_units
        empty = self.board.playable & ~(axis_units | soviet_units)
        axis_zone, soviet_zone = self.zone_of_control(state, AXIS), self.zone_of_control(state, SOVIET)
        undisturbed = empty & ~axis_zone & ~soviet_zone
        state.axis_defends &= state.occupied[AXIS] & state.occupied[SOVIET]
        axis = (axis_units & ~soviet_units) | (battles & state.axis_defends) | (axis_zone & ~soviet_zone) | (undisturbed & state.axis_last)
        disputed = axis_zone & soviet_zone
        soviet = self.board.playable & ~axis & ~disputed
        state.friendly[AXIS], state.friendly[SOVIET] = axis, soviet
        state.axis_last = axis | (state.axis_last & disputed)

    def holding(self, state: EastFrontState, side: int) -> HexSet:
        """Hexes with units of a side that count for control; without paratroops all units count."""
        return state.occupied[side]

    @rule("EF-8.2a", "EF-8.2b", "EF-8.2c", "EF-8.2d", "EF-R55", "EF-5.1d", "EF-1.39a")
    def zone_of_control(self, state: EastFrontState, side: int) -> HexSet:
        """Empty hexes next to unengaged, supplied units, but not across rivers or impassable sides."""
        friends, enemies = self.holding(state, side), self.holding(state, 1 - side)
        sources = self.without(state, friends & ~enemies, side, UNSUPPLIED | DISPERSED)
        return step(self.board.grid, sources, self.board.zoc_sides) & ~(friends | enemies)

    def without(self, state: EastFrontState, hexes: HexSet, side: int, mask: int) -> HexSet:
        """The given hexes except those where every unit of the side has one of the flags in the mask."""
        flags, location = state.flags, state.location
        left: dict[int, int] = {}
        size = self.board.grid.size
        for block in self.order.of_side[side]:
            if flags[block] & mask and location[block] >= 0:
                hex_ = location[block]
                left[hex_] = left.get(hex_, state.counts[side * size + hex_]) - 1
        for hex_, number in left.items():
            if not number:
                hexes &= ~(1 << hex_)
        return hexes

    def disputed(self, state: EastFrontState) -> HexSet:
        return self.board.playable & ~(state.friendly[AXIS] | state.friendly[SOVIET])

    @rule("EF-8.4b", "EF-8.4e", "EF-5.3e", "EF-10.3d")
    def traceable(self, state: EastFrontState, side: int) -> HexSet:
        """Hexes through which command and supply lines may run: friendly or disputed."""
        return self.board.playable & ~state.friendly[1 - side]
