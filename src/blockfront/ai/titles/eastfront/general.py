"""The general: makes a captain's plans, several of them, and plays each through the enemy's likely answer before it chooses."""

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
from blockfront.games.eastfront.state import BLITZ_MOVEMENT, COMMAND, MOVEMENT
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of

WORLDS: Final = 2  # hidden enemies that every plan is tried against
SHARES: Final = {COMMAND: 0.6, MOVEMENT: 0.25, BLITZ_MOVEMENT: 0.15}  # of a turn's budget, by phase
CONVINCING: Final = 0.3  # points by which a plan must be better than the captain's to be preferred


class Tried(NamedTuple):
    """A plan and what it is worth after the enemy's answer, headquarters paid: in the first imagined world, and in all of them."""

    first: float
    worth: float
    chosen: tuple[Option, ...]
    choice: Choice


class Table:
    """Where plans of one Command Phase are tried, all against the same imagined enemies."""

    def __init__(self, commander: Commander, worlds: list[Foresight], purse: Purse, dreamt: list[PlanStep]) -> None:
        self.commander, self.worlds, self.purse, self.dreamt = commander, worlds, purse, dreamt
        values = [world.value(commander.state, []) for world in worlds]
        self.idle = Tried(values[0], mean(values), (), Choice((), 0.0, None, dreamt))
        self.best = self.idle
        self._tried: set[tuple[tuple[Option, ...], HexSet]] = set()

    def try_all(self, plans: Iterable[tuple[tuple[Option, ...], HexSet]]) -> None:
        """Try plans (activations, attacks to leave out) that are new, as long as the purse allows."""
        for chosen, avoid in plans:
            if chosen and (chosen, avoid) not in self._tried:
                if not self.purse.allows():
                    return
                self._tried.add((chosen, avoid))
                self._try(chosen, avoid)

    def _try(self, chosen: tuple[Option, ...], avoid: HexSet) -> None:
        """A plan that does better in the first world must be convincing in all of them."""
        self.purse.pay()
        choice = self.commander.rehearse(chosen, self.dreamt, avoid)
        assert choice.orders is not None
        active = staying(choice.orders, [option.hq for option in chosen])
        price = sum(option.price for option in chosen)
        first = self.worlds[0].value(choice.orders.state, active) - price
        if first < self.best.first + CONVINCING:
            return
        others = [world.value(choice.orders.state, active) - price for world in self.worlds[1:]]
        worth = mean([first, *others])
        if worth > self.best.worth + CONVINCING:
            self.best = Tried(first, worth, chosen, choice)


def staying(orders: Orders, active: list[int]) -> list[int]:
    """Headquarters that are still active in combat."""
    gone = {action.hq for action in orders.actions if isinstance(action, Mobilise)}
    return [hq for hq in active if hq not in gone]


class General(Captain):
    def command(self, game: EastFront, knowledge: Knowledge, view: Any, budget: Budget, rng: Random) -> Intention:
        purse = Purse(budget, SHARES[COMMAND])
        commander = Commander(game, knowledge, Ground(knowledge))
        suggested, dreamt = commander.suggestions()
        worlds = [Foresight(game, knowledge, Random(rng.random())) for _ in range(WORLDS)]
        table = Table(commander, worlds, purse, dreamt)
        table.try_all((chosen, 0) for chosen in suggested)
        table.try_all((table.best.chosen, avoid) for avoid in list(self._restraints(table.best.choice.orders)))
        table.try_all((chosen, 0) for chosen in neighbours(commander, table.best.chosen, dreamt))
        best = table.best
        found = f"best of {purse.spent + 1} plans, {best.worth - table.idle.worth:+.1f} over doing nothing after the likely answer"
        return intention(best.choice, f"{Explainer(knowledge).command(best.choice)}; {found}")

    def move(self, game: EastFront, knowledge: Knowledge, view: Any, budget: Budget, rng: Random) -> Intention:
        purse = Purse(budget, SHARES.get(knowledge.state.phase, 0.0))
        mover = Mover(knowledge, Ground(knowledge))
        active = knowledge.rules.headquarters.active(knowledge.state, knowledge.side)
        best = mover.orders()
        if purse.allows():
            foresight = Foresight(game, knowledge, Random(rng.random()))
            worth = foresight.value(best.state, staying(best, active))
            for avoid in self._restraints(best):
                if not purse.allows():
                    break
                purse.pay()
                other = mover.orders(avoid)
                found = foresight.value(other.state, staying(other, active))
                if found > worth + CONVINCING:
                    worth, best = found, other
        text = f"{Explainer(knowledge).movement(best)}; best of {purse.spent + 1} plans"
        return Intention(tuple(best.actions), text)

    def _restraints(self, orders: Orders | None) -> Iterator[HexSet]:
        """Attacks to leave out: each one, then all."""
        if orders is None:
            return
        attacks = [step.hex for step in sorted(orders.steps, key=lambda step: step.gain) if step.kind == ATTACK]
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
