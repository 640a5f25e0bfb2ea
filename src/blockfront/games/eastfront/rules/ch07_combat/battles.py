"""Sections 7.1 and 7.4: battles, who attacks and defends, which must and which may be fought, and their support."""

from blockfront.blocks.block_state import battle_hexes
from blockfront.core.clauses import rule
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.state import AXIS, BLITZ_COMBAT, EastFrontState
from blockfront.hexes.grid import HexSet


class Battles(Chapter):
    @rule("EF-7.12a", "EF-7.11a")
    def original_defender(self, state: EastFrontState, hex_: int) -> int:
        return AXIS if state.axis_defends >> hex_ & 1 else 1 - AXIS

    def engage(self, state: EastFrontState, block: int, hex_: int, entry: int) -> None:
        """A unit engages the enemies in a hex; if no unit of its side was there, a new battle begins."""
        side = self.units.side[block]
        state.entered_from[block] = entry
        if not state.occupied[side] >> hex_ & 1:
            self.begin(state, hex_, side)

    @rule("EF-7.11a", "EF-7.12a", "EF-6.31b")
    def begin(self, state: EastFrontState, hex_: int, attacker: int) -> None:
        """Note a new battle: the side that was there first is its Original Defender."""
        state.new_battles |= 1 << hex_
        if attacker == AXIS:
            state.axis_defends &= ~(1 << hex_)
        else:
            state.axis_defends |= 1 << hex_

    @rule("EF-7.15a", "EF-7.15c", "EF-7.15d", "EF-7.15e", "EF-1.46b", "EF-7.15b", "EF-6.31d", "EF-R63")
    def mandatory(self, state: EastFrontState) -> HexSet:
        """Battles that must be fought: new ones, those with an air strike, and sieges by the Original Attacker."""
        battles = battle_hexes(state)
        must = state.new_battles
        for _, hex_ in state.strikes:
            must |= 1 << hex_
        if state.phase != BLITZ_COMBAT:
            must |= self.board.fortresses & self.attacked_by(state, state.active)
        return must & battles

    def attacked_by(self, state: EastFrontState, side: int) -> HexSet:
        """Battles whose Original Attacker is a side."""
        battles = battle_hexes(state)
        return battles & ~state.axis_defends if side == AXIS else battles & state.axis_defends

    @rule("EF-7.14a", "EF-4.43b", "EF-4.45b", "EF-7.4e", "EF-7.23a")
    def optional(self, state: EastFrontState) -> HexSet:
        """Battles the active player may still choose to fight in this phase."""
        return battle_hexes(state) & ~self.mandatory(state) & ~state.chosen & ~state.fought

    @rule("EF-7.4a", "EF-7.4c", "EF-7.14b", "EF-4.45a")
    def is_supported(self, state: EastFrontState, hex_: int) -> bool:
        return bool(self.rules.headquarters.supported(state, state.active) >> hex_ & 1)

    def units_of(self, state: EastFrontState, hex_: int, side: int) -> list[int]:
        """Units of a side in a hex. The list is shared: read it, never change it."""
        known: dict[int, list[int]] | None = state.derived.get(side)
        if known is None:
            known = state.derived[side] = {}
            location = state.location
            for block in self.order.of_side[side]:
                known.setdefault(location[block], []).append(block)
        return known.get(hex_, [])
