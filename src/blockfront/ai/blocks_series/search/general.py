"""The general: makes many of a captain's plans and plays them through against imagined armies before it chooses."""

from __future__ import annotations

from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from blockfront.ai.blocks_series.captain import FEW, Captain
from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.ai.blocks_series.evaluation.imagination import imagined
from blockfront.ai.blocks_series.evaluation.weights import PRUDENT, Weights
from blockfront.ai.blocks_series.phases.movement import Plan
from blockfront.ai.blocks_series.phases.production import FARES, purchases
from blockfront.ai.blocks_series.search.rehearsal import Changes, Thought, Way, marches_of, plans_of, played_through
from blockfront.ai.intentions import Intention
from blockfront.ai.player import Budget
from blockfront.ai.search_budget import SearchBudget
from blockfront.core.actions import Action
from blockfront.core.sides import Side
from blockfront.games.blocks_series.actions import EndPhase
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.state import SeriesState

PRODUCTION: Final = 0.2  # of a turn's budget
MOVEMENT: Final = 0.5
EXPLOITATION: Final = 0.2
FAR_AHEAD: Final = 8  # player turns to which plans are played where few units are on the map
NEXT: Final = 2  # the enemy's answer: elsewhere
USUAL: Final = 30.0  # what the captain's own plan is given in advance: single games say little
ROUNDS: Final = 24  # imagined armies against which the last plans are tried
KEEPER: Final = msgspec.structs.replace(PRUDENT, posts=1.0, least_gain=3.0)  # a defender's where one place decides
TO_ATTACK: Final[tuple[Changes, ...]] = (  # a captain's weights, changed
    {},
    {"armour_caution": 5.0},
    {"march": 1.6, "armour_march": 3.2},
    {"armour_effort": 3.0},
    {"own_step": 0.4, "least_gain": 0.0},
    {"enemy_step": 2.2, "rear": 8.0},
)
TO_DEFEND: Final[tuple[Changes, ...]] = (
    {},
    {"raid": 2.0},
    {"raid": 1.0, "danger": 0.1},
    {"raid": 2.0, "fall": 0.5},
    {"own_step": 0.0, "least_gain": 0.0},
    {"fall": 1.0},
)


class Course(NamedTuple):
    """The decisions of a phase, and the weights with which the turns after it are imagined."""

    actions: tuple[Action, ...]
    weights: Weights


class General(Captain):
    """A captain that tries many plans and keeps the one that does best against imagined armies."""

    def think(self, game: SeriesGame, state: SeriesState, side: Side, view: Any, budget: Budget, rng: Random) -> Intention:
        self.weights = KEEPER if Ground(game.rules, state, side).post() is not None else PRUDENT
        return super().think(game, state, side, view, budget, rng)

    def produce(self, game: SeriesGame, state: SeriesState, side: Side, view: Any, budget: Budget, rng: Random) -> tuple[Action, ...]:
        """An attacker keeps more or fewer points for trains."""
        if _are_many(state) or not game.rules.scenario.attacks[side]:
            return super().produce(game, state, side, view, budget, rng)
        courses = [Course(purchases(game, state, side, self.weights, fares), self.weights) for fares in (FARES, FARES // 2, 0)]
        return self._best(game, state, side, view, courses, SearchBudget(budget, PRODUCTION), rng)

    def move(self, game: SeriesGame, state: SeriesState, side: Side, view: Any, budget: Budget, rng: Random) -> Plan:
        search_budget = SearchBudget(budget, MOVEMENT)
        prudent = state if view is None else imagined(game, view, rng)
        ways = plans_of(game, prudent, side, self.weights, _variants(game, side), search_budget.is_over)
        return self._chosen(game, state, side, view, ways, search_budget, rng)

    def exploit(self, game: SeriesGame, state: SeriesState, side: Side, view: Any, budget: Budget, rng: Random) -> Plan:
        search_budget = SearchBudget(budget, EXPLOITATION)
        ways = marches_of(game, state, side, self.weights, _variants(game, side), search_budget.is_over)
        return self._chosen(game, state, side, view, ways, search_budget, rng)

    def _chosen(
        self, game: SeriesGame, state: SeriesState, side: Side, view: Any, ways: list[Way], search_budget: SearchBudget, rng: Random
    ) -> Plan:
        plans = {(*way.plan.actions, EndPhase()): way.plan for way in ways}
        courses = [Course((*way.plan.actions, EndPhase()), way.weights) for way in ways]
        return plans[self._best(game, state, side, view, courses, search_budget, rng)]

    def _best(
        self, game: SeriesGame, state: SeriesState, side: Side, view: Any, courses: list[Course], search_budget: SearchBudget, rng: Random
    ) -> tuple[Action, ...]:
        """All against one imagined army, the better half against the next, and so on until two are left to be told apart."""
        dice, ahead = Random(rng.random()), NEXT if _are_many(state) else FAR_AHEAD
        different: dict[tuple[Action, ...], Course] = {}
        for course in courses:
            different.setdefault(course.actions, course)
        left, usual = list(different.values()), courses[0]
        totals = dict.fromkeys(different, 0.0)
        totals[usual.actions] = USUAL
        for _ in range(ROUNDS):
            world, seed = imagined(game, view, dice) if view is not None else state, dice.random()
            for number, course in enumerate(left):
                worth: float | None = None
                if len(left) > 1 and search_budget.allows():
                    follow = self._followers(side, course.weights)
                    worth = played_through(game, world, side, course.actions, follow, Random(seed), ahead, search_budget.is_over)
                if worth is None:
                    done = left[: max(1, number)]
                    return max(done, key=lambda course: (totals[course.actions], -left.index(course))).actions
                totals[course.actions] += worth
                search_budget.pay()
            left.sort(key=lambda course: -totals[course.actions])
            left = left[: max(2, (len(left) + 1) // 2)]
            if usual not in left:
                left.append(usual)
        return left[0].actions

    def _followers(self, side: Side, weights: Weights) -> Thought:
        """Captains on both sides; one's own goes on as the course began."""
        mine, theirs = Captain(weights).follow, Captain().follow

        def think(game: SeriesGame, state: SeriesState, actor: Side, rng: Random) -> tuple[Action, ...]:
            return (mine if actor == side else theirs)(game, state, actor, rng)

        return think


def _variants(game: SeriesGame, side: Side) -> tuple[Changes, ...]:
    return TO_ATTACK if game.rules.scenario.attacks[side] else TO_DEFEND


def _are_many(state: SeriesState) -> bool:
    """Whether there are too many units on the map to look far ahead."""
    return sum(hex_ >= 0 for hex_ in state.location) > FEW
