"""Which result a side could expect at each moment of a finished game, judged by a machine player with everything visible."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from blockfront.core.game import AnyGame

Swing = Callable[[Any, Any, Any], float]  # (game, state, a later state): how much better the later one is for the first side
Points = Callable[[Any, Any], float | None]  # (game, state): the first side's current balance; None if the game is not decided by points


class Expectation(msgspec.Struct, frozen=True):
    """A title's judgement of positions; `judge` is the level of the player it comes from."""

    judge: str
    swing: Swing
    points: Points


def expected(swings: Sequence[float], points: Sequence[float | None]) -> list[float]:
    """Returns the balance the first side could expect at each moment, from the swings between them and the points at each.

    The judgement counts fully at first, the points at the end; in between one gives way to the other as time passes. If the game is not
    decided by points, only the judgement counts.
    """
    judged = [points[0] or 0.0]
    for swing in swings:
        judged.append(judged[-1] + swing)
    last = max(1, len(swings))
    shares = [number / last for number in range(len(judged))]
    return [judge if now is None else share * now + (1 - share) * judge for judge, now, share in zip(judged, points, shares, strict=True)]


def swings_between(expectation: Expectation, game: AnyGame, states: Sequence[Any]) -> list[float]:
    """Returns the swing from each state to the next."""
    return [expectation.swing(game, before, after) for before, after in pairwise(states)]
