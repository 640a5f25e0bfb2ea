"""Which land lies on one side of a start line or boundary."""

from collections.abc import Mapping, Sequence

from blockfront.hexes.grid import Grid, HexSet
from blockfront.hexes.reach import flood
from blockfront.hexes.sides import Side, Sides, all_sides, both_ways, without


def west_of_line(grid: Grid, line: Sequence[Side], start: HexSet, land: HexSet, sides: Mapping[str, Sides]) -> HexSet:
    """The land reached from ``start`` without crossing the line, open sea or a lake. A strait does not part land."""
    steps = without(all_sides(grid), both_ways(grid, line), sides["sea"], sides["lake"])
    return flood(grid, start & land, land, steps)
