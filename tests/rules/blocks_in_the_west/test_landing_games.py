"""Games in which everybody who can does land: fog, legality and an end, from the set-up of scenarios with landings."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from blockfront.core.actions import Action
from blockfront.core.clauses import clause
from blockfront.core.game import AnyGame
from blockfront.core.sides import CHANCE, Side
from blockfront.games import catalogue
from blockfront.games.blocks_series.actions import Disband, SpecialAction
from blockfront.games.blocks_series.power_actions import Jump
from blockfront.games.blocks_series.rules.ch13_headquarters import STAND_BY
from blockfront.games.blocks_series.sea_actions import Hold, Land, Reembark
from blockfront.games.blocks_series.state import MOVEMENT
from blockfront.testing.fog import leaks, leaks_of_actions, viewers

EAGER: tuple[type[Action], ...] = (Reembark, Land, Hold, SpecialAction)  # in this order
STARTS = [("blocks_in_the_west", scenario, frozenset[str]()) for scenario in ("sbw4", "sbw8")]


def answer(game: AnyGame, state: Any, rng: Random) -> tuple[Side, Action]:
    """What a player does who is keen on landings, disbands nobody and stays on the ground."""
    side = rng.choice(sorted(game.to_act(state)))
    if side == CHANCE:
        return side, game.chance(state).sample(rng)
    choices = game.legal(state, side)
    for kind in EAGER:
        keen = [action for action in choices if isinstance(action, kind)]
        keen = [action for action in keen if not isinstance(action, SpecialAction) or action.kind == STAND_BY]
        if keen and rng.random() < 0.8:
            return side, rng.choice(keen)
    for _ in range(20):
        found = choices.sample(rng)
        if not isinstance(found, Disband | Jump):
            break
    return side, found


@clause("BW-R132", "BW-1.3a", "BW-24.0c")
@pytest.mark.parametrize(("title", "scenario", "options"), STARTS)
def test_games_with_landings_keep_their_secrets_and_end(title: str, scenario: str, options: frozenset[str]) -> None:
    done = Counter[str]()
    for seed in (1, 5, 6, 8):
        play(catalogue.game(title, scenario, options), Random(seed), done)
    assert done["Land"] >= 2


def play(game: AnyGame, rng: Random, done: Counter[str]) -> None:
    """One game to its end; at every third decision of a turn with landings nobody may be able to tell what he must not know."""
    state = game.setup()
    for number in range(6000):
        if game.result(state) is not None:
            return
        if number % 9 == 0 or (state.landings and number % 3 == 0):
            for viewer in viewers(game):
                depth = 0 if viewer == state.active and state.phase == MOVEMENT else 3  # who marches may find aircraft alone
                assert leaks(game, state, viewer, rng, depth=depth) == []
                assert leaks_of_actions(game, state, viewer, rng) == []
        side, action = answer(game, state, rng)
        if side != CHANCE:
            assert action in game.legal(state, side)
        done[type(action).__name__] += 1
        game.apply(state, action, side)
    raise AssertionError("the game did not end")
