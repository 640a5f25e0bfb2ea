"""Small charts as SVG text: bars, and lines with bands; readable in print and by colour-blind people."""

from collections.abc import Sequence
from math import floor, log10
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

WIDTH: Final = 640
HEIGHT: Final = 360
LEFT, RIGHT, TOP, BOTTOM = 64, 20, 44, 52
COLOURS: Final = ("#3b6ea5", "#b3452c", "#5b7f3b", "#8a6d9e")
INK: Final = "#2a251f"


class Line(NamedTuple):
    """A curve with its band; each point is (x, middle, low, high)."""

    name: str
    points: Sequence[tuple[float, float, float, float]]


class Bars(NamedTuple):
    """A row of bars, one for each label."""

    name: str
    values: Sequence[float]


def bar_chart(title: str, across: str, up: str, labels: Sequence[str], groups: Sequence[Bars], *, percent: bool = False) -> str:
    """Draws groups of bars side by side over common labels."""
    top = nice_top(max((value for group in groups for value in group.values), default=0.0))
    frame = _Frame(title, across, up, (0.0, float(len(labels))), (0.0, top), percent)
    width = 0.8 / max(1, len(groups))
    for number, group in enumerate(groups):
        for index, value in enumerate(group.values):
            left = frame.x(index + 0.1 + number * width)
            frame.add(
                f'<rect x="{left:.1f}" y="{frame.y(value):.1f}" width="{frame.x(width) - frame.x(0):.1f}" '
                f'height="{frame.y(0) - frame.y(value):.1f}" fill="{COLOURS[number % len(COLOURS)]}"/>'
            )
    every = max(1, -(-len(labels) // 16))
    for index, label in enumerate(labels):
        if index % every == 0:
            frame.label_across(index + 0.5, label)
    frame.name_them([group.name for group in groups])
    return frame.svg()


def line_chart(title: str, across: str, up: str, lines: Sequence[Line]) -> str:
    """Draws curves with their bands."""
    points = [point for line in lines for point in line.points]
    xs = [point[0] for point in points] or [0.0]
    top = nice_top(max((point[3] for point in points), default=0.0))
    frame = _Frame(title, across, up, (min(xs), max(max(xs), min(xs) + 1)), (0.0, top), False)
    for number, line in enumerate(lines):
        colour = COLOURS[number % len(COLOURS)]
        band = [*((x, high) for x, _, _, high in line.points), *((x, low) for x, _, low, _ in reversed(line.points))]
        frame.add(f'<polygon points="{frame.points(band)}" fill="{colour}" fill-opacity="0.2"/>')
        middle = [(x, y) for x, y, _, _ in line.points]
        dashes = f' stroke-dasharray="{4 * number} {2 * number}"' if number else ""
        frame.add(f'<polyline points="{frame.points(middle)}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>')
    step = nice_top((max(xs) - min(xs)) / 10) or 1.0
    mark = min(xs)
    while mark <= max(xs):
        frame.label_across(mark, f"{mark:g}")
        mark += step
    frame.name_them([line.name for line in lines])
    return frame.svg()


def nice_top(value: float) -> float:
    """Returns the next higher round number: 1, 2, 2.5 or 5 times a power of ten."""
    if value <= 0:
        return 1.0
    size = 10.0 ** floor(log10(value))
    return next(step * size for step in (1, 2, 2.5, 5, 10) if step * size >= value * (1 - 1e-9))


class _Frame:
    """Axes, title and key of a chart, and the conversion of values to coordinates."""

    def __init__(
        self, title: str, across: str, up: str, x_range: tuple[float, float], y_range: tuple[float, float], percent: bool
    ) -> None:
        self._x, self._y = x_range, y_range
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
            f'font-family="sans-serif" font-size="12" fill="{INK}">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf7"/>',
            f'<text x="{LEFT}" y="20" font-size="15" font-weight="bold">{escape(title)}</text>',
            f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 12}" text-anchor="middle">{escape(across)}</text>',
            f'<text transform="translate(16 {(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">{escape(up)}</text>',
        ]
        for fifth in range(6):
            value = y_range[0] + (y_range[1] - y_range[0]) * fifth / 5
            words = f"{100 * value:g} %" if percent else f"{value:g}"
            self.add(f'<path d="M{LEFT} {self.y(value):.1f}H{WIDTH - RIGHT}" stroke="{INK}" stroke-opacity="0.15"/>')
            self.add(f'<text x="{LEFT - 6}" y="{self.y(value) + 4:.1f}" text-anchor="end">{words}</text>')

    def x(self, value: float) -> float:
        low, high = self._x
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - low) / (high - low)

    def y(self, value: float) -> float:
        low, high = self._y
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - low) / (high - low)

    def points(self, pairs: Sequence[tuple[float, float]]) -> str:
        return " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in pairs)

    def add(self, part: str) -> None:
        self._parts.append(part)

    def label_across(self, value: float, text: str) -> None:
        self.add(f'<text x="{self.x(value):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{escape(text)}</text>')

    def name_them(self, names: Sequence[str]) -> None:
        """Draws a key if there is more than one line or group of bars."""
        for number, name in enumerate(names if len(names) > 1 else ()):
            left = LEFT + 150 * number
            self.add(f'<rect x="{left}" y="28" width="10" height="10" fill="{COLOURS[number % len(COLOURS)]}"/>')
            self.add(f'<text x="{left + 15}" y="37">{escape(name)}</text>')

    def svg(self) -> str:
        return "".join(self._parts) + "</svg>"
