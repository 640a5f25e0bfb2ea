import math

import pytest

from blockfront.atlas.ground.contour import rings
from blockfront.atlas.ground.lattice import STEP, Lattice, Window, cell_spans, whole_sheet
from blockfront.atlas.ground.noise import PERIOD, hashed, noise_table
from blockfront.atlas.lines.curves import length, resampled, simplified
from blockfront.atlas.sheet.paper import HALF_WIDTH, HEX_WIDTH, ROW_STEP
from blockfront.hexes.grid import Grid

GRID = Grid(6, 5)


def test_hexes_tile_the_lattice() -> None:
    owners: dict[tuple[int, int], int] = {}
    for row in range(-3, 4):
        for column in range(-4, 5):
            x = (HEX_WIDTH * column + HALF_WIDTH * (row % 2)) // STEP
            for down, first, last in cell_spans():
                for east in range(first, last + 1):
                    sample = (x + east, ROW_STEP * row // STEP + down)
                    owners[sample] = owners.get(sample, 0) + 1
    inside = [count for (i, j), count in owners.items() if abs(i) < 30 and abs(j) < 24]
    assert set(inside) == {1}
    assert len(inside) == 59 * 47


def test_a_single_hex_blends_into_its_neighbours() -> None:
    lattice = Lattice(GRID, whole_sheet(GRID))
    middle = GRID.parse("0303")
    field = lattice.blended(lambda hex_: int(hex_ == middle), lambda share, _: share)
    x, y = 35 + 2 * HEX_WIDTH, 40 + 2 * ROW_STEP
    assert field[lattice.index(x, y)] > 0.3
    assert field[lattice.index(x + HALF_WIDTH, y)] == pytest.approx(0, abs=0.06)
    assert field[lattice.index(x + HEX_WIDTH, y)] < -0.3
    assert field[lattice.index(x + 2 * HEX_WIDTH, y)] == -0.5


def test_the_outline_of_a_disc_is_a_circle() -> None:
    lattice = Lattice(GRID, whole_sheet(GRID))
    field = lattice.empty()
    for row in range(lattice.rows):
        for column in range(lattice.columns):
            field[row * lattice.columns + column] = 60 - math.dist(lattice.point(column, row), (200, 150))
    (ring,) = rings(lattice, field)
    assert all(math.dist(point, (200, 150)) == pytest.approx(60, abs=0.3) for point in ring)
    (smaller,) = rings(lattice, field, 20)
    assert all(math.dist(point, (200, 150)) == pytest.approx(40, abs=0.3) for point in smaller)


def test_outlines_close_at_the_rim() -> None:
    lattice = Lattice(GRID, Window(0, 0, 100, 100))
    (ring,) = rings(lattice, lattice.empty(1.0))
    assert min(x for x, _ in ring) < 0
    assert max(x for x, _ in ring) > 100


def test_noise_is_the_same_everywhere_and_repeats_without_a_seam() -> None:
    assert hashed(1, 2, 3) == 2901138804
    table = noise_table(5, 16, 8)
    steps = [abs(table[row * PERIOD + PERIOD - 1] - table[row * PERIOD]) for row in range(PERIOD)]
    assert max(steps) < 0.4
    assert max(map(abs, table)) <= 1


def test_simplifying_keeps_what_matters() -> None:
    line = [(0.0, 0.0), (10.0, 0.1), (20.0, 0.0), (20.0, 15.0)]
    assert simplified(line, 0.5) == [(0.0, 0.0), (20.0, 0.0), (20.0, 15.0)]


def test_resampling_keeps_ends_and_spacing() -> None:
    line = [(0.0, 0.0), (30.0, 0.0), (30.0, 25.0)]
    points = resampled(line, 10)
    assert points[0] == line[0]
    assert points[-1] == line[-1]
    assert len(points) == 7  # 55 units in steps near ten
    assert length(points) == pytest.approx(55, rel=0.05)
