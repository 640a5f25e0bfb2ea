"""Hexsides as six masks, one per direction: bit *h* of ``sides[d]`` is set when side *d* of hex *h* has the property.

The same shape serves "a river runs here" and "from here one may step in this direction". A side between two hexes is
normally present from both; a one-way property (a fortified line faces outwards) is present from one hex only.
"""

from collections.abc import Iterable, Iterator

from blockfront.hexes.grid import DIRECTIONS, Grid, Hex, HexSet, opposite

Sides = tuple[HexSet, HexSet, HexSet, HexSet, HexSet, HexSet]
Side = tuple[Hex, int]

NO_SIDES: Sides = (0, 0, 0, 0, 0, 0)


def shift(grid: Grid, hexes: HexSet, direction: int) -> HexSet:
    """The hexes one step further in a direction; those beyond the edge of the map are dropped."""
    step = grid.shifts[direction]
    return (hexes << step if step > 0 else hexes >> -step) & grid.cells


def six(masks: Iterable[HexSet]) -> Sides:
    """Six masks as a tuple, in the order of the directions."""
    east, north_east, north_west, west, south_west, south_east = masks
    return east, north_east, north_west, west, south_west, south_east


def all_sides(grid: Grid) -> Sides:
    """Every side that has a hex on both of its ends: the six masks of free movement."""
    return six(shift(grid, grid.cells, opposite(direction)) for direction in DIRECTIONS)


def one_way(sides: Iterable[Side]) -> Sides:
    """The masks of sides as named: from the naming hex only."""
    masks = [0] * 6
    for hex_, direction in sides:
        masks[direction] |= 1 << hex_
    return six(masks)


def both_ways(grid: Grid, sides: Iterable[Side]) -> Sides:
    """The masks of sides seen from both of their hexes. A side on the rim of the map has one hex only."""
    masks = [0] * 6
    for hex_, direction in sides:
        masks[direction] |= 1 << hex_
        other = grid.neighbour(hex_, direction)
        if other is not None:
            masks[opposite(direction)] |= 1 << other
    return six(masks)


def joined(*parts: Sides) -> Sides:
    """The sides that are in any of the parts."""
    masks = [0] * 6
    for part in parts:
        for direction in DIRECTIONS:
            masks[direction] |= part[direction]
    return six(masks)


def common(first: Sides, second: Sides) -> Sides:
    """The sides that are in both parts."""
    return six(a & b for a, b in zip(first, second, strict=True))


def without(sides: Sides, *removed: Sides) -> Sides:
    """The sides that are in none of the removed parts."""
    gone = joined(*removed)
    return six(a & ~b for a, b in zip(sides, gone, strict=True))


def entering(grid: Grid, sides: Sides, hexes: HexSet) -> Sides:
    """The steps among ``sides`` that end in one of ``hexes``."""
    return six(sides[direction] & shift(grid, hexes, opposite(direction)) for direction in DIRECTIONS)


def leaving(sides: Sides, hexes: HexSet) -> Sides:
    """The steps among ``sides`` that start in one of ``hexes``."""
    return six(mask & hexes for mask in sides)


def border(grid: Grid, hexes: HexSet) -> Sides:
    """The sides between a set and the rest of the map, seen from inside the set."""
    return entering(grid, leaving(all_sides(grid), hexes), grid.cells & ~hexes)


def touching(sides: Sides) -> HexSet:
    """The hexes that have at least one of the sides."""
    hexes = 0
    for mask in sides:
        hexes |= mask
    return hexes


def has_side(sides: Sides, hex_: int, direction: int) -> bool:
    return bool(sides[direction] >> hex_ & 1)


def canonical(grid: Grid, side: Side) -> Side:
    """The same name for a side whichever of its hexes names it: E, NE or NW of a hex, if that hex is on the map."""
    hex_, direction = side
    if direction >= 3:
        other = grid.neighbour(hex_, direction)
        if other is not None:
            return other, opposite(direction)
    return hex_, direction


def each_side(grid: Grid, sides: Sides) -> Iterator[Side]:
    """Every side once, under its canonical name, in the order of the hexes."""
    named = set()
    for direction in DIRECTIONS:
        mask = sides[direction]
        while mask:
            low = mask & -mask
            named.add(canonical(grid, (Hex(low.bit_length() - 1), direction)))
            mask ^= low
    yield from sorted(named)
