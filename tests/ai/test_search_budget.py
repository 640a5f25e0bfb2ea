"""Budgets are kept: simulations are counted, seconds are never overdrawn by more than what was not foreseen."""

import pytest

from blockfront.ai.player import Budget
from blockfront.ai.search_budget import SearchBudget, TurnClock


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def spend(search_budget: SearchBudget, clock: Clock, lengths: list[float]) -> float:
    """Seconds used by simulations of given lengths, begun as long as the search_budget allows."""
    began = clock.now
    for length in lengths:
        if not search_budget.allows():
            break
        search_budget.pay()
        clock.now += length
    return clock.now - began


@pytest.mark.parametrize("length", [0.07, 0.3, 0.45, 0.9])
@pytest.mark.parametrize("seconds", [1.0, 5.0, 10.0])
def test_even_simulations_end_within_the_budget(seconds: float, length: float) -> None:
    clock = Clock()
    used = spend(SearchBudget(Budget(seconds), 1.0, clock), clock, [length] * 1000)
    assert used <= seconds
    assert used > seconds - 2 * length - 1e-6


def test_simulations_that_vary_by_a_tenth_of_the_budget_overdraw_it_by_no_more() -> None:
    clock = Clock()
    lengths = [0.2 + 0.5 * (number % 2) for number in range(1000)]
    assert spend(SearchBudget(Budget(5.0), 1.0, clock), clock, lengths) <= 5.5


def test_a_phase_gets_its_share() -> None:
    clock = Clock()
    assert spend(SearchBudget(Budget(10.0), 0.25, clock), clock, [0.1] * 1000) <= 2.5


def test_what_came_before_the_first_simulation_counts() -> None:
    clock = Clock()
    search_budget = SearchBudget(Budget(1.0), 1.0, clock)
    clock.now += 0.6
    assert not search_budget.allows()


def test_simulations_are_counted_whatever_the_clock_says() -> None:
    clock = Clock()
    search_budget = SearchBudget(Budget(1.0, simulations=7), 1.0, clock)
    spend(search_budget, clock, [60.0] * 20)
    assert search_budget.spent == 7


def test_what_came_before_the_first_simulation_does_not_foretell_its_length() -> None:
    for rests in (False, True):
        clock = Clock()
        search_budget = SearchBudget(Budget(8.0), 1.0, clock)
        clock.now += 4.5
        if rests:
            search_budget.rest()
        assert search_budget.allows() is rests
    assert spend(search_budget, clock, [0.5] * 100) <= 3.5


def test_one_clock_runs_for_a_whole_player_turn_however_often_a_player_is_asked() -> None:
    clock = Clock()
    turn = TurnClock(clock)
    left = []
    for length in (1.0, 2.5, 4.0, 1.0):
        turn.start(7)
        left.append(turn.left(Budget(5.0)).seconds)
        clock.now += length
        turn.stop()
        clock.now += 60.0  # others think
    assert left == [5.0, 4.0, 1.5, 0.0]
    turn.start(8)
    assert turn.left(Budget(5.0)).seconds == 5.0
    assert turn.left(Budget(5.0, simulations=7)) == Budget(5.0, simulations=7)


def test_what_is_under_way_is_over_when_the_time_is_up() -> None:
    clock = Clock()
    counted, timed = SearchBudget(Budget(5.0, simulations=7), 0.5, clock), SearchBudget(Budget(5.0), 0.5, clock)
    clock.now += 2.4
    assert not timed.is_over()
    clock.now += 0.2
    assert timed.is_over()
    assert not counted.is_over()


def test_few_simulations_are_kept_for_few_plans() -> None:
    assert SearchBudget(Budget(simulations=10), 1.0).at_most(7, 4) == 2
    assert SearchBudget(Budget(simulations=3), 1.0).at_most(7, 4) == 0
    assert SearchBudget(Budget(simulations=3), 1.0, least=32).at_most(7, 4) == 7
    assert SearchBudget(Budget(seconds=0.1), 1.0).at_most(7, 4) == 7, "nobody knows beforehand how many trials time allows"
