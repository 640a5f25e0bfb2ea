"""Names of rivers, set along the stream, and of seas, set wide across the water."""

import math
from collections.abc import Iterable, Iterator
from functools import reduce
from operator import and_
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from blockfront.atlas.ground.coast import Coast
from blockfront.atlas.ground.lattice import Window
from blockfront.atlas.lines.curves import length, shifted, smoothed
from blockfront.atlas.lines.rivers import Course
from blockfront.atlas.lines.strands import SPACING
from blockfront.atlas.names.labels import Labeller
from blockfront.atlas.names.metrics import ASCENT, ITALIC, text_width
from blockfront.atlas.sheet.paper import HALF_WIDTH, Xy, hex_centre
from blockfront.atlas.svg.symbols import sign_id
from blockfront.atlas.svg.writing import element, path, spline, text, use
from blockfront.hexes.grid import DIRECTIONS, Hex, HexSet
from blockfront.hexes.hexset import members
from blockfront.hexes.sides import shift
from blockfront.maps.model import Area, MapData

SIZE: Final = 9.5
MINOR_SIZE: Final = 8.0
LETTER_SPACING: Final = 0.8
REPEAT: Final = 1100.0  # a long river is named again after so much of its course
SEA_SPACING: Final = 0.2  # between letters, in parts of the type size
SEA_LEAST: Final = 7.5
SEA_MARGIN: Final = 3.0  # to the shore
LINE_HEIGHT: Final = 1.25
CHOICES: Final = 16  # of so many clear and straight stretches, the one with the fewest lines across it is taken
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
    stretches = sorted(_stretches(course.points, first, last, count), key=lambda found: -found[0])
    for straight in STRAIGHT:
        clear = [
            line
            for chord, start in stretches
            if chord >= straight
            for line in _beside(course, start, start + count, size)
            if all(labeller.is_clear(box) for box in _boxes(line, size))
        ]
        if clear:
            line = min(clear[:CHOICES], key=lambda line: sum(labeller.ink_under(box) for box in _boxes(line, size)))
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
    """A name in one or two lines, centred on a point."""

    lines: tuple[str, ...]
    at: Xy
    size: float
    mined: bool

    @property
    def boxes(self) -> list[Window]:
        x, y = self.at
        boxes = []
        for number, line in enumerate(self.lines):
            half = text_width(line, self.size, ITALIC, self.size * SEA_SPACING) / 2
            base = y + self.size * (0.35 + LINE_HEIGHT * (number - (len(self.lines) - 1) / 2))
            boxes.append(Window(x - half, base - self.size * ASCENT, x + half, base))
        return boxes


def sea_names(map_data: MapData, coast: Coast, window: Window) -> list[SeaName]:
    """The names of sea areas, as large as their water allows."""
    found = []
    for sea in map_data.areas.values():
        water = sea.mask & map_data.sea_mask if sea.kind == "sea" else 0
        if water:
            name = _set_in(map_data, coast, window, sea, water)
            if name is not None:
                found.append(name)
    return found


def _set_in(map_data: MapData, coast: Coast, window: Window, sea: Area, water: HexSet) -> SeaName | None:
    """The name at the spot nearest to the heart of a water where it fits, smaller until it does."""
    x0, y0 = hex_centre(map_data, _heart(map_data, water))
    spots = [(x + dx, y) for hex_ in members(water) for x, y in [hex_centre(map_data, hex_)] for dx in (0, HALF_WIDTH)]
    spots = [spot for spot in spots if window.holds(spot)]
    spots.sort(key=lambda spot: math.dist(spot, (x0, y0)))
    settings = [(sea.name,)] if " " not in sea.name else [(sea.name,), _halves(sea.name)]
    size = min(12 + 1.6 * math.sqrt(water.bit_count()), 40)
    while size >= SEA_LEAST:
        for lines in settings:
            for spot in spots:
                found = SeaName(lines, spot, size, sea.mined)
                if all(window.covers(box) and _is_afloat(coast, box) for box in found.boxes):
                    return found
        size *= 0.88
    return None


def _halves(name: str) -> tuple[str, ...]:
    """A name of several words broken as evenly as possible."""
    words = name.split()
    breaks = range(1, len(words))
    best = min(breaks, key=lambda at: abs(len(" ".join(words[:at])) - len(" ".join(words[at:]))))
    return " ".join(words[:best]), " ".join(words[best:])


def _is_afloat(coast: Coast, box: Window) -> bool:
    steps = max(2, math.ceil(box.width / 8))
    xs = [box.left + box.width * step / steps for step in range(steps + 1)]
    return all(coast.depth((x, y)) > SEA_MARGIN for y in (box.top, (box.top + box.bottom) / 2, box.bottom) for x in xs)


def _heart(map_data: MapData, water: HexSet) -> Hex:
    """The hex that stays longest when an area is eaten away from its shores and the edge of the map."""
    grid = map_data.grid
    left = water
    while inner := reduce(and_, (shift(grid, left, direction) for direction in DIRECTIONS), left):
        left = inner
    centres = {hex_: hex_centre(grid, hex_) for hex_ in members(left)}
    middle = (sum(x for x, _ in centres.values()) / len(centres), sum(y for _, y in centres.values()) / len(centres))
    return min(centres, key=lambda hex_: math.dist(centres[hex_], middle))


def draw_sea_names(names: Iterable[SeaName]) -> str:
    drawn = []
    for name in names:
        for line, box in zip(name.lines, name.boxes, strict=True):
            drawn.append(text(line, (name.at[0], box.bottom), font_size=name.size))
        if name.mined:
            drawn.append(use(sign_id("mined"), (name.at[0], name.boxes[-1].bottom + 11)))
    return element("g", "".join(drawn), class_="names sea") if drawn else ""
