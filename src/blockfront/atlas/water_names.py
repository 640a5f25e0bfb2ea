"""Names of rivers, set along the stream, and of seas, set wide across the water."""

import math
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from blockfront.atlas.curves import length, shifted, smoothed
from blockfront.atlas.labels import Labeller
from blockfront.atlas.lattice import Window
from blockfront.atlas.metrics import ASCENT, ITALIC, text_width
from blockfront.atlas.paper import Xy, hex_centre
from blockfront.atlas.rivers import Course
from blockfront.atlas.strands import SPACING
from blockfront.atlas.svg import element, path, spline, text
from blockfront.blocks.map_model import Area, MapData
from blockfront.hexes.grid import Hex
from blockfront.hexes.hexset import members, neighbours_mask

SIZE: Final = 9.5
MINOR_SIZE: Final = 8.0
LETTER_SPACING: Final = 0.8
REPEAT: Final = 1100.0  # a long river is named again after so much of its course
STRAIGHT: Final = (0.93, 0.86, 0.78)  # how straight a stretch must be, in turn


class RiverName(NamedTuple):
    name: str
    size: float
    line: list[Xy]


def river_names(courses: Iterable[Course], labeller: Labeller) -> list[RiverName]:
    """A name for every river that has room for it, and more for long ones."""
    named: list[RiverName] = []
    by_river: dict[str, list[Course]] = {}
    for course in courses:
        by_river.setdefault(course.river.name, []).append(course)
    for pieces in by_river.values():
        for course in pieces:
            parts = max(1, round(length(course.points) / REPEAT))
            size = len(course.points)
            for part in range(parts):
                found = _best(course, size * part // parts, size * (part + 1) // parts, labeller)
                if found is not None:
                    named.append(found)
                    for box in _boxes(found.line, found.size):
                        labeller.block(box)
    return named


def _best(course: Course, first: int, last: int, labeller: Labeller) -> RiverName | None:
    size = MINOR_SIZE if course.river.minor else SIZE
    width = text_width(course.river.name, size, ITALIC, LETTER_SPACING)
    count = math.ceil(width / SPACING) + 2
    for straight in STRAIGHT:
        stretches = sorted(_stretches(course.points, first, last, count), key=lambda found: -found[0])
        for chord, start in stretches:
            if chord < straight:
                break
            for line in _beside(course, start, start + count, size):
                if all(labeller.clear_of_names(box) for box in _boxes(line, size)):
                    return RiverName(course.river.name, size, line)
    return None


def _stretches(points: list[Xy], first: int, last: int, count: int) -> Iterator[tuple[float, int]]:
    """How straight (1: a straight line) and not too steep every stretch of the right length is."""
    for start in range(first, last - count):
        piece = points[start : start + count]
        chord = math.dist(piece[0], piece[-1])
        steep = abs(piece[-1][1] - piece[0][1]) / (chord or 1.0)
        yield chord / (length(piece) or 1.0) - 0.04 * steep, start


def _beside(course: Course, first: int, last: int, size: float) -> Iterator[list[Xy]]:
    """Base lines above and below a stretch, running from left to right."""
    line = smoothed(course.points[first:last], 6)
    breadth = max(course.breadths[first:last])
    if line[0][0] > line[-1][0]:
        line.reverse()
    yield shifted(line, -(breadth / 2 + 2.2))
    yield shifted(line, breadth / 2 + 1.2 + size * ASCENT)


def _boxes(line: list[Xy], size: float) -> list[Window]:
    return [Window(x - SPACING / 2, y - size * ASCENT, x + SPACING / 2, y + 1) for x, y in line]


def draw_river_names(names: Iterable[RiverName], unique: str) -> str:
    drawn = []
    for number, (name, size, line) in enumerate(names):
        id_ = f"stream{number}-{unique}"
        baseline = element("defs", path(spline(line[::2] if len(line) > 6 else line), id=id_))
        words = element("textPath", escape(name), href=f"#{id_}", startOffset="50%")
        style = {} if size == SIZE else {"font_size": size}
        drawn.append(baseline + element("text", words, **style))
    return element("g", "".join(drawn), class_="names river") if drawn else ""


class SeaName(NamedTuple):
    name: str
    at: Xy
    size: float
    spacing: float

    @property
    def box(self) -> Window:
        half = text_width(self.name, self.size, ITALIC, self.spacing) / 2
        return Window(self.at[0] - half, self.at[1] - self.size * ASCENT, self.at[0] + half, self.at[1] + 2)


def sea_names(map_data: MapData, window: Window) -> list[SeaName]:
    """The names of sea areas where their water is widest."""
    found = []
    for sea in map_data.areas.values():
        water = sea.mask & map_data.sea_mask if sea.kind == "sea" else 0
        if water:
            x, y = hex_centre(map_data, _heart(map_data, water))
            size = min(12 + 1.4 * math.sqrt(water.bit_count()), 30)
            name = SeaName(sea.name, (x, y + size * 0.3), size, size * 0.22)
            found.append(_shrunk(map_data, sea, name))
    return [name for name in found if window.holds(name.at)]


def _heart(map_data: MapData, water: int) -> Hex:
    """The hex that stays longest when an area is eaten away from its shores."""
    grid = map_data.grid
    left = water
    while True:
        outside = grid.cells & ~left
        inner = left & ~neighbours_mask(grid, outside)
        if not inner:
            break
        left = inner
    hexes = members(left)
    centres = [hex_centre(grid, hex_) for hex_ in hexes]
    middle = (sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres))
    return min(zip(hexes, centres, strict=True), key=lambda pair: math.dist(pair[1], middle))[0]


def _shrunk(map_data: MapData, sea: Area, name: SeaName) -> SeaName:
    """A name no wider than its water."""
    columns = [hex_centre(map_data, hex_)[0] for hex_ in members(sea.mask)]
    room = max(columns) - min(columns) + 60
    shrink = min(1.0, room / name.box.width)
    return name._replace(size=name.size * shrink, spacing=name.spacing * shrink)


def draw_sea_names(names: Iterable[SeaName]) -> str:
    drawn = [
        text(name.name, name.at, font_size=name.size, letter_spacing=name.spacing) for name in names
    ]
    return element("g", "".join(drawn), class_="names sea") if drawn else ""
