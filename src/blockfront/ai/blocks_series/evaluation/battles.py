"""What a battle promises, estimated quickly: expected dice, round by round."""

from collections.abc import Sequence
from math import exp
from typing import Final, NamedTuple

from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_GROUND, ARTILLERY, GROUND, FireContext
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState

ROUNDS: Final = 3
SURE: Final = 1.6  # how sharply the difference left after the rounds decides
CROSSING_BONUS: Final = 0.5  # fire of the defenders in the first round, when all attackers crossed something
AMMUNITION: Final = 0.5  # what is left of artillery's dice after it has fired


class Estimate(NamedTuple):
    """What a battle is expected to bring."""

    clears: float  # chance that the attackers hold the hex in the end
    attackers_lose: float  # steps
    defenders_lose: float


class Side(NamedTuple):
    """One side of a battle in figures."""

    steps: float  # strength that can be lost
    fire: float  # hits expected of all dice of combat units
    guns: float  # of artillery, in its first round
    wings: float  # of aircraft


class Estimator:
    """Asks the rules for firepower and maluses; keeps nothing between positions but what never changes in them."""

    def __init__(self, rules: Rules, state: SeriesState) -> None:
        self.rules = rules
        self.state = state
        self._hitting: dict[tuple[int, int, int], tuple[int, float]] = {}

    def _hits(self, block: int, hex_: int, step: int) -> float:
        """Hits a unit can expect in a step of a later round."""
        key = (block, hex_, step)
        found = self._hitting.get(key)
        fire, state = self.rules.fire, self.state
        if found is None:
            context = FireContext(hex_, 2, False)
            chance = max(0, 7 - fire.lowest(state, context, step, block)) / 6
            found = self._hitting[key] = fire.maluses(state, context, step, block), chance
        maluses, chance = found
        value = self.rules.units.value(block, state.steps[block])
        return max(1, value >> maluses) * chance if value else 0.0

    def side(self, blocks: Sequence[int], hex_: int) -> Side:
        """The figures of some units that would fight in a hex."""
        units, state = self.rules.units, self.state
        steps = fire = guns = wings = 0.0
        for block in blocks:
            if units.is_air[block]:
                wings += self._hits(block, hex_, AIR_TO_GROUND)
                continue
            steps += max(0.5, units.value(block, state.steps[block]))
            if units.is_combat[block] or units.is_work[block]:
                fire += self._hits(block, hex_, GROUND)
            elif units.is_artillery[block]:
                guns += self._hits(block, hex_, ARTILLERY)
        return Side(steps, fire, guns, wings)

    def estimate(
        self, attackers: Sequence[int], defenders: Sequence[int], hex_: int, crossing: float = 0.0, bonus: float = CROSSING_BONUS
    ) -> Estimate:
        """`crossing` is the part of the attackers that comes across a river; `bonus` what that is worth to the defenders at first."""
        if not defenders and (band := self.rules.partisans.steps(self.state, hex_)):
            return fought(self.side(attackers, hex_), Side(band, band / 6, 0.0, 0.0), crossing)
        return fought(self.side(attackers, hex_), self.side(defenders, hex_), crossing, bonus)


def fought(attack: Side, defence: Side, crossing: float = 0.0, bonus: float = CROSSING_BONUS) -> Estimate:
    """The battle with every volley at its mean."""
    if not defence.steps:
        return Estimate(1.0, 0.0, 0.0)
    a, d, guns_a, guns_d = attack.steps, defence.steps, attack.guns, defence.guns
    for number in range(ROUNDS):
        weaker = 1.0 - 0.5 * crossing if number == 0 else 1.0
        stronger = 1.0 + bonus * (crossing >= 1.0) if number == 0 else 1.0
        d -= attack.wings + guns_a
        a -= defence.wings
        if d <= 0:
            break
        a -= guns_d * d / defence.steps + defence.fire * stronger * d / defence.steps
        if a <= 0:
            break
        d -= attack.fire * weaker * a / attack.steps
        guns_a, guns_d = guns_a * AMMUNITION, guns_d * AMMUNITION
        if d <= 0:
            break
    a, d = max(a, 0.0), max(d, 0.0)
    clears = 1 / (1 + exp(min(50.0, SURE * (d + 0.4 - a * 0.6)))) if a > 0 else 0.0
    return Estimate(clears, attack.steps - a, defence.steps - d)
