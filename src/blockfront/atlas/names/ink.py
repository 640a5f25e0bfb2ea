"""How much is drawn already at each spot, so that names and signs find clear ground."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from blockfront.atlas.ground.lattice import Window
from blockfront.atlas.lines.curves import resampled
from blockfront.atlas.sheet.paper import Xy

CELL: Final = 3


class Ink:
    """Weights on a fine grid of cells."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], float] = defaultdict(float)

    def draw(self, line: list[Xy], weight: float) -> None:
        """Adds a line."""
        for cell in {_cell(point) for point in resampled(line, CELL)}:
            self._cells[cell] += weight

    def fill(self, box: Window, weight: float) -> None:
        for cell in _covered(box):
            self._cells[cell] += weight

    def under(self, box: Window) -> float:
        """What a box would cover."""
        cells = self._cells
        return sum(cells[cell] for cell in _covered(box) if cell in cells)


def _cell(point: Xy) -> tuple[int, int]:
    return int(point[0] // CELL), int(point[1] // CELL)


def _covered(box: Window) -> Iterable[tuple[int, int]]:
    first, top = _cell((box.left, box.top))
    last, bottom = _cell((box.right, box.bottom))
    return ((column, row) for row in range(top, bottom + 1) for column in range(first, last + 1))
