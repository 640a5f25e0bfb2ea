"""Where the signs of places, ports and resources stand."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from blockfront.atlas.ground.coast import Coast
from blockfront.atlas.ground.lattice import Window
from blockfront.atlas.names.ink import Ink
from blockfront.atlas.sheet.paper import Xy, hex_centre
from blockfront.atlas.svg.symbols import PRODUCTION_SIGNS, SIGNS, TAG_SIGNS, WALLS, sign_id
from blockfront.atlas.svg.writing import element, text, title, use
from blockfront.hexes.grid import Hex
from blockfront.maps.model import MapData, Place

SECOND: Final = (13.0, 12.0)  # where a second place in a hex stands
SLOTS: Final = tuple(range(0, 360, 30))
NEAR: Final = 17.0
FAR: Final = 24.0
VALUE_WIDTH: Final = 4.0  # of one digit
VALUE_GAP: Final = 1.2
COLLISION: Final = 60.0  # cost of lying on something else


class Mark(NamedTuple):
    """One sign at its place. ``value`` is written beside it; ``place`` is set for the sign of a place itself.

    What produces only later, or not of itself, is drawn faint.
    """

    sign: str
    at: Xy
    hex: Hex
    value: str = ""
    place: Place | None = None
    faint: bool = False

    @property
    def box(self) -> Window:
        sign = SIGNS[self.sign]
        x, y = self.at
        extra = VALUE_GAP + VALUE_WIDTH * len(self.value) if self.value and self.sign != "worth" else 0.0
        return Window(x - sign.half_width, y - sign.half_height, x + sign.half_width + extra, y + sign.half_height)


def place_sign(place: Place) -> str:
    if place.kind == "site":
        return "site"
    return f"{place.kind}-victory" if "victory" in place.tags else place.kind


def place_marks(map_data: MapData, window: Window) -> list[Mark]:
    """The signs of the places themselves, walls first, at most two places to a hex apart."""
    seen: dict[Hex, int] = defaultdict(int)
    found = []
    for place in map_data.places:
        x, y = hex_centre(map_data, place.hex)
        if place.kind == "box" or not window.grown(40).holds((x, y)):
            continue
        number = seen[place.hex]
        seen[place.hex] += 1
        at = (x + SECOND[0] * (1 if number % 2 else -1), y + SECOND[1] * (number + 1) / 2) if number else (float(x), float(y))
        walls = dict.fromkeys(wall for tag, wall in WALLS.items() if tag in place.tags)
        found += [*(Mark(wall, at, place.hex) for wall in walls), Mark(place_sign(place), at, place.hex, place=place)]
    return found


class SideMarks:
    """Places ports, resources and other signs of a hex, each in the best free slot around its middle."""

    def __init__(self, map_data: MapData, window: Window, coast: Coast, ink: Ink, fixed: Iterable[Window]) -> None:
        self._map = map_data
        self._window = window
        self._coast = coast
        self._ink = ink
        self._fixed = list(fixed)

    def placed(self) -> list[Mark]:
        found: list[Mark] = []
        taken = list(self._fixed)
        for wanted in sorted(dict.fromkeys(_wanted(self._map)), key=lambda mark: mark.hex):
            if self._window.grown(40).holds(wanted.at):
                found.append(self._best(wanted, taken))
                taken.append(found[-1].box)
        return found

    def cleared(self, marks: list[Mark], names: list[Window]) -> list[Mark]:
        """The marks, those that a name came to lie on moved elsewhere if there is room."""
        found = list(marks)
        for number, mark in enumerate(marks):
            if any(mark.box.overlap(name) for name in names):
                others = [other.box for other in found if other is not mark]
                found[number] = self._best(mark, [*self._fixed, *names, *others])
        return found

    def _best(self, mark: Mark, taken: Iterable[Window]) -> Mark:
        x, y = hex_centre(self._map, mark.hex)
        near = [box for box in taken if abs(box.left - x) < 120 and abs(box.top - y) < 90]
        afloat = mark.sign.startswith("port") or mark.sign in ("beach", "shoal")
        choices: list[tuple[float, int, Mark]] = []
        for distance in (NEAR, FAR):
            for angle in SLOTS:
                turn = math.radians(angle)
                candidate = mark._replace(at=(x + distance * math.cos(turn), y + 0.9 * distance * math.sin(turn)))
                cost = self._ink.under(candidate.box) + 0.25 * (distance - NEAR) + _shore_cost(candidate.at, self._coast, afloat)
                cost += COLLISION * sum(candidate.box.overlap(box) > 0 for box in near)
                choices.append((cost, len(choices), candidate))
        return min(choices)[2]


def _wanted(map_data: MapData) -> Iterator[Mark]:
    """The signs a map needs beside its places, all in the middle of their hex."""
    for port in map_data.ports:
        yield Mark(f"port-{port.size}{'-ice' if port.freezes else ''}", hex_centre(map_data, port.hex), port.hex)
    for source in map_data.production:
        if source.kind in PRODUCTION_SIGNS:
            faint = any(tag == "inactive" or tag.startswith("from_") for tag in source.tags)
            sign, centre = PRODUCTION_SIGNS[source.kind], hex_centre(map_data, source.hex)
            yield Mark(sign, centre, source.hex, str(source.value), faint=faint)
    for place in map_data.places:
        for tag, sign in TAG_SIGNS.items():
            if tag in place.tags:
                yield Mark(sign, hex_centre(map_data, place.hex), place.hex)


def _shore_cost(at: Xy, coast: Coast, afloat: bool) -> float:
    """Anchors ride just off the shore; everything else stands on dry land."""
    depth = coast.depth(at)
    if afloat:
        return abs(depth - 7) * 0.6
    return 30.0 if depth > -4 else 0.0


def draw_marks(map_data: MapData, marks: Iterable[Mark]) -> str:
    """Signs as references, with the hex they stand in."""
    drawn = []
    for mark in marks:
        label = map_data.grid.label(mark.hex)
        sign = use(sign_id(mark.sign), mark.at, data_hex=label, class_="faint" if mark.faint else "")
        if mark.place is not None:
            sign = element("g", title(mark.place.name) + sign, class_=f"place {mark.place.kind}")
        if mark.sign == "worth":
            sign += text(mark.value, (mark.at[0], mark.at[1] + 2.6), "worth")
        elif mark.value:
            half = SIGNS[mark.sign].half_width
            sign += text(mark.value, (mark.at[0] + half + VALUE_GAP, mark.at[1] + 2.6), "value")
        drawn.append(sign)
    return "".join(drawn)
