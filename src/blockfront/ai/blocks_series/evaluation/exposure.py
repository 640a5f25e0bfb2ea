"""What the enemy can do in his next turn: which hexes he can reach or attack, and what that would cost."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from blockfront.ai.blocks_series.evaluation.battles import Estimate, Estimator
from blockfront.ai.blocks_series.evaluation.exact import fought_out
from blockfront.ai.search.needs import Reach, chance_at
from blockfront.games.blocks_series.rules.reach import layers_of
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import MOVEMENT, NO_HEX, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members

TOGETHER: Final = 2  # combat units that attack a hex together
WINGS: Final = 1  # air units that support them
COMES: Final = 0.7  # chance that the enemy attacks where it pays
COMES_ALONE: Final = 0.5  # the same chance where only one of his units can attack
PAID: Final = 0.5  # how much of his own losses deters him
LIFE: Final = 2.0  # extra steps that the loss of a whole unit counts for
SECOND: Final = 0.7  # chance that his armour moves a second time where the way is open
FALLS: Final = 0.25  # estimated chance of success from which a breakthrough is reckoned with


class Exposure:
    """Judges the enemy's possible attacks: he stands where he is now, one's own units stand where a plan puts them.

    Each stack of `hidden` (never seen) enemy units may be armour. With `exact`, breakthroughs are judged by exact odds, not estimates.
    """

    def __init__(self, rules: Rules, state: SeriesState, side: int, hidden: frozenset[int] = frozenset(), *, exact: bool = False) -> None:
        self.rules, self.side, self.enemy = rules, side, 1 - side
        self._hidden, self._is_exact = hidden, exact
        self._state = state.copy()
        self._state.active, self._state.phase = self.enemy, MOVEMENT
        self._estimator = Estimator(rules, self._state)
        self._battles: dict[tuple[int, tuple[int, ...]], Estimate] = {}
        self._coming: dict[int, list[int]] = {}

    @cached_property
    def reaches(self) -> list[tuple[int, HexSet]]:
        """Lists enemy ground units, strongest first, with the hexes they can walk to or attack."""
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
        """Lists enemy aircraft, strongest first, with the hexes in their range."""
        units, state, board = self.rules.units, self._state, self.rules.board
        wings = [b for b in self.rules.order.of_side[self.enemy] if units.is_air[b] and state.location[b] >= 0 and state.steps[b]]
        wings.sort(key=lambda b: (-units.value(b, state.steps[b]), b))
        return [(b, board.within(state.location[b], self.rules.air.range_of(state, b))) for b in wings]

    def _walk(self, block: int, start: HexSet, points: int) -> HexSet:
        found = start
        for layer in layers_of(self.rules.movement.network(self._state, block), start, points):
            found |= layer
        return found

    @cached_property
    def reach(self) -> Reach:
        """Tells where the enemy can be after his turn: by walking, by moving armour twice, or by breaking through a stack."""
        units, held = self.rules.units, self._state.occupied[self.side]
        walked = again = 0
        for block, hexes in self.reaches:
            walked |= hexes
            if units.is_armour[block] and hexes & ~held & ~again:
                again |= self._walk(block, hexes & ~held, self.rules.movement.full_allowance(self._state, block))
        return Reach(walked, walked | again, {hex_: self._behind(hex_) for hex_ in self.falling})

    def _behind(self, hex_: int) -> HexSet:
        """Returns the hexes that enemy armour can reach from a hex it has taken."""
        armour = [block for block in self.attackers(hex_) if self.rules.units.is_armour[block]]
        found = 0
        for block in armour[:1]:
            found |= self._walk(block, 1 << hex_, self.rules.movement.full_allowance(self._state, block))
        return found & ~(1 << hex_)

    @cached_property
    def falling(self) -> dict[int, float]:
        """Returns the chance of each stack that enemy armour is likely enough to break through in its first battle."""
        state, units, found = self._state, self.rules.units, dict[int, float]()
        for hex_ in members(state.occupied[self.side] & ~state.occupied[self.enemy]):
            coming, here = self.attackers(hex_), self.rules.fire.units_at(state, hex_, self.side)
            if not any(units.is_armour[block] for block in coming) or not any(units.is_ground[block] for block in here):
                continue
            clears = self._battle(hex_, here, coming).clears
            if clears >= FALLS and self._is_exact:
                wings = [block for block in coming if units.is_air[block]]
                clears = fought_out(
                    self.rules, state, self.enemy, hex_, {block: NO_HEX for block in coming if block not in wings}, wings
                ).clears
            if clears >= FALLS:
                found[hex_] = clears
        return found

    def chance(self, hex_: int) -> float:
        """Returns the chance that an enemy enters an empty hex."""
        return COMES * max(chance_at(self.reach, 1 << hex_, SECOND, self.falling), SECOND * self._dash_to(hex_))

    def _dash_to(self, hex_: int) -> float:
        """Returns the chance that a never-seen enemy stack is armour and can reach a hex in two movements."""
        share, dashes = self._dashes
        return 1.0 - (1.0 - share) ** sum(dash >> hex_ & 1 for dash in dashes)

    @cached_property
    def _dashes(self) -> tuple[float, list[HexSet]]:
        """Returns the share of armour among never-seen enemies, and the hexes each of their stacks could reach if it were armour."""
        units, state, movement = self.rules.units, self._state, self.rules.movement
        unseen = [block for block, _ in self.reaches if units.is_combat[block] and block in self._hidden]
        tanks = [block for block in unseen if units.is_armour[block]]
        if not tanks:
            return 0.0, []
        fastest = max(tanks, key=lambda block: (movement.full_allowance(state, block), -block))
        points, free, found = movement.full_allowance(state, fastest), ~state.occupied[self.side], list[HexSet]()
        for hex_ in sorted({state.location[block] for block in unseen}):
            found.append(self._walk(fastest, self._walk(fastest, 1 << hex_, points) & free, points))
        return len(tanks) / len(unseen), found

    def attackers(self, hex_: int) -> list[int]:
        """Lists the strongest enemy units that can attack a hex together."""
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
        """Returns the steps that units in a hex can expect to lose to the enemy's best attack; losing a whole unit counts extra."""
        coming = self.attackers(hex_) if blocks else []
        if not coming:
            return 0.0
        found = self._battle(hex_, blocks, coming)
        lost = max(0.0, found.defenders_lose - PAID * found.attackers_lose) + LIFE * found.clears * len(blocks)
        return self._comes(hex_) * lost

    def falls(self, hex_: int, blocks: Sequence[int]) -> float:
        """Returns the chance that a hex defended by some units is lost in the enemy's next turn."""
        if not any(self.rules.units.is_ground[block] for block in blocks):
            return self.chance(hex_)
        coming = self.attackers(hex_)
        return self._comes(hex_) * self._battle(hex_, blocks, coming).clears if coming else 0.0

    def _comes(self, hex_: int) -> float:
        return COMES if self.fighters(hex_) > 1 else COMES_ALONE

    def fighters(self, hex_: int) -> int:
        """Counts the combat units that can attack a hex together."""
        return sum(self.rules.units.is_combat[block] for block in self.attackers(hex_))

    @cached_property
    def safe(self) -> dict[int, HexSet]:
        """Returns, by power, the hexes still in supply if the enemy took everything he can walk to in his next turn."""
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
