"""Chapter 3 in the East: neutral countries, Finland, and units that wait in the first month."""

from typing import Final

from blockfront.blocks import effects
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_in_the_east.rules.ch05_powers import EasternPowers
from blockfront.games.blocks_in_the_east.rules.history import FINLAND_INVADED
from blockfront.games.blocks_in_the_east.rules.theatre import eastern
from blockfront.games.blocks_series.events import Eliminated, Revealed
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import AXIS, SeriesState
from blockfront.hexes.grid import HexSet

NEUTRAL_COUNTRIES: Final = ("turkey", "persia")
TRANSIT_COUNTRY: Final = "sweden"  # neutral, too, but it lets the Axis pass


class EasternDefinitions(Definitions):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.is_eastern = bool(eastern(self.board))
        self.idle_coasts |= self.board.theatre(TRANSIT_COUNTRY)

    def closed_land(self) -> HexSet:
        """Turkey and Persia are neutral and closed to all units."""
        found = super().closed_land()
        for country in NEUTRAL_COUNTRIES:
            found |= self.board.theatre(country)
        return found

    @rule("BE-5.5k")
    def capture(self, state: SeriesState, side: int, hexes: HexSet, events: list[Event]) -> None:
        """Once a Soviet ground unit has entered Finland, Germans may enter it freely."""
        if side != AXIS and hexes & self.board.theatre("finland"):
            state.happened |= FINLAND_INVADED
        super().capture(state, side, hexes, events)
        if self.is_eastern:
            self.rules.headquarters.leave_posts(state, side, hexes, events)

    @rule("BE-5.5n", "BE-R21")
    def begin_month(self, state: SeriesState, events: list[Event]) -> None:
        """Units that have not left neutral Finland in time are interned, that is, eliminated."""
        super().begin_month(state, events)
        if not self.is_eastern:
            return
        powers = self.rules.powers
        assert isinstance(powers, EasternPowers)
        interned = powers.overdue(state)
        if interned:
            events.append(Revealed(blocks=tuple((block, state.steps[block]) for block in interned)))
        for block in interned:
            events.append(Eliminated(block=block, hex=state.location[block], cause="interned"))
            state.flags[block] = 0
            effects.eliminate(state, block, self.units.side[block])

    @rule("BE-3.21a", "BE-SBE5h")
    def is_frozen(self, state: SeriesState, block: int) -> bool:
        """In the month when some powers still wait, Antonescu may act although his troops may not; the Stavka may not act."""
        if not self.is_eastern:
            return super().is_frozen(state, block)
        if state.month != self.rules.frozen_month:
            return False
        if self.units.type[block] == "national_hq":
            return self.order[block].nation != "romania" and (self.order[block].nation == "ussr" or super().is_frozen(state, block))
        return super().is_frozen(state, block)
