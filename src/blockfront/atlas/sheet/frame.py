"""The frame around the map, the hex grid, and hex numbers."""

from typing import Final

from blockfront.atlas.ground.lattice import Window, whole_sheet
from blockfront.atlas.lines.borders import chains, rim
from blockfront.atlas.sheet.paper import HALF_SIDE, HALF_WIDTH, HEX_WIDTH, ROW_STEP, hex_centre, to_xy
from blockfront.atlas.svg.writing import element, path, polyline, text
from blockfront.hexes.grid import Grid
from blockfront.hexes.hexset import members

BAND: Final = 22
GRID_ID: Final = "hex-grid"


def grid_pattern() -> str:
    """Two rows of hexes, repeated: three lines for each hex."""
    w, s = HALF_WIDTH, HALF_SIDE
    d = f"M0 {s}v{2 * s}l{w} {s} {w}-{s}v-{2 * s}l-{w}-{s}zM{w} {4 * s}v{2 * s}"
    return element(
        "pattern", path(d, "grid-line"), id=GRID_ID, width=HEX_WIDTH, height=2 * ROW_STEP, patternUnits="userSpaceOnUse"
    )


def outline(grid: Grid) -> str:
    """The rim of all hexes together."""
    return "".join(polyline([to_xy(corner) for corner in chain[:-1]], closed=True) for chain in chains(grid, rim(grid, grid.cells)))


def draw_grid(grid: Grid) -> str:
    return path(outline(grid), "grid-area", fill=f"url(#{GRID_ID})")


def draw_beyond(grid: Grid) -> str:
    """Fades what lies inside the frame but in no hex."""
    sheet = whole_sheet(grid)
    return path(f"M0 0h{sheet.right}v{sheet.bottom}h{-sheet.right}z{outline(grid)}", "beyond")


def draw_hex_numbers(grid: Grid, window: Window) -> str:
    near = window.grown(40)
    drawn = []
    for hex_ in members(grid.cells):
        x, y = hex_centre(grid, hex_)
        if near.holds((x, y)):
            drawn.append(text(grid.label(hex_), (x, y - 28)))
    return element("g", "".join(drawn), class_="hex-number")


def draw_frame(grid: Grid, window: Window) -> str:
    """A double line with the numbers of columns and rows between."""
    inner = _rectangle(window, "neat-line")
    outer = _rectangle(window.grown(BAND), "neat-line outer")
    return inner + _rectangle(window.grown(BAND - 4), "neat-line") + outer + element("g", "".join(_numbers(grid, window)), class_="tick")


def _rectangle(box: Window, class_: str) -> str:
    return element("rect", x=box.left, y=box.top, width=box.width, height=box.height, fill="none", class_=class_)


def _numbers(grid: Grid, window: Window) -> list[str]:
    drawn = []
    for column in range(grid.columns):
        x = hex_centre(grid, grid.at(column, 0))[0]
        if window.left < x < window.right:
            drawn += [text(f"{column + 1:02d}", (x, y)) for y in (window.top - 6, window.bottom + 12)]
    for row in range(grid.rows):
        y = hex_centre(grid, grid.at(0, row))[1]
        if window.top < y < window.bottom:
            drawn += [text(f"{row + 1:02d}", (x, y + 3)) for x in (window.left - 9, window.right + 9)]
    return drawn
