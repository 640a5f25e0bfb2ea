"""Compares plans: all meet the same guessed enemies, and the usual one is left only for a gain beyond doubt."""

from collections.abc import Iterable, Sequence
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Final

from blockfront.ai.search.mind import Mind, Plan, World
from blockfront.ai.search_budget import SearchBudget

LEAST_WORLDS: Final = 4  # worlds in which a plan must have been tried before it can replace the usual one
DOUBT: Final = 2.0  # standard errors by which it must then be ahead


def by_halves(mind: Mind[World, Plan], plans: Sequence[Plan], rounds: int, search_budget: SearchBudget, dice: Random) -> Plan:
    """Tries plans in one guessed world, the better half in the next, and so on until the budget or the rounds are spent.

    The first plan is the usual one. It is in every round, and it is chosen unless another one is beyond doubt better in the worlds
    that both were tried in. A round that is not finished is ignored. If only few trials are allowed, only the first plans are tried.
    """
    gains: list[list[float]] = [[] for _ in plans]
    left = list(range(search_budget.at_most(len(plans), LEAST_WORLDS)))
    for _ in range(rounds):
        if len(left) < 2:
            break
        world, seed = mind.world(dice), dice.random()
        found: list[float] = []
        for one in left:
            worth = mind.worth(plans[one], world, seed) if search_budget.allows() else None
            if worth is None:
                break
            found.append(worth)
            search_budget.pay()
        if len(found) < len(left):
            break
        for one, worth in zip(left, found, strict=True):
            gains[one].append(worth - found[0])
        others = sorted(left[1:], key=lambda one: (-mean(gains[one]), one))
        left = [0, *others[: max(1, (len(others) + 1) // 2)]]
    better = [one for one in left[1:] if is_beyond_doubt(gains[one])]
    return plans[max(better, key=lambda one: (mean(gains[one]), -one), default=0)]


def is_beyond_doubt(gains: Sequence[float]) -> bool:
    """Says whether the mean of gains, each from one world, is so far above zero that it is no accident."""
    return len(gains) >= LEAST_WORLDS and mean(gains) > DOUBT * stdev(gains) / sqrt(len(gains))


def in_all_worlds(
    mind: Mind[World, Plan], plans: Iterable[Plan], worlds: Sequence[World], search_budget: SearchBudget
) -> list[tuple[Plan, float]]:
    """Returns the mean worth of plans over some worlds, for as many plans as the budget allows; plans are made one by one."""
    found: list[tuple[Plan, float]] = []
    waiting = iter(plans)
    while search_budget.allows() and (plan := next(waiting, None)) is not None:
        worths = [worth for world in worlds if (worth := mind.worth(plan, world, 0.0)) is not None]
        if len(worths) == len(worlds):
            found.append((plan, mean(worths)))
    return found
