"""Section 7.5: river assaults and repulse."""

from collections.abc import Sequence

from blockfront.core.clauses import rule
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.state import AXIS, NO_HEX, EastFrontState

NEVER = 0


class Assaults(Chapter):
    @rule("EF-7.5a", "EF-7.5b", "EF-7.5c", "EF-7.51g", "EF-7.54a", "EF-1.36d", "EF-S41.3b")
    def repulse_number(self, state: EastFrontState, hex_: int, attackers: Sequence[int] | None = None) -> int:
        """Highest die that repulses attackers in this round; 0 when the battle is no assault. By default all active units attack."""
        if not state.new_battles >> hex_ & 1:
            return NEVER
        if attackers is None:
            attackers = self.rules.battles.units_of(state, hex_, state.active)
        numbers = [self.number_of(state, block, hex_) for block in attackers]
        return NEVER if NEVER in numbers or not numbers else min(numbers)

    def number_of(self, state: EastFrontState, block: int, hex_: int) -> int:
        """The repulse number for the way one attacker came; 0 when it did not come by an assault."""
        entry = state.entered_from[block]
        if entry == NO_HEX or not self.board.is_river(entry, hex_):
            return NEVER
        if self.rules.scenarios.is_surprised(state, 1 - AXIS) and state.active == AXIS:
            return NEVER
        return self.rules.weather.river_repulse(state, hex_)

    @rule("EF-7.51d")
    def way_back(self, state: EastFrontState, block: int) -> int:
        """Where a repulsed unit goes: the hex from which it engaged."""
        return state.entered_from[block]

    @rule("EF-R48")
    def gathers_fire(self) -> bool:
        """Whether Repulses and hits wait until all defenders have fired. In the book each defender's take effect at once."""
        return False

    def repulse_loss(self, state: EastFrontState, block: int) -> int:
        """Steps that a repulse itself costs a unit: none across rivers."""
        return 0

    def after_repulse(self, state: EastFrontState, block: int) -> None:
        """Remove the marks of how a unit came into the battle: none across rivers."""
