"""Pointy-top hex grid: offset labels at the border, axial coordinates inside, one integer per hex.

A label is CCRR: column then row, 0101 in the north-west corner; even-numbered rows (02, 04, …) lie half a hex further
east. Inside, a hex is the integer ``r * stride + q`` of its axial coordinates ``q = column - row // 2``, ``r = row``
(both counted from 0). With ``stride = columns + 2`` at least one blank index lies between any two rows, so a set of
hexes is a plain ``int`` (bit *i* for hex *i*) whose neighbours are six shifts: nothing wraps around the edge.
"""

from collections.abc import Iterator
from typing import Final, NewType

Hex = NewType("Hex", int)
HexSet = int  # bit i set: hex i is a member

E: Final = 0
NE: Final = 1
NW: Final = 2
W: Final = 3
SW: Final = 4
SE: Final = 5
DIRECTIONS: Final = (E, NE, NW, W, SW, SE)
DIRECTION_NAMES: Final = ("E", "NE", "NW", "W", "SW", "SE")
AXIAL_STEPS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  # (dq, dr) by direction


def opposite(direction: int) -> int:
    return (direction + 3) % 6


class Grid:
    """The geometry of one rectangular map. Immutable; shared by every state played on it."""

    __slots__ = ("_axial", "cells", "columns", "rows", "shifts", "size", "stride")

    def __init__(self, columns: int, rows: int) -> None:
        if not (1 <= columns <= 99 and 1 <= rows <= 99):
            raise ValueError(f"a grid has 1 to 99 columns and rows, not {columns} x {rows}")
        self.columns = columns
        self.rows = rows
        self.stride = columns + 2
        self.size = (rows - 1) * self.stride - (rows - 1) // 2 + columns  # one more than the last index
        self.shifts = tuple(dr * self.stride + dq for dq, dr in AXIAL_STEPS)
        self.cells: HexSet = 0  # every hex of the rectangle
        for row in range(rows):
            self.cells |= ((1 << columns) - 1) << self._index(0, row)
        self._axial = {self._index(c, r): (c - r // 2, r) for r in range(rows) for c in range(columns)}

    def _index(self, column: int, row: int) -> int:
        return row * self.stride + column - row // 2

    def at(self, column: int, row: int) -> Hex:
        """The hex at offset coordinates counted from 0."""
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            raise ValueError(f"column {column + 1}, row {row + 1} is outside the {self.columns} x {self.rows} map")
        return Hex(self._index(column, row))

    def parse(self, label: str) -> Hex:
        """The hex of a CCRR label such as ``1719``."""
        if len(label) != 4 or not label.isascii() or not label.isdigit():
            raise ValueError(f"{label!r} is not a hex label: four digits, column then row, such as 0101")
        return self.at(int(label[:2]) - 1, int(label[2:]) - 1)

    def offset(self, hex_: int) -> tuple[int, int]:
        """Offset coordinates (column, row), counted from 0."""
        q, row = self.axial(hex_)
        return q + row // 2, row

    def label(self, hex_: int) -> str:
        column, row = self.offset(hex_)
        return f"{column + 1:02d}{row + 1:02d}"

    def axial(self, hex_: int) -> tuple[int, int]:
        try:
            return self._axial[hex_]
        except KeyError:
            raise ValueError(f"{hex_} is not a hex of this map") from None

    def neighbour(self, hex_: int, direction: int) -> Hex | None:
        """The adjacent hex in a direction, or None beyond the edge."""
        other = hex_ + self.shifts[direction]
        return Hex(other) if other >= 0 and self.cells >> other & 1 else None

    def neighbours(self, hex_: int) -> Iterator[tuple[int, Hex]]:
        """(direction, adjacent hex) for each neighbour on the map."""
        for direction in DIRECTIONS:
            other = self.neighbour(hex_, direction)
            if other is not None:
                yield direction, other

    def direction(self, origin: int, target: int) -> int | None:
        """The direction from a hex to an adjacent one, or None when they are not adjacent."""
        difference = target - origin
        return self.shifts.index(difference) if difference in self.shifts else None

    def distance(self, origin: int, target: int) -> int:
        q1, r1 = self._axial[origin]
        q2, r2 = self._axial[target]
        dq, dr = q2 - q1, r2 - r1
        return (abs(dq) + abs(dr) + abs(dq + dr)) // 2
