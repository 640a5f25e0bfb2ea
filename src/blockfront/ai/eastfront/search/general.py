"""The general: improves a captain's plans step by step and plays the best through the enemy's likely answer before choosing one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from blockfront.ai.eastfront.captain import Captain, intention
from blockfront.ai.eastfront.evaluation.ground import Ground
from blockfront.ai.eastfront.evaluation.knowledge import Knowledge
from blockfront.ai.eastfront.evaluation.outlook import likely_command, pressure
from blockfront.ai.eastfront.evaluation.weights import CALM, NO_TOMORROW, PRESSED, STRIVING, Weights, at_the_end, in_haste, in_need
from blockfront.ai.eastfront.phases.movement import Mover, Orders
from blockfront.ai.eastfront.phases.opening import Opening
from blockfront.ai.eastfront.planning.command import REHEARSALS, Activation, Choice, Commander
from blockfront.ai.eastfront.planning.explanation import Explainer
from blockfront.ai.eastfront.planning.planner import ATTACK, NEED, PlanStep
from blockfront.ai.eastfront.planning.standing_battles import StandingBattles
from blockfront.ai.eastfront.search.foresight import Foresight
from blockfront.ai.eastfront.search.last_month import LastMonth
from blockfront.ai.intentions import Intention
from blockfront.ai.player import Budget
from blockfront.ai.search.needs import Need
from blockfront.ai.search.race import in_all_worlds
from blockfront.ai.search_budget import SearchBudget
from blockfront.ai.thoughts import Thoughts, thought
from blockfront.core.actions import Action
from blockfront.core.sides import Side
from blockfront.games.eastfront.actions import Deploy, Mobilise
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import BLITZ_MOVEMENT, COMMAND, MOVEMENT, SOVIET, EastFrontState
from blockfront.games.eastfront.steps.command import CommandPhase
from blockfront.games.eastfront.steps.deployment import Deployment
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of


class Trust(NamedTuple):
    """How much of a plan's promise and of its foreseen result comes true."""

    judged: float
    foreseen: float


WORLDS: Final = 2  # guessed enemies against which the best plans are played through
FINALISTS: Final = 3  # plans that are played through
LAST: Final = 6  # plans that are played out where the enemy has no answer
VARIANTS: Final = 3  # variants of the best of them that are played through, too
SHARES: Final = {COMMAND: 0.8, MOVEMENT: 0.1, BLITZ_MOVEMENT: 0.1}  # shares of a turn's budget, by phase
CLIMBING: Final = 0.5  # share of the Command Phase's time that goes into making plans

# How much of a plan's promise came true a turn later, fitted over captains' games: a third of the promise, two fifths of what
# was left of it after the foreseen answer; and a command step was missed at nearly its full worth.
USUAL: Final = Trust(0.3, 0.4)
LATE: Final = Trust(0.18, 0.24)  # after the last Production, when a command step is lost for good
STAKE: Final = Trust(0.5, 0.6)  # then, for a side with nothing to lose, because standing still does not win
LEAP: Final = Trust(0.4, 0.6)  # for such a side if its next turn may come before the enemy's
EXACT: Final = Trust(1.0, 0.0)  # if the enemy has no answer: odds are exact and points are counted at once

SOONER: Final = 0.001  # share of a victory that a point of promise is worth where places decide: waiting for the last turn is a risk
PRESSING: Final = 0.3  # pressure above which the general plays for a gain
PLENTY: Final = 0.5  # scarcity of production up to which it may begin any battle

Key = tuple[tuple[Activation, ...], HexSet]


class Plan(NamedTuple):
    """Activations, the hexes deliberately not attacked, and the captain's judgement of the result."""

    chosen: tuple[Activation, ...]
    avoid: HexSet
    choice: Choice

    @property
    def price(self) -> float:
        """The cost of all activations."""
        return sum(option.price for option in self.chosen)

    @property
    def promise(self) -> float:
        """The promised gain of the position, before the cost of headquarters."""
        return self.choice.net + self.price

    def hoped(self, trust: Trust) -> float:
        """Returns the expected gain as long as the enemy's answer has not been foreseen."""
        return (trust.judged + trust.foreseen) * self.promise - self.price


class Climb:
    """Makes plans, each a small change of the best so far, as long as the search budget allows."""

    def __init__(self, commander: Commander, search_budget: SearchBudget) -> None:
        self.commander, self.search_budget = commander, search_budget
        self.trust = trust_of(commander.knowledge)
        suggested, self.ideal, bold = commander.suggestions()
        self.idle = Plan((), 0, Choice((), 0.0, None, self.ideal))
        self.plans: list[Plan] = []
        self._known: set[Key] = {((), 0)}
        standing_battles = StandingBattles(commander, self.trust.judged + self.trust.foreseen)
        led = (standing_battles.led(self.ideal), standing_battles.led(bold))
        for chosen in list(dict.fromkeys(chosen for chosen in (*led, *suggested) if chosen))[:REHEARSALS]:
            self._try((chosen, 0))  # as many as a captain tries, whatever the budget says
        needs = [step for step in self.ideal if step.kind == NEED]
        for chosen in (tuple(sorted(commander.cover([o for o in commander.options if not o.blitz], needs))),) if needs else ():
            if chosen:
                self._try((chosen, commander.rules.board.playable))  # only meets needs
        self.standing = standing_battles.best()
        self._try_all(((option,), 0) for option in self.standing)
        self._try_all((chosen, 0) for chosen in suggested)
        while search_budget.allows() and self._try_all(self.near(self.best)):
            pass
        for plan in self.ranked()[1:]:  # with time left, also near the other plans
            self._try_all(self.near(plan))

    @property
    def best(self) -> Plan:
        """The plan that promises most so far; doing nothing if there is none."""
        return max(self.plans, key=self.hoped, default=self.idle)

    def hoped(self, plan: Plan) -> float:
        return plan.hoped(self.trust)

    def ranked(self) -> list[Plan]:
        return sorted(self.plans, key=self.hoped, reverse=True)

    def finalists(self) -> list[Plan]:
        """Returns the most promising plans, which are played through; where places decide, also the best of them in a blitz."""
        best = self.ranked()[:FINALISTS]
        return [*best, *self.bolder(best[0])] if best and self.commander.knowledge.worth.deciding else best

    def near(self, plan: Plan) -> Iterator[Key]:
        """Yields plans that differ from this one in one thing."""
        for option in self.standing:
            if option not in plan.chosen:
                yield replaced(plan.chosen, option), plan.avoid
        for hex_ in restraints(plan.choice.orders):
            yield plan.chosen, plan.avoid | hex_
        for chosen in neighbours(self.commander, plan.chosen, self.ideal):
            yield chosen, plan.avoid

    def variants(self, plan: Plan) -> Iterator[Plan]:
        """Yields plans that do less than this one: without an attack or without a headquarters."""
        fewer = [tuple(other for other in plan.chosen if other != option) for option in plan.chosen]
        calmer = [(plan.chosen, plan.avoid | hex_) for hex_ in restraints(plan.choice.orders)]
        for key in [*calmer, *((chosen, plan.avoid) for chosen in fewer)]:
            known = next((other for other in self.plans if (other.chosen, other.avoid) == key), None)
            if key[0]:
                yield known or Plan(*key, self.commander.rehearse(key[0], self.ideal, key[1]))

    def bolder(self, plan: Plan) -> Iterator[Plan]:
        """Yields the plan with one of its headquarters blitzing from the same hex."""
        for option in self.commander.options:
            if option.blitz and any((other.hq, other.hex, other.blitz) == (option.hq, option.hex, False) for other in plan.chosen):
                chosen = replaced(plan.chosen, option)
                yield Plan(chosen, plan.avoid, self.commander.rehearse(chosen, self.ideal, plan.avoid))

    def _try_all(self, plans: Iterable[Key]) -> bool:
        """Tries new plans while the budget allows; returns whether one was better than all before."""
        before = self.hoped(self.best)
        for key in plans:
            if key in self._known or not key[0]:
                continue
            if not self.search_budget.allows():
                return False
            self._try(key)
        return self.hoped(self.best) > before

    def _try(self, key: Key) -> None:
        self.search_budget.pay()
        self._known.add(key)
        self.plans.append(Plan(*key, self.commander.rehearse(key[0], self.ideal, key[1])))


class EastFrontMind:
    """Plays the plans of a Command Phase through the enemy's likely answer; doing nothing counts as zero."""

    def __init__(self, game: EastFront, knowledge: Knowledge, climb: Climb) -> None:
        self.game, self.knowledge, self.climb = game, knowledge, climb
        self.trust = trust_of(knowledge)
        self._idle: dict[Foresight, float] = {}

    def needs(self) -> list[Need]:
        return self.climb.commander.ground.front.needs(self.knowledge.state)

    def plans(self) -> list[Plan]:
        return [self.climb.idle, *self.climb.finalists()]

    def actions(self, plan: Plan) -> tuple[Action, ...]:
        return intention(plan.choice, ()).actions

    def world(self, rng: Random) -> Foresight:
        return Foresight(self.game, self.knowledge, Random(rng.random()))

    def standing(self, world: Foresight) -> float:
        return world.standing()

    def foretold(self, plan: Plan, world: Foresight, seed: float) -> float:
        if not plan.chosen:
            if world not in self._idle:
                self._idle[world] = world.value(self.knowledge.state, [])
            return self._idle[world]
        orders = plan.choice.orders
        assert orders is not None
        active, blitzing = [option.hq for option in plan.chosen], [option.hq for option in plan.chosen if option.blitz]
        return world.value(orders.state, staying(orders, active), blitzing)

    def worth(self, plan: Plan, world: Foresight, seed: float) -> float:
        if not plan.chosen:
            return 0.0
        change = self.foretold(plan, world, seed) - self.foretold(self.climb.idle, world, seed)
        return self.trust.judged * plan.promise + self.trust.foreseen * change - plan.price

    def why(self, plan: Plan) -> Thoughts:
        return Explainer(self.knowledge).command(plan.choice)


def merits_of(month: LastMonth, state: EastFrontState, plans: list[Plan], search_budget: SearchBudget) -> list[tuple[Plan, float]]:
    """Returns plans for a turn of the last month with their chances to win, as many as the budget allows."""
    found: list[tuple[Plan, float]] = []
    for plan in plans:
        if not search_budget.allows():
            break
        orders, active = plan.choice.orders, [option.hq for option in plan.chosen]
        blitzing = [option.hq for option in plan.chosen if option.blitz]
        after, ready = (orders.state, staying(orders, active)) if orders else (state, [])
        found.append((plan, month.merit(after, ready, blitzing, len(active) + len(blitzing))))
    return found


class General(Captain):
    """A captain that searches: it improves its plans step by step and judges the best by the enemy's likely answer."""

    def __init__(self, weights: Weights = CALM) -> None:
        super().__init__(weights)

    def _think(self, game: EastFront, knowledge: Knowledge, view: Any, budget: Budget, rng: Random) -> Intention:
        knowledge = looked_closely(game, knowledge)
        top = game.stack.top(knowledge.state)
        if top is not None and isinstance(top[0], Deployment):
            placements, reason = Opening(game, knowledge.state, knowledge.side, self.weights).best(rng)
            return Intention((Deploy(placements),), reason)
        return super()._think(game, knowledge, view, budget, rng)

    def command(self, game: EastFront, knowledge: Knowledge, view: Any, budget: Budget, rng: Random) -> Intention:
        """Returns the activations of the best plan found within the budget.

        Whoever must cross Poland to win does what a captain would rather than wait: points do not show what waiting costs.
        """
        counted = budget.simulations is not None
        climbing = SearchBudget(budget, SHARES[COMMAND] * (1.0 if counted else CLIMBING))
        search_budget = SearchBudget(budget, SHARES[COMMAND])
        climb = Climb(Commander(game, knowledge, Ground(knowledge)), climbing)
        mind = EastFrontMind(game, knowledge, climb)
        search_budget.rest()
        told: Thoughts = ()
        best = climb.best if climb.hoped(climb.best) > 0.0 else climb.idle
        finalists = climb.finalists()
        if finalists and not knowledge.worth.months and knowledge.worth.ends_here and knowledge.worth.by_points:
            tried = finalists if knowledge.is_answered else climb.ranked()[:LAST]
            merits = merits_of(LastMonth(game, knowledge, rng), knowledge.state, [climb.idle, *tried], search_budget)
            if len(merits) > 1:
                sooner = SOONER if knowledge.worth.deciding else 0.0
                best, merit = max(merits, key=lambda found: found[1] + sooner * found[0].promise)
                told = thought("to_the_end", percent=round(100 * min(1.0, max(0.0, merit))), plans=len(merits))
        elif finalists and knowledge.is_answered and search_budget.allows():
            worlds = [mind.world(rng) for _ in range(WORLDS)]
            weighed = [(climb.idle, 0.0), *in_all_worlds(mind, finalists, worlds, search_budget)]
            if len(weighed) > 1:
                known = {(plan.chosen, plan.avoid) for plan, _ in weighed}
                first = max(weighed, key=lambda found: found[1])[0]
                others = (plan for plan in islice(climb.variants(first), VARIANTS) if (plan.chosen, plan.avoid) not in known)
                weighed += in_all_worlds(mind, others, worlds, search_budget)
                best, worth = max(weighed, key=lambda found: found[1])
                told = thought("with_answer", points=round(worth, 1), plans=climbing.spent + 1)
        if not best.chosen and not knowledge.worth.by_points and knowledge.pressure:
            return super().command(game, knowledge, view, budget, rng)
        return intention(best.choice, mind.why(best) + told)

    def move(self, game: EastFront, knowledge: Knowledge, view: Any, budget: Budget, rng: Random) -> Intention:
        """Returns the best orders, trying to leave out each attack."""
        search_budget = SearchBudget(budget, SHARES.get(knowledge.state.phase, 0.0))
        mover = Mover(knowledge, Ground(knowledge))
        best = mover.orders()
        for avoid in restraints(best):
            if not search_budget.allows():
                break
            search_budget.pay()
            other = mover.orders(avoid)
            if other.score > best.score:
                best = other
        return Intention(tuple(best.actions), Explainer(knowledge).movement(best) + thought("best_of", plans=search_budget.spent + 1))


def mind_of(game: EastFront, view: Any, budget: Budget, rng: Random) -> EastFrontMind | None:
    """Returns the general's plans and judgement for a Command Phase; None in any other phase."""
    state = game.guess(view, rng)
    top = game.stack.top(state)
    if top is None or not isinstance(top[0], CommandPhase):
        return None
    knowledge = looked_closely(game, Knowledge(game.rules, state, Side(view.viewer), CALM))
    climb = Climb(Commander(game, knowledge, Ground(knowledge)), SearchBudget(budget, SHARES[COMMAND]))
    return EastFrontMind(game, knowledge, climb)


def looked_closely(game: EastFront, knowledge: Knowledge) -> Knowledge:
    """Returns the knowledge with the weights that fit the position."""
    look_closely(knowledge)
    if not knowledge.is_answered:
        knowledge.weights = counting_cut_off(NO_TOMORROW, knowledge)
        return knowledge
    knowledge = Knowledge(game.rules, knowledge.state, knowledge.side, weights_for(knowledge))
    look_closely(knowledge)
    return knowledge


def look_closely(knowledge: Knowledge) -> None:
    """After the last Production, when headquarters only get weaker, judges the outlook by what was seen of the enemy's."""
    if not knowledge.worth.months:
        knowledge.pressure = pressure(knowledge.rules, knowledge.state, knowledge.side, knowledge.worth, likely_command(knowledge))


def weights_for(knowledge: Knowledge) -> Weights:
    """Returns the weights for a position in which the enemy still has a turn."""
    is_pressed = knowledge.pressure > PRESSING
    weights = PRESSED if is_pressed else STRIVING if knowledge.pressure else CALM
    if not knowledge.worth.months:
        weights = counting_cut_off(at_the_end(weights), knowledge)
    if is_pressed and knowledge.economy.scarcity > PLENTY:
        weights = in_need(weights)
    return in_haste(weights, knowledge.haste)


def counting_cut_off(weights: Weights, knowledge: Knowledge) -> Weights:
    """Counts every unsupplied enemy in the last Soviet turn: he stays unsupplied until the points are counted."""
    if knowledge.side != SOVIET or knowledge.worth.turns:
        return weights
    return msgspec.structs.replace(weights, no_zone=float(knowledge.rules.tables.numbers.points_per_unsupplied_german_unit))


def trust_of(knowledge: Knowledge) -> Trust:
    """Returns how far plans are trusted in a position."""
    if not knowledge.is_answered:
        return EXACT
    is_content = not knowledge.pressure
    if not knowledge.worth.months:
        return LATE if is_content else STAKE
    return LEAP if knowledge.again and not is_content else USUAL


def staying(orders: Orders, active: list[int]) -> list[int]:
    """Lists the headquarters that are still active in combat, having not moved on."""
    gone = {action.hq for action in orders.actions if isinstance(action, Mobilise)}
    return [hq for hq in active if hq not in gone]


def restraints(orders: Orders | None) -> Iterator[HexSet]:
    """Yields attacks to leave out: each one, then all."""
    attacks = [] if orders is None else [s.hex for s in sorted(orders.steps, key=lambda step: step.gain) if s.kind == ATTACK]
    for hex_ in attacks:
        yield 1 << hex_
    if len(attacks) > 1:
        yield mask_of(attacks)


def replaced(chosen: tuple[Activation, ...], option: Activation) -> tuple[Activation, ...]:
    """Returns a set of activations in which one headquarters is used as given."""
    return tuple(sorted((*(other for other in chosen if other.hq != option.hq), option)))


def neighbours(commander: Commander, base: tuple[Activation, ...], ideal: list[PlanStep]) -> list[tuple[Activation, ...]]:
    """Lists sets that differ by one headquarters: used otherwise, added or left out; most promising first."""
    ways: dict[tuple[int, bool], tuple[float, tuple[Activation, ...]]] = {}
    for option in commander.options:
        chosen = replaced(base, option)
        profit = commander.worth(ideal, list(chosen)) - sum(other.price for other in chosen)
        key = (option.hq, option.blitz)
        if option not in base and (key not in ways or profit > ways[key][0]):
            ways[key] = profit, chosen
    fewer = [tuple(other for other in base if other != option) for option in base]
    return [*(chosen for _, chosen in sorted(ways.values(), key=lambda way: -way[0])), *fewer]
