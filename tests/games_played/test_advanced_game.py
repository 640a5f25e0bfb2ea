"""Random games of the advanced rules, in which headquarters act: they end, count their blocks right and leak nothing."""

from collections import Counter
from random import Random

import pytest

from blockfront.games.blocks_in_the_east.game import make
from blockfront.games.blocks_series.actions import Command
from blockfront.testing.block_counts import block_mistakes
from blockfront.testing.fog import leaks, leaks_of_actions, viewers
from blockfront.testing.random_play import random_play

LOOKS = 0.02


@pytest.mark.parametrize(("scenario", "seed"), [("sbe1", 3), ("sbe2", 1), ("sbe2", 2), ("sbe3", 1)])
def test_an_advanced_game_ends_well(scenario: str, seed: int) -> None:
    game, rng, watch = make(scenario, frozenset(("advanced",))), Random(f"advanced/{seed}"), Random(seed)
    played: Counter[str] = Counter()
    last = None
    for state, _, action in random_play(game, rng, limit=20_000):
        last = state
        played[type(action).__name__] += 1
        if watch.random() < LOOKS:
            assert not block_mistakes(state, game.order)
            for viewer in viewers(game):
                found = leaks(game, state, viewer, watch) or leaks_of_actions(game, state, viewer, watch)
                assert not found, "\n".join(map(str, found))
    assert last is not None
    assert game.result(last) is not None
    assert played[Command.__name__]
