"""BW-18.1.1b: the Baltic when the Soviets hold Riga and Tallinn."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_west.rules.ch18_sea import WesternSea
from blockfront.games.blocks_series.rules.ch18_sea import DANGEROUS, Crossing
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.hexset import mask_of

AXIS: Final = 0
BALTIC: Final = "baltic"
BASES: Final = ("Riga", "Tallinn")


class JoinedSea(WesternSea):
    def is_axis(self, power: int) -> bool:
        """Whether a power is on the Axis side, including Germany's eastern allies."""
        return self.rules.tables.powers[power].side == AXIS

    @rule("BW-18.1.1b")
    def _in_water(self, state: SeriesState, power: int, sea: str) -> Crossing:
        """While the Soviets hold both ports, their mines and submarines make the Baltic dangerous for the Axis."""
        bases = mask_of(self.board.hex(place) for place in BASES)
        if sea == BALTIC and self.is_axis(power) and not bases & ~state.soviet_land:
            return DANGEROUS
        return super()._in_water(state, power, sea)
