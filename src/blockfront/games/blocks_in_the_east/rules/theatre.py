"""The guard of eastern answers that no power or unit can give: whether the map is one on which this book holds."""

from blockfront.games.blocks_series.loading.board import Board
from blockfront.hexes.grid import HexSet


def eastern(board: Board) -> HexSet:
    """The Soviet Union; nothing on maps of other books."""
    return board.theatre("ussr")
