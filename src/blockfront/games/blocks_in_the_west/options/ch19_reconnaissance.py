"""Chapter 19 in the West: which headquarters scout, and how redoubts hinder them."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_west.rules.ch07_fire import FESTUNG, REDOUBT, WesternFire
from blockfront.games.blocks_series.options.ch19_reconnaissance import (
    CITY_HIDES,
    FORTRESS_HIDES,
    ScoutedFire,
    ScoutingHeadquarters,
)
from blockfront.games.blocks_series.rules.ch13_headquarters import RECONNOITRE
from blockfront.games.blocks_series.state import SeriesState

OF_THE_AIR: Final = ("air", "fighter", "bomber")  # what a headquarters leads to be able to scout


class WesternScouting(ScoutingHeadquarters):
    """Which headquarters scout, and what hides from them."""

    def could_scout(self, hq: int) -> bool:
        return self.units.staff[hq].leads in OF_THE_AIR or self.units.type[hq] == "minor_hq" or super().could_scout(hq)

    @rule("BW-19.1a", "BW-13.8.5a", "BW-R48")
    def scouting_left(self, state: SeriesState, hq: int) -> int:
        """How often a headquarters may still scout: an air headquarters for each action point, an active one of a minor power once."""
        made = sum(order[0] == hq and order[1] == RECONNOITRE for order in state.orders)
        if self.units.staff[hq].leads in OF_THE_AIR:
            return self.action_points(state, hq) - made
        if self.units.type[hq] == "minor_hq":
            return 1 - made if state.active_hqs >> hq & 1 else 0
        return super().scouting_left(state, hq)

    @rule("BW-19.1e", "BW-R44")
    def difficulty(self, state: SeriesState, hq: int, hex_: int) -> int:
        """A redoubt hides as much as a city, a Festung as much as a fortress; with both in a hex the higher value counts."""
        found, fire = super().difficulty(state, hq, hex_), self.rules.fire
        work = fire.redoubt(state, hex_, 1 - self.units.side[hq]) if isinstance(fire, WesternFire) else 0
        if not work:
            return found
        kind = self.rules.definitions.fortification(state, hex_)
        great = bool(kind) or bool(self.board.majors >> hex_ & 1)
        hidden = FORTRESS_HIDES if kind == "fortress" else CITY_HIDES * int(great)
        return found - hidden + max(hidden, {REDOUBT: CITY_HIDES, FESTUNG: FORTRESS_HIDES}[work])


class WesternScoutedFire(ScoutedFire):
    """Fire at targets that nobody has scouted."""

    @rule("BW-19.0b", "BW-6.3.3b")
    def needs_scouting(self, state: SeriesState, hex_: int, block: int) -> bool:
        """Strategic bombers need no reconnaissance."""
        return not self.units.is_strategic[block] and super().needs_scouting(state, hex_, block)
