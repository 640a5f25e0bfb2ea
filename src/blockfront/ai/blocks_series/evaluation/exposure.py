"""What stands in the enemy's reach: who can attack a hex in his next turn, what that would cost, and what he could walk into."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from blockfront.ai.blocks_series.evaluation.battles import Estimate, Estimator
from blockfront.ai.search.needs import Reach, chance_at
from blockfront.games.blocks_series.rules.reach import layers_of
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import MOVEMENT, SeriesState
from blockfront.hexes.grid import HexSet

TOGETHER: Final = 2  # combat units that attack a hex
WINGS: Final = 1  # air units that help them
COMES: Final = 0.7  # chance that he attacks where it pays
COMES_ALONE: Final = 0.5  # the same where only one of his units can
PAID: Final = 0.5  # share of his own losses that keeps him from it
LIFE: Final = 2.0  # steps that a whole unit counts for beyond its own
SECOND: Final = 0.7  # chance that his armour goes on where the way is open


class Exposure:
    """The enemy as he stands; one's own units where a plan puts them."""

    def __init__(self, rules: Rules, state: SeriesState, side: int) -> None:
        self.rules, self.side, self.enemy = rules, side, 1 - side
        self._state = state.copy()
        self._state.active, self._state.phase = self.enemy, MOVEMENT
        self._estimator = Estimator(rules, self._state)
        self._battles: dict[tuple[int, tuple[int, ...]], Estimate] = {}
        self._coming: dict[int, list[int]] = {}

    @cached_property
    def reaches(self) -> list[tuple[int, HexSet]]:
        """Enemy units on the ground, the strongest first, with the hexes they can walk to or attack."""
        units, state = self.rules.units, self._state
        known: dict[tuple[int, int, int], HexSet] = {}
        found = []
        for block in units.ground[self.enemy]:
            hex_ = state.location[block]
            if hex_ < 0 or units.is_static[block] or state.occupied[self.side] >> hex_ & 1:
                continue
            points = self.rules.movement.full_allowance(state, block)
            key = (hex_, points, units.power[block])
            if key not in known:
                known[key] = self._walk(block, 1 << hex_, points)
            found.append((block, known[key]))
        return sorted(found, key=lambda one: (-units.value(one[0], state.steps[one[0]]), one[0]))

    @cached_property
    def flights(self) -> list[tuple[int, HexSet]]:
        """Enemy aircraft that hit units on the ground, the strongest first, with the hexes in their range."""
        units, state, board = self.rules.units, self._state, self.rules.board
        wings = [b for b in self.rules.order.of_side[self.enemy] if units.is_air[b] and state.location[b] >= 0 and state.steps[b]]
        wings.sort(key=lambda b: (-units.value(b, state.steps[b]), b))
        return [(b, board.within(state.location[b], self.rules.air.range_of(state, b))) for b in wings]

    def _walk(self, block: int, start: HexSet, points: int) -> HexSet:
        found = start
        for layer in layers_of(self.rules.movement.ways(self._state, block), start, points):
            found |= layer
        return found

    @cached_property
    def reach(self) -> Reach:
        """Where the enemy can be after his turn if nobody is there: on foot, and with armour that goes on."""
        units, held = self.rules.units, self._state.occupied[self.side]
        walked = again = 0
        for block, hexes in self.reaches:
            walked |= hexes
            if units.is_armour[block] and hexes & ~held & ~again:
                again |= self._walk(block, hexes & ~held, self.rules.movement.full_allowance(self._state, block))
        return Reach(walked, walked | again, {})

    def chance(self, hex_: int) -> float:
        """How likely an enemy enters a hex in which nobody stands."""
        return COMES * chance_at(self.reach, 1 << hex_, SECOND, {})

    def attackers(self, hex_: int) -> list[int]:
        """The strongest who can attack a hex together."""
        found = self._coming.get(hex_)
        if found is None:
            units = self.rules.units
            able = [block for block, hexes in self.reaches if hexes >> hex_ & 1]
            found = self._coming[hex_] = [b for b in able if units.is_combat[b]][:TOGETHER]
            if found:
                found += [b for b in able if units.is_artillery[b]][:1]
                found += [b for b, hexes in self.flights if hexes >> hex_ & 1][:WINGS]
        return found

    def loss(self, hex_: int, blocks: Sequence[int]) -> float:
        """Steps that some units in a hex are expected to lose to the enemy's best attack on it, whole units counted for more."""
        coming = self.attackers(hex_) if blocks else []
        if not coming:
            return 0.0
        found = self._battle(hex_, blocks, coming)
        lost = max(0.0, found.defenders_lose - PAID * found.attackers_lose) + LIFE * found.clears * len(blocks)
        return self._comes(hex_) * lost

    def falls(self, hex_: int, blocks: Sequence[int]) -> float:
        """The chance that a hex is lost in the enemy's next turn with some units in it."""
        if not any(self.rules.units.is_ground[block] for block in blocks):
            return self.chance(hex_)
        coming = self.attackers(hex_)
        return self._comes(hex_) * self._battle(hex_, blocks, coming).clears if coming else 0.0

    def _comes(self, hex_: int) -> float:
        return COMES if self.fighters(hex_) > 1 else COMES_ALONE

    def fighters(self, hex_: int) -> int:
        """Combat units among those who can attack a hex together."""
        return sum(self.rules.units.is_combat[block] for block in self.attackers(hex_))

    @cached_property
    def safe(self) -> dict[int, HexSet]:
        """By power: hexes that would be in supply if the enemy took all he can walk to in his next turn."""
        state, side, supply = self._state.copy(), self.side, self.rules.supply
        lost = self.reach.again & ~state.occupied[side]
        state.control[side] &= ~lost
        state.control[self.enemy] |= lost & self.rules.board.playable
        state.derived = {}
        powers = sorted({self.rules.units.power[b] for b in self.rules.units.ground[side] if state.location[b] >= 0})
        return {power: supply.covered(state, power, supply.sources(state, power).everything) for power in powers}

    def _battle(self, hex_: int, blocks: Sequence[int], coming: Sequence[int]) -> Estimate:
        key = (hex_, tuple(sorted(blocks)))
        found = self._battles.get(key)
        if found is None:
            found = self._battles[key] = self._estimator.estimate(coming, blocks, hex_)
        return found
