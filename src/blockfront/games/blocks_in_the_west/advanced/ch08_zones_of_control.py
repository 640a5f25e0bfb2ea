"""Chapter 8: zones of control do not extend over rivers or into the enemy's strong places."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_west.rules.theatre import western
from blockfront.games.blocks_series.rules.ch08_zones_of_control import ZonesOfControl
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members
from blockfront.hexes.reach import step
from blockfront.hexes.sides import NO_SIDES, Sides, without


class RiverZones(ZonesOfControl):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.west = western(self.board)
        self._open: tuple[Sides, Sides] = (NO_SIDES, self.board.zoc_sides)  # unfrozen rivers, and the hexsides that zones then cross

    @rule("BW-8.0a", "BW-3.19e")
    def reach(self, state: SeriesState, hexes: HexSet) -> HexSet:
        """Zones of control do not extend over unfrozen rivers."""
        rivers = self.rules.weather.rivers(state)
        then, sides = self._open
        if rivers != then:
            sides = without(self.board.zoc_sides, rivers)
            self._open = rivers, sides
        inside = step(self.board.grid, hexes & self.west, sides)
        return inside | super().reach(state, hexes & ~self.west)

    @rule("BW-8.0b")
    def _around(self, state: SeriesState, side: int, hexes: HexSet) -> HexSet:
        """Zones do not extend into enemy major cities, fortresses and bunkers, unless these are empty and surrounded."""
        zone = super()._around(state, side, hexes)
        strong = self._strong_places(state) & ~state.control[side] & self.west
        held = state.occupied[side] | zone & ~strong
        for hex_ in members(zone & strong & ~state.occupied[1 - side]):
            if not self.board.neighbours(hex_) & ~held:
                strong &= ~(1 << hex_)
        return zone & ~strong

    def _strong_places(self, state: SeriesState) -> HexSet:
        definitions = self.rules.definitions
        works = definitions.must_be_entered(state) & ~self.board.cities
        return self.board.majors | works & self.west & definitions.fortified(state)
