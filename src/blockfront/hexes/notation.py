"""Hexes, sides and lists of hexes as people write them: ``1719``, ``1719/SE``, ``0514-0914 1012``."""

from collections.abc import Iterator

from blockfront.hexes.grid import DIRECTION_NAMES, Grid, Hex, HexSet
from blockfront.hexes.sides import Side


def parse_side(grid: Grid, text: str) -> Side:
    """The side of ``HEX/SIDE``, such as ``1719/SE``."""
    label, slash, name = text.partition("/")
    if not slash or name not in DIRECTION_NAMES:
        raise ValueError(f"{text!r} is not a hexside: HEX/SIDE with {' '.join(DIRECTION_NAMES)}, such as 1719/SE")
    return grid.parse(label), DIRECTION_NAMES.index(name)


def format_side(grid: Grid, side: Side) -> str:
    hex_, direction = side
    return f"{grid.label(hex_)}/{DIRECTION_NAMES[direction]}"


def parse_range_mask(grid: Grid, text: str) -> HexSet:
    """One label, or a range along a row: ``0514-0914`` is 0514, 0614 … 0914."""
    first, dash, last = text.partition("-")
    start = grid.parse(first)
    if not dash:
        return 1 << start
    end = grid.parse(last)
    (column, row), (last_column, last_row) = grid.offset(start), grid.offset(end)
    if row != last_row or column > last_column:
        raise ValueError(f"{text!r} is not a range along one row from west to east, such as 0514-0914")
    return ((1 << (last_column - column + 1)) - 1) << start


def parse_hexes_mask(grid: Grid, text: str) -> HexSet:
    """A list of labels and ranges separated by spaces."""
    mask = 0
    for word in text.split():
        mask |= parse_range_mask(grid, word)
    return mask


def _runs(grid: Grid, hexes: HexSet) -> Iterator[tuple[Hex, int]]:
    while hexes:
        start = (hexes & -hexes).bit_length() - 1
        rest = hexes >> start
        length = (~rest & (rest + 1)).bit_length() - 1
        yield Hex(start), length
        hexes &= ~(((1 << length) - 1) << start)


def format_hexes(grid: Grid, hexes: HexSet) -> str:
    """The shortest list that ``parse_hexes_mask`` reads back, row by row."""
    words = []
    for start, length in _runs(grid, hexes):
        last = grid.label(start + length - 1)
        words.append(last if length == 1 else f"{grid.label(start)}-{last}")
    return " ".join(words)
