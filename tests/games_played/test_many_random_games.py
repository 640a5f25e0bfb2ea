"""Many random games over every scenario and option of each title: no crash, no stall, no miscount, no leak.

Fifty games of each large title in an ordinary run; `BLOCKFRONT_GAMES=20` plays a thousand.
"""

import os
from itertools import islice
from random import Random

import pytest

from blockfront.core.game import Title
from blockfront.games import catalogue
from blockfront.testing.block_counts import BlockGame, block_mistakes
from blockfront.testing.cases import Case, option_sets
from blockfront.testing.fog import leaks, viewers
from blockfront.testing.random_play import random_play

GAMES = 50 * max(1, int(os.environ.get("BLOCKFRONT_GAMES", "1")))
CAMPAIGN_SHARE = 10  # a chain of scenarios is as long as many games: only every so often
LOOKS = 0.004  # share of the decisions at which the fog is looked through
LIMIT = 60_000


def all_cases(title: Title) -> list[Case]:
    """Games spread evenly over the scenarios, each with options at random."""
    rng = Random(f"many/{title.id}")
    short = [scenario.id for scenario in title.scenarios if scenario.id != "campaign"]
    chosen = [short[number % len(short)] for number in range(GAMES)]
    if len(short) < len(title.scenarios):
        chosen[:: len(short) * CAMPAIGN_SHARE] = ["campaign"] * len(chosen[:: len(short) * CAMPAIGN_SHARE])
    options = islice(option_sets(title, rng), GAMES)
    pairs = enumerate(zip(chosen, options, strict=True))
    return [Case(title.id, scenario, picked, seed, catalogue.game) for seed, (scenario, picked) in pairs]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    found = [case for title in catalogue.titles() for case in all_cases(title)]
    metafunc.parametrize("case", found, ids=str)


def test_a_random_game_ends_well(case: Case) -> None:
    game, rng, watch = case.game(), case.rng(), Random(case.seed)
    last = None
    for state, _, _ in random_play(game, rng, limit=LIMIT):
        last = state
        if watch.random() < LOOKS:
            assert isinstance(game, BlockGame)
            assert not block_mistakes(state, game.order)
            for viewer in viewers(game):
                found = leaks(game, state, viewer, watch)
                assert not found, "\n".join(map(str, found))
    assert last is not None
    assert game.result(last) is not None
