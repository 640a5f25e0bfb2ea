"""The general: climbs from a captain's plans to better ones and plays the best through the enemy's likely answer before it chooses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from statistics import mean
from typing import Any, Final, NamedTuple

from blockfront.ai.player import Budget
from blockfront.ai.purse import Purse
from blockfront.ai.titles.eastfront.captain import Captain, Intention, intention
from blockfront.ai.titles.eastfront.command import Choice, Commander, Option
from blockfront.ai.titles.eastfront.explanation import Explainer
from blockfront.ai.titles.eastfront.foresight import Foresight
from blockfront.ai.titles.eastfront.ground import Ground
from blockfront.ai.titles.eastfront.knowledge import Knowledge
from blockfront.ai.titles.eastfront.movement import Mover, Orders
from blockfront.ai.titles.eastfront.planner import ATTACK, PlanStep
from blockfront.games.eastfront.actions import Mobilise
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import BLITZ_MOVEMENT, COMMAND, MOVEMENT, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of

WORLDS: Final = 2  # hidden enemies that the best plans are played through against
FINALISTS: Final = 3  # plans that are played through
FORESEEN: Final = 0.5  # weight of what a plan comes to after the enemy's answer, beside the captain's own judgement of it
SHARES: Final = {COMMAND: 0.6, MOVEMENT: 0.25, BLITZ_MOVEMENT: 0.15}  # of a turn's budget, by phase
CLIMBING: Final = 0.6  # of the Command Phase's share that goes into making plans, where time is counted


class Plan(NamedTuple):
    """Activations, the attacks left out on purpose, and what comes of them in the captain's judgement."""

    chosen: tuple[Option, ...]
    avoid: HexSet
    choice: Choice


class Climb:
    """Makes plans, each near the best so far, as long as a purse allows."""

    def __init__(self, commander: Commander, purse: Purse) -> None:
        self.commander, self.purse = commander, purse
        suggested, self.dreamt = commander.suggestions()
        self.plans = [Plan((), 0, Choice((), 0.0, None, self.dreamt))]
        self._known: set[tuple[tuple[Option, ...], HexSet]] = {((), 0)}
        self._try_all((chosen, 0) for chosen in suggested)
        while purse.allows() and self._try_all(self._near(self.best)):
            pass

    @property
    def best(self) -> Plan:
        return max(self.plans, key=lambda plan: plan.choice.net)

    def finalists(self) -> list[Plan]:
        """The best plans; doing nothing is always one of them."""
        active = sorted(self.plans[1:], key=lambda plan: -plan.choice.net)
        return [self.plans[0], *active[:FINALISTS]]

    def _near(self, plan: Plan) -> Iterator[tuple[tuple[Option, ...], HexSet]]:
        for hex_ in restraints(plan.choice.orders):
            yield plan.chosen, plan.avoid | hex_
        for chosen in neighbours(self.commander, plan.chosen, self.dreamt):
            yield chosen, plan.avoid

    def _try_all(self, plans: Iterable[tuple[tuple[Option, ...], HexSet]]) -> bool:
        """Whether there was a new plan and one better than all before."""
        before = self.best.choice.net
        for key in plans:
            if key in self._known or not key[0]:
                continue
            if not self.purse.allows():
                return False
            self.purse.pay()
            self._known.add(key)
            self.plans.append(Plan(*key, self.commander.rehearse(key[0], self.dreamt, key[1])))
        return self.best.choice.net > before


class General(Captain):
    def command(self, game: EastFront, knowledge: Knowledge, view: Any, budget: Budget, rng: Random) -> Intention:
        counted = budget.simulations is not None
        climbing = Purse(budget, SHARES[COMMAND] * (1.0 if counted else CLIMBING))
        weighing = Purse(budget, SHARES[COMMAND])
        climb = Climb(Commander(game, knowledge, Ground(knowledge)), climbing)
        best, worth = climb.best, climb.best.choice.net
        finalists = climb.finalists()
        if len(finalists) > 1 and weighing.allows():
            worlds = [Foresight(game, knowledge, Random(rng.random())) for _ in range(WORLDS)]
            idle = foreseen(worlds, finalists[0], knowledge.state)
            values = {0: 0.0}
            for number, plan in enumerate(finalists[1:], 1):
                if weighing.allows():
                    values[number] = plan.choice.net + FORESEEN * (foreseen(worlds, plan, knowledge.state) - idle)
            best, worth = max(((finalists[number], value) for number, value in values.items()), key=lambda pair: pair[1])
        text = f"best of {climbing.spent + 1} plans, {worth:+.1f} with the likely answer"
        return intention(best.choice, f"{Explainer(knowledge).command(best.choice)}; {text}")

    def move(self, game: EastFront, knowledge: Knowledge, view: Any, budget: Budget, rng: Random) -> Intention:
        purse = Purse(budget, SHARES.get(knowledge.state.phase, 0.0))
        mover = Mover(knowledge, Ground(knowledge))
        best = mover.orders()
        for avoid in restraints(best):
            if not purse.allows():
                break
            purse.pay()
            other = mover.orders(avoid)
            if other.score > best.score:
                best = other
        return Intention(tuple(best.actions), f"{Explainer(knowledge).movement(best)}; best of {purse.spent + 1} plans")


def foreseen(worlds: list[Foresight], plan: Plan, before: EastFrontState) -> float:
    """What a plan comes to after the enemy's answer, on average over the imagined worlds, headquarters paid."""
    orders, active = plan.choice.orders, [option.hq for option in plan.chosen]
    after = before if orders is None else orders.state
    still_active = active if orders is None else staying(orders, active)
    price = sum(option.price for option in plan.chosen)
    return mean(world.value(after, still_active) for world in worlds) - price


def staying(orders: Orders, active: list[int]) -> list[int]:
    """Headquarters that are still active in combat."""
    gone = {action.hq for action in orders.actions if isinstance(action, Mobilise)}
    return [hq for hq in active if hq not in gone]


def restraints(orders: Orders | None) -> Iterator[HexSet]:
    """Attacks to leave out: each one, then all."""
    attacks = [] if orders is None else [s.hex for s in sorted(orders.steps, key=lambda step: step.gain) if s.kind == ATTACK]
    for hex_ in attacks:
        yield 1 << hex_
    if len(attacks) > 1:
        yield mask_of(attacks)


def neighbours(commander: Commander, base: tuple[Option, ...], dreamt: list[PlanStep]) -> list[tuple[Option, ...]]:
    """Sets that differ from one in a headquarters: another way to use it, one more, one less; the most promising first."""
    ways: dict[tuple[int, bool], tuple[float, tuple[Option, ...]]] = {}
    for option in commander.options():
        chosen = (*(other for other in base if other.hq != option.hq), option)
        profit = commander.worth(dreamt, list(chosen)) - sum(other.price for other in chosen)
        key = (option.hq, option.blitz)
        if option not in base and (key not in ways or profit > ways[key][0]):
            ways[key] = profit, tuple(sorted(chosen))
    fewer = [tuple(other for other in base if other != option) for option in base]
    return [*(chosen for _, chosen in sorted(ways.values(), key=lambda way: -way[0])), *fewer]
