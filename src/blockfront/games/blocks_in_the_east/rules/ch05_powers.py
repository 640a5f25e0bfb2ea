"""Chapter 5: the special positions of the powers in the East."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.rules.ch05_powers import Powers
from blockfront.games.blocks_series.state import AXIS, SeriesState
from blockfront.hexes.grid import HexSet

FINLAND_INVADED: Final = 1  # a Soviet ground unit has crossed the Finnish border (bit of `happened`)
GERMANY_INVADED: Final = 2  # a Soviet ground unit has entered Germany
GERMAN_GUESTS: Final = 1  # German units inside Finland until then


class EasternPowers(Powers):
    @rule("BE-5.5k", "BE-BSSm")
    def territory(self, state: SeriesState, block: int) -> HexSet:
        """One German unit may be in Finland until the Soviets have crossed its border."""
        zone = super().territory(state, block)
        if self.order[block].nation != "germany" or state.happened & FINLAND_INVADED:
            return zone
        guests = self._guests(state)
        return zone & ~self.board.area("finland") if len(guests - {block}) >= GERMAN_GUESTS else zone

    def _guests(self, state: SeriesState) -> frozenset[int]:
        """German units inside Finland."""
        found: frozenset[int] | None = state.derived.get("guests")
        if found is None:
            finland = self.board.area("finland")
            germans = (b for b in self.order.of_side[AXIS] if self.order[b].nation == "germany")
            found = frozenset(b for b in germans if state.location[b] >= 0 and finland >> state.location[b] & 1)
            state.derived["guests"] = found
        return found
