"""Lines along hexsides: frontiers, start lines, the rims of areas. Sides are joined into chains and rounded off."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Final

from blockfront.atlas.ground.coast import Coast
from blockfront.atlas.ground.lattice import Window
from blockfront.atlas.ground.noise import signed
from blockfront.atlas.lines.curves import CLOSE, catmull_rom, resampled, simplified, smoothed
from blockfront.atlas.lines.rivers import river_chains
from blockfront.atlas.lines.strands import corner_places, on_land, strand
from blockfront.atlas.sheet.paper import Xy, to_xy
from blockfront.atlas.svg.writing import doubled, spline, spline_ring
from blockfront.hexes.corners import Point, side_corners
from blockfront.hexes.grid import Grid, Hex, HexSet
from blockfront.hexes.hexset import members
from blockfront.hexes.sides import Side, canonical
from blockfront.maps.model import MapData

SPACING: Final = 10.0
WANDER: Final = 3.0


def chains(grid: Grid, sides: Iterable[Side]) -> list[list[Point]]:
    """Sides joined end to end as long as exactly two meet; a closed chain ends where it began."""
    near: dict[Point, list[Point]] = defaultdict(list)
    for side in sorted({canonical(grid, side) for side in sides}):
        one, other = side_corners(grid, side)
        near[one].append(other)
        near[other].append(one)
    found = []
    ends = {corner for corner in near if len(near[corner]) != 2}
    for corner in [*sorted(ends), *near]:
        while near[corner]:
            found.append(_walk(near, corner, ends))
    return found


def _walk(near: dict[Point, list[Point]], start: Point, ends: set[Point]) -> list[Point]:
    chain = [start]
    while near[chain[-1]]:
        following = near[chain[-1]].pop(0)
        near[following].remove(chain[-1])
        chain.append(following)
        if following in ends or following == start:
            break
    return chain


def rounded_line(chain: list[Point], passes: int = 2) -> str:
    """A chain as a smooth path: zigzags softened, ends kept."""
    points = [_unsteady(corner) for corner in chain]
    if chain[0] == chain[-1]:
        return spline_ring(_halved(points[:-1]))
    return spline(smoothed(resampled(catmull_rom(points), SPACING), passes))


def _halved(ring: list[Xy]) -> list[Xy]:
    """The middles of the sides of a ring: its zigzag without the points."""
    return [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)]


def _unsteady(corner: Point) -> Xy:
    x, y = to_xy(corner)
    return x + WANDER * signed(*corner, 11), y + WANDER * signed(*corner, 12)


def sides_between(grid: Grid, hexes: Iterable[Hex], differ: Callable[[Hex, Hex], bool]) -> list[Side]:
    """The sides between adjacent hexes that differ in some respect."""
    return [
        (hex_, direction) for hex_ in hexes for direction, other in grid.neighbours(hex_) if other > hex_ and differ(hex_, other)
    ]


def rim(grid: Grid, mask: HexSet) -> list[Side]:
    """Every side of a set of hexes, the edge of the map included."""
    sides = []
    for hex_ in members(mask):
        for direction in range(6):
            other = grid.neighbour(hex_, direction)
            if other is None or not mask >> other & 1:
                sides.append((hex_, direction))
    return sides


def draw_borders(map_data: MapData, coast: Coast, window: Window, unique: str) -> str:
    """Frontiers between nations on land: a soft band with a dashed line in it."""
    found = chains(map_data.grid, _frontiers(map_data))
    places = corner_places(found) | _along_rivers(map_data, found)
    near = window.grown(80)
    drawn = []
    for chain in found:
        if any(near.holds(to_xy(corner)) for corner in chain):
            line = strand(places, chain)
            drawn += [spline(simplified(line[first:last], CLOSE)) for first, last in on_land(line, coast)]
    return doubled("".join(drawn), f"borders-{unique}", "border band", "border")


def _frontiers(map_data: MapData) -> list[Side]:
    nations = {hex_: data.nation for hex_, data in map_data.hexes.items() if map_data.land_mask >> hex_ & 1}
    wet = [map_data.side_masks(kind) for kind in ("sea", "lake", "strait")]

    def differ(one: Hex, other: Hex) -> bool:
        here, there = nations.get(one, ""), nations.get(other, "")
        if not here or not there or here == there:
            return False
        direction = map_data.grid.direction(one, other)
        return direction is not None and not any(masks[direction] >> one & 1 for masks in wet)

    return sides_between(map_data.grid, nations, differ)


def _along_rivers(map_data: MapData, frontiers: list[list[Point]]) -> dict[Point, Xy]:
    """The corners of frontiers that follow a river, where the river runs."""
    rivers = river_chains(map_data)
    banks = {frozenset(side) for chain in rivers for side in pairwise(chain)}
    shared = {side for chain in frontiers for side in map(frozenset, pairwise(chain)) if side in banks}
    corners = {corner for side in shared for corner in side}
    return {corner: place for corner, place in corner_places(rivers).items() if corner in corners}
