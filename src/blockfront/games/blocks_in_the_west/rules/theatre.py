"""The guard of western answers that no power or unit can give: the hexes for which this book holds."""

from typing import Final

from blockfront.games.blocks_series.loading.board import Board
from blockfront.hexes.grid import HexSet

AREA: Final = "western_theatre"
BOXES: Final = ("united_states", "canada", "iceland", "azores", "canaries")


def western(board: Board) -> HexSet:
    """All hexes and boxes of the western theatre; none on maps of other books."""
    found = board.theatre(AREA)
    if found:
        for box in BOXES:
            if box in board.box_hexes:
                found |= board.box(box)
    return found
