"""Corners and centres of hexes in whole numbers, so that sides join exactly.

The centre of hex 0101 is (0, 0); x grows to the east in half hex widths (``hex_km / 2``), y to the south in half side
lengths (``hex_km / (2 * sqrt(3))``).
"""

from collections.abc import Sequence
from typing import Final

from blockfront.hexes.grid import Grid
from blockfront.hexes.sides import Side

Point = tuple[int, int]

# offsets of the two corners of each side, by direction, clockwise seen from inside
_SIDE_ENDS: Final = (
    ((1, -1), (1, 1)),
    ((0, -2), (1, -1)),
    ((-1, -1), (0, -2)),
    ((-1, 1), (-1, -1)),
    ((0, 2), (-1, 1)),
    ((1, 1), (0, 2)),
)


def centre(grid: Grid, hex_: int) -> Point:
    column, row = grid.offset(hex_)
    return 2 * column + row % 2, 3 * row


def side_corners(grid: Grid, side: Side) -> tuple[Point, Point]:
    """The two ends of a hexside, clockwise seen from the hex that names it."""
    x, y = centre(grid, side[0])
    (x1, y1), (x2, y2) = _SIDE_ENDS[side[1]]
    return (x + x1, y + y1), (x + x2, y + y2)


def chain_corners(grid: Grid, sides: Sequence[Side]) -> list[Point]:
    """The corners along a chain of sides, one more than sides. ValueError names the first side that does not join on."""
    ends = [side_corners(grid, side) for side in sides]
    if len(ends) < 2:
        return list(ends[0]) if ends else []
    start, end = ends[0]
    points = [start, end] if end in ends[1] else [end, start]
    for number, (one, other) in enumerate(ends[1:], start=1):
        if points[-1] not in (one, other):
            raise ValueError(f"side {number + 1} does not continue side {number}")
        points.append(other if points[-1] == one else one)
    return points
