"""Chapter 29 in the East: Soviet partisans along the railways."""

from typing import Final

from blockfront.blocks.months import month_number
from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_east.rules.theatre import eastern
from blockfront.games.blocks_series.rules.ch29_partisans import RED, Bands, Rising
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of

FIRST_MONTH: Final = month_number("1941-09") or 0
QUIET_AREAS: Final = ("baltic_states", "bessarabia")
QUIET_PLACES: Final = ("Vyborg", "Salla")
QUIET_BOX: Final = "petsamo"


class EasternPartisans(Bands):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        if eastern(self.board):
            ussr = rules.tables.power("ussr")
            self._soviet: tuple[Rising, ...] = (Rising(self.quarters(), ussr, RED, (ussr,), ussr),)
        else:
            self._soviet = ()

    @rule("BE-29.1c", "BE-E93")
    def quarters(self) -> HexSet:
        """Where Soviet partisans rise: the Soviet Union without the Baltic states, Bessarabia and the lands taken from Finland."""
        quiet = self.board.area(*QUIET_AREAS) | mask_of(self.board.hex(place) for place in QUIET_PLACES) | self.board.box(QUIET_BOX)
        return self.board.area("ussr") & ~quiet

    @rule("BE-29.0a")
    def risings(self, state: SeriesState) -> tuple[Rising, ...]:
        return (*super().risings(state), *(self._soviet if state.month >= FIRST_MONTH else ()))

    @rule("BE-29.1d", "BE-E94")
    def ground(self, state: SeriesState, rising: Rising) -> HexSet:
        """Soviet partisans rise only in hexes with a railway."""
        found = super().ground(state, rising)
        return found & self.rules.definitions.railways(state).hexes if rising in self._soviet else found
