"""What steps are worth to a side now: little where the coming Production has more points than there is to buy.

A unit gets back one step a month at most and unspent points are lost, so headquarters that stand idle at full value, and armies that
are spared although they could be made good, waste what would have restored them.
"""

from __future__ import annotations

from blockfront.ai.eastfront.evaluation.weights import Weights
from blockfront.ai.eastfront.evaluation.worth import Worth
from blockfront.blocks.block_state import ELIMINATED, battle_hexes
from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.state import EastFrontState


class Economy:
    """Prices of steps for a side, by what the coming Production can make good."""

    def __init__(self, rules: Rules, state: EastFrontState, side: int, worth: Worth, weights: Weights) -> None:
        self.rules, self.state, self.side = rules, state, side
        self.worth, self.weights = worth, weights
        self.scarcity = self._scarcity()

    def factor(self, hq: int) -> float:
        """Share of its usual price that the next step of a headquarters costs."""
        return self._share(hq, self.weights.spare)

    def missed(self, block: int) -> float:
        """Share of its usual worth that a step of a unit has: a loss that Production makes good is felt less."""
        return self._share(block, self.weights.spare_unit)

    def _share(self, block: int, spare: float) -> float:
        missing = self.rules.units.full[block] - self.state.steps[block]
        if missing >= self.worth.months:
            return 1.0  # what is spent now will be missing at the end
        first = spare + (1.0 - spare) * self.scarcity
        return first if not missing else (first + 1.0) / 2

    def _scarcity(self) -> float:
        """Demand of the next Production as a share of its points; 1 if there is none before the end."""
        if not self.worth.months:
            return 1.0
        income = self.rules.production.level(self.state, self.side)
        return min(1.0, self._demand() / income) ** self.weights.scarce if income else 1.0

    def _demand(self) -> float:
        """Points that can be spent with sense: a step for every reduced unit, cadres of lost ones, and losses still to come."""
        rules, state = self.rules, self.state
        total = self.weights.coming_losses * (3 - state.half)
        engaged = battle_hexes(state)
        for block in rules.order.of_side[self.side]:
            if state.location[block] >= 0 and state.steps[block] < rules.units.full[block]:
                share = self.weights.engaged_demand if engaged >> state.location[block] & 1 else 1.0
                total += share * rules.production.step_cost(state, block)
            elif state.location[block] == ELIMINATED:
                total += rules.production.cadre_cost(state, block)
        return total
