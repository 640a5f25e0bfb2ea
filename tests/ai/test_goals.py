"""Machines of the Blocks games aim at what decides a scenario by its rules."""

import pytest

from blockfront.ai.blocks_series.evaluation.ground import Ground, attacks
from blockfront.blocks import effects
from blockfront.games import catalogue
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_series.game import SeriesGame


def goals(title: str, scenario: str, side: int = 0) -> dict[str, float]:
    offered = catalogue.title(title).scenario(scenario)
    game = catalogue.game(title, scenario, frozenset(offered.suggests) or None)
    assert isinstance(game, SeriesGame)
    ground = Ground(game.rules, game.setup(), side)
    return {game.rules.board.name(hex_): weight for hex_, weight in ground.goals.items()}


@pytest.mark.parametrize(
    ("scenario", "places"),
    [
        ("sbe3", {"Rostov": 1, "Kharkov": 1, "Sevastopol": 1}),  # BE-SBE3e
        ("sbe5", {"Leningrad": 1, "Moscow": 1, "Stalingrad": 1, "Baku": 1}),  # BE-SBE5c
        ("sbe6", {"Leningrad": 1, "Moscow": 1, "Stalingrad": 1, "Baku": 1}),  # BE-SBE6c
        ("sbe8", {"Berlin": 3, "Peenemünde": 3}),  # BE-SBE8c
    ],
)
def test_only_places_that_count_are_goals(scenario: str, places: dict[str, float]) -> None:
    assert goals("blocks_in_the_east", scenario) == places


def test_all_major_cities_are_goals_where_all_of_them_count() -> None:
    found = goals("blocks_in_the_east", "sbe4")  # BE-SBE4c
    assert (found["Moscow"], found["Leningrad"], found["Minsk"]) == (3, 2, 1)
    assert "Berlin" not in found


def test_places_whose_loss_costs_points_are_goals() -> None:
    found = goals("blocks_in_the_west", "sbw2")
    assert (found["Antwerp"], found["Cologne"], found["Trier"]) == (5, 1, 1)
    assert not found.keys() & {"London", "Paris"}


def test_in_citadel_the_axis_hunts_guards_and_the_soviets_want_to_cross_the_dniepr() -> None:
    """BE-SBE7c."""
    here = position(
        "sbe7", axis={"Kharkov": "g-1k 4"}, soviet={"Kursk": "s-1gcc 3", "Orel": "s-8a 4"}, month="1943-06", options=("advanced",)
    )
    rules, board = here.game.rules, here.game.rules.board
    assert {board.name(hex_) for hex_ in Ground(rules, here.state, AXIS).wanted} == {"Kursk"}
    across = Ground(rules, here.state, SOVIET).wanted
    assert across
    assert not [hex_ for hex_ in across if not board.area("west_of_dniepr") >> hex_ & 1]


def test_the_attacked_side_attacks_when_it_is_stronger_where_both_win_by_attacking() -> None:
    here = position(
        "sbe9", axis={"Kharkov": "g-1k 4"}, soviet={"Kursk": "s-8a 4", "Orel": "s-3a 4"}, month="1943-06", options=("advanced",)
    )
    assert attacks(here.game.rules, here.state, SOVIET)
    for name in ("s-8a", "s-3a"):
        effects.set_steps(here.state, here.block(name), 1)
    assert not attacks(here.game.rules, here.state, SOVIET)
    assert attacks(here.game.rules, here.state, AXIS)
