"""Option: stacking counts only at the end of the Movement Phase, so a unit may enter a full hex that another unit leaves later."""

from collections.abc import Callable, Sequence

from blockfront.core.clauses import rule
from blockfront.games.eastfront.actions import Move
from blockfront.games.eastfront.rules.ch06_movement import Movement
from blockfront.games.eastfront.state import NO_HEX, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of


class Exchanges(Movement):
    """A unit enters a full hex only if another can leave it at once; until one has left, only units of that hex may move."""

    @rule("EF-6.2a", "EF-6.22a")
    def movable(self, state: EastFrontState, side: int) -> list[int]:
        found, crowded = super().movable(state, side), self.crowded(state, side)
        moves_of = super().moves_of_side(state, side)
        inside = [block for block in found if crowded >> state.location[block] & 1 and moves_of(block)]
        return inside or found

    @rule("EF-6.2a")
    def moves_of_side(self, state: EastFrontState, side: int) -> Callable[[int], Sequence[Move]]:
        """As without this option, and also moves into full hexes from which another unit can leave."""
        usual, room = super().moves_of_side(state, side), self.room(state, side)
        if self.crowded(state, side):
            return usual
        reach = self._reach_of_full_stacks(state, side, room)
        passing_on = self._passing_on(state, reach, room)

        def moves_of(block: int) -> Sequence[Move]:
            origin = state.location[block]
            if state.occupied[1 - side] >> origin & 1:
                return usual(block)
            swapping = mask_of(state.location[other] for other, hexes in reach.items() if hexes >> origin & 1 and other != block)
            full = (passing_on | swapping) & ~room & ~(1 << origin)
            marches = self._march(state, block, self.territory(state, block)).free if full else []
            return [*usual(block), *(move for move in marches if full >> move.to & 1)]

        return moves_of

    def _reach_of_full_stacks(self, state: EastFrontState, side: int, room: HexSet) -> dict[int, HexSet]:
        """Where units under command in full hexes could march to."""
        able = [b for b in super().movable(state, side) if not room >> state.location[b] & 1 and not self.needs_supreme_move(state, b)]
        quiet = [block for block in able if not state.occupied[1 - side] >> state.location[block] & 1]
        marches = {block: self._march(state, block, self.territory(state, block)).free for block in quiet}
        return {block: mask_of(move.to for move in free if move.entry == NO_HEX) for block, free in marches.items()}

    def _passing_on(self, state: EastFrontState, reach: dict[int, HexSet], room: HexSet) -> HexSet:
        """Full hexes that a unit can leave for a hex with room, or for another such hex."""
        found, before = 0, -1
        while found != before:
            before = found
            found = mask_of(here for block, hexes in reach.items() if hexes & (room | found & ~(1 << (here := state.location[block]))))
        return found
