"""What players of all titles share: cheapest cuts, where an enemy can be after his turn, and choices that differ by seed."""

from random import Random

from blockfront.ai.search.choice import chosen
from blockfront.ai.search.cuts import cheapest_cut
from blockfront.ai.search.needs import Need, chance_at, reach, worst
from blockfront.hexes.grid import HexSet

#       1 - 2
#     /       \
#   0           5 - 6
#     \       /
#       3 - 4
LINES = {0: (1, 3), 1: (0, 2), 2: (1, 5), 3: (0, 4), 4: (3, 5), 5: (2, 4, 6), 6: (5,)}


def test_two_cheap_hexes_are_held_sooner_than_one_that_is_dear() -> None:
    cost = {1: 5, 2: 2, 3: 1, 4: 5, 5: 9, 6: 9}
    assert cheapest_cut(LINES, [0], [6], cost) == {2, 3}
    assert cheapest_cut(LINES, [0], [6], cost | {5: 2}) == {5}


def test_the_place_itself_may_be_the_cheapest() -> None:
    assert cheapest_cut(LINES, [0], [6], {1: 5, 2: 5, 3: 5, 4: 5, 5: 9, 6: 1}) == {6}


def test_where_nothing_can_be_held_there_is_no_cut() -> None:
    assert cheapest_cut(LINES, [0], [6], {1: 1}) == frozenset()


def along_a_row(start: HexSet, held: HexSet) -> HexSet:
    """A walk of one hex to either side."""
    return (start | start << 1 | start >> 1) & ~held | start


def test_an_enemy_walks_walks_again_and_breaks_through() -> None:
    found = reach(free=1 << 3, held=1 << 5 | 1 << 1, walk=along_a_row, again=along_a_row, stacks=[5, 1])
    assert chance_at(found, 1 << 4, 0.5, {}) == 1.0
    assert chance_at(found, 1 << 6, 0.5, {}) == 0.0
    assert chance_at(found, 1 << 6, 0.5, {5: 0.4, 1: 1.0}) == 0.5 * 0.4
    open_row = reach(free=1 << 3, held=0, walk=along_a_row, again=along_a_row, stacks=[])
    assert chance_at(open_row, 1 << 5, 0.5, {}) == 0.5


def test_the_worst_need_comes_first_and_trifles_are_left_out() -> None:
    needs = [Need(1 << 2, 1.0, "two"), Need(1 << 1, 3.0, "one"), Need(1 << 3, 0.001, "three"), Need(1 << 0, 1.0, "nought")]
    assert [need.why for need in worst(needs)] == ["one", "nought", "two"]


def test_the_seed_chooses_among_what_is_nearly_as_good() -> None:
    judged = [(5.0, "best"), (4.6, "nearly"), (3.0, "worse")]
    assert chosen(judged, 0.5, None) == "best"
    assert {chosen(judged, 0.5, Random(seed)) for seed in range(20)} == {"best", "nearly"}
