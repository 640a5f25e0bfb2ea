"""Connected railways, remembered as long as nothing in or next to them changes."""

from blockfront.games.blocks_series.loading.board import Board, Railways
from blockfront.hexes.grid import HexSet
from blockfront.hexes.reach import step


class Lines:
    """Remembers the connected part found from each hex, until one of its hexes is lost or one beside it is gained."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._last: dict[tuple[int, HexSet, HexSet], tuple[HexSet, HexSet]] = {}  # a part of the network, and all that affects it

    def linked(self, asker: int, start: HexSet, rails: HexSet, railways: Railways) -> HexSet:
        """Everything connected with `start` by usable rail hexes, including itself; `asker` only separates what is remembered."""
        key = (asker, start, railways.hexes)
        part, watched = self._last.get(key, (0, 0))
        if not part or (rails | start) & watched != part:
            board, sides = self._board, railways.sides
            nothing_lost = part and not part & ~(rails | start)
            part = board.linked(part if nothing_lost else start, rails, sides, board.rail_jumps)
            around = step(board.grid, part & board.grid.cells, sides) | board.jump(part, board.rail_jumps)
            self._last[key] = part, part | around
        return part
