"""Chapter 24 in the East: Soviet marines and their naval headquarters."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.rules.ch24_landings import LANDING_TECH, AmphibiousLandings
from blockfront.games.blocks_series.state import MARKED, MOVEMENT, SeriesState
from blockfront.hexes.grid import HexSet


class EasternLandings(AmphibiousLandings):
    """Landings in the East come in a single wave: marines who start in one port with their headquarters."""

    def is_played(self) -> bool:
        return True

    def has_waves(self) -> bool:
        return False

    @rule("BE-24.0c", "BE-E88")
    def barred_terrain(self) -> tuple[str, ...]:
        """Terrain on which nobody lands easily: all but clear ground."""
        return tuple(kind for kind in self.board.terrain if kind not in ("clear", "lake"))

    @rule("BE-24.0a")
    def is_trained(self, block: int) -> bool:
        return self.units.is_marine[block] and self.order[block].nation == "ussr"

    def naval_tech(self, state: SeriesState, hq: int) -> int:
        return LANDING_TECH

    @rule("BE-24.0b")
    def may_command(self, state: SeriesState, hq: int) -> bool:
        """The naval headquarters may order a landing in the Movement Phase if it is supplied and at full strength."""
        hex_ = state.location[hq]
        if state.phase != MOVEMENT or hex_ < 0 or self.units.type[hq] != "naval_hq" or state.flags[hq] & MARKED:
            return False
        if state.steps[hq] < self.units.full[hq] or (state.travelled >> hq & 1) or self.rules.definitions.is_frozen(state, hq):
            return False
        return self.rules.headquarters.points_left(state, hq) > 0 and not state.occupied[1 - self.units.side[hq]] >> hex_ & 1

    @rule("BE-24.0b")
    def may_lead(self, state: SeriesState, hq: int, block: int) -> bool:
        """Marines start from the port of their headquarters; neither may have moved."""
        return state.location[hq] == state.location[block] and not state.spent[hq]

    @rule("BE-24.0g")
    def room(self, state: SeriesState, block: int) -> HexSet:
        """Landing marines may exceed the stacking limit in the turn of their landing."""
        return -1

    def may_recall(self, state: SeriesState, hq: int, block: int) -> bool:
        able = self.units.type[hq] == "naval_hq" and state.location[hq] >= 0 and self.rules.headquarters.points_left(state, hq) > 0
        return able and self.rules.headquarters.is_subordinate(hq, block)
