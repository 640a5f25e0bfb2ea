"""Chapter 36: a die decides when Italy leaves the war."""

from typing import Final

from blockfront.blocks.months import month_number
from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_east.rules.ch07_turn import EasternVictory
from blockfront.games.blocks_series.state import SeriesState

SURRENDERS_ON: Final = (  # first month, and the highest face on which Italy surrenders
    (month_number("1943-07") or 0, 1),
    (month_number("1943-08") or 0, 2),
    (month_number("1943-09") or 0, 4),
    (month_number("1943-10") or 0, 5),
)


class UncertainItaly(EasternVictory):
    @rule("BE-36.0a")
    def has_italy_left(self, state: SeriesState) -> bool:
        """With this option the calendar alone does not make Italy leave."""
        return False

    @rule("BE-36.0a")
    def surrender_roll(self, state: SeriesState) -> tuple[int, int] | None:
        """From July 1943 on a die is rolled for Italy while it fights: the power, and the highest face on which it surrenders."""
        italy = self.rules.tables.power("italy")
        highest = max((face for month, face in SURRENDERS_ON if month <= state.month), default=0)
        if not highest or state.surrendered >> italy & 1:
            return super().surrender_roll(state)
        return italy, highest
