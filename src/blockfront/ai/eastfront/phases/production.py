"""Production: what is bought first, and where new units are placed."""

from __future__ import annotations

from typing import Final

from blockfront.ai.eastfront.evaluation.ground import Ground
from blockfront.ai.eastfront.evaluation.knowledge import Knowledge
from blockfront.core.actions import Action
from blockfront.games.eastfront.actions import Arrive, BuildCadre, BuyBeachhead, BuyStep, EndPhase

GROWING: Final = 1  # months after which a cadre built now has become useful


class Quartermaster:
    """Spends production points on what gives most for its price."""

    def __init__(self, knowledge: Knowledge, ground: Ground, *, begun: bool = False) -> None:
        """`begun` tells whether a cadre has already been built this month."""
        self.knowledge, self.ground, self.rules = knowledge, ground, knowledge.rules
        self.begun = begun
        self.state, self.side = knowledge.state, knowledge.side

    def choose(self, legal: list[Action]) -> Action:
        """Places reinforcements first, then buys what gives most for its price."""
        arrivals = [action for action in legal if isinstance(action, Arrive) and not action.early]
        if arrivals:
            return min(arrivals, key=lambda action: (self._place(action.hex), action.block))
        cadres = [action for action in legal if isinstance(action, BuildCadre)] if self._can_grow() else []
        best: tuple[float, Action] = (0.0, EndPhase())
        for action in cadres or legal:
            rate = self._rate(action)
            if rate > best[0] + 1e-9:
                best = rate, action
        return best[1]

    def _can_grow(self) -> bool:
        """Says whether a cadre should be built first: one a month, while months are left in which it can gain steps."""
        return self.knowledge.worth.months > GROWING and not self.begun and bool(self.knowledge.weights.cadres)

    def _place(self, hex_: int) -> tuple[float, int]:
        """Rates a hex for new units, lower is better: near the front but not in it."""
        distance = self.ground.to_enemy[hex_]
        return (distance if distance > 1 else 6.0, hex_)

    def _command_factor(self, hq: int) -> float:
        worth, weights = self.knowledge.worth, self.knowledge.weights
        if worth.turns < 2 and worth.ends_here:
            return 1.0
        return weights.top_up if self.state.steps[hq] == self.rules.units.full[hq] - 1 else weights.command_step

    def _rate(self, action: Action) -> float:
        """Returns the worth of a purchase per production point."""
        production, worth, weights = self.rules.production, self.knowledge.worth, self.knowledge.weights
        if isinstance(action, BuyStep):
            block = action.block
            if self.rules.units.is_hq[block]:
                factor = self._command_factor(block)
            else:
                distance = self.ground.to_enemy[self.state.location[block]]
                factor = weights.near_step if distance <= 2 else 1.0 if distance <= 4 else weights.far_step
            return worth.step[block] * factor / production.step_cost(self.state, block)
        if isinstance(action, BuildCadre):
            block = action.block
            gain = worth.life[block] * (weights.life_now if worth.months else 1.0) + weights.cadre * worth.step[block]
            nearness = 0.001 * max(0.0, 20 - self._place(action.hex)[0])
            return gain / production.cadre_cost(self.state, block) + nearness
        return 0.0 if isinstance(action, BuyBeachhead) else -1.0
