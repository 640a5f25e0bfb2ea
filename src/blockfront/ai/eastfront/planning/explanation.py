"""Plans in words, for whoever wants to know afterwards why a machine did what it did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from blockfront.ai.eastfront.evaluation.knowledge import Knowledge
from blockfront.ai.eastfront.planning.planner import ATTACK, MARCH, NEED, RAIL, RETREAT, PlanStep
from blockfront.core.actions import Action
from blockfront.games.eastfront.actions import Arrive, BuildCadre, BuyStep
from blockfront.games.eastfront.state import EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members

if TYPE_CHECKING:
    from blockfront.ai.eastfront.phases.movement import Orders
    from blockfront.ai.eastfront.planning.command import Choice


class Explainer:
    """Says in a sentence what a plan is about."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge, self.rules = knowledge, knowledge.rules

    def _name(self, hex_: int) -> str:
        return self.rules.board.name(hex_)

    def command(self, choice: Choice) -> str:
        if not choice.activations:
            best = max((step.gain for step in choice.ideal), default=0.0)
            return f"no headquarters is worth its step now; the best idea would bring {best:.1f} points"
        who = ", ".join(self.rules.order[action.hq].name for action in choice.activations)
        blitz = ", ".join(self.rules.order[action.hq].name for action in choice.activations if action.blitz)
        plan = self._orders(choice.orders) if choice.orders else "hold"
        return f"activate {who}{f' (blitz: {blitz})' if blitz else ''}: {plan}; {choice.net:+.1f} after their cost"

    def movement(self, orders: Orders) -> str:
        return self._orders(orders) if orders.steps else "nothing to improve by moving"

    def _orders(self, orders: Orders) -> str:
        parts = [self._steps(orders.steps), self._losses(orders), self._cut_off(orders)]
        return "; ".join(part for part in parts if part)

    def _losses(self, orders: Orders) -> str:
        """The battles to be fought and how many enemy steps are expected for one of one's own."""
        hexes = members(orders.state.occupied[0] & orders.state.occupied[1])
        air = orders.appraisal.air(orders.state, hexes)
        exchanges = [orders.appraisal.exchange(orders.state, hex_, air.get(hex_, 0)) for hex_ in hexes]
        odds = [exchange.odds for exchange in exchanges if exchange.fought and exchange.odds is not None]
        if not odds:
            return ""
        ratio = sum(one.defender_steps for one in odds) / max(0.1, sum(one.attacker_steps for one in odds))
        return f"{_number(len(odds), 'battle')}, expected loss ratio {ratio:.1f}"

    def _cut_off(self, orders: Orders) -> str:
        """Where enemy units lose their supply line by the moves alone."""
        cut = self._without_line(orders.state) & ~self._without_line(self.knowledge.state)
        return "cut the supply of " + ", ".join(self._name(hex_) for hex_ in members(cut)) if cut else ""

    def _without_line(self, state: EastFrontState) -> HexSet:
        state = state.copy()
        self.rules.control.determine(state)
        enemy = self.knowledge.enemy
        return state.occupied[enemy] & ~self.rules.supply.in_reach(state, enemy)

    def _steps(self, steps: Sequence[PlanStep]) -> str:
        needs = [step for step in steps if step.kind == NEED]
        parts = [f"first of all to {', '.join(self._name(step.hex) for step in needs)}"] if needs else []
        attacks = sorted((step for step in steps if step.kind == ATTACK), key=lambda step: -step.gain)
        if attacks:
            places = ", ".join(f"{self._name(step.hex)} ({_number(len(step.actions), 'unit')}, {step.gain:+.1f})" for step in attacks)
            parts.append(f"attack {places}")
        retreats = [step for step in steps if step.kind == RETREAT]
        if retreats:
            parts.append("give up " + ", ".join(self._name(step.hex) for step in retreats))
        marches = [step for step in steps if step.kind in (MARCH, RAIL)]
        if marches:
            best = max(marches, key=lambda step: step.gain)
            parts.append(f"{_number(len(marches), 'move')} to better the line, above all to {self._name(best.hex)}")
        return f"{'; '.join(parts) or 'hold'}; worth {sum(step.gain for step in steps):.1f} points"

    def battles(self) -> str:
        state = self.knowledge.state
        number = (state.occupied[0] & state.occupied[1]).bit_count()
        return f"{_number(number, 'battle')} weighed by {'its' if number == 1 else 'their'} expected losses"

    def production(self, bought: Sequence[Action]) -> str:
        steps = [action for action in bought if isinstance(action, BuyStep)]
        hqs = sum(self.rules.units.is_hq[action.block] for action in steps)
        cadres = sum(isinstance(action, BuildCadre) for action in bought)
        arrivals = sum(isinstance(action, Arrive) for action in bought)
        kinds = (hqs, "command step"), (len(steps) - hqs, "unit step"), (cadres, "cadre"), (arrivals, "reinforcement")
        return ", ".join(_number(number, what) for number, what in kinds if number) or "nothing was bought"


def _number(number: int, what: str) -> str:
    """In words: "one battle", "3 command steps"."""
    return f"one {what}" if number == 1 else f"{number} {what}s"
