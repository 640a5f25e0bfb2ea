"""Chooses at random among options nearly as good as the best, so that games differ."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


def chosen(judged: Sequence[tuple[float, T]], nearly: float, rng: Random | None) -> T:
    """Returns a random option whose worth is at most `nearly` below the best; without random numbers, the first best one."""
    best = max(worth for worth, _ in judged)
    if rng is None:
        return next(one for worth, one in judged if worth == best)
    return rng.choice([one for worth, one in judged if worth >= best - nearly])
