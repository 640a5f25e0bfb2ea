"""Land and water as one field over the lattice: above zero on land, in units of distance from the coast (up to REACH).

The real outlines give the coast its shape. The hexes overrule them: the middle of a land hex is land, the middle of a sea hex is
water, the sea reaches ports and every side it has with land, land hexes hang together unless a water side parts them, and sea, lake, strait
and estuary sides are under water.
"""

import math
from array import array
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from blockfront.atlas.ground.contour import rings
from blockfront.atlas.ground.lattice import STEP, Field, Lattice
from blockfront.atlas.ground.noise import noise_table
from blockfront.atlas.ground.shores import shore_rings
from blockfront.atlas.lines.curves import simplified_ring
from blockfront.atlas.sheet.paper import Xy, hex_centre, side_ends
from blockfront.atlas.svg.writing import HALVES, spline_ring
from blockfront.hexes.grid import Hex
from blockfront.hexes.sides import Sides, all_sides, each_side, entering, joined, leaving, shift
from blockfront.maps.model import MapData

REACH: Final = 30.0  # distances from the coast are known up to here
DRY: Final = 10.0  # the middle of a land hex is at least so far from water
WET: Final = 16.0  # the middle of a sea hex is at least so far from land
ISTHMUS: Final = 6.0  # half the width of the land between two land hexes at its narrowest
BEACH: Final = 4.0  # the sea reaches so far beyond the middle of its sides
CHANNEL: Final = 4.0  # half the width of a water side at its narrowest
ESTUARY: Final = 2.5
PULL: Final = 52.0  # how far around a contradicted hex the coast gives way
SIDE_PULL: Final = 34.0  # the same around a side
HARBOUR: Final = 25  # water is no further from the middle of a port hex
INLET: Final = 65  # unless there is none within so far
ROUGHNESS: Final = 3.0
UNEVEN: Final = 1.8
LEAST_SPREAD: Final = 0.6
AGREEMENT: Final = 0.7  # outlines that contradict more hexes than this belong to another map
MIN_ISLAND: Final = 50.0  # smaller specks of land, and smaller ponds, are left out
MIN_LAKE: Final = 130.0


class Coast:
    """Land and water in a window of the map."""

    def __init__(self, map_data: MapData, lattice: Lattice) -> None:
        self._map = map_data
        self.lattice = lattice
        self._rough = noise_table(7, 16, 8, 4)
        outlines = shore_rings(map_data, lattice.window.grown(60))
        self.values = _guided(lattice, outlines)
        if not self._agrees():
            self.values = self._from_hexes()
        self._obey_middles()
        self._obey_land_sides()
        self._obey_shores()
        self._obey_ports()
        self._obey_middles()
        self._obey_water_sides()
        self.rings = self._settled()

    def is_land(self, point: Xy, margin: float = 0.0) -> bool:
        """Whether a point lies on land, at least so far from water."""
        return self.values[self.lattice.index(*point)] > margin

    def depth(self, point: Xy) -> float:
        """How far a point in the water is from land (up to REACH); below zero on land."""
        return -self.values[self.lattice.index(*point)]

    @cached_property
    def shallow_land(self) -> list[int]:
        """The samples where the coast limits what covers the land: water inside land hexes and a strip beside it."""
        return [sample for sample, value in enumerate(self.values) if -REACH < value < 6.0]

    @cached_property
    def path(self) -> str:
        """The land as a path; lakes run the other way round."""
        return "".join(spline_ring(ring, HALVES) for ring in self.rings)

    # ---- the first field

    def _agrees(self) -> bool:
        hexes = list(self._hexes_here())
        if not hexes:
            return True
        same = sum(
            self.is_land(hex_centre(self._map, hex_)) == bool(self._map.land_mask >> hex_ & 1) for hex_ in hexes
        )
        return same >= AGREEMENT * len(hexes)

    def _from_hexes(self) -> Field:
        """Without outlines: land hexes melt together, their edge made irregular."""
        rough, lattice = self._rough, self.lattice
        shares = lattice.blended(
            lambda hex_: self._map.land_mask >> hex_ & 1,
            lambda share, sample: share + 0.6 * rough[lattice.noise_index(sample)],
        )
        return array("f", (share * 2 * REACH for share in shares))

    def _settled(self) -> list[list[Xy]]:
        """Outlines of the land, simplified for drawing; specks of land and water are levelled."""
        kept = []
        for ring in rings(self.lattice, self.values):
            if -MIN_LAKE < _area(ring) < MIN_ISLAND:
                self._level(ring)
            else:
                kept.append(simplified_ring(ring, 0.6))
        return kept

    def _level(self, ring: list[Xy]) -> None:
        """Turns what a small ring encloses into what is around it."""
        ground = -STEP if _area(ring) > 0 else STEP
        xs, ys = [x for x, _ in ring], [y for _, y in ring]
        first, last = _range(min(xs), max(xs), self.lattice.left, self.lattice.columns)
        top, bottom = _range(min(ys), max(ys), self.lattice.top, self.lattice.rows)
        for row in range(top, bottom):
            for column in range(first, last):
                if _encloses(ring, self.lattice.point(column, row)):
                    self.values[row * self.lattice.columns + column] = ground

    # ---- what the hexes say

    def _hexes_here(self) -> Iterator[Hex]:
        """The hexes of the map whose centre lies in or near the window."""
        near = self.lattice.window.grown(60)
        grid = self._map.grid
        for row in range(grid.rows):
            for column in range(grid.columns):
                hex_ = grid.at(column, row)
                if near.holds(hex_centre(grid, hex_)):
                    yield hex_

    def _obey_middles(self) -> None:
        """Draws the coast towards the middle of sea hexes and away from the middle of land hexes."""
        for hex_ in self._hexes_here():
            centre = hex_centre(self._map, hex_)
            found = self.values[self.lattice.index(*centre)]
            if self._map.land_mask >> hex_ & 1:
                self._lift(centre, max(0.0, DRY - found))
            else:
                self._lift(centre, min(0.0, -WET - found))

    def _obey_land_sides(self) -> None:
        """Joins land hexes that no water side parts, where they are nearest to each other."""
        grid = self._map.grid
        steps = self._map.land_steps("sea", "lake", "strait", "estuary")
        here = set(self._hexes_here())
        for side in each_side(grid, steps):
            if side[0] in here:
                points = _along(*side_ends(grid, side))
                best = max(points, key=lambda point: self.values[self.lattice.index(*point)])
                self._lift(best, max(0.0, ISTHMUS - self.values[self.lattice.index(*best)]), SIDE_PULL)

    def _obey_shores(self) -> None:
        """Lets the sea reach the side between a land hex and a sea hex."""
        grid, land = self._map.grid, self._map.land_mask
        shores = entering(grid, leaving(all_sides(grid), land), self._map.sea_mask)
        for side in each_side(grid, shores):
            middle = _along(*side_ends(grid, side))[4]
            self._lift(middle, min(0.0, -BEACH - self.values[self.lattice.index(*middle)]), SIDE_PULL)

    def _obey_ports(self) -> None:
        """Brings the nearest water to the door of every port by the sea."""
        here = set(self._hexes_here())
        for port in self._map.ports:
            if port.hex in here and "inner" not in port.tags:
                x, y = hex_centre(self._map, port.hex)
                ways = ((distance, turn) for distance in range(HARBOUR, INLET, STEP) for turn in range(24))
                found = next((way for way in ways if self.depth(_beside((x, y), *way)) > 0), None)
                if found is not None and found[0] > HARBOUR:
                    middle = _beside((x, y), (found[0] + HARBOUR) / 2, found[1])
                    self._lift(middle, -STEP + self.depth(middle), (found[0] - HARBOUR) / 2 + SIDE_PULL)

    def _obey_water_sides(self) -> None:
        parted = joined(*(self._map.side_masks(kind) for kind in ("sea", "lake", "strait")))
        for side in each_side(self._map.grid, self._between_land(parted)):
            start, end = side_ends(self._map.grid, side)
            middle = _along(start, end)[4]
            self._lift(middle, min(0.0, -CHANNEL - self.values[self.lattice.index(*middle)]), SIDE_PULL)
            self._cut(start, end, CHANNEL)
        for side in each_side(self._map.grid, self._between_land(self._map.side_masks("estuary"))):
            self._cut(*side_ends(self._map.grid, side), ESTUARY)

    def _between_land(self, sides: Sides) -> Sides:
        grid, land = self._map.grid, self._map.land_mask
        east, north_east, north_west, west, south_west, south_east = (
            mask & land & shift(grid, land, (direction + 3) % 6) for direction, mask in enumerate(sides)
        )
        return east, north_east, north_west, west, south_west, south_east

    def _lift(self, centre: Xy, by: float, pull: float = PULL) -> None:
        """Raises (or lowers) the ground around a point: the coast moves but keeps its character."""
        if not by:
            return
        lattice, values = self.lattice, self.values
        x, y = centre
        first, last = _range(x - pull, x + pull, lattice.left, lattice.columns)
        top, bottom = _range(y - pull, y + pull, lattice.top, lattice.rows)
        for row in range(top, bottom):
            down = lattice.top + row * STEP - y
            for column in range(first, last):
                along = lattice.left + column * STEP - x
                away = (along * along + down * down) / (pull * pull)
                if away < 1 / LEAST_SPREAD:
                    index = row * lattice.columns + column
                    spread = max(LEAST_SPREAD, 1 + UNEVEN * self._rough[lattice.noise_index(index)])
                    values[index] += by * max(0.0, 1 - away * spread) ** 2

    def _cut(self, start: Xy, end: Xy, radius: float) -> None:
        """Puts a line under water, with uneven banks."""
        lattice, values = self.lattice, self.values
        reach = radius + ROUGHNESS + STEP
        (x1, y1), (x2, y2) = start, end
        dx, dy = x2 - x1, y2 - y1
        first, last = _range(min(x1, x2) - reach, max(x1, x2) + reach, lattice.left, lattice.columns)
        top, bottom = _range(min(y1, y2) - reach, max(y1, y2) + reach, lattice.top, lattice.rows)
        for row in range(top, bottom):
            for column in range(first, last):
                x, y = lattice.point(column, row)
                t = max(0.0, min(1.0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)))
                distance = math.hypot(x - x1 - t * dx, y - y1 - t * dy)
                index = row * lattice.columns + column
                rough = ROUGHNESS * self._rough[lattice.noise_index(index)]
                values[index] = min(values[index], max(distance - radius + rough, -REACH))


def _beside(point: Xy, distance: float, turn: int) -> Xy:
    """A point at a distance in one of 24 directions."""
    angle = 2 * math.pi * turn / 24
    return point[0] + distance * math.cos(angle), point[1] + distance * math.sin(angle)


def _along(start: Xy, end: Xy) -> list[Xy]:
    return [(start[0] + (end[0] - start[0]) * t / 8, start[1] + (end[1] - start[1]) * t / 8) for t in range(9)]


def _range(low: float, high: float, origin: float, count: int) -> tuple[int, int]:
    """Sample numbers between two coordinates, within the lattice."""
    return max(math.ceil((low - origin) / STEP), 0), min(math.floor((high - origin) / STEP) + 1, count)


def _area(ring: list[Xy]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)) / 2


def _encloses(ring: list[Xy], point: Xy) -> bool:
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (x2 - x1) * (y - y1) / (y2 - y1):
            inside = not inside
    return inside


def _guided(lattice: Lattice, outlines: list[list[Xy]]) -> Field:
    """Distance from the outlines, above zero inside an odd number of them."""
    distance = _distances(lattice, outlines)
    crossings = _crossings(lattice, outlines)
    values = array("f")
    for row in range(lattice.rows):
        start = row * lattice.columns
        inside, edges = False, sorted(crossings[row])
        position = 0
        for edge in [*edges, math.inf]:
            stop = lattice.columns if edge == math.inf else min(max(math.ceil((edge - lattice.left) / STEP), position), lattice.columns)
            piece = distance[start + position : start + stop]
            values.extend(piece if inside else (-value for value in piece))
            position, inside = stop, not inside
    return values


def _crossings(lattice: Lattice, outlines: list[list[Xy]]) -> list[list[float]]:
    """Where the outlines cross each row of the lattice."""
    found: list[list[float]] = [[] for _ in range(lattice.rows)]
    for ring in outlines:
        for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
            if y1 > y2:
                x1, y1, x2, y2 = x2, y2, x1, y1
            first = max(math.floor((y1 - lattice.top) / STEP) + 1, 0)
            last = min(math.floor((y2 - lattice.top) / STEP), lattice.rows - 1)
            for row in range(first, last + 1):
                y = lattice.top + row * STEP
                found[row].append(x1 + (x2 - x1) * (y - y1) / (y2 - y1))
    return found


def _distances(lattice: Lattice, outlines: list[list[Xy]]) -> Field:
    """Distance to the nearest outline, at most REACH."""
    values = lattice.empty(REACH)
    for ring in outlines:
        for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
            first, last = _range(min(x1, x2) - REACH, max(x1, x2) + REACH, lattice.left, lattice.columns)
            top, bottom = _range(min(y1, y2) - REACH, max(y1, y2) + REACH, lattice.top, lattice.rows)
            dx, dy = x2 - x1, y2 - y1
            square = dx * dx + dy * dy or 1.0
            for row in range(top, bottom):
                across = lattice.top + row * STEP - y1
                start = row * lattice.columns
                for column in range(first, last):
                    along = lattice.left + column * STEP - x1
                    t = max(0.0, min(1.0, (along * dx + across * dy) / square))
                    distance = math.hypot(along - t * dx, across - t * dy)
                    if distance < values[start + column]:
                        values[start + column] = distance
    return values
