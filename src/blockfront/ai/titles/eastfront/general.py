"""The general: makes a captain's plans, several of them, and plays each through the enemy's likely answer before it chooses."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
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

WORLDS: Final = 2  # hidden enemies that every plan is tried against
SHARES: Final = {COMMAND: 0.6, MOVEMENT: 0.25, BLITZ_MOVEMENT: 0.15}  # of a turn's budget, by phase
CONVINCING: Final = 0.3  # points by which a plan must be better than the captain's to be preferred


class Tried(NamedTuple):
    """A plan and what it is worth after the enemy's answer, headquarters paid."""

    worth: float
    chosen: tuple[Option, ...]
    choice: Choice


class Table:
    """Where plans of one Command Phase are tried, each against the same imagined enemies."""

    def __init__(self, commander: Commander, worlds: list[Foresight], purse: Purse) -> None:
        self.commander, self.worlds, self.purse = commander, worlds, purse

    def try_out(self, chosen: tuple[Option, ...], dreamt: list[PlanStep], avoid: HexSet = 0) -> Tried:
        self.purse.pay()
        choice = self.commander.rehearse(chosen, dreamt, avoid)
        assert choice.orders is not None
        active = staying(choice.orders, [option.hq for option in chosen])
        price = sum(option.price for option in chosen)
        return Tried(self.value(choice.orders.state, active) - price, chosen, choice)

    def value(self, after: EastFrontState, active: list[int]) -> float:
        return sum(world.value(after, active) for world in self.worlds) / len(self.worlds)


def staying(orders: Orders, active: list[int]) -> list[int]:
    """Headquarters that are still active in combat."""
    gone = {action.hq for action in orders.actions if isinstance(action, Mobilise)}
    return [hq for hq in active if hq not in gone]


def better(best: Tried, other: Tried) -> Tried:
    return other if other.worth > best.worth + CONVINCING else best


class General(Captain):
    def command(self, game: EastFront, knowledge: Knowledge, view: Any, budget: Budget, rng: Random) -> Intention:
        purse = Purse(budget, SHARES[COMMAND])
        commander = Commander(game, knowledge, Ground(knowledge))
        table = Table(commander, [Foresight(game, knowledge, Random(rng.random())) for _ in range(WORLDS)], purse)
        suggested, dreamt = commander.suggestions()
        idle = Tried(table.value(knowledge.state, []), (), Choice((), 0.0, None, dreamt))
        best = idle
        for chosen in self._sets(commander, suggested, dreamt):
            if not purse.allows():
                break
            best = better(best, table.try_out(chosen, dreamt))
        for avoid in self._restraints(best.choice.orders):
            if not purse.allows():
                break
            best = better(best, table.try_out(best.chosen, dreamt, avoid))
        found = f"best of {purse.spent + 1} plans, {best.worth - idle.worth:+.1f} over doing nothing after the likely answer"
        return intention(best.choice, f"{Explainer(knowledge).command(best.choice)}; {found}")

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
