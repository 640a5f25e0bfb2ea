"""Handles are dealt from 128 bits: what the opponent has seen of some blocks tells nothing of the others."""

from random import Random
from typing import Any

import pytest

from blockfront.core.actions import Deal
from blockfront.core.chance import Shuffle
from blockfront.core.game import AnyGame, Title
from blockfront.core.match import Match
from blockfront.core.sides import CHANCE
from blockfront.games import catalogue
from blockfront.testing.random_play import random_play

MIXED = 6  # blocks of a side that get other handles in a shuffle that can be told from others


def mixing_position(title: Title) -> tuple[AnyGame, Any]:
    """A position in which chance shuffles many blocks."""
    for scenario in title.scenarios:
        game = catalogue.game(title.id, scenario.id)
        for decision in random_play(game, Random(1), limit=200_000):
            if isinstance(decision.action, Deal) and _moved(game, decision.state, decision.action) >= MIXED:
                return game, decision.state.copy()
    raise AssertionError(f"{title.name} never shuffles {MIXED} blocks")


def _moved(game: AnyGame, state: Any, deal: Deal) -> int:
    return sum(before != after for before, after in zip(state.handle, handles(game, state, deal), strict=True))


def handles(game: AnyGame, state: Any, deal: Deal) -> list[int]:
    after = state.copy()
    game.apply(after, deal, CHANCE)
    found: list[int] = after.handle
    return found


def test_every_bit_of_the_key_changes_the_order(title: Title) -> None:
    """Whoever knows 127 bits does not know the order; so nothing of less than 128 bits decides it."""
    game, state = mixing_position(title)
    key = Shuffle().sample(Random(5)).number
    dealt = [tuple(handles(game, state, Deal(key=f"{key ^ flipped:032x}"))) for flipped in (0, *(1 << bit for bit in range(128)))]
    assert sum(one == dealt[0] for one in dealt[1:]) <= 2, "a bit of the key does not matter"
    assert len(set(dealt)) > 100


def test_the_weak_shuffle_of_older_records_would_be_found(title: Title) -> None:
    """The same test fails for a key of which only 32 bits count."""
    game, state = mixing_position(title)
    dealt = [tuple(handles(game, state, Deal((1 << bit) % (1 << 32)))) for bit in range(128)]
    assert len(set(dealt)) <= 33


@pytest.mark.parametrize("number", [0, 1, 7])
def test_a_match_deals_by_its_own_seed(number: int) -> None:
    matches = [Match(catalogue.game("proving_ground", "border_incident"), seed=bytes([number, other]) * 16) for other in (1, 2)]
    keys = [entry.action for match in matches for entry in match.entries if isinstance(entry.action, Deal)]
    assert len(keys) == 2
    assert all(key.key and not key.seed for key in keys)
    assert keys[0] != keys[1]
