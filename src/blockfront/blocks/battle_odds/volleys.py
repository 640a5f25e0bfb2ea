"""The elements of exact odds of battles between blocks.

"Strongest first, the owner chooses among equals" gives a side one line of states, one for each number of losses. A volley is
then a step along that line whose length has a known distribution, and a whole round is a few such steps: no sampling is needed.
"""

from collections.abc import Callable
from functools import lru_cache

Distribution = tuple[float, ...]  # probability of 0, 1, 2 … hits
Dice = tuple[tuple[int, float], ...]  # how many of a kind, and the chance that one of them hits
Shots = tuple[tuple[int, int], ...]  # (dice, lowest hitting face) of each shooter
Values = tuple[int, ...]  # strength of each unit of a side; -1 for one that is gone
GONE = -1


@lru_cache(maxsize=20_000)
def hit_chances(dice: Dice) -> Distribution:
    """The chance of each number of hits."""
    chances = [1.0]
    for number, chance in dice:
        miss = 1.0 - chance
        for _ in range(number):
            chances = [a * miss + b * chance for a, b in zip([*chances, 0.0], [0.0, *chances], strict=True)]
    return tuple(chances)


@lru_cache(maxsize=4096)
def volley(shots: Shots, faces: int = 6) -> Distribution:
    """The chances of hits by several shooters, each given as (dice, lowest hitting face)."""
    by_face: dict[int, int] = {}
    for dice, lowest in shots:
        by_face[lowest] = by_face.get(lowest, 0) + dice
    hitting = [(dice, lowest) for lowest, dice in sorted(by_face.items()) if dice > 0 and lowest <= faces]
    return hit_chances(tuple((dice, (faces + 1 - lowest) / faces) for dice, lowest in hitting))


def steps_of(hits: Distribution, hits_per_step: int, before: int = 0) -> list[float]:
    """The chances of each number of lost steps, if some hits have already been taken; with 0 hits to a step, none is ever lost."""
    if not hits_per_step:
        return [1.0]
    found = [0.0] * ((len(hits) - 1 + before) // hits_per_step + 1)
    for number, chance in enumerate(hits, start=before):
        found[number // hits_per_step] += chance
    return found


def line_of_losses(values: Values, weaker: Callable[[int, int], int], choose: Callable[[list[int], Values], int]) -> list[Values]:
    """A side's units after 0, 1, 2 … losses: the strongest unit loses a step, `choose` picks among equals.

    `weaker` gives the value of a unit that has lost a step, `GONE` after its last.
    """
    line = [values]
    while any(value != GONE for value in line[-1]):
        now = line[-1]
        top = max(now)
        unit = choose([index for index, value in enumerate(now) if value == top], now)
        line.append((*now[:unit], weaker(unit, top), *now[unit + 1 :]))
    return line
