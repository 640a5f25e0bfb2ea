"""Many random games over every scenario and option of each title: no crash, no stall, no miscount, no leak.

Fifty games of a large title in an ordinary run, thirty of one whose games are longer; `BLOCKFRONT_GAMES=20` plays twenty times as many.
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

ROUNDS = max(1, int(os.environ.get("BLOCKFRONT_GAMES", "1")))
GAMES = {"blocks_in_the_east": 30, "blocks_in_the_west": 60, "blocks_east_and_west": 1}
LONGEST = ("blocks_east_and_west",)  # a game takes minutes: not in an ordinary run, where `test_joined_campaign` plays its first months
USUALLY = 50
WHOLE_WARS = ("campaign", "sbe9")  # as long as many games: only every so often
SHARE = 10
LOOKS = 0.004  # share of the decisions at which the fog is looked through
LIMIT = 60_000


def all_cases(title: Title) -> list[Case]:
    """Games spread evenly over the scenarios, each with options at random."""
    rng = Random(f"many/{title.id}")
    number = ROUNDS * GAMES.get(title.id, USUALLY)
    short = [scenario.id for scenario in title.scenarios if scenario.id not in WHOLE_WARS]
    chosen = [short[count % len(short)] for count in range(number)]
    whole = next((scenario.id for scenario in title.scenarios if scenario.id in WHOLE_WARS), None)
    if whole:
        for place in range(0, number, len(short) * SHARE):
            chosen[place] = whole
    options = islice(option_sets(title, rng), number)
    pairs = enumerate(zip(chosen, options, strict=True))
    return [Case(title.id, scenario, picked, seed, catalogue.game) for seed, (scenario, picked) in pairs]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    found = [case for title in catalogue.titles() if ROUNDS > 1 or title.id not in LONGEST for case in all_cases(title)]
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
