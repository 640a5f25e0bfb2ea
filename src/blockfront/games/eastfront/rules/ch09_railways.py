"""Chapter 9: railways, the friendly net and movement on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from blockfront.core.clauses import rule
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.state import AXIS, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.reach import flood, linked_rings, step

if TYPE_CHECKING:
    from blockfront.games.eastfront.ruleset import Rules


class Railways(Chapter):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._beyond_the_edge = tuple({entry: self._beyond(places, entry) for entry in places} for places in self.board.edge_places)

    @rule("EF-9.11a", "EF-9.12b", "EF-1.6c", "EF-1.1a", "EF-1.1b")
    def origins(self, side: int) -> HexSet:
        """Where a side's railways begin: its Rail Entry hexes, and Baku for the Soviets."""
        entries = self.home_entries(side)
        return entries if side == AXIS else entries | 1 << self.board.baku

    def home_entries(self, side: int) -> HexSet:
        return self.board.west_entries if side == AXIS else self.board.east_entries

    @rule("EF-9.12a", "EF-9.12c", "EF-9.12d", "EF-9.3a", "EF-8.4f", "EF-1.6a", "EF-9.12e")
    def supplied(self, state: EastFrontState, side: int) -> HexSet:
        """Hexes into which a friendly rail line runs: through friendly hexes, into but not through battles."""
        return self.cached(state, ("lines", side), self._basis_of_lines(state), lambda: self.lines(state, side))

    def recall(self, state: EastFrontState, side: int, supplied: HexSet) -> None:
        """Keep a known answer for `supplied`, so that it need not be worked out."""
        state.answers["lines", side] = (self._basis_of_lines(state), supplied)

    def _basis_of_lines(self, state: EastFrontState) -> tuple[int, ...]:
        return (*state.friendly, state.occupied[0] & state.occupied[1], state.place_in_chain)

    def lines(self, state: EastFrontState, side: int) -> HexSet:
        """Hexes that a side's rail lines reach from all its origins."""
        return self.fed_from(state, side, self.origins(side))

    def fed_from(self, state: EastFrontState, side: int, origins: HexSet) -> HexSet:
        """Hexes that a side's rail lines reach from certain origins."""
        friendly = state.friendly[side]
        battles = state.occupied[AXIS] & state.occupied[1]
        open_line = friendly & ~battles
        net = flood(self.board.grid, origins & open_line, open_line, self.board.rail_sides)
        ends = step(self.board.grid, net, self.board.rail_sides) & friendly & battles
        return net | ends | (origins & friendly)

    def net(self, state: EastFrontState, side: int) -> HexSet:
        """Rail-supplied hexes that trains may use: those without a battle."""
        return self.supplied(state, side) & ~(state.occupied[0] & state.occupied[1])

    @rule("EF-9.21a", "EF-9.21b", "EF-9.5a", "EF-9.5b", "EF-9.5c", "EF-9.5e", "EF-R14", "EF-8.4d", "EF-9.21d")
    def reach(self, side: int, net: HexSet, start: Mapping[int, HexSet]) -> list[HexSet]:
        """Rail hexes of a net by distance, on the map and off it between entry hexes of the home edge.

        `start` gives the hexes where the train begins, by distance. Distance 0 is the hex it stands in, which is not a target.
        """
        return linked_rings(self.board.grid, start, net, self.board.rail_sides, self._beyond_the_edge[side])

    @rule("EF-9.5a", "EF-9.5b", "EF-R14")
    def beyond_the_edge(self, side: int, origin: int) -> Mapping[int, HexSet]:
        """The other entry hexes of the home edge, by the rail hexes that the way off the map costs."""
        return self._beyond_the_edge[side][origin]

    def _beyond(self, places: Mapping[int, int], origin: int) -> dict[int, HexSet]:
        cost = self.rules.tables.numbers.off_map_hexes_per_edge_hex
        found: dict[int, HexSet] = {}
        for target, place in places.items():
            if target != origin:
                hexes = cost * abs(place - places[origin])
                found[hexes] = found.get(hexes, 0) | 1 << target
        return found

    @rule("EF-6.53a")
    def moves_needed(self, distance: int) -> int:
        """The Rail Moves that a distance costs: one up to 10 hexes, two up to 20, and so on."""
        return -(-distance // self.rules.tables.numbers.rail_hexes_per_move)
