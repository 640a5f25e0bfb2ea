"""The EastFront map in the form the rules need: masks and tables made once from the map data."""

from collections.abc import Mapping
from functools import cache
from importlib import resources

from blockfront.core.clauses import rule
from blockfront.games.eastfront.loading.data_model import Terrain
from blockfront.games.eastfront.loading.tables import tables
from blockfront.hexes.grid import DIRECTIONS, Grid, Hex, HexSet
from blockfront.hexes.hexset import members
from blockfront.hexes.sides import Sides, entering, has_side, joined, leaving, without
from blockfront.maps.files import load_map
from blockfront.maps.model import MapData

IMPASSABLE = ("sea", "lake", "alpine")


@cache
def board() -> "Board":
    return Board(load_map(resources.files("blockfront.games.eastfront") / "data" / "map"), tables().terrain)


class Board:
    """The map; it never changes. Each `…_sides` is six masks of steps, one per direction, as the functions of `hexes.reach` take them."""

    @rule("EF-1.2a", "EF-1.2b", "EF-1.2c", "EF-1.35f", "EF-1.37a", "EF-1.38a", "EF-1.6b", "EF-1.1c")
    def __init__(self, map_data: MapData, terrain: Mapping[str, Terrain]) -> None:
        self.map = map_data
        self.grid: Grid = map_data.grid
        self.playable: HexSet = map_data.playable_mask
        dry = map_data.land_steps(*IMPASSABLE)
        self.straits = self._inside(map_data.steps_across("strait"))
        self.march_sides = self._inside(without(dry, map_data.side_masks("rail_only"), map_data.side_masks("strait")))
        self.land_sides = joined(self.march_sides, self.straits)  # command and supply lines cross straits as well
        self.rivers = joined(map_data.side_masks("river"), self.straits)
        self.zoc_sides = without(self.march_sides, self.rivers)
        self.rail_sides = self._inside(without(map_data.rails, map_data.side_masks("strait")))
        self.neighbours = tuple(self._neighbours(hex_, self.march_sides) for hex_ in range(self.grid.size))
        self.ways_out = tuple(self._neighbours(hex_, self.land_sides) for hex_ in range(self.grid.size))
        self.clear = map_data.terrain_mask("clear")
        self.swamp = map_data.terrain_mask("swamp")
        self.mountain = map_data.terrain_mask("mountain")
        self.rough = map_data.terrain_mask("forest") | map_data.terrain_mask("hill")
        self.major_cities = map_data.kind_mask("major", "capital")
        self.minor_cities = map_data.kind_mask("minor")
        self.fortresses = map_data.tag_mask("fortress")
        self.stacking = self._stacking(terrain)
        self.limits = self._limits(terrain)
        self.edge_limits: dict[int, int] = {hex_: terrain[map_data.hexes[hex_].terrain].hexside_limit for hex_ in members(self.playable)}
        self.victory_cities = map_data.tag_mask("victory")
        self.home_cities = (self._home_cities("germany"), self._home_cities("ussr"))
        self.capitals = (map_data.hex("Warsaw"), map_data.hex("Moscow"))
        self.baku = map_data.hex("Baku")
        self.west_entries = map_data.area_mask("west_rail_entries") & self.playable
        self.east_entries = map_data.area_mask("east_rail_entries") & self.playable
        self.edge_places = (self._edge_places("west_edge"), self._edge_places("east_edge"))

    def _inside(self, sides: Sides) -> Sides:
        return entering(self.grid, leaving(sides, self.playable), self.playable)

    def _neighbours(self, hex_: int, sides: Sides) -> tuple[tuple[int, Hex], ...]:
        """(direction, adjacent hex) across the given hexsides."""
        shifts = self.grid.shifts
        return tuple((d, Hex(hex_ + shifts[d])) for d in DIRECTIONS if has_side(sides, hex_, d))

    def _stacking(self, terrain: Mapping[str, Terrain]) -> tuple[int, ...]:
        """The number of units a side may have in each hex."""
        limits = [0] * self.grid.size
        for hex_ in members(self.playable):
            limits[hex_] = terrain[self.map.hexes[hex_].terrain].stacking
        return tuple(limits)

    @rule("EF-1.3a", "EF-1.3d", "EF-1.31b", "EF-1.32c", "EF-1.34c", "EF-1.35c", "EF-1.36c", "EF-R3")
    def _limits(self, terrain: Mapping[str, Terrain]) -> tuple[tuple[int, ...], ...]:
        """The number of units that may cross each side of a battle hex in one phase, in either direction, in Dry and Snow."""
        found = []
        for hex_ in range(self.grid.size):
            row = [0] * 6
            for direction in DIRECTIONS:
                by_land = has_side(self.land_sides, hex_, direction)
                if not by_land and not has_side(self.rail_sides, hex_, direction):
                    continue
                ends = (hex_, hex_ + self.grid.shifts[direction])
                kinds: list[str] = [self.map.hexes[Hex(end)].terrain for end in ends]
                if has_side(self.rivers, hex_, direction) or not by_land:  # only trains cross the Sivash
                    kinds.append("river")
                row[direction] = min(terrain[kind].hexside_limit for kind in kinds)
            found.append(tuple(row))
        return tuple(found)

    @rule("EF-1.44a", "EF-R52")
    def _home_cities(self, nation: str) -> HexSet:
        return (self.major_cities | self.minor_cities) & self.map.area_mask(nation)

    def _edge_places(self, area: str) -> dict[int, int]:
        """Position of each Rail Entry hex along its map edge, counted from the north."""
        edge = sorted(members(self.map.area_mask(area)), key=lambda hex_: self.grid.offset(hex_)[1])
        entries = self.west_entries | self.east_entries
        return {hex_: place for place, hex_ in enumerate(edge) if entries >> hex_ & 1}

    def is_river(self, origin: int, target: int) -> bool:
        """Whether the side between two adjacent hexes is a river or a strait."""
        direction = self.grid.direction(origin, target)
        return direction is not None and has_side(self.rivers, origin, direction)

    def distance(self, origin: int, target: int) -> int:
        return self.grid.distance(origin, target)

    def is_hex(self, number: int) -> bool:
        """Whether a number is a hex in play."""
        return number >= 0 and bool(self.playable >> number & 1)

    def name(self, hex_: int) -> str:
        return self.map.hex_name(Hex(hex_))
