"""Chapter 5: the special positions of the powers in the East."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.rules.ch05_powers import Powers
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet

FINLAND_INVADED: Final = 1  # a Soviet ground unit has crossed the Finnish border (bit of `happened`)
GERMAN_GUESTS: Final = 1  # German units inside Finland until then


class EasternPowers(Powers):
    @rule("BE-5.5k", "BE-BSSm")
    def territory(self, state: SeriesState, block: int) -> HexSet:
        """One German unit may be in Finland until the Soviets have crossed its border."""
        zone = super().territory(state, block)
        power = self.rules.tables.powers[self.units.power[block]]
        if power.id != "germany" or state.happened & FINLAND_INVADED:
            return zone
        finland = self.board.area("finland")
        germans = [b for b in self.order.of_side[self.units.side[block]] if b != block and self.units.power[b] == self.units.power[block]]
        inside = sum(state.location[b] >= 0 and finland >> state.location[b] & 1 for b in germans)
        return zone & ~finland if inside >= GERMAN_GUESTS else zone
