"""Decisions in battle: which units take hits, which leave, and where they go."""

from collections.abc import Sequence
from typing import Final

from blockfront.ai.blocks_series.evaluation.battles import Estimator
from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.core.actions import Action
from blockfront.games.blocks_series.actions import Charge, EndPhase, Fly, Retreat, TakeLoss
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_GROUND, ARTILLERY, GROUND, FireContext
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import HALF_HIT, SeriesState

HOPELESS: Final = 0.25  # chance below which attackers break off, unless the exchange is in their favour
LOST: Final = 0.75  # chance of the attackers to win above which defenders leave
FAIR: Final = 1.0  # enemy steps for each own step from which an exchange is fair


class Tactician:
    """Decides in battles: losses, retreats, withdrawals."""

    def __init__(self, rules: Rules, state: SeriesState, side: int, ground: Ground) -> None:
        self.rules, self.state, self.side, self.ground = rules, state, side, ground

    def take_loss(self, legal: Sequence[Action]) -> Action:
        """Chooses the unit whose loss costs the fewest future hits; among equals the cheapest."""
        losses = [action for action in legal if isinstance(action, TakeLoss)]
        return min(losses, key=lambda action: (*self._cost(action.block), action.block))

    def _cost(self, block: int) -> tuple[float, int]:
        rules, state = self.rules, self.state
        units, steps = rules.units, state.steps[block]
        if units.hits_to_lose(block, steps) > 1 and not state.flags[block] & HALF_HIT:
            return 0.0, 0
        step = AIR_TO_GROUND if units.is_air[block] else GROUND if units.is_combat[block] else ARTILLERY
        hitting = max(0, 7 - rules.fire.lowest(state, FireContext(state.location[block], 2, False), step, block))
        price = rules.tables.numbers.step_price.get(units.colours[block][steps - 1], 4)
        return float((units.value(block, steps) - units.value(block, steps - 1)) * hitting), price

    def stay_or_leave(self, hex_: int, legal: Sequence[Action]) -> Action:
        """Retreats all ground units from a lost battle; aircraft leave once no ground unit is left."""
        retreats = [action for action in legal if isinstance(action, Retreat)]
        flights = [action for action in legal if isinstance(action, Fly)]
        charges = [action for action in legal if isinstance(action, Charge)]
        if charges:
            return self._charge(hex_, charges, legal)
        if EndPhase() not in legal:
            return self.best_retreat(retreats) if retreats else legal[0]
        fire, units = self.rules.fire, self.rules.units
        mine, theirs = (fire.units_at(self.state, hex_, side) for side in (self.side, 1 - self.side))
        if retreats and self._should_leave(hex_, mine, theirs):
            return self.best_retreat(retreats)
        if flights and not any(units.is_ground[block] for block in mine):
            return flights[0]
        return EndPhase()

    def _charge(self, hex_: int, charges: Sequence[Charge], legal: Sequence[Action]) -> Action:
        """Charges with everything available if the charging units are at least as strong as the defenders."""
        best = max(charges, key=lambda action: action.kinds)
        fire, units = self.rules.fire, self.rules.units
        mine, theirs = ([b for b in fire.units_at(self.state, hex_, side) if units.is_combat[b]] for side in (self.side, 1 - self.side))
        first = [b for b in mine if units.is_armour[b] or units.type[b] == "cavalry"]
        strong = sum(fire.value(self.state, b) for b in first) >= sum(fire.value(self.state, b) for b in theirs)
        return best if strong or EndPhase() not in legal else EndPhase()

    def _should_leave(self, hex_: int, mine: list[int], theirs: list[int]) -> bool:
        estimator = Estimator(self.rules, self.state)
        if self.state.active == self.side:
            found = estimator.estimate(mine, theirs, hex_)
            wanted = self.ground.wanted.get(hex_, 0.0) > 0
            if wanted and self.ground.one_goal and self.ground.is_last_turn(self.state):
                return False
            return found.clears < HOPELESS * (0.4 if wanted else 1.0) and found.attackers_lose > FAIR * found.defenders_lose
        if self.ground.kept.get(hex_, 0.0) > 0:
            return False
        found = estimator.estimate(theirs, mine, hex_)
        return found.clears > LOST and found.defenders_lose > FAIR * found.attackers_lose

    def best_retreat(self, retreats: Sequence[Retreat]) -> Action:
        """Chooses the retreat to the best shelter: own places and cities, near friends and away from the enemy."""
        return max(retreats, key=lambda action: (self._shelter(action.to), -action.block, -action.to))

    def _shelter(self, hex_: int) -> float:
        board, state = self.rules.board, self.state
        near = sum(state.occupied[self.side] >> other & 1 for other in self.ground.near[hex_])
        enemies = sum(state.occupied[1 - self.side] >> other & 1 for other in self.ground.near[hex_])
        kept = self.ground.kept.get(hex_, 0.0)
        return 3 * kept + bool(board.majors >> hex_ & 1) + 0.3 * near - 0.7 * enemies + 0.3 * bool(board.rough >> hex_ & 1)
