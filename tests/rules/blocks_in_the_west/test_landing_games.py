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
from blockfront.games.blocks_series.sea_actions import Hold, Land, Reembark
from blockfront.testing.fog import leaks, leaks_of_actions, viewers

EAGER = (Reembark, Land, Hold, SpecialAction)  # in this order
STARTS = [("blocks_in_the_west", "sbw4", frozenset[str]())]


def answer(game: AnyGame, state: Any, rng: Random) -> tuple[Side, Action]:
    """What a player does who is keen on landings, disbands nobody and stays on the ground."""
    side = rng.choice(sorted(game.to_act(state)))
    if side == CHANCE:
        return side, game.chance(state).sample(rng)
    choices = game.legal(state, side)
    if rng.random() < 0.7:
        for kind in EAGER:
            keen = [action for action in choices if isinstance(action, kind)]
            if keen and rng.random() < 0.7:
                return side, rng.choice(keen)
    for _ in range(20):
        found = choices.sample(rng)
        if not isinstance(found, Disband | Jump):
            break
    return side, found


@clause("BW-R132", "BW-1.3a", "BW-24.0c")
@pytest.mark.parametrize("start", STARTS, ids=str)
@pytest.mark.parametrize("seed", [2, 5, 9])
def test_games_with_landings_keep_their_secrets_and_end(start: tuple[str, str, frozenset[str]], seed: int) -> None:
    title, scenario, options = start
    game, rng, done = catalogue.game(title, scenario, options), Random(seed), Counter[str]()
    state = game.setup()
    for number in range(6000):
        if game.result(state) is not None:
            break
        if number % 9 == 0 or (done["Land"] and getattr(state, "landings", None) and number % 3 == 0):
            for viewer in viewers(game):
                assert leaks(game, state, viewer, rng) == []
                assert leaks_of_actions(game, state, viewer, rng) == []
        side, action = answer(game, state, rng)
        assert action in game.legal(state, side) if side != CHANCE else True
        done[type(action).__name__] += 1
        game.apply(state, action, side)
    assert game.result(state) is not None
    assert done["Land"] > 0
