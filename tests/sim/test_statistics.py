"""Intervals and summaries."""

import pytest

from blockfront.sim.run_match import Played
from blockfront.sim.statistics import mean_interval, student_t, summary, summary_text

TABLE = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 10: 2.228, 30: 2.042, 120: 1.980}


@pytest.mark.parametrize(("freedom", "printed"), TABLE.items())
def test_student_t_is_what_every_table_prints(freedom: int, printed: float) -> None:
    assert student_t(freedom) == pytest.approx(printed, abs=0.005)


def test_the_interval_of_a_mean() -> None:
    low, high = mean_interval([1, 2, 3, 4])
    assert (low + high) / 2 == pytest.approx(2.5)
    assert high - 2.5 == pytest.approx(3.182 * 1.29099 / 2, abs=0.005)
    assert mean_interval([7.0]) == (7.0, 7.0)


def game(number: int, winner: str, margin: int) -> Played:
    return Played(number, winner, margin, "win", "towns", 10, (1.0, 2.0), (0.5, 0.25))


def test_a_summary_counts_wins_margins_and_time() -> None:
    found = summary([game(0, "blue", 3), game(1, "red", -1), game(2, "draw", 0), game(3, "blue", 2)], ("blue", "red"))
    assert found.wins == {"blue": 2, "red": 1, "draw": 1}
    assert found.margin_mean == 1.0
    assert found.margin_ci95[0] < 1.0 < found.margin_ci95[1]
    low, high = found.wins_ci95["blue"]
    assert (low, high) == pytest.approx((0.150, 0.850), abs=0.001)  # Wilson's interval of 2 in 4
    assert found.seconds_mean == {"blue": 1.0, "red": 2.0}
    assert found.results["blue wins: towns"] == 2
    assert "blue wins" in summary_text(found)


def test_nothing_played_is_an_error() -> None:
    with pytest.raises(ValueError, match="no game"):
        summary([], ("blue", "red"))
