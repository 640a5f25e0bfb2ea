"""What a position lets a side expect, as a machine player judges it: for looking back at a game that is over, when all is known."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from blockfront.core.game import AnyGame

Swing = Callable[[Any, Any, Any], float]  # (game, state, a later state): how much better the later one is for the first side
Points = Callable[[Any, Any], float | None]  # (game, state): the first side's balance as it stands; None where no points decide


class Expectation(msgspec.Struct, frozen=True):
    """`judge` is the level of the player whose judgement it is."""

    judge: str
    swing: Swing
    points: Points


def expected(swings: Sequence[float], points: Sequence[float | None]) -> list[float]:
    """The balance that the first side could expect at each moment, with the swings between them.

    At first that is what the position is judged to be worth since the beginning, in the end the points themselves; in between
    one gives way to the other as time passes. Where no points decide, the judgement stands alone.
    """
    judged = [points[0] or 0.0]
    for swing in swings:
        judged.append(judged[-1] + swing)
    last = max(1, len(swings))
    shares = [number / last for number in range(len(judged))]
    return [judge if now is None else share * now + (1 - share) * judge for judge, now, share in zip(judged, points, shares, strict=True)]


def swings_between(expectation: Expectation, game: AnyGame, states: Sequence[Any]) -> list[float]:
    """From each state to the next."""
    return [expectation.swing(game, before, after) for before, after in pairwise(states)]
