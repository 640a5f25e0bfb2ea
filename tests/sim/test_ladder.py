"""Ratings follow from results."""

from random import Random

import pytest

from blockfront.sim.ladder import BASE, climb, play_ladder, ratings


def results_of(strengths: dict[str, float], games: int, seed: int) -> list[tuple[str, str, float]]:
    """Games whose winners are drawn by Elo's own expectation."""
    rng = Random(seed)
    pairs = [(one, other) for one in strengths for other in strengths if one != other]
    return [
        (one, other, float(rng.random() < 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400))))
        for one, other in pairs
        for _ in range(games)
    ]


def test_ratings_recover_the_strengths_that_made_the_results() -> None:
    strengths = {"a": 1000.0, "b": 1150.0, "c": 1300.0}
    found = ratings(results_of(strengths, 4000, 1), list(strengths))
    assert found == pytest.approx(strengths, abs=15)


def test_ten_to_one_is_400_points() -> None:
    found = ratings([("a", "b", 0.0)] * 10_000 + [("a", "b", 1.0)] * 1_000, ["a", "b"])
    assert found["b"] - found["a"] == pytest.approx(400, abs=1)


def test_who_wins_every_game_still_has_a_rating() -> None:
    ladder = climb([("a", "b", 0.0)] * 20, ["a", "b"])
    assert [rung.player for rung in ladder] == ["b", "a"]
    assert BASE < ladder[0].rating < BASE + 1000
    assert ladder[0].points == 20
    assert ladder[1].points == 0


def test_the_interval_holds_the_rating_and_shrinks_with_more_games() -> None:
    few, many = (climb(results_of({"a": 1000.0, "b": 1100.0}, games, 3), ["a", "b"])[0] for games in (20, 500))
    for rung in (few, many):
        assert rung.ci95[0] <= rung.rating <= rung.ci95[1]
    assert many.ci95[1] - many.ci95[0] < few.ci95[1] - few.ci95[0]


def test_the_same_seed_gives_the_same_ladder() -> None:
    first, again = (play_ladder("proving_ground", "border_incident", ["random", "recruit"], 3, seed=4) for _ in range(2))
    assert first == again
    assert {rung.games for rung in first} == {6}


def test_a_ladder_of_one_is_refused() -> None:
    with pytest.raises(ValueError, match="two or more different"):
        play_ladder("proving_ground", "border_incident", ["recruit"], 1)
