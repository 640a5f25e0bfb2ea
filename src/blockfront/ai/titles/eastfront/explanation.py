"""Plans in words, for whoever wants to know afterwards why a machine did what it did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from blockfront.ai.titles.eastfront.knowledge import Knowledge
from blockfront.ai.titles.eastfront.planner import ATTACK, MARCH, RAIL, RETREAT, PlanStep
from blockfront.core.actions import Action
from blockfront.games.eastfront.actions import Arrive, BuildCadre, BuyStep

if TYPE_CHECKING:
    from blockfront.ai.titles.eastfront.command import Choice
    from blockfront.ai.titles.eastfront.movement import Orders


class Explainer:
    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge, self.rules = knowledge, knowledge.rules

    def _name(self, hex_: int) -> str:
        return self.rules.board.name(hex_)

    def command(self, choice: Choice) -> str:
        if not choice.activations:
            best = max((step.gain for step in choice.dreamt), default=0.0)
            return f"no headquarters is worth its step now; the best idea would bring {best:.1f} points"
        who = ", ".join(self.rules.order[action.hq].name for action in choice.activations)
        blitz = ", ".join(self.rules.order[action.hq].name for action in choice.activations if action.blitz)
        plan = self._steps(choice.orders.steps) if choice.orders else ""
        return f"activate {who}{f' (blitz: {blitz})' if blitz else ''}: {plan}; {choice.net:+.1f} after their cost"

    def movement(self, orders: Orders) -> str:
        return self._steps(orders.steps) if orders.steps else "nothing to improve by moving"

    def _steps(self, steps: Sequence[PlanStep]) -> str:
        parts = []
        attacks = sorted((step for step in steps if step.kind == ATTACK), key=lambda step: -step.gain)
        if attacks:
            places = ", ".join(f"{self._name(step.hex)} ({len(step.actions)} units, {step.gain:+.1f})" for step in attacks)
            parts.append(f"attack {places}")
        retreats = [step for step in steps if step.kind == RETREAT]
        if retreats:
            parts.append("give up " + ", ".join(self._name(step.hex) for step in retreats))
        marches = [step for step in steps if step.kind in (MARCH, RAIL)]
        if marches:
            best = max(marches, key=lambda step: step.gain)
            parts.append(f"{len(marches)} moves to better the line, above all to {self._name(best.hex)}")
        return f"{'; '.join(parts) or 'hold'}; worth {sum(step.gain for step in steps):.1f} points"

    def battles(self) -> str:
        state = self.knowledge.state
        number = (state.occupied[0] & state.occupied[1]).bit_count()
        return f"{number} battles weighed by their expected losses"

    def production(self, bought: Sequence[Action]) -> str:
        steps = [action for action in bought if isinstance(action, BuyStep)]
        hqs = sum(self.rules.units.is_hq[action.block] for action in steps)
        cadres = sum(isinstance(action, BuildCadre) for action in bought)
        arrivals = sum(isinstance(action, Arrive) for action in bought)
        return f"{hqs} command steps, {len(steps) - hqs} steps for units, {cadres} cadres, {arrivals} reinforcements"
