"""The joined campaign: no crash, no stall, no miscount, no leak.

An ordinary run plays its first months; with `BLOCKFRONT_GAMES` above one, as in `make soak`, twenty random games and five of captains go to
their end.
"""

import os
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from blockfront.ai.player import Budget
from blockfront.core.game import AnyGame
from blockfront.core.sides import CHANCE
from blockfront.games import catalogue
from blockfront.sim.players import new_player
from blockfront.sim.run_match import answer
from blockfront.testing.block_counts import BlockGame, block_mistakes
from blockfront.testing.fog import leaks, viewers
from blockfront.testing.random_play import random_play

TITLE, SCENARIO = "blocks_east_and_west", "sbew1"
WHOLE = int(os.environ.get("BLOCKFRONT_GAMES", "1")) > 1
RANDOM_GAMES, CAPTAIN_GAMES = (20, 5) if WHOLE else (2, 1)
DECISIONS, THOUGHTS = (60_000, 60_000) if WHOLE else (1_500, 40)  # of a random game, and of captains
LOOKS = 12  # in the first months
SHARE = 0.004  # of the decisions of a whole game
Play = Callable[[AnyGame, int], Iterator[Any]]


def at_random(game: AnyGame, seed: int) -> Iterator[Any]:
    """States of a random game, one for each decision."""
    for decision in random_play(game, Random(f"joined/{seed}"), limit=100_000):
        yield decision.state


def by_captains(game: AnyGame, seed: int) -> Iterator[Any]:
    """States of a game of two captains, one for each decision."""
    state, dice, minds = game.setup(), Random(f"dice {seed}"), [Random(f"player {side} {seed}") for side in (0, 1)]
    captains = [new_player("captain", TITLE) for _ in minds]
    while game.result(state) is None:
        yield state
        side = min(game.to_act(state))
        chosen = game.chance(state).sample(dice) if side == CHANCE else answer(game, state, side, captains[side], Budget(), minds[side])
        game.apply(state, chosen, side)
    yield state


def look(game: AnyGame, state: Any, watch: Random) -> None:
    """Blocks are counted right, and nobody could tell the state from one that he must hold possible."""
    assert isinstance(game, BlockGame)
    assert not block_mistakes(state, game.order)
    for viewer in viewers(game):
        found = leaks(game, state, viewer, watch)
        assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize(
    ("play", "seed", "limit"),
    [(at_random, seed, DECISIONS) for seed in range(RANDOM_GAMES)] + [(by_captains, seed, THOUGHTS) for seed in range(CAPTAIN_GAMES)],
)
def test_the_joined_campaign_goes_well(play: Play, seed: int, limit: int) -> None:
    game, watch, last = catalogue.game(TITLE, SCENARIO), Random(seed), None
    chosen = set(watch.sample(range(limit), int(SHARE * limit) if WHOLE else LOOKS))
    for number, state in enumerate(islice(play(game, seed), limit)):
        last = state
        assert game.to_act(state) or game.result(state) is not None
        if number in chosen:
            look(game, state, watch)
    if WHOLE:
        assert last is not None
        assert game.result(last) is not None, f"no end after {limit} decisions"
