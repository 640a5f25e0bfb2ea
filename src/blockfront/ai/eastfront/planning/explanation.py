"""Explains plans in sentences, for people who want to know afterwards why a machine did something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from blockfront.ai.eastfront.evaluation.knowledge import Knowledge
from blockfront.ai.eastfront.planning.planner import ATTACK, MARCH, NEED, RAIL, RETREAT, PlanStep
from blockfront.ai.thoughts import Thoughts, thought
from blockfront.core.actions import Action
from blockfront.games.eastfront.actions import Arrive, BuildCadre, BuyStep
from blockfront.games.eastfront.state import EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members

if TYPE_CHECKING:
    from blockfront.ai.eastfront.phases.movement import Orders
    from blockfront.ai.eastfront.planning.command import Choice


class Explainer:
    """Tells in a few sentences what a plan aims at."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge, self.rules = knowledge, knowledge.rules

    def command(self, choice: Choice) -> Thoughts:
        """Explains the choice of headquarters and the moves planned with them."""
        if not choice.activations:
            best = max((step.gain for step in choice.ideal), default=0.0)
            return thought("no_headquarters", points=round(best, 1))
        plain = tuple(action.hq for action in choice.activations if not action.blitz)
        blitz = tuple(action.hq for action in choice.activations if action.blitz)
        told = (thought("activate", blocks=plain) if plain else ()) + (thought("blitz", blocks=blitz) if blitz else ())
        plan = self._orders(choice.orders) if choice.orders else thought("hold")
        return told + plan + thought("after_cost", points=round(choice.net, 1))

    def movement(self, orders: Orders) -> Thoughts:
        """Explains the orders of a Movement Phase."""
        return self._orders(orders) if orders.steps else thought("nothing_better")

    def _orders(self, orders: Orders) -> Thoughts:
        return self._steps(orders.steps) + self._losses(orders) + self._cut_off(orders)

    def _losses(self, orders: Orders) -> Thoughts:
        """Tells how many battles are fought, and the expected enemy steps lost for each own step."""
        hexes = members(orders.state.occupied[0] & orders.state.occupied[1])
        air = orders.appraisal.air(orders.state, hexes)
        exchanges = [orders.appraisal.exchange(orders.state, hex_, air.get(hex_, 0)) for hex_ in hexes]
        odds = [exchange.odds for exchange in exchanges if exchange.fought and exchange.odds is not None]
        if not odds:
            return ()
        ratio = sum(one.defender_steps for one in odds) / max(0.1, sum(one.attacker_steps for one in odds))
        return thought("losses", battles=len(odds), ratio=round(ratio, 1))

    def _cut_off(self, orders: Orders) -> Thoughts:
        """Tells where enemy units lose their supply line by the moves alone."""
        cut = self._without_line(orders.state) & ~self._without_line(self.knowledge.state)
        return thought("cut_off", hexes=tuple(members(cut))) if cut else ()

    def _without_line(self, state: EastFrontState) -> HexSet:
        state = state.copy()
        self.rules.control.determine(state)
        enemy = self.knowledge.enemy
        return state.occupied[enemy] & ~self.rules.supply.in_reach(state, enemy)

    def _steps(self, steps: Sequence[PlanStep]) -> Thoughts:
        def places(kind: str) -> tuple[int, ...]:
            return tuple(step.hex for step in steps if step.kind == kind)

        told: Thoughts = thought("first_to", hexes=places(NEED)) if places(NEED) else ()
        for step in sorted((step for step in steps if step.kind == ATTACK), key=lambda step: -step.gain):
            told += thought("attack", hex=step.hex, units=len(step.actions), points=round(step.gain, 1))
        if places(RETREAT):
            told += thought("give_up", hexes=places(RETREAT))
        marches = [step for step in steps if step.kind in (MARCH, RAIL)]
        if marches:
            told += thought("better_line", moves=len(marches), hex=max(marches, key=lambda step: step.gain).hex)
        return (told or thought("hold")) + thought("worth", points=round(sum(step.gain for step in steps), 1))

    def battles(self) -> Thoughts:
        """Tells how many battles are compared."""
        state = self.knowledge.state
        return thought("weigh_battles", battles=(state.occupied[0] & state.occupied[1]).bit_count())

    def production(self, bought: Sequence[Action]) -> Thoughts:
        """Tells what is bought."""
        steps = [action for action in bought if isinstance(action, BuyStep)]
        hqs = sum(self.rules.units.is_hq[action.block] for action in steps)
        cadres = sum(isinstance(action, BuildCadre) for action in bought)
        arrivals = sum(isinstance(action, Arrive) for action in bought)
        kinds = {"buy_command": hqs, "buy_steps": len(steps) - hqs, "buy_cadres": cadres, "call_up": arrivals}
        return sum((thought(name, number=number) for name, number in kinds.items() if number), ()) or thought("buy_nothing")
