"""Machines do not set up the same way twice, and what they choose depends on nothing their side cannot know."""

import os
from random import Random
from typing import Any

import pytest

from blockfront.ai.player import Budget
from blockfront.ai.registry import player
from blockfront.blocks.secret_set_ups import SetUps
from blockfront.core.game import AnyGame
from blockfront.core.sides import CHANCE, Side
from blockfront.games import catalogue
from blockfront.games.blocks_series.actions import Resolve
from blockfront.games.eastfront.actions import Fight
from tests.ai.playing import QUICK

SEEDS = range(4)
LONG = {("blocks_in_the_east", scenario) for scenario in ("sbe6", "sbe7", "sbe8")} | {
    ("eastfront", scenario) for scenario in ("s41", "w41", "s42", "w42", "s43", "w43", "s44", "campaign")
}
ALL = [
    (title, scenario.id)
    for title in ("eastfront", "blocks_in_the_east", "blocks_in_the_west", "blocks_east_and_west")
    for scenario in catalogue.title(title).scenarios
    if "BLOCKFRONT_SET_UPS" in os.environ or (title, scenario.id) not in LONG
]


def set_ups(game: AnyGame, level: str, seed: int) -> list[tuple[Side, Any, Any]]:
    """Both sides' set-ups, with the positions in which they were chosen."""
    state, rng = game.setup(), Random(seed)
    found: list[tuple[Side, Any, Any]] = []
    while True:
        side = min(game.to_act(state))
        if side == CHANCE:
            game.apply(state, game.chance(state).sample(rng), CHANCE)
            continue
        choices = game.legal(state, side)
        if not isinstance(choices, SetUps):
            return found
        action: Any = player(level, game.title.id).decide(game, game.view(state, side), QUICK, Random(seed)).action
        assert action in choices
        found.append((side, action, state.copy()))
        game.apply(state, action, side)


@pytest.mark.parametrize(("title", "scenario"), ALL)
def test_four_seeds_give_at_least_three_set_ups_that_look_different(title: str, scenario: str) -> None:
    game, seen = catalogue.game(title, scenario), dict[Side, set[tuple[int, ...]]]()
    for seed in SEEDS:
        for side, action, _ in set_ups(game, "captain", seed):
            seen.setdefault(side, set()).add(tuple(sorted(hex_ for _, _, hex_ in action.placements)))
    assert len(seen) == (0 if scenario == "edelweiss" or title == "blocks_in_the_west" else 2)
    assert all(len(patterns) >= 3 for patterns in seen.values())


@pytest.mark.parametrize(("title", "scenario"), [("blocks_in_the_west", "sbw1"), ("eastfront", "edelweiss")])
def test_openings_differ_where_set_ups_are_fixed(title: str, scenario: str) -> None:
    """What the general does with four seeds before the first dice of a battle."""
    game = catalogue.game(title, scenario)
    assert len({_opening(game, seed) for seed in SEEDS}) >= 3


def _opening(game: AnyGame, seed: int) -> tuple[Any, ...]:
    state, rng, mind = game.setup(), Random(seed), player("general", game.title.id)
    found: list[Any] = []
    turn = -1
    while not found or game.player_turn(state) == turn:
        side = min(game.to_act(state))
        if side == CHANCE:
            game.apply(state, game.chance(state).sample(Random(0)), CHANCE)
            continue
        action = mind.decide(game, game.view(state, side), Budget(simulations=8), rng).action
        if isinstance(action, Fight | Resolve):
            break
        found.append(action)
        turn = turn if len(found) > 1 else game.player_turn(state)
        game.apply(state, action, side)
    return tuple(found)


@pytest.mark.parametrize(("title", "scenario", "level"), [("blocks_in_the_east", "sbe2", "general"), ("eastfront", "w44", "captain")])
def test_a_set_up_depends_on_the_view_and_the_seed_alone(title: str, scenario: str, level: str) -> None:
    game = catalogue.game(title, scenario)
    for side, action, state in set_ups(game, level, 5):
        twin = game.guess(game.view(state, side), Random(9))
        assert player(level, title).decide(game, game.view(twin, side), QUICK, Random(5)).action == action
