"""Compares plans: all meet the same guessed enemies, and the better ones go on until the budget is spent."""

from collections.abc import Iterable, Sequence
from random import Random
from statistics import mean

from blockfront.ai.search.mind import Mind, Plan, World
from blockfront.ai.search_budget import SearchBudget


def by_halves(
    mind: Mind[World, Plan], plans: Sequence[Plan], rounds: int, head_start: float, search_budget: SearchBudget, dice: Random
) -> Plan:
    """Tries all plans in one guessed world, the better half in the next, and so on until two are left to compare.

    The first plan is the usual one: it has a head start and is never dropped. A round that is not finished is ignored, except the
    first, of which the plans already tried are compared.
    """
    totals = [head_start, *(0.0 for _ in plans[1:])]
    left = list(range(len(plans)))
    for number in range(rounds):
        if len(left) == 1:
            break
        world, seed = mind.world(dice), dice.random()
        found: list[float] = []
        for one in left:
            worth = mind.worth(plans[one], world, seed) if search_budget.allows() else None
            if worth is None:
                break
            found.append(worth)
            search_budget.pay()
        if len(found) == len(left) or not number:
            for one, worth in zip(left, found, strict=False):
                totals[one] += worth
        if len(found) < len(left):
            tried = left if number else left[: max(1, len(found))]
            return plans[max(tried, key=lambda one: (totals[one], -one))]
        left.sort(key=lambda one: (-totals[one], one))
        left = left[: max(2, (len(left) + 1) // 2)]
        if 0 not in left:
            left.append(0)
    return plans[left[0]]


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
