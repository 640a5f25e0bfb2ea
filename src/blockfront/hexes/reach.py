"""Where one can get to: floods, ranges, movement with costs, shortest ways, all as shifts of whole sets of hexes.

``sides`` is always six masks "from these hexes one may step in this direction" (see ``hexes.sides``), cut to the map;
they carry hexside rules such as rivers, straits and railways. ``allowed`` is the set of hexes that may be entered;
starting hexes need not be in it.
"""

from collections.abc import Sequence
from itertools import count

from blockfront.hexes.grid import Grid, HexSet
from blockfront.hexes.sides import Sides

EntryCosts = Sequence[tuple[int, HexSet]]  # (points, hexes that cost so many to enter); one in none is not entered
CrossingCosts = Sequence[tuple[int, Sides]]  # (points, steps that cost so many, whatever hex they lead to)


def step(grid: Grid, hexes: HexSet, sides: Sides) -> HexSet:
    """The hexes one step away."""
    east, north_east, north_west, west, south_west, south_east = sides
    down = grid.stride
    slant = down - 1
    return (
        (hexes & east) << 1
        | (hexes & west) >> 1
        | (hexes & south_east) << down
        | (hexes & north_west) >> down
        | (hexes & south_west) << slant
        | (hexes & north_east) >> slant
    )


def flood(grid: Grid, start: HexSet, allowed: HexSet, sides: Sides) -> HexSet:
    """Everything connected with ``start``, itself included."""
    east, north_east, north_west, west, south_west, south_east = sides
    down = grid.stride
    slant = down - 1
    unreached = allowed & ~start
    frontier = start
    while frontier:
        frontier = (
            (frontier & east) << 1
            | (frontier & west) >> 1
            | (frontier & south_east) << down
            | (frontier & north_west) >> down
            | (frontier & south_west) << slant
            | (frontier & north_east) >> slant
        ) & unreached
        unreached ^= frontier
    return start | allowed & ~unreached


def rings(grid: Grid, start: HexSet, allowed: HexSet, sides: Sides, steps: int | None = None) -> list[HexSet]:
    """The hexes at each number of steps from ``start``, which is ring 0; no ring is empty except perhaps that one."""
    found = [start]
    unreached = allowed & ~start
    for _ in count() if steps is None else range(steps):
        ring = step(grid, found[-1], sides) & unreached
        if not ring:
            break
        unreached ^= ring
        found.append(ring)
    return found


def within(grid: Grid, start: HexSet, steps: int, allowed: HexSet, sides: Sides) -> HexSet:
    """Everything at most so many steps from ``start``, itself included."""
    unreached = allowed & ~start
    frontier = start
    for _ in range(steps):
        frontier = step(grid, frontier, sides) & unreached
        if not frontier:
            break
        unreached ^= frontier
    return start | allowed & ~unreached


def steps_between(grid: Grid, start: HexSet, targets: HexSet, allowed: HexSet, sides: Sides) -> int | None:
    """The length of the shortest way from ``start`` into ``targets``, or None: with ``map.rails`` a rail distance."""
    if start & targets:
        return 0
    unreached = allowed & ~start
    frontier = start
    for steps in count(1):
        frontier = step(grid, frontier, sides) & unreached
        if frontier & targets:
            return steps
        if not frontier:
            return None
        unreached ^= frontier
    raise AssertionError("count() does not end")


def components(grid: Grid, hexes: HexSet, sides: Sides) -> list[HexSet]:
    """The connected parts of a set, largest first; ``sides`` must be passable both ways."""
    parts = []
    while hexes:
        part = flood(grid, hexes & -hexes, hexes, sides)
        parts.append(part)
        hexes &= ~part
    return sorted(parts, key=lambda part: (-part.bit_count(), part))


def reach(
    grid: Grid,
    start: HexSet,
    points: int,
    entry: EntryCosts,
    sides: Sides,
    stops: HexSet = 0,
    crossings: CrossingCosts = (),
) -> list[HexSet]:
    """The hexes a unit can get to by the fewest points spent: item *p* holds those that cost *p*, item 0 is the start.

    Entering a hex costs what ``entry`` says; a unit goes no further from one of ``stops``, though it may start there.
    Steps in ``crossings`` cost what is said there instead of the entry cost; leave them out of ``sides``.
    """
    spent = [start]
    reached = start
    onward = [step(grid, start, sides)]
    leaving = [start]
    for total in range(1, points + 1):
        layer = 0
        for cost, hexes in entry:
            if cost <= total:
                layer |= onward[total - cost] & hexes
        for cost, over in crossings:
            if cost <= total:
                layer |= step(grid, leaving[total - cost], over)
        layer &= ~reached
        reached |= layer
        spent.append(layer)
        leaving.append(layer & ~stops)
        onward.append(step(grid, layer & ~stops, sides))
    return spent
