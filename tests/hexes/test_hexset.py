"""Sets of hexes and of sides as ints, against Python sets of coordinates."""

from collections.abc import Set

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blockfront.hexes import sides as side_sets
from blockfront.hexes.grid import DIRECTIONS, Grid, Hex
from blockfront.hexes.hexset import Hexes, expanded_mask, listed, mask_of, member_at, members, neighbours_mask
from blockfront.hexes.notation import format_hexes, parse_hexes_mask

EMPTY: tuple[int, ...] = ()
grids = st.builds(Grid, st.integers(1, 15), st.integers(1, 15))


@st.composite
def grid_and_sets(draw: st.DrawFn, count: int = 1) -> tuple[Grid, list[set[Hex]]]:
    grid = draw(grids)
    cells = members(grid.cells)
    return grid, [draw(st.sets(st.sampled_from(cells))) for _ in range(count)]


@st.composite
def grid_and_sides(draw: st.DrawFn) -> tuple[Grid, list[side_sets.Side]]:
    grid = draw(grids)
    side = st.tuples(st.sampled_from(members(grid.cells)), st.sampled_from(DIRECTIONS))
    return grid, draw(st.lists(side, max_size=30))


@given(grid_and_sets())
def test_members_lead_back_to_the_mask(sample: tuple[Grid, list[set[Hex]]]) -> None:
    _, (hexes,) = sample
    assert members(mask_of(hexes)) == sorted(hexes)
    assert [member_at(mask_of(hexes), place) for place in range(len(hexes))] == sorted(hexes)


def test_members_of_a_crowded_set() -> None:
    grid = Grid(50, 45)
    assert members(grid.cells) == [hex_ for hex_ in range(grid.size) if grid.cells >> hex_ & 1]
    assert len(members(grid.cells)) == 50 * 45


@given(grid_and_sets())
def test_neighbours_of_a_set_are_the_neighbours_of_its_members(sample: tuple[Grid, list[set[Hex]]]) -> None:
    grid, (hexes,) = sample
    expected = {other for hex_ in hexes for _, other in grid.neighbours(hex_)}
    assert set(members(neighbours_mask(grid, mask_of(hexes)))) == expected


@given(grid_and_sets(), st.integers(0, 6))
def test_expanding_takes_everything_within_the_distance(sample: tuple[Grid, list[set[Hex]]], steps: int) -> None:
    grid, (hexes,) = sample
    near = {hex_ for hex_ in members(grid.cells) if any(grid.distance(hex_, other) <= steps for other in hexes)}
    assert set(members(expanded_mask(grid, mask_of(hexes), steps))) == near


def test_nothing_wraps_around_the_edge() -> None:
    grid = Grid(7, 6)
    west = mask_of(grid.at(0, row) for row in range(6))
    east = mask_of(grid.at(6, row) for row in range(6))
    assert not neighbours_mask(grid, west) & east
    assert not neighbours_mask(grid, east) & west
    assert not neighbours_mask(grid, mask_of(grid.at(column, 0) for column in range(7))) & ~grid.cells


@given(grid_and_sets(2))
def test_hexes_behave_like_a_frozen_set(sample: tuple[Grid, list[set[Hex]]]) -> None:
    grid, (first, second) = sample
    one, other = Hexes(grid, first), Hexes(grid, mask_of(second))
    assert [set(both) for both in (one & other, one | other, one - other, one ^ other)] == [
        first & second,
        first | second,
        first - second,
        first ^ second,
    ]
    assert set(one | second) == first | second
    assert one.isdisjoint(other) == first.isdisjoint(second)
    assert (one <= other, one < other) == (first <= second, first < second)
    assert (len(one), list(one), bool(one)) == (len(first), sorted(first), bool(first))
    assert hash(one) == hash(frozenset(first))
    plain: Set[Hex] = frozenset(first)
    assert (one == plain, one == other) == (True, first == second)
    assert all(hex_ in one for hex_ in first)
    assert -1 not in one


def test_hexes_print_as_labels_and_cannot_be_changed() -> None:
    grid = Grid(12, 20)
    hexes = Hexes.parse(grid, "0514-0914 1012 0101")
    assert repr(hexes) == "Hexes('0101 1012 0514-0914')"
    assert str(Hexes.parse(grid, "0101").neighbours()) == "0201 0102"
    assert str(Hexes.parse(grid, "0101").expanded()) == "0101-0201 0102"
    assert int(hexes) == hexes.mask
    with pytest.raises(AttributeError):
        hexes.mask = 0
    with pytest.raises(ValueError, match="not hexes of this map"):
        Hexes(grid, [12])


@given(grid_and_sets())
def test_lists_of_hexes_are_written_and_read_back(sample: tuple[Grid, list[set[Hex]]]) -> None:
    grid, (hexes,) = sample
    assert parse_hexes_mask(grid, format_hexes(grid, mask_of(hexes))) == mask_of(hexes)


@pytest.mark.parametrize("text", ["0914-0514", "0514-0915", "0514-", "-0514", "0514–0914"])
def test_bad_ranges_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"range|label"):
        parse_hexes_mask(Grid(12, 20), text)


@given(grid_and_sides())
def test_sides_are_seen_from_both_hexes(sample: tuple[Grid, list[side_sets.Side]]) -> None:
    grid, listed = sample
    masks = side_sets.both_ways(grid, listed)
    names = {side_sets.canonical(grid, side) for side in listed}
    for hex_ in members(grid.cells):
        for direction in DIRECTIONS:
            expected = side_sets.canonical(grid, (hex_, direction)) in names
            assert side_sets.has_side(masks, hex_, direction) == expected
    assert list(side_sets.each_side(grid, masks)) == sorted(names)
    assert side_sets.one_way(listed) == side_sets.common(masks, side_sets.one_way(listed))
    assert set(members(side_sets.touching(side_sets.one_way(listed)))) == {hex_ for hex_, _ in listed}


@given(grid_and_sets(2))
def test_steps_that_leave_one_set_for_another(sample: tuple[Grid, list[set[Hex]]]) -> None:
    grid, (origins, targets) = sample
    steps = side_sets.entering(grid, side_sets.leaving(side_sets.all_sides(grid), mask_of(origins)), mask_of(targets))
    expected = {(hex_, way) for hex_ in origins for way, other in grid.neighbours(hex_) if other in targets}
    assert {(hex_, way) for way in DIRECTIONS for hex_ in members(steps[way])} == expected
    outside = side_sets.leaving(side_sets.all_sides(grid), mask_of(origins))
    inner = side_sets.entering(grid, outside, mask_of(origins))
    assert side_sets.border(grid, mask_of(origins)) == side_sets.without(outside, inner)
    assert side_sets.joined(side_sets.border(grid, mask_of(origins)), inner) == outside


@given(st.sets(st.integers(0, 2_000)))
def test_a_listed_set_is_a_tuple_that_remembers_its_set(hexes: set[int]) -> None:
    mask = mask_of(hexes)
    found = listed(mask)
    assert found == tuple(sorted(hexes))
    assert mask_of(found) == mask == mask_of(tuple(found))
    assert msgspec.json.encode(found) == msgspec.json.encode(sorted(hexes))
    assert listed(mask) is found
    assert (found is EMPTY) == (not hexes)  # views leave out what is the empty tuple itself
