"""The general: makes several of a captain's plans and plays each through the turn and the enemy's answer before it chooses."""

from __future__ import annotations

import time
from random import Random
from typing import Any, Final

from blockfront.ai.player import Budget
from blockfront.ai.titles.blocks_in_the_east.captain import Captain
from blockfront.ai.titles.blocks_in_the_east.movement import Plan
from blockfront.ai.titles.blocks_in_the_east.rehearsal import plans_of, played_through
from blockfront.core.sides import Side
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.state import SeriesState

SHARE: Final = 0.8  # of a turn's budget for the Movement Phase, where everything is decided
ROUNDS: Final = 3  # imagined armies against which every plan is tried
VARIANTS: Final[tuple[dict[str, float], ...]] = (  # a captain's weights, changed
    {},
    {"enemy_step": 2.2},
    {"armour_unsupplied": 7.0},
    {"armour_unsupplied": 0.5, "armour_beyond": 0.5},
    {"march": 1.6, "armour_march": 3.2},
    {"own_step": 0.4, "least_gain": 0.0},
    {"danger": 0.6},
    {"danger": 0.1, "goal": 9.0},
    {"gap": 2.5},
)


class Patience:
    """How long a plan may be thought over: playouts where they are counted, else seconds."""

    def __init__(self, budget: Budget, share: float) -> None:
        self._left = budget.simulations
        self._until = time.perf_counter() + budget.seconds * share
        self._slowest = 0.0
        self.spent = 0

    def lasts(self) -> bool:
        if self._left is not None:
            return self.spent < self._left
        return time.perf_counter() + self._slowest <= self._until

    def spend(self, seconds: float) -> None:
        self.spent += 1
        self._slowest = max(self._slowest, seconds)


class General(Captain):
    def move(self, game: SeriesGame, state: SeriesState, side: Side, view: Any, budget: Budget, rng: Random) -> Plan:
        patience, dice = Patience(budget, SHARE), Random(rng.random())
        plans = plans_of(game, state, side, self.weights, VARIANTS)
        totals = [0.0] * len(plans)
        tried = [0] * len(plans)
        for number in range(ROUNDS):
            imagined = state if number == 0 or view is None else game.guess(view, dice)
            seed = dice.random()
            for index, plan in enumerate(plans):
                if not patience.lasts():
                    break
                started = time.perf_counter()
                totals[index] += played_through(game, imagined, side, plan, self.follow, Random(seed))
                tried[index] += 1
                patience.spend(time.perf_counter() - started)
        means = [total / number if number else float("-inf") for total, number in zip(totals, tried, strict=True)]
        return plans[max(range(len(plans)), key=lambda index: (means[index], -index))]
