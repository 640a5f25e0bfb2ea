"""Chapter 9: railways, the friendly net and movement on it."""

from blockfront.core.clauses import rule
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.state import AXIS, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members
from blockfront.hexes.reach import flood, step


class Railways(Chapter):
    @rule("EF-9.11a", "EF-9.12b", "EF-1.6c", "EF-1.1a", "EF-1.1b")
    def origins(self, side: int) -> HexSet:
        """Where a side's railways are fed from: its Rail Entry hexes, and Baku for the Soviets."""
        entries = self.home_entries(side)
        return entries if side == AXIS else entries | 1 << self.board.baku

    def home_entries(self, side: int) -> HexSet:
        return self.board.west_entries if side == AXIS else self.board.east_entries

    @rule("EF-9.12a", "EF-9.12c", "EF-9.12d", "EF-9.3a", "EF-8.4f", "EF-1.6a", "EF-9.12e")
    def supplied(self, state: EastFrontState, side: int) -> HexSet:
        """Hexes into which a friendly rail line runs: through friendly hexes, into but not through battles."""
        known = state.derived.get(("rail", side))
        if known is None or known[0] != state.friendly[side]:
            known = (state.friendly[side], self.lines(state, side))
            state.derived["rail", side] = known
        return int(known[1])

    def lines(self, state: EastFrontState, side: int) -> HexSet:
        """Hexes into which a side's lines run from all its origins."""
        return self.fed_from(state, side, self.origins(side))

    def fed_from(self, state: EastFrontState, side: int, origins: HexSet) -> HexSet:
        """Hexes into which a side's lines run from certain origins."""
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
    def reach(self, state: EastFrontState, side: int, due: dict[int, HexSet], hexes: int, within: HexSet) -> dict[int, HexSet]:
        """Rail hexes by distance, up to `hexes`, on the map and off it between entry hexes of the home edge.

        `due` holds where the train is first, by distance; it is used up. Distance 0 is the hex where it stands.
        """
        net = self.net(state, side) & within
        board = self.board
        unreached = net & ~due.get(0, 0)
        found: dict[int, HexSet] = {}
        for distance in range(hexes + 1):
            ring = due.pop(distance, 0) & (unreached if distance else ~0)
            if ring:
                unreached &= ~ring
                if distance:
                    found[distance] = ring
                nearer = step(board.grid, ring, board.rail_sides) & unreached
                if nearer:
                    due[distance + 1] = due.get(distance + 1, 0) | nearer
                for entry in members(ring & self.home_entries(side) & net):
                    for further, entries in self.beyond_the_edge(side, entry).items():
                        due[distance + further] = due.get(distance + further, 0) | entries
            if not due:
                break
        return found

    @rule("EF-9.5a", "EF-9.5b", "EF-R14")
    def beyond_the_edge(self, side: int, origin: int) -> dict[int, HexSet]:
        """The other entry hexes of the home edge, by the rail hexes it takes to get there off the map."""
        places = self.board.edge_places[side]
        cost = self.rules.tables.numbers.off_map_hexes_per_edge_hex
        found: dict[int, HexSet] = {}
        for target, place in places.items():
            if target != origin:
                hexes = cost * abs(place - places[origin])
                found[hexes] = found.get(hexes, 0) | 1 << target
        return found

    @rule("EF-6.53a")
    def moves_needed(self, distance: int) -> int:
        """Rail Moves that a distance costs: 11 to 20 hexes cost two, and so on."""
        return -(-distance // self.rules.tables.numbers.rail_hexes_per_move)
