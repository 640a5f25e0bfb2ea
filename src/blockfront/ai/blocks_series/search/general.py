"""The general: makes many plans as a captain would and plays them through against guessed armies before choosing one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar, Final, NamedTuple

import msgspec

from blockfront.ai.blocks_series.captain import FEW, NONE, Captain, Rehearsal
from blockfront.ai.blocks_series.evaluation.ground import Ground, attacks
from blockfront.ai.blocks_series.evaluation.imagination import imagined
from blockfront.ai.blocks_series.evaluation.weights import DEFAULT, HOLDING, PRUDENT, Weights
from blockfront.ai.blocks_series.phases.movement import Mover, Plan
from blockfront.ai.blocks_series.phases.production import FARES, purchases
from blockfront.ai.blocks_series.search.rehearsal import Changes, Draft, against, appraise, marches_of, never, plans_of, played_through
from blockfront.ai.intentions import Intention
from blockfront.ai.player import Budget
from blockfront.ai.search.choice import chosen
from blockfront.ai.search.needs import Need
from blockfront.ai.search.race import by_halves
from blockfront.ai.search_budget import SearchBudget
from blockfront.ai.thoughts import Thoughts, thought
from blockfront.core.actions import Action
from blockfront.core.sides import Side
from blockfront.games.blocks_series.actions import EndPhase
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.state import SeriesState
from blockfront.games.blocks_series.steps.movement import GroundMovement

PRODUCTION: Final = 0.2  # share of a turn's budget spent on planning purchases; the next two likewise
MOVEMENT: Final = 0.5
EXPLOITATION: Final = 0.2
FAR_AHEAD: Final = 8  # player turns that plans are played ahead if few units are on the map
NEXT: Final = 2  # player turns elsewhere: up to the enemy's answer
TRIALS: Final = 20  # least trials of plans that nobody has rehearsed where units are few and trials cheap
OPENING: Final = 1  # last player turn in which the seed chooses among plans that are nearly as good as the best
NEARLY: Final = 15.0  # how much worse on average such a plan may be: a mean of few playings is no surer than that
ROUNDS: Final = 24  # most guessed armies against which the last plans are tried
BOLD: Final = msgspec.structs.replace(PRUDENT, needs=False)  # the weights of an attacker who leaves no garrisons behind
KEEPER: Final = msgspec.structs.replace(HOLDING, posts=1.0, least_gain=3.0)  # the weights of a defender with one place to keep
TO_ATTACK: Final[tuple[Changes, ...]] = (  # changes of a captain's weights that are tried, each for one plan
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
    """The actions of a phase, and the weights by which this side plays on in the turns after it."""

    actions: tuple[Action, ...]
    weights: Weights


class General(Captain):
    """A captain that tries many plans and keeps the one that does best against guessed armies."""

    attacking: ClassVar[Weights] = PRUDENT  # an attacker's weights

    def think(self, game: SeriesGame, state: SeriesState, side: Side, view: Any, budget: Budget, rng: Random) -> Intention:
        self.weights = _weights_for(game, state, side, self.attacking)
        return super().think(game, state, side, view, budget, rng)

    def produce(self, game: SeriesGame, state: SeriesState, side: Side, view: Any, budget: Budget, rng: Random) -> tuple[Action, ...]:
        """Tries out how many points an attacker should keep for trains."""
        if _are_many(state) or not attacks(game.rules, state, side):
            return super().produce(game, state, side, view, budget, rng)
        courses = [Course(purchases(game, state, side, self.weights, fares), self.weights) for fares in (FARES, FARES // 2, 0)]
        return self._best(game, state, side, view, courses, SearchBudget(budget, PRODUCTION), rng)

    def move(self, game: SeriesGame, state: SeriesState, side: Side, view: Any, budget: Budget, rng: Random) -> Plan:
        """Chooses the usual plan as a captain does, trying as much whatever the budget is, and leaves it only for a gain beyond doubt."""
        rehearsal = NONE if view is None else self.rehearsal(game, state, side)
        search_budget = SearchBudget(budget, MOVEMENT, least=self._least(game, state, side))
        prudent = state if view is None else imagined(game, view, rng)
        variants = tuple(changes for changes in rehearsal.variants if changes)
        drafts = drafts_of(game, state, prudent, side, view, self.weights, variants, search_budget.is_over)
        search_budget.rest()
        timed = search_budget if budget.simulations is None else None
        trials = self.rehearsed(game, side, view, drafts, rehearsal, timed, rng)
        if state.turn <= OPENING and rehearsal.worlds:
            usual = chosen([(trial.worth / max(1, trial.worlds), trial) for trial in trials], NEARLY, rng)
            trials.sort(key=lambda trial: trial is not usual)
        places = {id(trial.plan): number for number, trial in enumerate(trials)}
        drafts.sort(key=lambda draft: places[id(draft.plan)])
        return self._chosen(game, state, side, view, drafts, search_budget, rng)

    def rehearsal(self, game: SeriesGame, state: SeriesState, side: Side) -> Rehearsal:
        """Rehearses as a captain does, but no ring around places that are cut off: the captains who play on would give it up."""
        return NONE if Ground(game.rules, state, side).cuts else super().rehearsal(game, state, side)

    def _least(self, game: SeriesGame, state: SeriesState, side: Side) -> int:
        """Returns the trials that are made whatever the budget is: where nothing is rehearsed although units are few and trials cheap."""
        return 0 if self.rehearsal(game, state, side).worlds or _are_many(state) else TRIALS

    def exploit(self, game: SeriesGame, state: SeriesState, side: Side, view: Any, budget: Budget, rng: Random) -> Plan:
        search_budget = SearchBudget(budget, EXPLOITATION, least=self._least(game, state, side))
        drafts = marches_of(game, state, side, self.weights, _variants(game, state, side), search_budget.is_over, _hidden(game, view))
        return self._chosen(game, state, side, view, drafts, search_budget, rng)

    def _chosen(
        self, game: SeriesGame, state: SeriesState, side: Side, view: Any, drafts: list[Draft], search_budget: SearchBudget, rng: Random
    ) -> Plan:
        by_actions = {(*one.plan.actions, EndPhase()): one.plan for one in drafts}
        courses = [Course((*one.plan.actions, EndPhase()), one.weights) for one in drafts]
        return by_actions[self._best(game, state, side, view, courses, search_budget, rng)]

    def _best(
        self, game: SeriesGame, state: SeriesState, side: Side, view: Any, courses: list[Course], search_budget: SearchBudget, rng: Random
    ) -> tuple[Action, ...]:
        dice = Random(rng.random())
        mind = SeriesMind(game, state, side, view, courses, search_budget.is_over)
        return by_halves(mind, mind.plans(), ROUNDS, search_budget, dice).actions


class SeriesMind:
    """Plays the possible courses of a phase through, with captains playing both sides."""

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
        """Lists what would be lost in the enemy's next turn if every unit left its place."""
        return Mover(self.game, self.state, self.side, _weights_for(self.game, self.state, self.side)).duties.needs()

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
        usual = self._courses[0].weights  # whatever is done now, this side then plays on in its usual way
        follow = against(self.side, Captain(usual).follow, Captain().follow)
        return played_through(self.game, world, self.side, plan.actions, follow, Random(seed), self._ahead, self._is_over)

    def why(self, plan: Course) -> Thoughts:
        return thought("played_through", plans=len(self._courses), turns=self._ahead)


def drafts_of(
    game: SeriesGame,
    state: SeriesState,
    prudent: SeriesState,
    side: Side,
    view: Any,
    weights: Weights,
    further: tuple[Changes, ...] = (),
    is_over: Callable[[], bool] = never,
) -> list[Draft]:
    """Lists different plans for a Movement Phase: the general's own first, then what a captain would do once needs are met, then others.

    When time is over no further plan is made.
    """
    hidden = _hidden(game, view)
    own, *others = plans_of(game, prudent, side, weights, (*_variants(game, state, side), *further), is_over, hidden)
    captains = msgspec.structs.replace(DEFAULT, needs=weights.needs, hold=weights.hold, forsaken=weights.forsaken)
    theirs = () if is_over() else plans_of(game, state, side, captains, ({},))
    found = {own.plan.actions: own}
    for draft in (*theirs, *others):
        found.setdefault(draft.plan.actions, draft)
    return list(found.values())


def mind_of(game: SeriesGame, view: Any, budget: Budget, rng: Random, attacking: Weights = PRUDENT) -> SeriesMind | None:
    """Returns the general's plans and judgement for a Movement Phase; None in any other phase."""
    state, side = game.guess(view, rng), Side(view.viewer)
    top = game.stack.top(state)
    if top is None or not isinstance(top[0], GroundMovement):
        return None
    weights = _weights_for(game, state, side, attacking)
    drafts = drafts_of(game, state, imagined(game, view, rng), side, view, weights)
    return SeriesMind(game, state, side, view, [Course((*one.plan.actions, EndPhase()), one.weights) for one in drafts])


def _weights_for(game: SeriesGame, state: SeriesState, side: Side, attacking: Weights = PRUDENT) -> Weights:
    """Chooses the weights by the side's task; whoever cuts places off must hold the ring, so he minds what the enemy could do to it."""
    ground = Ground(game.rules, state, side)
    if ground.post() is not None:
        return KEEPER
    if not attacks(game.rules, state, side):
        return PRUDENT
    return msgspec.structs.replace(attacking, exposed=HOLDING.exposed) if ground.cuts else attacking


def _hidden(game: SeriesGame, view: Any) -> frozenset[int]:
    """Returns the enemy blocks that this side has never seen."""
    if view is None:
        return frozenset()
    seen = {sight.block for sight in view.blocks.seen}
    return frozenset(block for block in game.order.of_side[1 - view.viewer] if block not in seen)


def _variants(game: SeriesGame, state: SeriesState, side: Side) -> tuple[Changes, ...]:
    return TO_ATTACK if attacks(game.rules, state, side) else TO_DEFEND


def _are_many(state: SeriesState) -> bool:
    """Says whether there are too many units on the map to look far ahead."""
    return sum(hex_ >= 0 for hex_ in state.location) > FEW
