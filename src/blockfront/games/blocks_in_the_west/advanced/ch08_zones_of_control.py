"""Chapter 8: rivers and the enemy's strong places limit zones of control."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_west.rules.theatre import western
from blockfront.games.blocks_series.rules.ch08_zones_of_control import ZonesOfControl
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members
from blockfront.hexes.reach import step
from blockfront.hexes.sides import without


class RiverZones(ZonesOfControl):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.west = western(self.board)

    @rule("BW-8.0a", "BW-3.19e")
    def reach(self, state: SeriesState, hexes: HexSet) -> HexSet:
        """Unfrozen rivers stop a zone."""
        inside = step(self.board.grid, hexes & self.west, without(self.board.zoc_sides, self.rules.weather.rivers(state)))
        return inside | super().reach(state, hexes & ~self.west)

    @rule("BW-8.0b")
    def _around(self, state: SeriesState, side: int, hexes: HexSet) -> HexSet:
        """Not into the enemy's major cities, fortresses and bunkers, unless they are empty and closed in."""
        zone = super()._around(state, side, hexes)
        strong = self._strong_places(state) & ~state.control[side] & self.west
        held = state.occupied[side] | zone & ~strong
        for hex_ in members(zone & strong & ~state.occupied[1 - side]):
            if not self.board.neighbours(hex_) & ~held:
                strong &= ~(1 << hex_)
        return zone & ~strong

    def _strong_places(self, state: SeriesState) -> HexSet:
        fortification = self.rules.definitions.fortification
        works = self.rules.definitions.must_be_entered(state) & ~self.board.cities
        return self.board.majors | sum(1 << hex_ for hex_ in members(works & self.west) if fortification(state, hex_))
