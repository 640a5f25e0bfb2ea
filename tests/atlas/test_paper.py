import math

import pytest

from blockfront.atlas import HEX_HEIGHT, HEX_WIDTH, ROW_STEP, hex_centre, sheet_size
from blockfront.atlas.sheet.paper import hexagon, side_ends
from blockfront.hexes.grid import DIRECTIONS, Grid

GRID = Grid(5, 4)


def test_centres_lie_where_the_browser_expects_them() -> None:
    assert hex_centre(GRID, GRID.parse("0101")) == (35, 40)
    assert hex_centre(GRID, GRID.parse("0201")) == (35 + HEX_WIDTH, 40)
    assert hex_centre(GRID, GRID.parse("0102")) == (70, 40 + ROW_STEP)
    assert hex_centre(GRID, GRID.parse("0103")) == (35, 40 + 2 * ROW_STEP)


def test_neighbours_are_a_hex_apart_within_one_per_cent() -> None:
    middle = GRID.parse("0303")
    for _, other in GRID.neighbours(middle):
        apart = math.dist(hex_centre(GRID, middle), hex_centre(GRID, other))
        assert apart == pytest.approx(HEX_WIDTH, rel=0.01)


def test_a_side_is_the_same_from_both_hexes() -> None:
    for direction in DIRECTIONS:
        other = GRID.neighbour(GRID.parse("0303"), direction)
        assert other is not None
        assert set(side_ends(GRID, (GRID.parse("0303"), direction))) == set(side_ends(GRID, (other, (direction + 3) % 6)))


def test_the_sheet_holds_every_hex() -> None:
    width, height = sheet_size(GRID)
    for label in ("0101", "0501", "0104", "0504"):
        for x, y in hexagon(hex_centre(GRID, GRID.parse(label))):
            assert 0 <= x <= width
            assert 0 <= y <= height
    assert height == 3 * ROW_STEP + HEX_HEIGHT
