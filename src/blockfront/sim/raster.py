"""Positions as arrays of pixels, drawn only with NumPy: ground by colour, blocks as small squares."""

from collections.abc import Iterable
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from blockfront.atlas.sheet.paper import HALF_WIDTH, HEX_WIDTH, ROW_STEP, hex_centre, sheet_size
from blockfront.games.catalogue import map_of
from blockfront.sim.maps import PER_ROW, SIDES, WATER, Marker, colour_of

Pixels = NDArray[np.uint8]
SCALE: Final = 5  # units of the drawing per pixel
BLOCK: Final = 4  # pixels along each side of a block


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@cache
def _ground(title_id: str) -> Pixels:
    """Colours every pixel like the hex whose centre is nearest."""
    map_data = map_of(title_id)
    grid = map_data.grid
    width, height = sheet_size(map_data)
    y, x = np.mgrid[0 : height // SCALE, 0 : width // SCALE] * SCALE + SCALE / 2
    nearest = np.full(x.shape, np.inf)
    colours: Pixels = np.empty((*x.shape, 3), dtype=np.uint8)
    colours[:] = _rgb(WATER)
    palette = np.array(
        [[_rgb(colour_of(map_data, grid.at(column, row))) for column in range(grid.columns)] for row in range(grid.rows)], dtype=np.uint8
    )
    for offset in (-1, 0, 1):
        row = np.clip(y // ROW_STEP + offset, 0, grid.rows - 1).astype(int)
        shift = HALF_WIDTH * (1 + row % 2)
        column = np.clip(np.round((x - shift) / HEX_WIDTH), 0, grid.columns - 1).astype(int)
        centre_y = ROW_STEP * row + 2 * ROW_STEP / 3
        distance = (x - shift - HEX_WIDTH * column) ** 2 + (y - centre_y) ** 2
        closer = distance < nearest
        nearest[closer] = distance[closer]
        colours[closer] = palette[row[closer], column[closer]]
    return colours


def position_pixels(title_id: str, markers: Iterable[Marker]) -> Pixels:
    """Draws a position as an array of height x width x 3 bytes."""
    pixels = _ground(title_id).copy()
    crowded: dict[int, int] = {}
    map_data = map_of(title_id)
    for marker in markers:
        if not map_data.grid.cells >> marker.hex & 1:
            continue  # in a box beside the map
        x, y = hex_centre(map_data, marker.hex)
        number = crowded[marker.hex] = crowded.get(marker.hex, -1) + 1
        row, column = divmod(number, PER_ROW)
        left, top = x // SCALE - 7 + (BLOCK + 1) * column, y // SCALE - 4 + (BLOCK + 1) * row
        pixels[max(0, top) : top + BLOCK, max(0, left) : left + BLOCK] = _rgb(SIDES[marker.side % len(SIDES)])
    return pixels
