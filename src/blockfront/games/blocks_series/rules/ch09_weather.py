"""The weather of a month: always good in the basic game."""

from blockfront.games.blocks_series.rules.chapter import Chapter
from blockfront.games.blocks_series.state import GOOD, SeriesState


class Weather(Chapter):
    def fixed(self, state: SeriesState) -> int | None:
        """The weather of the month, or None when it must be rolled for."""
        return GOOD

    def rolled(self, state: SeriesState, face: int) -> int | None:
        """The weather that a face means; None when the die must be rolled again."""
        raise TypeError("the weather of this game is not rolled for")
