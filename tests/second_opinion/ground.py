"""The EastFront map as the clauses speak of it, without a look at the engine: plain sets of hexes and of pairs of hexes."""

from functools import cache
from itertools import pairwise

from blockfront.games import catalogue
from blockfront.hexes.grid import Grid
from blockfront.hexes.hexset import members

AXIS, SOVIET = 0, 1
DRY, MUD, SNOW = 0, 1, 2
STACKING = {"clear": 4, "forest": 4, "hill": 4, "swamp": 3, "mountain": 2}  # EF-6.21a

Pair = frozenset[int]


class Ground:
    def __init__(self) -> None:
        printed = catalogue.map_of("eastfront")
        grid = printed.grid
        self.name = printed.hex_name
        self.playable = {int(hex_) for hex_ in members(printed.playable_mask)}
        self.terrain = {int(hex_): data.terrain for hex_, data in printed.hexes.items()}
        self.near = {hex_: [int(other) for _, other in grid.neighbours(hex_) if other in self.playable] for hex_ in self.playable}
        self.distance = grid.distance
        kinds: dict[str, set[Pair]] = {}
        for special in printed.special_sides:
            kinds.setdefault(special.kind, set()).add(_pair(grid, special.side))
        self.straits = kinds.get("strait", set())
        self.rivers = {_pair(grid, side) for river in printed.rivers for side in river.sides}
        closed = kinds.get("sea", set()) | kinds.get("lake", set()) | kinds.get("alpine", set()) | kinds.get("rail_only", set())
        self.closed = closed  # EF-1.35f EF-1.37a EF-1.38a EF-1.6b
        stretches = [stretch.hexes for stretch in printed.rail_stretches if stretch.state != "unfinished"]
        self.rails = {frozenset((int(a), int(b))) for hexes in stretches for a, b in pairwise(hexes)}
        self.major = {int(place.hex) for place in printed.places if place.kind == "major"}
        self.minor = {int(place.hex) for place in printed.places if place.kind == "minor"}
        self.fortress = {int(place.hex) for place in printed.places if "fortress" in place.tags}
        self.victory = {int(place.hex) for place in printed.places if "victory" in place.tags}
        self.home = [{int(p.hex) for p in printed.places if tag in p.tags} for tag in ("home_axis", "home_soviet")]
        self.centres = [(int(centre.hex), centre.kind == "city", centre.value) for centre in printed.production]

        def area(name: str) -> set[int]:
            return {int(hex_) for hex_ in members(printed.area_mask(name))} & self.playable

        self.west_front, self.hungary = area("west_front"), area("hungary")
        self.entries = [area("west_rail_entries"), area("east_rail_entries")]
        self.arctic = area("arctic_rail_entries")
        self.at = {place: int(printed.hex(place)) for place in ("Baku", "Ploesti", "Guryev", "Astrakhan", "Warsaw", "Moscow")}

    def limit(self, first: int, second: int) -> int:
        """EF-6.33a EF-R3: two units across a Clear hexside, one across any other."""
        pair = frozenset((first, second))
        is_clear = self.terrain[first] == self.terrain[second] == "clear"
        return 2 if is_clear and pair not in self.rivers and pair not in self.straits else 1

    def is_open(self, first: int, second: int) -> bool:
        """EF-1.35f EF-1.37a EF-1.39b: whether units march across a side as part of a longer move."""
        pair = frozenset((first, second))
        return pair not in self.closed and pair not in self.straits

    def lets_lines_pass(self, first: int, second: int) -> bool:
        """EF-1.39c EF-10.3b EF-5.3b: command and supply lines cross rivers and straits."""
        return frozenset((first, second)) not in self.closed


def _pair(grid: Grid, side: tuple[int, int]) -> Pair:
    beyond = grid.neighbour(*side)
    return frozenset((int(side[0]), -1 if beyond is None else int(beyond)))


@cache
def ground() -> Ground:
    return Ground()
