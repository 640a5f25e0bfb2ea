"""The general: makes many of a captain's plans and plays them through against imagined armies before it chooses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from blockfront.ai.blocks_series.captain import FEW, Captain
from blockfront.ai.blocks_series.evaluation.exposure import Exposure
from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.ai.blocks_series.evaluation.imagination import imagined
from blockfront.ai.blocks_series.evaluation.weights import PRUDENT, Weights
from blockfront.ai.blocks_series.phases.movement import Plan
from blockfront.ai.blocks_series.phases.production import FARES, purchases
from blockfront.ai.blocks_series.search.rehearsal import Changes, Way, against, appraise, marches_of, never, plans_of, played_through
from blockfront.ai.intentions import Intention
from blockfront.ai.player import Budget
from blockfront.ai.search.needs import Need, worst
from blockfront.ai.search.race import by_halves
from blockfront.ai.search_budget import SearchBudget
from blockfront.core.actions import Action
from blockfront.core.sides import Side
from blockfront.games.blocks_series.actions import EndPhase
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.state import SeriesState
from blockfront.games.blocks_series.steps.movement import GroundMovement

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
        self.weights = _weights_for(game, state, side)
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
        dice = Random(rng.random())
        mind = SeriesMind(game, state, side, view, courses, search_budget.is_over)
        return by_halves(mind, mind.plans(), ROUNDS, USUAL, search_budget, dice).actions


class SeriesMind:
    """Courses of a phase, played through as captains would play both sides."""

    def __init__(
        self, game: SeriesGame, state: SeriesState, side: Side, view: Any, courses: Sequence[Course], is_over: Callable[[], bool] = never
    ) -> None:
        self.game, self.state, self.side, self.view, self._is_over = game, state, side, view, is_over
        different: dict[tuple[Action, ...], Course] = {}
        for course in courses:
            different.setdefault(course.actions, course)
        self._courses = list(different.values())
        self._ahead = NEXT if _are_many(state) else FAR_AHEAD

    def needs(self) -> list[Need]:
        """Places that count, by what they are worth and the chance that they fall with those who stand there."""
        rules, ground = self.game.rules, Ground(self.game.rules, self.state, self.side)
        exposure = Exposure(rules, self.state, self.side)
        falls = {hex_: exposure.falls(hex_, rules.fire.units_at(self.state, hex_, self.side)) for hex_ in ground.kept}
        return worst(Need(1 << hex_, ground.kept[hex_] * chance, rules.board.name(hex_)) for hex_, chance in falls.items())

    def plans(self) -> list[Course]:
        return self._courses

    def actions(self, plan: Course) -> tuple[Action, ...]:
        return plan.actions

    def world(self, rng: Random) -> SeriesState:
        return imagined(self.game, self.view, rng) if self.view is not None else self.state

    def standing(self, world: SeriesState) -> float:
        return appraise(self.game, world, self.side)

    def worth(self, plan: Course, world: SeriesState, seed: float) -> float | None:
        return self.foretold(plan, world, seed)

    def foretold(self, plan: Course, world: SeriesState, seed: float) -> float | None:
        follow = against(self.side, Captain(plan.weights).follow, Captain().follow)  # one's own goes on as the course began
        return played_through(self.game, world, self.side, plan.actions, follow, Random(seed), self._ahead, self._is_over)

    def why(self, plan: Course) -> str:
        return f"best of {len(self._courses)} plans played through {self._ahead} turns"


def mind_of(game: SeriesGame, view: Any, budget: Budget, rng: Random) -> SeriesMind | None:
    """The general's for a Movement Phase; None at any other time."""
    state, side = game.guess(view, rng), Side(view.viewer)
    top = game.stack.top(state)
    if top is None or not isinstance(top[0], GroundMovement):
        return None
    weights = _weights_for(game, state, side)
    ways = plans_of(game, imagined(game, view, rng), side, weights, _variants(game, side))
    return SeriesMind(game, state, side, view, [Course((*way.plan.actions, EndPhase()), way.weights) for way in ways])


def _weights_for(game: SeriesGame, state: SeriesState, side: Side) -> Weights:
    return KEEPER if Ground(game.rules, state, side).post() is not None else PRUDENT


def _variants(game: SeriesGame, side: Side) -> tuple[Changes, ...]:
    return TO_ATTACK if game.rules.scenario.attacks[side] else TO_DEFEND


def _are_many(state: SeriesState) -> bool:
    """Whether there are too many units on the map to look far ahead."""
    return sum(hex_ >= 0 for hex_ in state.location) > FEW
