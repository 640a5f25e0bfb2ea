"""Rivers along their hexsides: rounded, a little irregular, growing downstream, reaching the water they flow into."""

import math
from collections import defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple

from blockfront.atlas.ground.coast import Coast
from blockfront.atlas.ground.lattice import STEP, Window
from blockfront.atlas.lines.curves import CLOSE, resampled, simplified
from blockfront.atlas.lines.strands import SPACING, corner_places, on_land, strand
from blockfront.atlas.sheet.paper import Xy
from blockfront.atlas.svg.writing import path, spline
from blockfront.hexes.corners import Point, chain_corners
from blockfront.hexes.grid import Grid
from blockfront.maps.model import MapData, River

MOUTH: Final = 60.0  # how far a river may run on to reach water
SWELL: Final = 0.4  # steps of breadth, too small to be seen one by one
FAR_SOURCE: Final = 24  # sides upstream of the map's edge that a river entering there is taken to have


class Course(NamedTuple):
    """One piece of a river on land, in flow order, with its breadth at each point."""

    river: River
    points: list[Xy]
    breadths: list[float]


def courses(map_data: MapData, coast: Coast, window: Window) -> list[Course]:
    """Every river as drawn, as far as it touches the window."""
    chains = river_chains(map_data)
    places = corner_places(chains)
    found = []
    for river, corners in zip(map_data.rivers, chains, strict=True):
        line = _to_water(strand(places, corners), coast)
        breadths = _breadths(river, len(line), _enters_at_edge(map_data.grid, corners[0]))
        for first, last in on_land(line, coast):
            if any(window.holds(point) for point in line[first:last]):
                found.append(Course(river, line[first:last], breadths[first:last]))
    return found


def river_chains(map_data: MapData) -> list[list[Point]]:
    """The corners along each river, in flow order. ValueError names a river that is not an unbroken chain."""
    found = []
    for river in map_data.rivers:
        try:
            found.append(chain_corners(map_data.grid, river.sides))
        except ValueError as error:
            raise ValueError(f"rivers.txt:{river.line}: {river.name}: {error}") from None
    return found


def _enters_at_edge(grid: Grid, corner: Point) -> bool:
    x, y = corner
    return x <= 0 or y <= -1 or x >= 2 * grid.columns - 1 or y >= 3 * (grid.rows - 1) + 1


def _to_water(line: list[Xy], coast: Coast) -> list[Xy]:
    """Runs on from the last point to water nearby; a river that ends in another stays as it is."""
    x, y = line[-1]
    if not coast.is_land((x, y)):
        return line
    around = (
        (x + dx * STEP, y + dy * STEP)
        for dx in range(-int(MOUTH // STEP), int(MOUTH // STEP) + 1)
        for dy in range(-int(MOUTH // STEP), int(MOUTH // STEP) + 1)
    )
    water = [point for point in around if not coast.is_land(point, -STEP)]
    nearest = min(water, key=lambda point: math.dist(point, (x, y)), default=None)
    if nearest is None or math.dist(nearest, (x, y)) > MOUTH:
        return line
    return line + resampled([(x, y), nearest], SPACING)[1:]


def _breadths(river: River, count: int, enters: bool) -> list[float]:
    """Breadth by the number of sides upstream."""
    least, growth, most = (0.8, 0.02, 1.5) if river.minor else (1.0, 0.055, 3.4)
    behind = FAR_SOURCE if enters and not river.minor else 0
    sides = len(river.sides)
    return [min(least + growth * (behind + sides * index / count), most) for index in range(count)]


def draw_rivers(drawn: Iterable[Course]) -> str:
    """Each river as a line that swells downstream, step by step."""
    pieces: dict[tuple[bool, float], list[str]] = defaultdict(list)
    for course in drawn:
        steps = [SWELL * round(breadth / SWELL) for breadth in course.breadths]
        first = 0
        for last in range(1, len(steps)):
            if steps[last] != steps[first] or last == len(steps) - 1:
                line = spline(simplified(course.points[first : last + 1], CLOSE))
                pieces[not course.river.minor, steps[first]].append(line)
                first = last
    return "".join(
        path("".join(lines), "river" if is_major else "river minor", stroke_width=breadth)
        for (is_major, breadth), lines in sorted(pieces.items())
    )
