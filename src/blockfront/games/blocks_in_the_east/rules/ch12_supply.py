"""Section 12.2: Sevastopol under siege."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.advanced.ch12_supply import SiegeSupply
from blockfront.games.blocks_series.rules.ch04_supply import HOLDS_OUT
from blockfront.games.blocks_series.state import AXIS, SeriesState


class SevastopolSupply(SiegeSupply):
    @rule("BE-12.2a", "BE-12.2b")
    def besieged_fate(self, state: SeriesState, block: int) -> int:
        """Soviet units in the fortress of Sevastopol lose nothing, though they stay marked."""
        hex_ = state.location[block]
        in_fortress = hex_ == self.board.hex("Sevastopol") and self.rules.definitions.fortification(state, hex_) == "fortress"
        return HOLDS_OUT if in_fortress and self.units.side[block] != AXIS else super().besieged_fate(state, block)
