"""Where a hex lies on the drawing. All layers, the server and the browser measure in these units.

Pointy-top hexes, 70 units wide and 80 high, rows 60 apart: within one per cent of a regular hexagon, and every centre and corner
falls on whole numbers. The origin is the north-west corner of the map frame.
"""

from typing import Final, Protocol

from blockfront.hexes import corners
from blockfront.hexes.grid import Grid
from blockfront.hexes.sides import Side

Xy = tuple[float, float]

HEX_WIDTH: Final = 70
HEX_HEIGHT: Final = 80
ROW_STEP: Final = 60
HALF_WIDTH: Final = HEX_WIDTH // 2
HALF_SIDE: Final = HEX_HEIGHT // 4


class HasGrid(Protocol):
    @property
    def grid(self) -> Grid: ...


def grid_of(map_data_or_grid: HasGrid | Grid) -> Grid:
    return map_data_or_grid if isinstance(map_data_or_grid, Grid) else map_data_or_grid.grid


def to_xy(point: corners.Point) -> tuple[int, int]:
    """Drawing coordinates of a corner or centre counted in half widths and half sides."""
    return HALF_WIDTH * (point[0] + 1), HALF_SIDE * (point[1] + 2)


def hex_centre(map_data_or_grid: HasGrid | Grid, hex_: int) -> tuple[int, int]:
    """The centre of a hex on the drawing."""
    return to_xy(corners.centre(grid_of(map_data_or_grid), hex_))


def side_ends(grid: Grid, side: Side) -> tuple[tuple[int, int], tuple[int, int]]:
    """The two corners of a hexside on the drawing, clockwise seen from the hex that names it."""
    start, end = corners.side_corners(grid, side)
    return to_xy(start), to_xy(end)


def sheet_size(map_data_or_grid: HasGrid | Grid) -> tuple[int, int]:
    """Width and height of the rectangle that holds every hex."""
    grid = grid_of(map_data_or_grid)
    return HEX_WIDTH * grid.columns + (HALF_WIDTH if grid.rows > 1 else 0), ROW_STEP * grid.rows + HALF_SIDE


def hexagon(centre: Xy, scale: float = 1.0) -> list[Xy]:
    """The six corners of a hex around a centre, from the north clockwise."""
    x, y = centre
    w, s = HALF_WIDTH * scale, HALF_SIDE * scale
    return [(x, y - 2 * s), (x + w, y - s), (x + w, y + s), (x, y + 2 * s), (x - w, y + s), (x - w, y - s)]
