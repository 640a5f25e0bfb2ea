"""Sections 7.33 to 7.4 and table T15: how many hits cost a step, and which unit takes them."""

from blockfront.blocks.fire_dice import strongest, weakest
from blockfront.core.clauses import rule
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.state import EastFrontState

UNTOUCHABLE = 0  # no number of hits costs a step


class Defence(Chapter):
    @rule("EF-7.33a", "EF-7.34a", "EF-7.34b", "EF-7.34f", "EF-7.35a", "EF-7.35c", "EF-7.4a", "EF-7.4b")
    @rule("EF-7.4d", "EF-7.4f", "EF-1.46c", "EF-7.23b", "EF-7.23c", "EF-R46", "EF-R26", "EF-0.1d")
    def hits_per_step(self, state: EastFrontState, hex_: int, side: int, supported: bool) -> int:
        """How many hits cost a side one step in a battle; active units always lose a step per hit."""
        if side == state.active:
            return 1
        if self.board.fortresses >> hex_ & 1 and self.rules.battles.original_defender(state, hex_) == side:
            return 3 if supported else UNTOUCHABLE
        return 1 + self.rules.weather.gives_double_defence(state, hex_) + (not supported)

    @rule("EF-6.42c")
    def pursuit_hits_per_step(self, state: EastFrontState, hex_: int, side: int) -> int:
        """How many hits cost a rearguard a step: as in combat in its hex, where a fortress protects only its Original Defender."""
        if self.board.fortresses >> hex_ & 1 and self.rules.battles.original_defender(state, hex_) == side:
            return 3
        return 1 + self.rules.weather.gives_double_defence(state, hex_)

    @rule("EF-7.33b", "EF-7.33c", "EF-R13")
    def loss_candidates(self, state: EastFrontState, units: list[int]) -> list[int]:
        """Units that may take the next loss: the strongest; their owner chooses among equals."""
        return strongest(units, self._values(state, units))

    @rule("EF-7.51c")
    def repulse_candidates(self, state: EastFrontState, units: list[int]) -> list[int]:
        """Attackers that may be repulsed next: the weakest; their owner chooses among equals."""
        return weakest(units, self._values(state, units))

    def _values(self, state: EastFrontState, units: list[int]) -> dict[int, int]:
        return {block: self.units.value(block, state.steps[block]) for block in units}
