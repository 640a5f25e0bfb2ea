"""Quick estimates of battles: each round is played with the expected number of hits."""

from collections.abc import Sequence
from math import exp
from typing import Final, NamedTuple

from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_GROUND, ARTILLERY, GROUND, FireContext
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState

ROUNDS: Final = 3
SURE: Final = 1.6  # how steeply the strength left after the last round decides who wins
CROSSING_BONUS: Final = 0.5  # extra fire of the defenders in the first round if all attackers crossed something
AMMUNITION: Final = 0.5  # share of artillery's dice left after each round of firing


class Estimate(NamedTuple):
    """The expected outcome of a battle."""

    clears: float  # chance that the attackers hold the hex in the end
    attackers_lose: float  # steps
    defenders_lose: float


class Side(NamedTuple):
    """The strength and firepower of one side in a battle."""

    steps: float  # strength that can be lost
    fire: float  # expected hits of all dice of combat units
    guns: float  # expected hits of artillery in its first round
    wings: float  # expected hits of aircraft


class Estimator:
    """Estimates battles with the firepower and maluses of the rules; remembers only what does not change with the position."""

    def __init__(self, rules: Rules, state: SeriesState) -> None:
        self.rules = rules
        self.state = state
        self._hitting: dict[tuple[int, int, int], tuple[int, float]] = {}

    def _hits(self, block: int, hex_: int, step: int) -> float:
        """Returns the expected hits of a unit in one step (air, artillery or ground) of a round after the first."""
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
        """Adds up strength and firepower of some units that would fight in a hex."""
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
        """Estimates a battle; `crossing` is the share of attackers that cross a river, `bonus` the fire defenders gain by it at first."""
        if not defenders and (band := self.rules.partisans.steps(self.state, hex_)):
            return fought(self.side(attackers, hex_), Side(band, band / 6, 0.0, 0.0), crossing)
        return fought(self.side(attackers, hex_), self.side(defenders, hex_), crossing, bonus)


def fought(attack: Side, defence: Side, crossing: float = 0.0, bonus: float = CROSSING_BONUS) -> Estimate:
    """Plays the rounds with average hits and returns the estimated outcome."""
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
