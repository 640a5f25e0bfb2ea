"""BW-R140: the month in which Berlin falls decides the game."""

from typing import Final

from blockfront.blocks.months import month_number
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_east_and_west.rules.economy import EASTERN_POWERS
from blockfront.games.blocks_in_the_east.rules.ch07_turn import EasternVictory
from blockfront.games.blocks_series.rules.ch07_turn.p07_losses import Losses
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import NOBODY_WINS
from blockfront.games.blocks_series.state import SeriesState

Outcome = tuple[int, int, str, str]  # winner, margin, level, reason
AXIS, ALLIES = 0, 1
BERLIN, PEENEMUNDE = "Berlin", "Peenemünde"
AMERICA: Final = "usa"
RESULTS: Final = ((ALLIES, "decisive"), (ALLIES, "marginal"), (NOBODY_WINS, "draw"), (AXIS, "marginal"), (AXIS, "decisive"))
FALLS: Final = tuple(month_number(month) or 0 for month in ("1944-12", "1945-06", "1945-09", "1945-12"))  # the last month for each result
DRAW, AXIS_HOLDS, AXIS_WINS = 2, 3, 4  # indices into RESULTS
JULY: Final = month_number("1945-07") or 0
DECEMBER: Final = month_number("1945-12") or 0


class JoinedVictory(EasternVictory):
    """Victory by the month in which Berlin falls."""

    def deciding_places(self) -> tuple[int, tuple[str, ...]]:
        return ALLIES, (BERLIN,)

    def has_italy_left(self, state: SeriesState) -> bool:
        """False: Italy has left before the game begins, so it does not leave during it."""
        return False

    @rule("BW-R140", "BW-7.11d", "BW-13.8.1.3c")
    def outcome(self, state: SeriesState, place: int, reason: str) -> Outcome:
        """A result from the list, one level better for the Axis if the United States have left the war."""
        america = state.surrendered >> self.rules.tables.power(AMERICA) & 1
        winner, level = RESULTS[min(place + america, len(RESULTS) - 1)]
        return winner, 0, level, reason

    @rule("BW-R140", "BW-7.11b", "BW-7.11d")
    def sudden(self, state: SeriesState) -> Outcome | None:
        """Germany surrenders when Berlin falls; the month decides the level of victory."""
        if not state.surrendered >> self.rules.tables.power("germany") & 1:
            return None
        return self.outcome(state, sum(state.month > last for last in FALLS), "surrender")

    @rule("BW-R140", "BW-26.3a")
    def last_month(self, state: SeriesState) -> int:
        """If Berlin and Peenemünde hold out in July 1945, the game goes on to December."""
        usual = self.rules.scenario.last_month
        return DECEMBER if state.month >= usual and (state.month > usual or self._holds(state, BERLIN, PEENEMUNDE)) else usual

    def _holds(self, state: SeriesState, *places: str) -> bool:
        return all(state.control[AXIS] >> self.board.hex(place) & 1 for place in places)

    @rule("BW-R140", "BW-26.3b")
    def final(self, state: SeriesState) -> Outcome:
        if state.month < JULY:
            return self.outcome(state, DRAW, "last_turn")
        return self.outcome(state, AXIS_WINS if self._holds(state, PEENEMUNDE) else AXIS_HOLDS, "last_turn")

    def counted(self, state: SeriesState) -> tuple[tuple[int, int], ...] | None:
        return None


class JoinedLosses(Losses):
    """Surrender: powers of the East leave by their own book."""

    @rule("BW-R142")
    def disarm(self, state: SeriesState, power: int, events: list[Event]) -> None:
        """Powers of the East surrender by their own book: their units leave, and their land does not change hands."""
        if self.rules.tables.powers[power].id in EASTERN_POWERS:
            Losses.disarm(self, state, power, events)
            return
        super().disarm(state, power, events)
