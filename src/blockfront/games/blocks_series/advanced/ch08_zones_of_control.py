"""Chapter 8: rivers, cities and fortifications limit zones of control."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.rules.ch08_zones_of_control import ZonesOfControl
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members
from blockfront.hexes.reach import step
from blockfront.hexes.sides import without


class AdvancedZones(ZonesOfControl):
    @rule("BE-8.0a")
    def reach(self, state: SeriesState, hexes: HexSet) -> HexSet:
        """As in the basic game, but rivers that are not frozen stop a zone."""
        return step(self.board.grid, hexes, without(self.board.zoc_sides, self.rules.weather.rivers(state)))

    @rule("BE-8.0b", "BE-8.0c", "BE-3.19g")
    def _around(self, state: SeriesState, side: int, hexes: HexSet) -> HexSet:
        """As in the basic game, but no zone extends into major cities, fortresses and bunkers unless they are empty and closed in."""
        zone = super()._around(state, side, hexes)
        strong = self._strong_places(state)
        held = state.occupied[side] | zone & ~strong
        empty = zone & strong & ~state.occupied[side]
        for hex_ in members(empty):
            if not self.board.neighbours(hex_) & ~held:
                strong &= ~(1 << hex_)
        return zone & ~strong

    def _strong_places(self, state: SeriesState) -> HexSet:
        fortified = (self.board.fortresses | self.board.bunkers) & ~state.razed
        return self.board.majors | fortified
