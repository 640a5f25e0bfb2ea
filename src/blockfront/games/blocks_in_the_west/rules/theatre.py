"""The hexes where the rules of Blocks in the West apply; rules use them where neither a power nor a unit decides it."""

from typing import Final

from blockfront.games.blocks_series.loading.board import Board
from blockfront.hexes.grid import HexSet

AREA: Final = "western_theatre"
BOXES: Final = ("united_states", "canada", "iceland", "azores", "canaries")


def western(board: Board) -> HexSet:
    """All hexes and boxes of the western theatre; none on other maps."""
    found = board.theatre(AREA)
    if found:
        for box in BOXES:
            if box in board.box_hexes:
                found |= board.box(box)
    return found
