"""Title, legend and scale in a strip below the map. The legend explains what this map has, and nothing else."""

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from blockfront.atlas.ground.lattice import Window
from blockfront.atlas.ground.marks import SCALE, mark
from blockfront.atlas.names.metrics import text_width
from blockfront.atlas.sheet.paper import HEX_WIDTH, Xy
from blockfront.atlas.svg.symbols import sign_id
from blockfront.atlas.svg.writing import element, number, path, text, use
from blockfront.hexes.sides import touching
from blockfront.maps.model import MapData

CELL_WIDTH: Final = 148.0
CELL_HEIGHT: Final = 25.0
TITLE_WIDTH: Final = 470.0
SCALE_WIDTH: Final = 380.0
INSET: Final = 24.0
USUAL_WIDTH: Final = 1900.0

_SIGNS: Final = (
    ("capital", "capital"),
    ("major", "major city"),
    ("minor", "minor city"),
    ("town", "town"),
    ("site", "historic site"),
    ("major-victory", "victory city"),
    ("fortress", "fortress"),
    ("bunker", "bunker"),
    ("port-major", "major port"),
    ("port-minor", "minor port"),
    ("port-minor-ice", "port that freezes"),
    ("worth", "production"),
    ("oil", "oil"),
    ("mine", "mine"),
    ("factory", "factory"),
    ("people", "population"),
    ("shipyard", "shipyard"),
    ("fuel-tank", "fuel"),
    ("armour", "tank factory"),
    ("aircraft", "aircraft factory"),
    ("radar", "radar"),
    ("airfield", "airfield"),
    ("beach", "beach"),
    ("shoal", "shoal"),
    ("mined", "mined sea"),
)
_GROUND: Final = (("forest", "forest"), ("swamp", "swamp"), ("hill", "hills"), ("mountain", "mountains"))
_MARKS: Final = {
    "forest": (("leafy", -13, 5), ("needle", -3, 6), ("leafy", 6, 3), ("needle", 14, 7)),
    "swamp": (("reeds", -10, 1), ("pool", 6, -2), ("reeds", 9, 6)),
    "hill": (("hill", -9, 2), ("hill", 9, 6)),
    "mountain": (("peak", -9, 8), ("peak", 9, 8)),
}
_LINES: Final = (
    ("rail", ("rail", "rail ticks"), "railway"),
    ("rail_double", ("rail double", "rail double ticks"), "double track"),
    ("rail_unfinished", ("rail unfinished",), "unfinished railway"),
    ("strait", ("strait",), "strait"),
    ("fortified", ("fortified", "fortified teeth"), "fortified side"),
    ("alpine", ("alpine", "alpine ticks"), "alpine side"),
    ("rail_only", ("rail-only",), "rail crossing only"),
)


class Entry(NamedTuple):
    """A sample, drawn around the origin, and what it means."""

    sample: str
    meaning: str


def entries(map_data: MapData, signs: set[str]) -> list[Entry]:
    """The legend of a map that uses these signs."""
    return [*_ground(map_data), *_lines(map_data), *_signs(signs)]


def _ground(map_data: MapData) -> Iterator[Entry]:
    for terrain, meaning in _GROUND:
        if map_data.terrain_mask(terrain):
            tint = {"mountain": ("hill", "mountain")}.get(terrain, (terrain,))
            swatch = element("rect", x=-21, y=-10, width=42, height=20, rx=3, class_="legend-swatch")
            washes = "".join(
                element("rect", x=-21, y=-10, width=42, height=20, rx=3, class_=f"wash {name}") for name in tint for _ in range(2)
            )
            yield Entry(swatch + washes + _marks(terrain), meaning)


def _marks(terrain: str) -> str:
    drawn = ""
    for variant, (kind, x, y) in enumerate(_MARKS[terrain]):
        strokes, shade = mark(kind, variant * 3)
        for piece, layer in ((shade, "shade"), (strokes, "mark")):
            if piece is not None:
                start = f"M{round(x / SCALE) + piece.start[0]} {round(y / SCALE) + piece.start[1]}"
                drawn += path(start + piece.text, f"{layer} {terrain}")
    return element("g", drawn, transform=f"scale({SCALE})")


def _lines(map_data: MapData) -> Iterator[Entry]:
    if map_data.rivers:
        yield Entry(path("M-20 5c6-9 13-6 19-3s13 1 20-6", "river", stroke_width=2.4), "river")
    for kind, classes, meaning in _LINES:
        if touching(map_data.side_masks(kind)):
            yield Entry("".join(path("M-20 0h40", class_) for class_ in classes), meaning)
    if len({data.nation for data in map_data.hexes.values() if data.nation}) > 1:
        yield Entry(path("M-20 0h40", "border band") + path("M-20 0h40", "border"), "frontier")


def _signs(used: set[str]) -> Iterator[Entry]:
    for sign, meaning in _SIGNS:
        endings = ("-victory", "-ice")
        ending = next((ending for ending in endings if sign.endswith(ending)), None)
        if any(name.endswith(ending) for name in used) if ending else used & {sign, *(sign + ending for ending in endings)}:
            yield Entry(use(sign_id(sign), (0, 0)), meaning)


def legend_signs() -> set[str]:
    """Every sign a legend may refer to."""
    return {sign for sign, _ in _SIGNS}


class Strip(NamedTuple):
    """The strip below a map, laid out from its own corner; on large sheets all of it is drawn larger."""

    at: Xy
    sheet_width: float
    entries: tuple[Entry, ...]
    scale_only: bool = False

    @property
    def enlarged(self) -> float:
        return min(max(1.0, self.sheet_width / USUAL_WIDTH), 2.0) if not self.scale_only else 1.0

    @property
    def width(self) -> float:
        return self.sheet_width / self.enlarged

    def placed(self, content: str) -> str:
        """Content of the strip at its place on the sheet."""
        x, y = self.at
        return element("g", content, transform=f"translate({x:g} {y:g}) scale({self.enlarged:.3g})")

    @property
    def _beside(self) -> bool:
        """Whether title, legend and scale fit beside each other."""
        return self.width > TITLE_WIDTH + SCALE_WIDTH + 4 * CELL_WIDTH

    @property
    def _legend(self) -> Window:
        if self._beside:
            return Window(TITLE_WIDTH, 0, self.width - SCALE_WIDTH, 0)
        return Window(0, 132, self.width, 132)

    @property
    def _columns(self) -> int:
        return max(1, int(self._legend.width // CELL_WIDTH))

    @property
    def height(self) -> float:
        if self.scale_only:
            return 44.0
        rows = math.ceil(len(self.entries) / self._columns)
        return max(146.0, rows * CELL_HEIGHT + 2 * INSET) + (0 if self._beside else 160)

    def title(self, map_data: MapData) -> str:
        x, y = 2 * INSET, 58
        hexes = f"one hex is {map_data.hex_km:g} km across"
        box = Window(INSET / 2, 16, (TITLE_WIDTH if self._beside else self.width) - INSET / 2, 132)
        room = box.width - 3 * INSET
        name = map_data.title.upper()
        size = min(30.0, 30.0 * room / text_width(name, 30, spacing=2.4))
        lines = [_cartouche(box, "cartouche"), _cartouche(box.grown(-4), "cartouche inner")]
        lines += [text(name, (x, y), "map-title", font_size=size), text(hexes, (x, y + 22), "subtitle")]
        lines += [text(line, (x, y + 40 + 11 * row), "credits") for row, line in enumerate(_wrapped(map_data.credits, room))]
        return self.placed("".join(lines))

    def legend(self) -> str:
        box = self._legend
        drawn = []
        rows = math.ceil(len(self.entries) / self._columns)
        for index, entry in enumerate(self.entries):
            x = box.left + INSET + 22 + CELL_WIDTH * (index // rows)
            y = box.top + INSET + 12 + CELL_HEIGHT * (index % rows)
            sample = element("g", entry.sample, transform=f"translate({x:g} {y:g})")
            drawn.append(sample + text(entry.meaning, (x + 29, y + 4), "legend-text"))
        return self.placed("".join(drawn))

    def scale(self, map_data: MapData) -> str:
        """A bar of five parts in round kilometres."""
        room = min(SCALE_WIDTH, self.width) - 90
        part = _round_distance(map_data.hex_km * room / 5 / HEX_WIDTH)
        step = part * HEX_WIDTH / map_data.hex_km
        x, y = self._scale_corner()
        bars = [
            element("rect", x=x + step * index, y=y, width=step, height=6, class_="scale-light" if index % 2 else "scale-dark")
            for index in range(5)
        ]
        marks = [text(f"{part * index:g}", (x + step * index, y + 19), "scale-text") for index in range(6)]
        return self.placed("".join([*bars, *marks, text("km", (x + step * 5 + 22, y + 19), "scale-text")]))

    def _scale_corner(self) -> Xy:
        if self.scale_only:
            return 0.0, 14.0
        if self._beside:
            return self.width - SCALE_WIDTH + 30, 46
        return INSET + 10, self.height - 44


def _cartouche(box: Window, class_: str) -> str:
    """A frame with hollowed corners."""
    across, down, corner = number(box.width - 20), number(box.height - 20), "a10 10 0 0 0"
    start = f"M{number(box.left + 10)} {number(box.top)}"
    return path(f"{start}h{across}{corner} 10 10v{down}{corner}-10 10h-{across}{corner}-10-10v-{down}{corner} 10-10z", class_)


def _round_distance(kilometres: float) -> float:
    """The largest round number (1, 2, 5 times a power of ten) not above a distance."""
    power = 10.0 ** math.floor(math.log10(kilometres))
    return next((step * power for step in (5, 2) if step * power <= kilometres), power)


def _wrapped(credits: tuple[str, ...], room: float) -> list[str]:
    """Credits as few lines as fit."""
    lines: list[str] = []
    for credit in credits:
        joined = f"{lines[-1]} · {credit}" if lines else credit
        if lines and text_width(joined, 9) <= room:
            lines[-1] = joined
        else:
            lines.append(credit)
    return lines[:3]
