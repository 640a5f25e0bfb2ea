"""Chapter 23: airborne assaults. There are none unless an option or a scenario adds them."""

from functools import cached_property
from typing import Final

from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_series.power_actions import Jump
from blockfront.games.blocks_series.power_events import Dropped
from blockfront.games.blocks_series.rules.ch07_turn.p06_air import AirOperations
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import ANTI_AIRCRAFT, GROUND, Fire, FireContext
from blockfront.games.blocks_series.rules.chapter import Chapter
from blockfront.games.blocks_series.rules.stacking import relocate
from blockfront.games.blocks_series.state import GOOD, IN_FLIGHT, MARKED, MOVED, NO_HEX, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

JUMPERS: Final = "airborne"  # tag of the units that may jump
RANGE: Final = 5
LONG_RANGE: Final = 10
JUMPING_TECH: Final = 2
EXPERT_TECH: Final = 3  # goes farther, or lands where others cannot


class Airborne(Chapter):
    """A game without airborne assaults."""

    def jumps(self, state: SeriesState, side: int) -> list[Jump]:
        """The assaults that may be declared now."""
        return []

    def jump(self, state: SeriesState, action: Jump) -> None:
        raise TypeError("nobody jumps in this game")

    def waiting(self, state: SeriesState) -> list[int]:
        """Units that are still in the air over hexes without an enemy."""
        return []

    def in_the_air_over(self, state: SeriesState) -> HexSet:
        """Hexes without an enemy over which airborne units can be met before they land."""
        return 0

    def drop_zones(self, state: SeriesState) -> HexSet:
        """Hexes at which airborne units are jumping, defended or not."""
        return 0

    def ambushed(self, state: SeriesState) -> list[int]:
        """Airborne units whose target has armour in reserve: they are lost."""
        return []

    def companion(self, state: SeriesState, hex_: int, side: int) -> int | None:
        """The airborne unit that takes the same losses as its side's aircraft in a battle."""
        return None

    def land(self, state: SeriesState, hex_: int, events: list[Event]) -> list[int]:
        """Let airborne units land; each of those hurt by the landing takes a hit."""
        return []


class AirborneAssaults(Airborne):
    """Airborne assaults as the chapter has them."""

    @cached_property
    def _jumpers(self) -> tuple[tuple[int, ...], ...]:
        """The units of each side that are trained to jump."""
        return tuple(tuple(block for block in blocks if JUMPERS in self.units.tags[block]) for blocks in self.units.ground)

    def may_jump(self, state: SeriesState, block: int) -> bool:
        return self.is_ordered(state, block) and self.is_ready(state, block)

    @rule("BE-23.0a", "BW-23.0a", "BW-23.0b", "BW-23.0d")
    def is_ready(self, state: SeriesState, block: int) -> bool:
        """Whether a unit can jump: supplied, at full strength, on an airfield since its turn began, with good weather somewhere."""
        hex_ = state.location[block]
        if hex_ < 0 or JUMPERS not in self.units.tags[block] or state.flags[block] & (MARKED | IN_FLIGHT | MOVED):
            return False
        if state.spent[block] or state.travelled >> block & 1:
            return False
        if state.steps[block] < self.units.full[block] or state.occupied[1 - self.units.side[block]] >> hex_ & 1:
            return False
        if not self.rules.weather.where(state, GOOD):
            return False
        if not self.rules.definitions.airfields(state, self.units.power[block]) >> hex_ & 1:
            return False
        return not self.rules.definitions.is_frozen(state, block)

    @rule("BW-23.0c")
    def is_ordered(self, state: SeriesState, block: int) -> bool:
        """Whether a headquarters commands the assault."""
        return False

    def tech(self, state: SeriesState, block: int, hex_: int) -> int:
        """The TECH level that counts for an airborne unit at a target."""
        return self.rules.definitions.tech(state, block)

    @rule("BW-23.0d", "BW-23.0e", "BW-23.0n", "BW-R127")
    def targets(self, state: SeriesState, block: int) -> HexSet:
        """Plain hexes within range in good weather; experts may go farther, or land in one kind of difficult terrain."""
        start, side = state.location[block], self.units.side[block]
        land = self.board.map.playable_mask & self.rules.theatre & ~state.control[side] & ~(1 << start)
        land &= self.rules.weather.where(state, GOOD) & self.rules.powers.territory(state, block)
        near, far = self.board.within(start, RANGE) & land, self.board.within(start, LONG_RANGE) & land
        found = 0
        for hex_ in members(far):
            level, hurdles = self.tech(state, block, hex_), self.hurdles(state, hex_)
            if level < JUMPING_TECH:
                continue
            inside = near >> hex_ & 1
            is_expert = level >= EXPERT_TECH
            if (hurdles == 0 and (inside or is_expert)) or (hurdles == 1 and inside and is_expert):
                found |= 1 << hex_
        return found

    def hurdles(self, state: SeriesState, hex_: int) -> int:
        """What makes a landing difficult there: rough terrain, a major city, fortifications."""
        works = bool(self.rules.definitions.fortification(state, hex_))
        return int(self.board.rough >> hex_ & 1) + int(self.board.majors >> hex_ & 1) + int(works)

    def jumps(self, state: SeriesState, side: int) -> list[Jump]:
        able = [block for block in self._jumpers[side] if state.location[block] >= 0 and self.may_jump(state, block)]
        return [Jump(block, to) for block in able for to in members(self.targets(state, block))]

    @rule("BE-23.0c", "BE-23.0f", "BW-23.0f", "BW-23.0l")
    def jump(self, state: SeriesState, action: Jump) -> None:
        """Send the unit to its target; it may exceed the stacking limit there."""
        block = action.block
        relocate(self.units, state, block, action.to)
        state.entered[block] = NO_HEX
        state.flags[block] |= IN_FLIGHT
        state.jumped |= 1 << block
        state.drops.append((block, action.to))

    def _in_the_air(self, state: SeriesState, hex_: int, side: int) -> list[int]:
        here = [block for block, target in state.drops if target == hex_ and self.units.side[block] == side]
        return [block for block in here if state.location[block] == hex_ and state.flags[block] & IN_FLIGHT]

    def _flying(self, state: SeriesState) -> list[tuple[int, int]]:
        return [(b, hex_) for b, hex_ in state.drops if state.location[b] == hex_ and state.flags[b] & IN_FLIGHT]

    def waiting(self, state: SeriesState) -> list[int]:
        return [b for b, hex_ in self._flying(state) if not state.occupied[1 - self.units.side[b]] >> hex_ & 1]

    def drop_zones(self, state: SeriesState) -> HexSet:
        return mask_of(hex_ for _, hex_ in self._flying(state))

    @rule("BE-23.0c", "BW-23.0g")
    def in_the_air_over(self, state: SeriesState) -> HexSet:
        """All target hexes without an enemy: fighters and armour in reserve may go there."""
        return mask_of(state.location[block] for block in self.waiting(state)) if state.drops else 0

    @rule("BE-23.0g", "BW-23.0h", "BW-R134")
    def ambushed(self, state: SeriesState) -> list[int]:
        """Units that jump at a hex with enemy armour in reserve: they are destroyed, and the armour may still react."""
        ready = [b for side in (0, 1) for b in self.units.swift[side] if state.reserve >> b & 1]
        watched = {(state.location[b], self.units.side[b]) for b in ready if state.location[b] >= 0}
        return [b for b, hex_ in self._flying(state) if (hex_, 1 - self.units.side[b]) in watched]

    @rule("BW-23.0i", "BW-R94")
    def companion(self, state: SeriesState, hex_: int, side: int) -> int | None:
        flying = self._in_the_air(state, hex_, side)
        return max(flying, key=lambda block: (self.rules.fire.value(state, block), -block), default=None)

    @rule("BW-23.0j", "BW-23.0n")
    def land(self, state: SeriesState, hex_: int, events: list[Event]) -> list[int]:
        """Land the units over a hex; returns those that a difficult landing hurts."""
        hurt = []
        for block in self._in_the_air(state, hex_, state.active):
            state.flags[block] &= ~IN_FLIGHT
            state.aloft &= ~(1 << block)
            state.dropped |= 1 << hex_
            events.append(Dropped(block=block, hex=hex_))
            if self.hurdles(state, hex_):
                hurt.append(block)
        self.landed(state, hex_, events)
        state.drops[:] = [drop for drop in state.drops if drop[1] != hex_]
        state.derived = {}
        return hurt

    def landed(self, state: SeriesState, hex_: int, events: list[Event]) -> None:
        """What a successful landing means for a place."""


class JumpingFire(Fire):
    """How airborne units fight."""

    @rule("BW-23.0i", "BW-R94")
    def is_in_the_air(self, state: SeriesState, block: int, context: FireContext) -> bool:
        """An airborne unit without aircraft beside it counts as a target in the air itself."""
        if not self.is_jumping(state, block):
            return super().is_in_the_air(state, block, context)
        beside = self.units_at(state, context.hex, self.units.side[block])
        return not any(self.units.is_air[other] and super(JumpingFire, self).is_in_the_air(state, other, context) for other in beside)

    def is_jumping(self, state: SeriesState, block: int) -> bool:
        return self.units.is_ground[block] and bool(state.flags[block] & IN_FLIGHT)

    def fires_in(self, state: SeriesState, context: FireContext, step: int, block: int) -> bool:
        return not self.is_jumping(state, block) and super().fires_in(state, context, step, block)

    @rule("BE-23.0e", "BW-23.0k")
    def maluses(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        """A unit that jumped has a malus in its first round on the ground."""
        found = super().maluses(state, context, step, block)
        jumped = context.first() and step in (GROUND, ANTI_AIRCRAFT) and state.dropped >> context.hex & 1 and state.jumped >> block & 1
        return found + int(bool(jumped) and self.units.side[block] == state.active and state.entered[block] == NO_HEX)


class Escorts(AirOperations):
    """Fighters that escort an assault."""

    @rule("BE-23.0c")
    @rule("BW-23.0f")
    def targets_of_missions(self, state: SeriesState, block: int) -> HexSet:
        """Fighters may also escort an airborne assault on an empty hex."""
        found = super().targets_of_missions(state, block)
        if not state.drops or not self.units.is_fighter[block]:
            return found
        return found | mask_of(to for unit, to in state.drops if self.units.side[unit] == self.units.side[block])
