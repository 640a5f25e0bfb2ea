"""Outlines of what is above a level on a lattice (marching squares), as closed rings."""

from collections.abc import Iterator

from blockfront.atlas.ground.lattice import STEP, Field, Lattice
from blockfront.atlas.sheet.paper import Xy

Edge = int  # 2 * sample index, plus 1 for the edge to the south instead of the edge to the east

# for each pattern of corners above the level (1 north-west, 2 north-east, 4 south-east, 8 south-west): edges entered and left,
# counted 0 north, 1 east, 2 south, 3 west, with what is above on the right hand
_SEGMENTS: tuple[tuple[tuple[int, int], ...], ...] = (
    (), ((0, 3),), ((1, 0),), ((1, 3),), ((2, 1),), ((0, 3), (2, 1)), ((2, 0),), ((2, 3),),
    ((3, 2),), ((0, 2),), ((1, 0), (3, 2)), ((1, 2),), ((3, 1),), ((0, 1),), ((3, 0),), (),
)  # fmt: skip


def rings(lattice: Lattice, values: Field, level: float = 0.0) -> list[list[Xy]]:
    """Every closed outline; nothing counts as above the level on the rim of the lattice."""
    following = dict(_segments(lattice, values, level))
    found = []
    while following:
        start, edge = following.popitem()
        ring = [start]
        while edge != start:
            ring.append(edge)
            edge = following.pop(edge)
        found.append([_crossing(lattice, values, level, edge) for edge in ring])
    found.reverse()
    return found


def _segments(lattice: Lattice, values: Field, level: float) -> Iterator[tuple[Edge, Edge]]:
    width = lattice.columns
    above = _signs(lattice, values, level, 0)
    for row in range(lattice.rows - 1):
        below = _signs(lattice, values, level, row + 1)
        mixed = (above ^ above >> 1) | (below ^ below >> 1) | (above ^ below)
        while mixed:
            low = mixed & -mixed
            mixed ^= low
            column = low.bit_length() - 1
            if column >= width - 1:
                continue
            pattern = (above >> column & 1) | (above >> column & 2) | (below >> column & 2) << 1 | (below >> column & 1) << 3
            if pattern in (0, 15):
                continue
            sample = row * width + column
            edges = (2 * sample, 2 * (sample + 1) + 1, 2 * (sample + width), 2 * sample + 1)
            for entered, left in _SEGMENTS[pattern]:
                yield edges[entered], edges[left]
        above = below


def _signs(lattice: Lattice, values: Field, level: float, row: int) -> int:
    """One bit per sample of a row: above the level. The rim is empty."""
    if row in (0, lattice.rows - 1):
        return 0
    start = row * lattice.columns
    inner = values[start + 1 : start + lattice.columns - 1]
    if max(inner) <= level:
        return 0
    return int("".join("1" if value > level else "0" for value in reversed(inner)) + "0", 2)


def _crossing(lattice: Lattice, values: Field, level: float, edge: Edge) -> Xy:
    sample, southward = divmod(edge, 2)
    row, column = divmod(sample, lattice.columns)
    here, there = values[sample] - level, values[sample + (lattice.columns if southward else 1)] - level
    share = here / (here - there) if (here > 0) != (there > 0) else 0.5
    share = min(max(share, 0.05), 0.95)
    x, y = lattice.point(column, row)
    return (x, y + share * STEP) if southward else (x + share * STEP, y)
