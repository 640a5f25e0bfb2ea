"""Chapter 13: air strikes of active headquarters."""

from blockfront.blocks.block_state import battle_hexes
from blockfront.core.clauses import rule
from blockfront.core.refusals import Refusal
from blockfront.games.eastfront.actions import Strike
from blockfront.games.eastfront.loading.data_model import NO_FIRE
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.state import EastFrontState
from blockfront.hexes.hexset import members


class AirPower(Chapter):
    @rule("EF-13.11a", "EF-13.11b", "EF-5.5a", "EF-5.5b", "EF-5.63a", "EF-13.16a")
    def range(self, state: EastFrontState, hq: int) -> int:
        """How many hexes an HQ's aircraft reach, over any ground; a supreme HQ's reach twice as far."""
        value = self.rules.headquarters.effective_value(state, hq)
        return value * self.rules.tables.numbers.supreme_air_range_factor if self.units.is_supreme[hq] else value

    @rule("EF-7.13c", "EF-13.12a", "EF-R25", "EF-5.63a")
    def dice(self, state: EastFrontState, hq: int) -> int:
        return max(0, self.rules.headquarters.effective_value(state, hq))

    @rule("EF-13.14a", "EF-7.32h", "EF-12.24e", "EF-13.17a")
    def firepower(self, state: EastFrontState, side: int) -> int:
        """Lowest hitting face of a side's air strikes, which the scenario sets."""
        return self.rules.scenario_of(state).sides[side].air

    @rule("EF-7.13a", "EF-7.13b", "EF-7.15c", "EF-13.1a", "EF-13.13a", "EF-13.13b", "EF-5.41c", "EF-13.15c")
    def strikes(self, state: EastFrontState, side: int) -> list[Strike]:
        """Every strike that can still be assigned: one per active HQ, one per battle, within range."""
        if self.firepower(state, side) >= NO_FIRE:
            return []
        used = {hq for hq, _ in state.strikes}
        struck = {hex_ for _, hex_ in state.strikes}
        targets = [hex_ for hex_ in members(battle_hexes(state)) if hex_ not in struck]
        return [
            Strike(hq, hex_)
            for hq in self.rules.headquarters.active(state, side)
            if hq not in used and self.dice(state, hq) and self.may_strike(state, hq)
            for hex_ in targets
            if self.board.distance(state.location[hq], hex_) <= self.range(state, hq)
        ]

    @rule("EF-7.13a", "EF-13.11a", "EF-13.13b")
    def why_not_strike(self, state: EastFrontState, action: Strike, side: int) -> Refusal | None:
        """Why a headquarters cannot strike a battle. This tells no secret: battles and one's own headquarters are known."""
        hq, hex_ = action.hq, action.hex
        if not 0 <= hq < len(self.order):
            return Refusal("EF-7.13a", "no_such_unit")
        if hq not in self.rules.headquarters.active(state, side):
            return Refusal("EF-7.13a", "no_strike_to_send", {"block": hq})
        if not 0 <= hex_ < self.board.grid.size or not battle_hexes(state) >> hex_ & 1:
            return Refusal("EF-7.13a", "no_battle_there", {"hex": hex_})
        if any(struck == hex_ for _, struck in state.strikes):
            return Refusal("EF-13.13b", "struck_already", {"hex": hex_})
        if any(used == hq for used, _ in state.strikes) or not self.dice(state, hq) or not self.may_strike(state, hq):
            return Refusal("EF-7.13a", "no_strike_to_send", {"block": hq})
        if self.board.distance(state.location[hq], hex_) > self.range(state, hq):
            return Refusal("EF-13.11a", "out_of_range", {"hex": hex_})
        return None

    def may_strike(self, state: EastFrontState, hq: int) -> bool:
        """Whether an active HQ may make an air strike: without options always."""
        return True
