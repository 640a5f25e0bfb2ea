"""The weather of a month: always good in the basic game. It is asked for each hex, because some lands may have their own weather."""

from collections.abc import Sequence
from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.rules.chapter import Chapter
from blockfront.games.blocks_series.state import GOOD, SNOW, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.sides import Sides

EntryCosts = tuple[tuple[int, HexSet], ...]  # (points, hexes that cost this many to enter)
Zones = tuple[tuple[int, HexSet], ...]  # (weather, hexes)
EVERYWHERE: Final = -1


class Weather(Chapter):
    def fixed(self, state: SeriesState) -> int | None:
        """The weather of the month, or None when it must be rolled for."""
        return GOOD

    def rolled(self, state: SeriesState, face: int) -> int | None:
        """The weather that a face of the die stands for; None if it must be rolled again."""
        raise TypeError("the weather of this game is not rolled for")

    def settle(self, state: SeriesState, face: int) -> None:
        """Set the weather of lands with their own weather after a roll; 0 stands for a month without a roll."""

    # ---- lands under the calendar of another book

    def has_second_calendar(self) -> bool:
        """Whether some lands have their own months of variable weather."""
        return False

    def second_fixed(self, state: SeriesState) -> int | None:
        """As `fixed`, for the lands with a second calendar."""
        raise TypeError("one calendar holds everywhere in this game")

    def second_rolled(self, state: SeriesState, face: int) -> int | None:
        """As `rolled`, for the lands with a second calendar."""
        raise TypeError("one calendar holds everywhere in this game")

    # ---- by hex

    def at(self, state: SeriesState, hex_: int) -> int:
        return state.weather

    def zones(self, state: SeriesState) -> Zones:
        """The lands with different weather; together all hexes, and no two with the same weather."""
        return ((state.weather, EVERYWHERE),)

    def where(self, state: SeriesState, weather: int) -> HexSet:
        """The hexes with this weather."""
        for found, hexes in self.zones(state):
            if found == weather:
                return hexes
        return 0

    def table(self, state: SeriesState, tables: Sequence[EntryCosts]) -> EntryCosts:
        """The present costs of hexes, chosen from tables by weather; the result stays valid as long as the tables."""
        return tables[state.weather]

    @rule("BE-9.3e", "BW-9.3c", "BW-R127")
    def is_frozen(self, state: SeriesState, one: int, other: int) -> bool:
        """Whether a river between two hexes is frozen: both hexes must have snow."""
        return self.at(state, one) == SNOW == self.at(state, other)

    def rivers(self, state: SeriesState) -> Sides:
        """The rivers that are not frozen."""
        return self.board.rivers if state.weather != SNOW else (0, 0, 0, 0, 0, 0)
