"""What steps are worth to a side now: less if the coming Production has more points than there is to buy.

A unit regains at most one step a month and unspent points are lost. Headquarters that stand idle at full value, and armies spared
although their losses could be replaced, therefore waste production points.
"""

from __future__ import annotations

from typing import Final

from blockfront.ai.eastfront.evaluation.weights import Weights
from blockfront.ai.eastfront.evaluation.worth import Worth
from blockfront.blocks.block_state import ELIMINATED, battle_hexes
from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.state import EastFrontState

SPENT: Final = 0.2  # share of its price that a step is worth after the last Production of a game in which places decide, not points


class Economy:
    """Prices of a side's steps, depending on what the coming Production can replace."""

    def __init__(self, rules: Rules, state: EastFrontState, side: int, worth: Worth, weights: Weights) -> None:
        self.rules, self.state, self.side = rules, state, side
        self.worth, self.weights = worth, weights
        self.scarcity = self._scarcity()

    def factor(self, hq: int) -> float:
        """Returns the share of its usual price that the next step of a headquarters costs."""
        return self._share(hq, self.weights.spare)

    def missed(self, block: int) -> float:
        """Returns the share of its usual worth that a unit's step has: a loss that Production can replace matters less."""
        return self._share(block, self.weights.spare_unit)

    def _share(self, block: int, spare: float) -> float:
        if self.worth.deciding and not self.worth.months:
            return SPENT
        missing = self.rules.units.full[block] - self.state.steps[block]
        if missing >= self.worth.months:
            return 1.0  # a step spent now will be missing at the end
        first = spare + (1.0 - spare) * self.scarcity
        return first if not missing else (first + 1.0) / 2

    def _scarcity(self) -> float:
        """Returns the next Production's demand as a share of its points; 1 if no Production is left."""
        if not self.worth.months:
            return 1.0
        income = self.rules.production.level(self.state, self.side)
        return min(1.0, self._demand() / income) ** self.weights.scarce if income else 1.0

    def _demand(self) -> float:
        """Returns the points that can usefully be spent: a step for each reduced unit, cadres of lost ones, and losses still to come."""
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
