"""What players of all titles share: cheapest cuts, where an enemy can be after his turn, races of plans, choices that differ by seed."""

from random import Random
from typing import Any, NamedTuple

from blockfront.ai.player import Budget
from blockfront.ai.search.choice import chosen
from blockfront.ai.search.cuts import cheapest_cut
from blockfront.ai.search.needs import Need, Reach, chance_at, meet, worst
from blockfront.ai.search.race import LEAST_WORLDS, by_halves
from blockfront.ai.search_budget import SearchBudget

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


def test_an_enemy_walks_walks_again_and_breaks_through() -> None:
    found = Reach(walked=0b11100, again=0b11100, behind={5: 0b1110000, 1: 0b111})
    assert chance_at(found, 1 << 4, 0.5, {}) == 1.0
    assert chance_at(found, 1 << 6, 0.5, {}) == 0.0
    assert chance_at(found, 1 << 6, 0.5, {5: 0.4, 1: 1.0}) == 0.5 * 0.4
    assert chance_at(found._replace(again=0b1111110), 1 << 5, 0.5, {}) == 0.5


def test_the_worst_need_comes_first_and_trifles_are_left_out() -> None:
    needs = [Need(1 << 2, 1.0, "two"), Need(1 << 1, 3.0, "one"), Need(1 << 3, 0.001, "three"), Need(1 << 0, 1.0, "nought")]
    assert [need.why for need in worst(needs)] == ["one", "nought", "two"]


class Offer(NamedTuple):
    gain: float
    hex: int


def test_a_need_gets_its_best_answer_if_that_makes_up_for_enough_of_it() -> None:
    needs = [Need(1 << 1, 10.0, "one"), Need(1 << 2, 4.0, "two"), Need(1 << 3, 1.0, "three")]
    offers = {"one": [Offer(2.0, 5), Offer(2.9, 6)], "two": [Offer(1.5, 7), Offer(1.5, 8)], "three": [Offer(0.9, 9)]}
    found: list[Offer] = []
    meet(needs, lambda need: offers[need.why], found.append, lambda offer: 1.0 if offer.hex == 9 else 0.0)
    assert found == [Offer(1.5, 7)]


def test_the_seed_chooses_among_what_is_nearly_as_good() -> None:
    judged = [(5.0, "best"), (4.6, "nearly"), (3.0, "worse")]
    assert chosen(judged, 0.5, None) == "best"
    assert {chosen(judged, 0.5, Random(seed)) for seed in range(20)} == {"best", "nearly"}


class Counted:
    """A Mind whose plans are numbers: what they are worth, each time with the luck of the world, which `luck` says by plan."""

    def __init__(self, luck: dict[float, list[float]]) -> None:
        self.asked: list[tuple[float, int]] = []
        self._luck, self._worlds = luck, 0

    def world(self, rng: Random) -> int:
        self._worlds += 1
        return self._worlds

    def worth(self, plan: float, world: int, seed: float) -> float:
        self.asked.append((plan, world))
        luck = self._luck.get(plan, [0.0])
        return plan + 100.0 * world + luck[world % len(luck)]


def raced(plans: list[float], simulations: int | None, luck: dict[float, list[float]] | None = None) -> tuple[float, Counted]:
    mind: Any = Counted(luck or {})
    budget = SearchBudget(Budget(seconds=60.0, simulations=simulations), 1.0)
    return by_halves(mind, plans, 8, budget, Random(1)), mind


def test_every_plan_of_a_round_meets_the_same_world_and_the_better_half_goes_on() -> None:
    best, mind = raced([1.0, 4.0, 3.0, 2.0], None)
    assert best == 4.0
    assert mind.asked[:7] == [(1.0, 1), (4.0, 1), (3.0, 1), (2.0, 1), (1.0, 2), (4.0, 2), (3.0, 2)]  # the usual plan is never left out


def test_the_usual_plan_is_left_for_a_gain_that_every_world_shows() -> None:
    assert raced([1.0, 4.0], 8, {4.0: [0.0, 1.0, 2.0]})[0] == 4.0


def test_the_usual_plan_is_kept_if_the_gain_may_be_luck() -> None:
    assert raced([1.0, 4.0], 16, {4.0: [-30.0, 50.0, -20.0, 40.0]})[0] == 1.0


def test_a_plan_is_not_chosen_after_fewer_worlds_than_it_takes() -> None:
    assert raced([1.0, 4.0], 2 * LEAST_WORLDS)[0] == 4.0
    best, mind = raced([1.0, 4.0], 2 * LEAST_WORLDS - 1)
    assert best == 1.0
    assert not mind.asked  # nothing is spent on trials that could not decide


def test_with_few_trials_only_the_first_plans_are_tried() -> None:
    best, mind = raced([1.0, 4.0, 9.0], 2 * LEAST_WORLDS)
    assert best == 4.0
    assert {plan for plan, _ in mind.asked} == {1.0, 4.0}
