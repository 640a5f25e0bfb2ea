"""The first months of the joined campaign at random: no crash, no miscount, no leak. Whole games belong to `make soak`."""

from itertools import islice
from random import Random

import pytest

from blockfront.games import catalogue
from blockfront.testing.block_counts import BlockGame, block_mistakes
from blockfront.testing.fog import leaks, viewers
from blockfront.testing.random_play import random_play

DECISIONS = 1_500
LOOKS = 12


@pytest.mark.parametrize("seed", [0, 1])
def test_the_first_months_of_the_joined_campaign(seed: int) -> None:
    game, rng, watch = catalogue.game("blocks_east_and_west", "sbew1"), Random(f"joined/{seed}"), Random(seed)
    assert isinstance(game, BlockGame)
    looked_at = set(watch.sample(range(DECISIONS), LOOKS))
    for number, decision in enumerate(islice(random_play(game, rng, limit=100_000), DECISIONS)):
        assert game.to_act(decision.state)
        if number in looked_at:
            assert not block_mistakes(decision.state, game.order)
            for viewer in viewers(game):
                found = leaks(game, decision.state, viewer, watch)
                assert not found, "\n".join(map(str, found))
