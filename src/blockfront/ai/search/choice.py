"""Choosing so that games differ: among what is nearly as good as the best the seed decides."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


def chosen(judged: Sequence[tuple[float, T]], nearly: float, rng: Random | None) -> T:
    """One of those whose worth comes near the best; the first of the best where there are no random numbers."""
    best = max(worth for worth, _ in judged)
    if rng is None:
        return next(one for worth, one in judged if worth == best)
    return rng.choice([one for worth, one in judged if worth >= best - nearly])
