"""Chapter 23 in the East: parachutists on the order of a high command, and gliders behind a bomber."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.advanced.ch13_headquarters import CommandingHeadquarters
from blockfront.games.blocks_series.power_actions import Jump
from blockfront.games.blocks_series.rules.ch07_turn.p04_strategic_rail import StrategicRail
from blockfront.games.blocks_series.rules.ch13_headquarters import AIRBORNE_ASSAULT
from blockfront.games.blocks_series.rules.ch23_airborne import EXPERT_TECH, JUMPERS, JUMPING_TECH, LONG_RANGE, RANGE, AirborneAssaults
from blockfront.games.blocks_series.rules.stacking import relocate
from blockfront.games.blocks_series.state import IN_FLIGHT, MOVED, NO_HEX, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

GLIDERS: Final = "glider"  # tag of gliders, which a bomber tows


class EasternAirborne(AirborneAssaults):
    """Airborne assaults of the East: who may jump, how far, and onto what ground."""

    @rule("BE-23.0a")
    def is_ordered(self, state: SeriesState, block: int) -> bool:
        """Whether the FHQ or the Stavka has spent its airborne action on the unit."""
        headquarters = self.rules.headquarters
        assert isinstance(headquarters, CommandingHeadquarters)
        return headquarters.is_ordered(state, AIRBORNE_ASSAULT, block)

    def reach(self, block: int) -> int:
        """How many hexes a unit flies; an option lets gliders fly further."""
        return RANGE

    def lands_in_rough(self) -> bool:
        """Whether experts may land in a hex with one difficulty."""
        return True

    @rule("BE-23.0a", "BE-23.0h", "BE-E87")
    def targets(self, state: SeriesState, block: int) -> HexSet:
        """Clear hexes in range, with or without a minor city; from TECH 3 on also hexes with one difficulty."""
        start, side, level = state.location[block], self.units.side[block], self.rules.definitions.tech(state, block)
        if level < JUMPING_TECH:
            return 0
        most = int(level >= EXPERT_TECH and self.lands_in_rough())
        land = self.board.map.playable_mask & self.rules.theatre & ~state.control[side] & self.rules.powers.territory(state, block)
        near = self.board.within(start, self.reach(block)) & land
        return mask_of(hex_ for hex_ in members(near) if self.hurdles(state, hex_) <= most)

    # ---- gliders

    def jumps(self, state: SeriesState, side: int) -> list[Jump]:
        found = super().jumps(state, side)
        if not any(GLIDERS in self.units.tags[jump.block] for jump in found):
            return found
        tows = {jump.to: self.tows(state, side, jump.to) for jump in found}
        plain = [jump for jump in found if GLIDERS not in self.units.tags[jump.block]]
        return plain + [Jump(j.block, j.to, tow) for j in found if GLIDERS in self.units.tags[j.block] for tow in tows[j.to]]

    @rule("BE-23.0b", "BE-E86")
    def tows(self, state: SeriesState, side: int, target: int) -> list[int]:
        """German bombers at full strength that can fly to the hex now."""
        air, units = self.rules.air, self.units
        able = (b for b in units.aircraft[side] if units.type[b] == "bomber" and self.order[b].nation == "germany")
        full = (b for b in able if state.location[b] >= 0 and state.steps[b] == units.full[b])
        ready = [b for b in full if air.may_fly(state, b) and air.may_fight(state, b)]
        return [b for b in ready if self.board.within(state.location[b], air.range_of(state, b)) >> target & 1]

    def jump(self, state: SeriesState, action: Jump) -> None:
        if action.tow >= 0:
            relocate(self.units, state, action.tow, action.to)
            state.entered[action.tow] = NO_HEX
            state.flags[action.tow] |= IN_FLIGHT | MOVED
        super().jump(state, action)


class FarGliders(EasternAirborne):
    """Option of other editions: gliders fly further than parachutists."""

    @rule("BE-E86")
    def reach(self, block: int) -> int:
        return LONG_RANGE if GLIDERS in self.units.tags[block] else super().reach(block)


class PlainDrops(EasternAirborne):
    """Option of other editions: even experts land only in clear hexes."""

    @rule("BE-E87")
    def lands_in_rough(self) -> bool:
        return False


class AirborneOrders(CommandingHeadquarters):
    """High commands that order airborne assaults."""

    def kinds_in_play(self) -> frozenset[int]:
        return super().kinds_in_play() | {AIRBORNE_ASSAULT}

    def could_help(self, kind: int, block: int) -> bool:
        return super().could_help(kind, block) and (kind != AIRBORNE_ASSAULT or JUMPERS in self.units.tags[block])

    @rule("BE-23.0a")
    def may_help(self, state: SeriesState, hq: int, kind: int, block: int) -> bool:
        """Only units that can jump may be ordered to: at full strength, supplied, on an airfield."""
        if kind != AIRBORNE_ASSAULT:
            return super().may_help(state, hq, kind, block)
        airborne = self.rules.airborne
        assert isinstance(airborne, EasternAirborne)
        ready = not self.is_ordered(state, kind, block) and not state.flags[block] & MOVED
        return ready and airborne.is_ready(state, block) and self.rules.definitions.tech(state, block) >= JUMPING_TECH


class GroundedJumpers(StrategicRail):
    """Units under orders to jump wait on their airfield."""

    def can_go(self, state: SeriesState, block: int) -> bool:
        """A unit ordered to jump makes no rail move; it waits on its airfield."""
        headquarters = self.rules.headquarters
        assert isinstance(headquarters, CommandingHeadquarters)
        return not headquarters.is_ordered(state, AIRBORNE_ASSAULT, block) and super().can_go(state, block)
