"""The general: makes a captain's plans, several of them, and plays each through the enemy's likely answer before it chooses."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple

from blockfront.ai.player import Budget
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
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of

COMMAND_SHARE: Final = 0.6  # of a turn's budget that the Command Phase may use
MOVEMENT_SHARE: Final = 0.35


class Purse:
    """What is left of a budget: simulations where they are counted, else seconds."""

    def __init__(self, budget: Budget, share: float) -> None:
        self._left = None if budget.simulations is None else max(1, int(budget.simulations * share))
        self._until = time.perf_counter() + budget.seconds * share
        self._longest = 0.0
        self._since = time.perf_counter()
        self.spent = 0

    def allows(self) -> bool:
        """Whether another simulation may begin: it must be expected to end in time."""
        now = time.perf_counter()
        if self.spent:
            self._longest = max(self._longest, now - self._since)
        self._since = now
        if self._left is not None:
            return self.spent < self._left
        return now + self._longest <= self._until

    def pay(self) -> None:
        self.spent += 1


class Tried(NamedTuple):
    """A plan and what it is worth after the enemy's answer."""

    worth: float
    chosen: tuple[Option, ...]
    choice: Choice


class General(Captain):
    def command(self, game: EastFront, knowledge: Knowledge, view: Any, budget: Budget, rng: Random) -> Intention:
        purse = Purse(budget, COMMAND_SHARE)
        commander = Commander(game, knowledge, Ground(knowledge))
        foresight = Foresight(game, knowledge, Random(rng.random()))
        suggested, dreamt = commander.suggestions()
        quiet = foresight.value(knowledge.state, [])
        best = Tried(quiet, (), Choice((), 0.0, None, dreamt))
        for chosen in self._sets(commander, suggested, dreamt):
            if not purse.allows():
                break
            best = max(best, self._try(commander, foresight, chosen, dreamt, purse), key=lambda tried: tried.worth)
        for avoid in self._restraints(best.choice.orders):
            if not purse.allows():
                break
            best = max(best, self._try(commander, foresight, best.chosen, dreamt, purse, avoid), key=lambda tried: tried.worth)
        found = f"best of {purse.spent + 1} plans, {best.worth - quiet:+.1f} over doing nothing"
        return intention(best.choice, f"{Explainer(knowledge).command(best.choice)}; {found}")

    def _try(
        self,
        commander: Commander,
        foresight: Foresight,
        chosen: tuple[Option, ...],
        dreamt: list[PlanStep],
        purse: Purse,
        avoid: HexSet = 0,
    ) -> Tried:
        purse.pay()
        choice = commander.rehearse(chosen, dreamt, avoid)
        assert choice.orders is not None
        worth = foresight.value(choice.orders.state, self._staying(choice.orders, [option.hq for option in chosen]))
        return Tried(worth, chosen, choice)

    def _staying(self, orders: Orders, active: list[int]) -> list[int]:
        """Headquarters that are still active in combat."""
        gone = {action.hq for action in orders.actions if isinstance(action, Mobilise)}
        return [hq for hq in active if hq not in gone]

    def _sets(
        self, commander: Commander, suggested: list[tuple[Option, ...]], dreamt: list[PlanStep]
    ) -> Iterator[tuple[Option, ...]]:
        """Sets of activations to try: the captain's, then his first with one more, one less or one placed otherwise."""
        yield from suggested
        tried, base = set(suggested), suggested[0] if suggested else ()
        for option in sorted(commander.options(), key=lambda option: option.price - commander.worth(dreamt, [*base, option])):
            rest = tuple(other for other in base if other.hq != option.hq)
            for chosen in (tuple(sorted((*rest, option))), rest):
                if chosen and chosen not in tried:
                    tried.add(chosen)
                    yield chosen

    def move(self, game: EastFront, knowledge: Knowledge, view: Any, budget: Budget, rng: Random) -> Intention:
        purse = Purse(budget, MOVEMENT_SHARE)
        foresight = Foresight(game, knowledge, Random(rng.random()))
        mover = Mover(knowledge, Ground(knowledge))
        active = knowledge.rules.headquarters.active(knowledge.state, knowledge.side)
        orders = mover.orders()
        best = foresight.value(orders.state, self._staying(orders, active)), orders
        for avoid in self._restraints(orders):
            if not purse.allows():
                break
            purse.pay()
            other = mover.orders(avoid)
            worth = foresight.value(other.state, self._staying(other, active))
            if worth > best[0]:
                best = worth, other
        text = f"{Explainer(knowledge).movement(best[1])}; best of {purse.spent + 1} plans"
        return Intention(tuple(best[1].actions), text)

    def _restraints(self, orders: Orders | None) -> Iterator[HexSet]:
        """Attacks to leave out: each one, then all."""
        if orders is None:
            return
        attacks = [step.hex for step in sorted(orders.steps, key=lambda step: step.gain) if step.kind == ATTACK]
        for hex_ in attacks:
            yield 1 << hex_
        if len(attacks) > 1:
            yield mask_of(attacks)
