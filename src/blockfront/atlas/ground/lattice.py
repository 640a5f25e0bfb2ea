"""The fine lattice of sample points that coasts, terrain and textures are drawn from: one point every five units.

A hex centre falls on a sample point and every hex owns the same pattern of samples around its centre. Beyond the edge of the map
the nearest hex goes on, so that the drawing fills its frame.
"""

import math
from array import array
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from blockfront.atlas.ground.noise import PERIOD
from blockfront.atlas.sheet.paper import HALF_WIDTH, HEX_HEIGHT, HEX_WIDTH, ROW_STEP, Xy, sheet_size
from blockfront.hexes.grid import Grid, Hex

Field: TypeAlias = "array[float]"  # one value per sample point, row by row

STEP: Final = 5
PAD: Final = 20  # the lattice reaches so far beyond the window: shapes close out of sight
SPREAD: Final = 0.33 * HEX_WIDTH  # how far a hex's terrain blends into its neighbours

_NEIGHBOURS: Final = ((0, 0), (2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1))  # half columns, rows


class Window(NamedTuple):
    """A rectangle of the drawing."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, by: float) -> "Window":
        return Window(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def holds(self, point: Xy) -> bool:
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom

    def covers(self, other: "Window") -> bool:
        return self.holds((other.left, other.top)) and self.holds((other.right, other.bottom))

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def area(self) -> float:
        return self.width * self.height

    def overlap(self, other: "Window") -> float:
        """The area shared with another rectangle."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return width * height if width > 0 and height > 0 else 0.0


def whole_sheet(grid: Grid) -> Window:
    width, height = sheet_size(grid)
    return Window(0, 0, width, height)


class Span(NamedTuple):
    """One row of the samples of a hex: ``first`` to ``last`` steps east of its centre, ``down`` steps south of it."""

    down: int
    first: int
    last: int


@cache
def cell_spans() -> tuple[Span, ...]:
    """The samples of a hex relative to its centre; sides belong to one hex only, so that the hexes tile the lattice."""
    spans = []
    for down in range(-HEX_HEIGHT // 2 // STEP, HEX_HEIGHT // 2 // STEP + 1):
        inside = [i for i in range(-HALF_WIDTH // STEP, HALF_WIDTH // STEP) if _owns(i * STEP, down * STEP)]
        if inside:
            spans.append(Span(down, inside[0], inside[-1]))
    return tuple(spans)


def _owns(dx: int, dy: int) -> bool:
    slant = 4 * abs(dx) + 7 * abs(dy)
    return slant < 280 or (slant == 280 and dy > 0)


@cache
def _weights() -> tuple[tuple[float, ...], ...]:
    """For each sample of a hex, the influence of the hex and its six neighbours."""
    found = []
    for span in cell_spans():
        for i in range(span.first, span.last + 1):
            weights = []
            for half_columns, rows in _NEIGHBOURS:
                dx, dy = half_columns * HALF_WIDTH - i * STEP, rows * ROW_STEP - span.down * STEP
                weights.append(math.exp(-(dx * dx + dy * dy) / (2 * SPREAD * SPREAD)))
            found.append(tuple(weights))
    return tuple(found)


@cache
def _blend(pattern: tuple[int, ...]) -> Field:
    """The blended share less a half at every sample of a hex, for seven hexes that count 1 (yes), 0 (no) or -1 (no say)."""
    values = array("f")
    for weights in _weights():
        yes = sum(w for w, state in zip(weights, pattern, strict=True) if state == 1)
        no = sum(w for w, state in zip(weights, pattern, strict=True) if state == 0)
        values.append(yes / (yes + no) - 0.5 if yes + no else -0.5)
    return values


class Lattice:
    """The sample points of one window of a map."""

    def __init__(self, grid: Grid, window: Window) -> None:
        self.grid = grid
        self.window = window
        self.left = math.floor(window.left / STEP) * STEP - PAD
        self.top = math.floor(window.top / STEP) * STEP - PAD
        self.columns = math.ceil((window.right + PAD - self.left) / STEP) + 1
        self.rows = math.ceil((window.bottom + PAD - self.top) / STEP) + 1

    def empty(self, value: float = 0.0) -> Field:
        return array("f", [value]) * (self.columns * self.rows)

    def point(self, column: int, row: int) -> Xy:
        return self.left + column * STEP, self.top + row * STEP

    def index(self, x: float, y: float) -> int:
        """The index of the sample nearest to a point, clamped to the lattice."""
        column = min(max(round((x - self.left) / STEP), 0), self.columns - 1)
        row = min(max(round((y - self.top) / STEP), 0), self.rows - 1)
        return row * self.columns + column

    def noise_index(self, sample: int) -> int:
        """Where a sample falls in a noise table; the same for every window of a map."""
        row, column = divmod(sample, self.columns)
        return (row + self.top // STEP) % PERIOD * PERIOD + (column + self.left // STEP) % PERIOD

    def hex_at(self, half_column: int, row: int) -> Hex:
        """The hex at a position counted in half columns, or the nearest one on the map."""
        row = min(max(row, 0), self.grid.rows - 1)
        column = min(max((half_column - row % 2) // 2, 0), self.grid.columns - 1)
        return self.grid.at(column, row)

    def cells(self) -> Iterator[tuple[int, int]]:
        """Half column and row of every hex that has samples here, also beyond the map's edge."""
        first_row = math.floor((self.top - HEX_HEIGHT) / ROW_STEP)
        last_row = math.ceil((self.top + self.rows * STEP) / ROW_STEP)
        first = math.floor((self.left - HEX_WIDTH) / HEX_WIDTH)
        last = math.ceil((self.left + self.columns * STEP) / HEX_WIDTH)
        for row in range(first_row, last_row + 1):
            for column in range(first, last + 1):
                yield 2 * column + row % 2, row

    def _centre_sample(self, half_column: int, row: int) -> tuple[int, int]:
        x, y = HALF_WIDTH * (half_column + 1), ROW_STEP * row + HEX_HEIGHT // 2
        return (x - self.left) // STEP, (y - self.top) // STEP

    def blended(self, state: Callable[[Hex], int], adjust: Callable[[float, int], float]) -> Field:
        """How much of something there is at every sample, 0 to 1 less a half: above zero where it prevails.

        Hexes that have it (state 1) blend into those that do not (0); hexes without a say (-1), such as sea for terrain, neither add
        nor take away. ``adjust(share, sample)`` has the last word wherever more than one state meets.
        """
        states: dict[Hex, int] = {}
        values = self.empty(-0.5)
        for half_column, row in self.cells():
            pattern = []
            for half_columns, rows in _NEIGHBOURS:
                hex_ = self.hex_at(half_column + half_columns, row + rows)
                if hex_ not in states:
                    states[hex_] = state(hex_)
                pattern.append(states[hex_])
            if 1 in pattern:
                uniform = pattern.count(1) == len(pattern)
                self._stamp(values, (half_column, row), _blend(tuple(pattern)), None if uniform else adjust)
        return values

    def _stamp(self, values: Field, cell: tuple[int, int], samples: Field, adjust: Callable[[float, int], float] | None) -> None:
        """Writes the samples of one hex."""
        x, y = HALF_WIDTH * (cell[0] + 1), ROW_STEP * cell[1] + HEX_HEIGHT // 2
        column, row = (x - self.left) // STEP, (y - self.top) // STEP
        start = 0
        for down, first, last in cell_spans():
            west, east = max(column + first, 0), min(column + last + 1, self.columns)
            if 0 <= row + down < self.rows and west < east:
                offset = start + west - column - first
                base = (row + down) * self.columns
                piece = samples[offset : offset + east - west]
                if adjust is not None:
                    piece = array("f", map(adjust, piece, range(base + west, base + east)))
                values[base + west : base + east] = piece
            start += last - first + 1
