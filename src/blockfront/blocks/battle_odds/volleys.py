"""Exact odds of battles between blocks.

"Strongest first, the owner chooses among equals" gives a side one line of states: after so many losses it looks like this. A volley is
then a step along that line whose length has a known distribution, and a whole round is a few such steps: no sampling is needed.
"""

from collections.abc import Callable
from functools import lru_cache
from math import comb

Distribution = tuple[float, ...]  # probability of 0, 1, 2 … hits
Shots = tuple[tuple[int, int], ...]  # (dice, lowest hitting face) of each shooter
Values = tuple[int, ...]  # strength of each unit of a side; -1 for one that is gone
GONE = -1


@lru_cache(maxsize=4096)
def binomial(dice: int, chance: float) -> Distribution:
    """Hits of dice that each hit with the same chance."""
    return tuple(comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits) for hits in range(dice + 1))


def convolve(first: Distribution, second: Distribution) -> Distribution:
    """Hits of two volleys together."""
    found = [0.0] * (len(first) + len(second) - 1)
    for hits, chance in enumerate(first):
        if chance:
            for more, other in enumerate(second):
                found[hits + more] += chance * other
    return tuple(found)


@lru_cache(maxsize=4096)
def volley(shots: Shots, faces: int = 6) -> Distribution:
    """Hits of several shooters, each as (dice, lowest hitting face)."""
    by_face: dict[int, int] = {}
    for dice, lowest in shots:
        by_face[lowest] = by_face.get(lowest, 0) + dice
    found: Distribution = (1.0,)
    for lowest, dice in sorted(by_face.items()):
        if dice > 0 and lowest <= faces:
            found = convolve(found, binomial(dice, (faces + 1 - lowest) / faces))
    return found


def line_of_losses(values: Values, weaker: Callable[[int, int], int], choose: Callable[[list[int], Values], int]) -> list[Values]:
    """How a side looks after 0, 1, 2 … losses: the strongest loses a step, `choose` picks among equals.

    `weaker` tells the value of a unit that has lost a step, `GONE` after its last.
    """
    line = [values]
    while any(value != GONE for value in line[-1]):
        now = line[-1]
        top = max(now)
        unit = choose([index for index, value in enumerate(now) if value == top], now)
        line.append((*now[:unit], weaker(unit, top), *now[unit + 1 :]))
    return line
