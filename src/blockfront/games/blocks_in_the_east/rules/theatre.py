"""Whether the rules of Blocks in the East apply on this map; rules use it where neither a power nor a unit tells them."""

from blockfront.games.blocks_series.loading.board import Board
from blockfront.hexes.grid import HexSet


def eastern(board: Board) -> HexSet:
    """The hexes of the Soviet Union; none on maps without it."""
    return board.theatre("ussr")
