"""Where the signs of places, ports and resources stand."""

import math
from collections import defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple

from blockfront.atlas.coast import Coast
from blockfront.atlas.ink import Ink
from blockfront.atlas.lattice import Window
from blockfront.atlas.paper import Xy, hex_centre
from blockfront.atlas.svg import element, text, title, use
from blockfront.atlas.symbols import PRODUCTION_SIGNS, SIGNS, TAG_SIGNS, sign_id
from blockfront.blocks.map_model import MapData, Place
from blockfront.hexes.grid import Hex

SECOND: Final = (13.0, 12.0)  # where a second place in a hex stands
SLOTS: Final = tuple(range(0, 360, 30))
NEAR: Final = 17.0
FAR: Final = 24.0
VALUE_WIDTH: Final = 5.0


class Mark(NamedTuple):
    """One sign at its place. ``value`` is written beside it; ``place`` is set for the sign of a place itself."""

    sign: str
    at: Xy
    hex: Hex
    value: str = ""
    place: Place | None = None

    @property
    def box(self) -> Window:
        sign = SIGNS[self.sign]
        x, y = self.at
        extra = VALUE_WIDTH * len(self.value) * 0.8 if self.value and self.sign != "worth" else 0.0
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
        walls = [Mark(wall, at, place.hex) for wall in ("fortress", "bunker") if wall in place.tags]
        found += [*walls, Mark(place_sign(place), at, place.hex, place=place)]
    return found


def side_marks(map_data: MapData, window: Window, coast: Coast, ink: Ink, taken: list[Window]) -> list[Mark]:
    """Ports, resources and other signs of a hex, each in the best free slot around its middle."""
    wanted: dict[Hex, list[tuple[str, str]]] = defaultdict(list)
    for port in map_data.ports:
        wanted[port.hex].append((f"port-{port.size}{'-ice' if port.freezes else ''}", ""))
    for source in map_data.production:
        if source.kind in PRODUCTION_SIGNS:
            wanted[source.hex].append((PRODUCTION_SIGNS[source.kind], str(source.value)))
    for place in map_data.places:
        wanted[place.hex] += [(sign, "") for tag, sign in TAG_SIGNS.items() if tag in place.tags]
    found: list[Mark] = []
    for hex_ in sorted(wanted):
        centre = hex_centre(map_data, hex_)
        if window.grown(40).holds(centre):
            for sign, value in dict.fromkeys(wanted[hex_]):
                mark = _best(Mark(sign, centre, hex_, value), centre, coast, ink, taken)
                found.append(mark)
                taken.append(mark.box)
    return found


def _best(mark: Mark, centre: Xy, coast: Coast, ink: Ink, taken: Iterable[Window]) -> Mark:
    near = [box for box in taken if abs(box.left - centre[0]) < 90 and abs(box.top - centre[1]) < 90]
    afloat = mark.sign.startswith("port") or mark.sign in ("beach", "shoal")
    choices: list[tuple[float, int, Mark]] = []
    for distance in (NEAR, FAR):
        for angle in SLOTS:
            turn = math.radians(angle)
            at = (centre[0] + distance * math.cos(turn), centre[1] + 0.9 * distance * math.sin(turn))
            candidate = mark._replace(at=at)
            cost = ink.under(candidate.box) + 0.25 * (distance - NEAR)
            cost += 60 * sum(candidate.box.overlap(box) > 0 for box in near)
            cost += _shore_cost(at, coast, afloat)
            choices.append((cost, len(choices), candidate))
    return min(choices)[2]


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
        sign = use(sign_id(mark.sign), mark.at, data_hex=label)
        if mark.place is not None:
            sign = element("g", title(mark.place.name) + sign, class_=f"place {mark.place.kind}")
        if mark.sign == "worth":
            sign += text(mark.value, (mark.at[0], mark.at[1] + 2.6), "worth")
        elif mark.value:
            half = SIGNS[mark.sign].half_width
            sign += text(mark.value, (mark.at[0] + half + 0.6, mark.at[1] + 2.6), "value")
        drawn.append(sign)
    return "".join(drawn)
