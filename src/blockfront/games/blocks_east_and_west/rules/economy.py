"""One German economy, and which book each power's income follows."""

from functools import cached_property
from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_west.advanced.ch11_production import WesternColours
from blockfront.games.blocks_series.advanced.ch11_income import Points, Site
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet

AXIS: Final = 0
EASTERN_POWERS: Final = ("finland", "romania", "hungary", "slovakia", "ussr")
SOVIET, SATELLITE = "ussr", "slovakia"
SPENT_COUNTRIES: Final = ("france", "belgium", "netherlands", "denmark", "italy")  # countries whose sites no longer give Germany points


class JoinedIncome(WesternColours):
    @rule("BW-R142")
    def income(self, state: SeriesState, power: int) -> Points:
        """Powers of the East have the income of their book: the stated figure, changed by gains and losses on the map."""
        if self.rules.tables.powers[power].id in EASTERN_POWERS:
            return super(WesternColours, self).income(state, power)
        return super().income(state, power)

    @rule("BW-R142", "BW-R138", "BW-16.2b")
    def profits(self, site: Site, holder: int, surrendered: int) -> int | None:
        """Slovakia's points go to Germany. Conquests of before June 1944 in some countries and in the Soviet Union give Germany nothing."""
        found = super().profits(site, holder, surrendered)
        if holder != AXIS or found is None:
            return found
        owner = self.rules.tables.powers[site.owner].id
        if owner in SPENT_COUNTRIES or (owner == SOVIET and self._held_at_start >> site.hex & 1):
            return None
        return self._germany if owner == SATELLITE else found

    @cached_property
    def _held_at_start(self) -> HexSet:
        return self.rules.definitions.initial_control()[AXIS]

    @cached_property
    def _germany(self) -> int:
        return self.rules.tables.power("germany")
