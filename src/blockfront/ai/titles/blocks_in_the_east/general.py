"""The general: makes several of a captain's plans and plays each through the turn and the enemy's answer before it chooses."""

from __future__ import annotations

import time
from random import Random
from typing import Any, Final

import msgspec

from blockfront.ai.player import Budget
from blockfront.ai.titles.blocks_in_the_east.captain import Captain
from blockfront.ai.titles.blocks_in_the_east.ground import FAR, Ground
from blockfront.ai.titles.blocks_in_the_east.movement import Mover, Plan
from blockfront.ai.titles.blocks_in_the_east.weights import Weights
from blockfront.core.actions import Action
from blockfront.core.sides import CHANCE, Side
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
GOAL: Final = 12.0  # a place that decides, by its weight
SUDDEN: Final = 60.0  # the game itself
STEP: Final = 1.0
NEAR: Final = 0.5  # a movement point of the foremost units to the goals
FOREMOST: Final = 4
CUT_OFF: Final = 2.5


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
        plans = self._plans(game, state, side, patience)
        totals = [0.0] * len(plans)
        tried = [0] * len(plans)
        for number in range(ROUNDS):
            imagined = state if number == 0 or view is None else game.guess(view, dice)
            seed = dice.random()
            for index, plan in enumerate(plans):
                if not patience.lasts():
                    break
                started = time.perf_counter()
                totals[index] += self.played_through(game, imagined, side, plan.actions, Random(seed))
                tried[index] += 1
                patience.spend(time.perf_counter() - started)
        means = [total / number if number else float("-inf") for total, number in zip(totals, tried, strict=True)]
        return plans[max(range(len(plans)), key=lambda index: (means[index], -index))]

    def _plans(self, game: SeriesGame, state: SeriesState, side: Side, patience: Patience) -> list[Plan]:
        """Plans that differ, the captain's own first; fewer when there is no time to try them."""
        found: dict[tuple[Action, ...], Plan] = {}
        for changes in VARIANTS:
            if found and not patience.lasts():
                break
            weights: Weights = msgspec.structs.replace(self.weights, **changes)
            plan = Mover(game, state, side, weights).plan()
            found.setdefault(plan.actions, plan)
        return list(found.values())

    def played_through(self, game: SeriesGame, state: SeriesState, side: Side, actions: tuple[Action, ...], dice: Random) -> float:
        """What a plan is worth when the turn has been played and the enemy has answered as a captain would."""
        after, captain = state.copy(), Captain(self.weights)
        for action in actions:
            if action in game.legal(after, side):
                game.apply(after, action, side)
        end = state.turn + 2
        pending: list[Action] = []
        while after.turn < end and game.result(after) is None:
            actor = min(game.to_act(after))
            if actor == CHANCE:
                pending.clear()
                game.apply(after, game.chance(after).sample(dice), CHANCE)
                continue
            legal = game.legal(after, actor)
            while pending and pending[0] not in legal:
                pending.pop(0)
            if not pending:
                pending = list(captain.think(game, after, actor, None, Budget(), dice).actions)
                if not pending or pending[0] not in legal:
                    pending = [next(iter(legal))]
            game.apply(after, pending.pop(0), actor)
        return appraise(game, after, side)


def appraise(game: SeriesGame, state: SeriesState, side: Side) -> float:
    """A position for a side: the result, the goals, the armies and how near they are."""
    result = game.result(state)
    worth = _for_first_side(game, state)
    if result is not None and result.winner is not None:
        worth += SUDDEN if result.winner == 0 else -SUDDEN
    return worth if side == 0 else -worth


def _for_first_side(game: SeriesGame, state: SeriesState) -> float:
    rules, worth = game.rules, 0.0
    for side, sign in ((0, 1.0), (1, -1.0)):
        ground = Ground(rules, state, side)
        units = [block for block in rules.units.ground[side] if state.location[block] >= 0]
        worth += sign * STEP * sum(rules.units.value(block, state.steps[block]) for block in units)
        worth += sign * GOAL * sum(ground.kept.values()) / 2
        worth -= sign * CUT_OFF * len(ground.cut_off(state, side))
        if ground.attacks:
            foremost = sorted(min(ground.way[state.location[block]], FAR) for block in units if rules.units.is_combat[block])[:FOREMOST]
            worth -= sign * NEAR * sum(foremost)
    return worth
