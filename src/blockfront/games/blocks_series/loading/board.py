"""The map of a Blocks game in the form the rules need: masks and tables made once from the map data.

A box beside the map counts as a hex: boxes have the first free numbers beyond the grid, so sets of hexes can hold them too. Boxes have no
neighbours; land links join them with hexes and with each other.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.loading.data_model import Terrain
from blockfront.games.blocks_series.loading.printed_sites import printed_sites
from blockfront.hexes.grid import Grid, Hex, HexSet
from blockfront.hexes.hexset import expanded_mask, mask_of, members, neighbours_mask
from blockfront.hexes.reach import flood, step
from blockfront.hexes.sides import Sides, entering, has_side, leaving, touching, without
from blockfront.maps.model import Link, MapData

Jumps = Mapping[int, HexSet]  # from a hex to those a link joins it with


class Railways(NamedTuple):
    """The hexes with railways, and the hexsides they cross."""

    hexes: HexSet
    sides: Sides


class Board:
    """The immutable map. `…_sides` are six masks of steps, as the functions of `hexes.reach` take them."""

    @rule("BE-3.7a", "BE-3.7b", "BE-R8", "BE-1.1b", "BE-R2", "BE-7.5.4a", "BE-7.5.4b", "BE-7.5.4c", "BE-3.3c", "BE-3.3f", "BE-3.3h")
    @rule("BE-3.3d", "BE-3.3e", "BE-3.3g", "BE-3.3i", "BE-3.6a", "BE-3.7d", "BE-R81")
    @rule("BW-7.5.4a", "BW-7.5.4b", "BW-7.5.4c", "BW-7.5.4d", "BW-3.3d", "BW-3.3f", "BW-3.6b")
    def __init__(self, map_data: MapData, terrain: Mapping[str, Terrain]) -> None:
        self.map = map_data
        self.grid: Grid = map_data.grid
        self._within: dict[tuple[int, int], HexSet] = {}
        self._near_straits: dict[int, HexSet] = {}
        self._factories: dict[tuple[str, int], HexSet] = {}
        self._nations: dict[str, HexSet] = {}
        self.box_ids = tuple(map_data.boxes)
        self.size = self.grid.size + len(self.box_ids)
        self.box_hexes = {box: Hex(self.grid.size + number) for number, box in enumerate(self.box_ids)}
        self.boxes: HexSet = mask_of(self.box_hexes.values())
        self.playable: HexSet = map_data.playable_mask | self.boxes
        land = map_data.land_steps("sea", "lake")
        inside = entering(self.grid, leaving(land, map_data.playable_mask), map_data.playable_mask)
        self.strait_sides = entering(self.grid, leaving(map_data.steps_across("strait"), self.playable), map_data.playable_mask)
        self.march_sides = without(inside, map_data.side_masks("strait"))
        self.zoc_sides = self.march_sides
        self.rivers = map_data.side_masks("river")
        self.rail_sides = without(map_data.rails, map_data.side_masks("strait"))
        self.land_jumps = self._jumps(link for link in map_data.links if link.kind == "land")
        self.rail_jumps = self._jumps(link for link in map_data.links if link.kind == "rail")
        self.sea_routes = tuple(self._ends(link) for link in map_data.links if link.kind == "sea" and not link.condition)
        self.jump_ends: HexSet = mask_of(self.land_jumps)
        self.link_ends: HexSet = self.jump_ends | mask_of(self.rail_jumps)
        self.near_jumps: HexSet = self.jump_ends | neighbours_mask(self.grid, self.jump_ends & self.grid.cells)
        self.arrow_ends: HexSet = self.jump_ends | touching(self.strait_sides)
        self.by_land = self._beside(self.march_sides)
        self.by_strait = self._beside(self.strait_sides)
        self.rail_hexes = self._rail_hexes()
        self.railways = Railways(self.rail_hexes, self.rail_sides)
        self.terrain = {kind: map_data.terrain_masks[kind] | self._boxes_of(kind) for kind in terrain}
        self.rough: HexSet = mask_of(h for kind, facts in terrain.items() if facts.rough for h in members(self.terrain[kind]))
        self.mountains: HexSet = self.terrain["mountain"]
        self.entry_costs = tuple(self._entry_costs(terrain, weather) for weather in range(4))
        self.capitals: HexSet = map_data.kind_mask("capital")
        self.majors: HexSet = map_data.kind_mask("capital", "major") & ~map_data.tag_mask("minor_city")
        self.fortresses: HexSet = map_data.tag_mask("fortress")
        self.bunkers: HexSet = map_data.tag_mask("bunker")
        self.minors: HexSet = map_data.kind_mask("minor") | map_data.tag_mask("minor_city")
        self.minors |= mask_of(self.box_hexes[box.id] for box in map_data.boxes.values() if box.port)
        self.cities: HexSet = self.majors | self.minors | self.fortresses
        self.victory_cities: HexSet = map_data.tag_mask("victory")
        self.great_cities: HexSet = self.capitals | map_data.tag_mask("two_new_units")
        self.shipyards: HexSet = map_data.tag_mask("shipyard")
        self.ports = tuple(self._ports())
        self.port_hexes: HexSet = mask_of(hex_ for hex_, _, _, _ in self.ports)
        self.sea_ports = self._sea_ports()
        self.sites = printed_sites(map_data, self.box_hexes)
        self._hexes = dict(self.box_hexes)  # and places that were asked for

    # ---- making

    def _end(self, place: Hex | str) -> int:
        return self.box_hexes[place] if isinstance(place, str) else place

    def _ends(self, link: Link) -> tuple[int, int]:
        return self._end(link.origin), self._end(link.target)

    def _jumps(self, links: Iterator[Link]) -> Jumps:
        found: dict[int, HexSet] = {}
        for link in links:
            origin, target = self._ends(link)
            found[origin] = found.get(origin, 0) | 1 << target
            found[target] = found.get(target, 0) | 1 << origin
        return found

    def _beside(self, sides: Sides) -> tuple[HexSet, ...]:
        """For every hex and box, those one step away across these hexsides."""
        return (*(step(self.grid, 1 << hex_, sides) for hex_ in range(self.grid.size)), *(0 for _ in self.box_ids))

    def _boxes_of(self, terrain: str) -> HexSet:
        return mask_of(self.box_hexes[box.id] for box in self.map.boxes.values() if box.terrain == terrain)

    def _rail_hexes(self) -> HexSet:
        found = mask_of(self.rail_jumps)
        for mask in self.rail_sides:
            found |= mask
        return found

    def _entry_costs(self, terrain: Mapping[str, Terrain], weather: int) -> tuple[tuple[int, HexSet], ...]:
        """Pairs of points and the hexes that cost this many to enter, in one weather."""
        found: dict[int, HexSet] = {}
        for kind, facts in terrain.items():
            cost = facts.costs[weather]
            found[cost] = found.get(cost, 0) | self.terrain[kind] & self.playable
        return tuple(sorted(found.items()))

    def _ports(self) -> Iterator[tuple[int, str, bool, tuple[str, ...]]]:
        """(hex, size, freezes, sea areas) of every port."""
        for port in self.map.ports:
            yield port.hex, port.size, port.freezes, port.seas
        for box in self.map.boxes.values():
            if box.port:
                size, *seas = box.port.split()
                yield self.box_hexes[box.id], size, False, tuple(seas)

    def _sea_ports(self) -> dict[str, dict[str, HexSet]]:
        """The port hexes of each sea area, by size."""
        found: dict[str, dict[str, HexSet]] = {}
        for hex_, size, _, seas in self.ports:
            for sea in seas:
                sizes = found.setdefault(sea, {"major": 0, "minor": 0})
                sizes[size] |= 1 << hex_
        return found

    # ---- asking

    def hex(self, name: str) -> int:
        """The hex of a place or label, or the box with an id."""
        found = self._hexes.get(name)
        if found is None:
            found = self._hexes[name] = self.map.hex(name)
        return found

    def box(self, name: str) -> HexSet:
        return 1 << self.box_hexes[name]

    def area(self, *names: str) -> HexSet:
        found = 0
        for name in names:
            found |= self.map.area_mask(name)
        return found

    def nation(self, code: str) -> HexSet:
        """The hexes and boxes of a nation, by its name on the map."""
        found = self._nations.get(code)
        if found is None:
            boxes = mask_of(self.box_hexes[box.id] for box in self.map.boxes.values() if box.nation == code)
            found = self._nations[code] = self.map.nation_masks.get(code, 0) & self.map.land_mask | boxes
        return found

    def theatre(self, area: str) -> HexSet:
        """The hexes of an area; empty if this map does not have it."""
        return self.map.area_mask(area) if area in self.map.areas else 0

    def name(self, hex_: int) -> str:
        if hex_ >= self.grid.size:
            return self.map.boxes[self.box_ids[hex_ - self.grid.size]].name
        return self.map.hex_name(Hex(hex_))

    def factories(self, kind: str, month: int) -> HexSet:
        """The hexes with a factory of a kind that works by this month."""
        found = self._factories.get((kind, month))
        if found is None:
            found = mask_of(site.hex for site in self.sites if site.kind == kind and site.since <= month)
            self._factories[kind, month] = found
        return found

    def is_hex(self, number: int) -> bool:
        return number >= 0 and bool(self.playable >> number & 1)

    def jump(self, hexes: HexSet, jumps: Jumps) -> HexSet:
        """The hexes to which links lead from a set of hexes."""
        ends = hexes & self.link_ends
        found = 0
        if ends:
            for origin in members(ends):
                found |= jumps.get(origin, 0)
        return found

    def neighbours(self, hex_: int) -> HexSet:
        """The hexes and boxes a unit may step to by land; straits do not count."""
        return self.by_land[hex_] | self.land_jumps.get(hex_, 0)

    def around(self, hexes: HexSet) -> HexSet:
        """All hexes next to a set, whatever lies between; links count too."""
        return neighbours_mask(self.grid, hexes & self.grid.cells) | self.jump(hexes, self.land_jumps)

    def within(self, hex_: int, distance: int) -> HexSet:
        """All hexes at most so far away, in a straight line."""
        found = self._within.get((hex_, distance))
        if found is None:
            found = frontier = 1 << hex_
            for _ in range(distance):
                frontier = self.around(frontier) & ~found
                found |= frontier
            self._within[hex_, distance] = found
        return found

    def near_straits(self, distance: int) -> HexSet:
        """All hexes at most so far away from a strait."""
        found = self._near_straits.get(distance)
        if found is None:
            found = expanded_mask(self.grid, touching(self.strait_sides), distance)
            self._near_straits[distance] = found
        return found

    def linked(self, start: HexSet, allowed: HexSet, sides: Sides, jumps: Jumps) -> HexSet:
        """Everything connected with `start` by hexsides and links, including itself."""
        reached = flood(self.grid, start, allowed, sides)
        while more := self.jump(reached, jumps) & allowed & ~reached:
            reached = flood(self.grid, reached | more, allowed, sides)
        return reached

    def crosses_river(self, origin: int, target: int) -> bool:
        direction = self.grid.direction(origin, target) if max(origin, target) < self.grid.size else None
        return direction is not None and has_side(self.rivers, origin, direction)

    def is_arrow(self, origin: int, target: int) -> bool:
        """Whether the step between two hexes is a red arrow: a strait or a link of a box."""
        if self.land_jumps.get(origin, 0) >> target & 1:
            return True
        direction = self.grid.direction(origin, target)
        return direction is not None and has_side(self.strait_sides, origin, direction)

    def watch_from(self, hexes: HexSet) -> HexSet:
        """The hexes that zones of control would reach if rivers did not stop them."""
        return step(self.grid, hexes & self.grid.cells, self.march_sides)

    def sides_within(self, sides: Sides, hexes: HexSet) -> Sides:
        """The steps among `sides` between two of the hexes."""
        return entering(self.grid, leaving(sides, hexes), hexes & self.grid.cells)

    def sides_into(self, sides: Sides, hexes: HexSet) -> Sides:
        return entering(self.grid, sides, hexes & self.grid.cells)
