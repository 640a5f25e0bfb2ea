"""Geometry against plain coordinate arithmetic."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockfront.hexes.corners import centre, chain_corners, side_corners
from blockfront.hexes.grid import AXIAL_STEPS, DIRECTIONS, Grid, opposite
from blockfront.hexes.hexset import members
from blockfront.hexes.notation import format_side, parse_side

sizes = st.integers(1, 20)
grids = st.builds(Grid, sizes, sizes)


@st.composite
def grid_and_hexes(draw: st.DrawFn, count: int) -> tuple[Grid, list[int]]:
    grid = draw(grids)
    cells = members(grid.cells)
    return grid, [draw(st.sampled_from(cells)) for _ in range(count)]


@given(grids)
def test_every_column_and_row_has_one_hex_and_its_label_leads_back(grid: Grid) -> None:
    hexes = [grid.at(column, row) for row in range(grid.rows) for column in range(grid.columns)]
    assert hexes == members(grid.cells)
    assert max(hexes) < grid.size
    for hex_ in hexes:
        column, row = grid.offset(hex_)
        assert grid.at(column, row) == hex_
        assert grid.parse(grid.label(hex_)) == hex_
        assert grid.axial(hex_) == (column - row // 2, row)


@given(grids, st.integers(-5, 500))
def test_an_index_between_the_rows_is_no_hex(grid: Grid, index: int) -> None:
    if index >= 0 and grid.cells >> index & 1:
        grid.offset(index)
    else:
        with pytest.raises(ValueError, match="not a hex"):
            grid.offset(index)


@given(grid_and_hexes(1))
def test_neighbours_are_the_six_axial_steps_that_stay_on_the_map(sample: tuple[Grid, list[int]]) -> None:
    grid, (hex_,) = sample
    by_axial = {grid.axial(cell): cell for cell in members(grid.cells)}
    q, r = grid.axial(hex_)
    for direction, (dq, dr) in zip(DIRECTIONS, AXIAL_STEPS, strict=True):
        other = by_axial.get((q + dq, r + dr))
        assert grid.neighbour(hex_, direction) == other
        if other is not None:
            assert grid.direction(hex_, other) == direction
            assert grid.neighbour(other, opposite(direction)) == hex_
    assert dict(grid.neighbours(hex_)) == {
        direction: by_axial[q + dq, r + dr]
        for direction, (dq, dr) in zip(DIRECTIONS, AXIAL_STEPS, strict=True)
        if (q + dq, r + dr) in by_axial
    }


@given(grid_and_hexes(2))
def test_only_adjacent_hexes_have_a_direction(sample: tuple[Grid, list[int]]) -> None:
    grid, (origin, target) = sample
    assert (grid.direction(origin, target) is not None) == (grid.distance(origin, target) == 1)


@given(grid_and_hexes(2))
def test_distance_is_the_number_of_straight_moves(sample: tuple[Grid, list[int]]) -> None:
    grid, (origin, target) = sample
    steps = 0
    q, r = grid.axial(origin)
    goal = grid.axial(target)
    while (q, r) != goal:
        left_q, left_r = goal[0] - q, goal[1] - r
        best = min(
            AXIAL_STEPS,
            key=lambda step: sum(map(abs, (left_q - step[0], left_r - step[1], left_q - step[0] + left_r - step[1]))),
        )
        q, r, steps = q + best[0], r + best[1], steps + 1
    assert grid.distance(origin, target) == steps


@given(grid_and_hexes(1), st.sampled_from(DIRECTIONS))
def test_a_side_has_the_same_corners_from_both_hexes(sample: tuple[Grid, list[int]], direction: int) -> None:
    grid, (hex_,) = sample
    corners = side_corners(grid, (grid.parse(grid.label(hex_)), direction))
    other = grid.neighbour(hex_, direction)
    if other is not None:
        assert side_corners(grid, (other, opposite(direction))) == corners[::-1]
        (x, y), (other_x, other_y) = centre(grid, hex_), centre(grid, other)
        assert tuple(map(sum, zip(*corners, strict=True))) == (x + other_x, y + other_y)


def test_the_six_sides_of_a_hex_close_a_ring() -> None:
    grid = Grid(5, 5)
    sides = [parse_side(grid, f"0303/{name}") for name in ("E", "SE", "SW", "W", "NW", "NE")]
    corners = chain_corners(grid, sides)
    assert corners[0] == corners[-1]
    assert len(set(corners)) == 6
    assert [format_side(grid, side) for side in sides][:2] == ["0303/E", "0303/SE"]


def test_a_broken_chain_names_the_side_that_does_not_join_on() -> None:
    grid = Grid(5, 5)
    with pytest.raises(ValueError, match="side 3 does not continue side 2"):
        chain_corners(grid, [parse_side(grid, text) for text in ("0303/E", "0303/SE", "0101/E")])
    star = ["0303/E", "0303/SE", "0304/NE"]  # three sides that meet in one corner
    with pytest.raises(ValueError, match="side 3"):
        chain_corners(grid, [parse_side(grid, text) for text in star])


@pytest.mark.parametrize("text", ["171", "17x9", "0051", "5101", "０１01", ""])
def test_bad_labels_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"label|outside"):
        Grid(50, 45).parse(text)


@pytest.mark.parametrize("text", ["0101", "0101/N", "0101/e", "9999/E", "/E"])
def test_bad_sides_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"hexside|outside|label"):
        parse_side(Grid(50, 45), text)
