"""Small drawn marks for terrain: trees, reeds, hill strokes, peaks. Each is a piece of path relative to its foot, one of many variants.

Marks are written into one long path per tile of the map, which browsers draw far faster than thousands of elements. They are
measured in half units, so that whole numbers are fine enough; the path is scaled by SCALE.
"""

from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

from blockfront.atlas.ground.noise import signed, unit

SCALE: Final = 0.5
VARIANTS: Final = 16


class Piece(NamedTuple):
    """Path commands of a mark: where they start and end, seen from its foot."""

    start: tuple[int, int]
    text: str
    end: tuple[int, int]


class Mark(NamedTuple):
    """Strokes, and the shaded side that lies under them."""

    strokes: Piece
    shade: Piece | None = None


class _Pen:
    """Writes relative path commands in whole numbers and knows where it is."""

    def __init__(self, x: float = 0, y: float = 0) -> None:
        self._start = self._at = round(x), round(y)
        self._text = ""

    def _to(self, command: str, points: tuple[tuple[float, float], ...]) -> "_Pen":
        x, y = self._at
        written = ""
        for px, py in points:
            for step in (round(px) - x, round(py) - y):
                written += f" {step}" if written and step >= 0 else str(step)
            self._at = round(px), round(py)
            if command == "l":
                x, y = self._at
        self._text += command + written
        return self

    def move(self, x: float, y: float) -> "_Pen":
        return self._to("m", ((x, y),))

    def line(self, *points: tuple[float, float]) -> "_Pen":
        return self._to("l", points)

    def curve(self, *points: tuple[float, float]) -> "_Pen":
        return self._to("c", points)

    def smooth_curve(self, *points: tuple[float, float]) -> "_Pen":
        return self._to("s", points)

    def down(self, length: int) -> "_Pen":
        self._text += f"v{length}"
        self._at = self._at[0], self._at[1] + length
        return self

    def done(self) -> Piece:
        return Piece(self._start, self._text, self._at)

    def closed(self) -> Piece:
        return Piece(self._start, self._text + "z", self._start)


def _leafy_tree(variant: int) -> Mark:
    """A round crown on a short trunk."""
    size = 5.0 + 1.6 * unit(1, variant)
    pen = _Pen().curve((-size * 1.25, -1), (-size * 1.15, -size * 2), (0, -size * 2))
    return Mark(pen.smooth_curve((size * 1.25, -1), (0, 0)).down(3).done())


def _needle_tree(variant: int) -> Mark:
    """A narrow cone."""
    height = 13 + 4 * unit(3, variant)
    width = 3.6 + 1.2 * unit(4, variant)
    return Mark(_Pen(-width, 0).line((0.6 * signed(5, variant), -height), (width, 0)).closed())


def _reeds(variant: int) -> Mark:
    """A stretch of still water with a tuft above it."""
    width = 6 + 4 * unit(5, variant)
    tuft = 6 + 3 * unit(6, variant)
    pen = _Pen(-width, 0).line((width, 0))
    for lean in (-4, 0, 4):
        pen.move(lean * 0.6, -1).line((lean * 1.1, -tuft + abs(lean) * 0.6))
    return Mark(pen.done())


def _pool(variant: int) -> Mark:
    """A short line of water without reeds."""
    width = 4 + 5 * unit(7, variant)
    return Mark(_Pen(-width, 0).line((width, 0)).done())


def _hill(variant: int) -> Mark:
    """A low rise: one rounded line with strokes down its eastern side."""
    width = 11 + 5 * unit(8, variant)
    height = 7 + 3 * unit(9, variant)
    skew = width * 0.2 * signed(10, variant)
    pen = _Pen(-width, 0).curve((-width * 0.45 + skew, -height * 1.4), (width * 0.2 + skew, -height * 1.5), (width, 1))
    for step in range(3):
        x = width * (0.72 - 0.3 * step)
        y = -height * (0.22 + 0.24 * step)
        pen.move(x - 2, y + 2).line((x - 4 + step, y + 6))
    return Mark(pen.done())


def _peak(variant: int) -> Mark:
    """A summit: a long western slope, an eastern one in the shade, a ridge between them."""
    height = 25 + 13 * unit(11, variant)
    west = -height * (0.66 + 0.18 * unit(12, variant))
    east = height * (0.6 + 0.2 * unit(13, variant))
    knee = 0.38 + 0.24 * unit(14, variant)
    top = (2 * signed(15, variant), -height)
    slope = ((east * 0.36, -height * 0.6), (east * 0.56, -height * 0.42), (east, 0.0))
    foot = (east * (0.04 + 0.14 * unit(16, variant)), -1.0)
    ridge = ((top[0] + east * 0.1, -height * 0.66), (top[0] - east * 0.1, -height * 0.4))
    pen = _Pen(west, 0).line((west * knee, -height * (0.9 - knee)), top, *slope).move(*top).line(*ridge, foot)
    pen.move(west * 0.5, -height * 0.34).line((west * 0.36, -height * 0.14))
    shade = _Pen(*top).line(*slope, foot, *reversed(ridge))
    return Mark(pen.done(), shade.done())


_DRAWERS: Final[dict[str, Callable[[int], Mark]]] = {
    "leafy": _leafy_tree,
    "needle": _needle_tree,
    "reeds": _reeds,
    "pool": _pool,
    "hill": _hill,
    "peak": _peak,
}


@cache
def mark(kind: str, variant: int) -> Mark:
    return _DRAWERS[kind](variant)
