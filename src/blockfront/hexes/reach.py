"""Where one can get to: floods, ranges, movement with costs, shortest ways, all as shifts of whole sets of hexes.

``sides`` is always six masks "from these hexes one may step in this direction" (see ``hexes.sides``), cut to the map;
they carry hexside rules such as rivers, straits and railways. ``allowed`` is the set of hexes that may be entered;
starting hexes need not be in it.
"""

from collections.abc import Sequence
from itertools import count

from blockfront.hexes.grid import DIRECTIONS, Grid, Hex, HexSet, opposite
from blockfront.hexes.sides import Sides, shift

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


def reach_layers(
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
    layers = [start]
    departures = [start]
    arrivals = [step(grid, start, sides)]
    reached = start
    for spent in range(1, points + 1):
        layer = 0
        for cost, hexes in entry:
            if cost <= spent:
                layer |= arrivals[spent - cost] & hexes
        for cost, over in crossings:
            if cost <= spent:
                layer |= step(grid, departures[spent - cost], over)
        layer &= ~reached
        reached |= layer
        layers.append(layer)
        departure = layer & ~stops
        departures.append(departure)
        arrivals.append(step(grid, departure, sides) if departure and spent < points else 0)
    return layers


def reach(
    grid: Grid,
    start: HexSet,
    points: int,
    entry: EntryCosts,
    sides: Sides,
    stops: HexSet = 0,
    crossings: CrossingCosts = (),
) -> HexSet:
    """Everything ``reach_layers`` finds, the start included."""
    reached = 0
    for layer in reach_layers(grid, start, points, entry, sides, stops, crossings):
        reached |= layer
    return reached


def path(
    grid: Grid,
    layers: Sequence[HexSet],
    target: Hex,
    entry: EntryCosts,
    sides: Sides,
    stops: HexSet = 0,
    crossings: CrossingCosts = (),
) -> list[Hex] | None:
    """The hexes of a cheapest way to ``target``, both ends included, from the layers of ``reach_layers``; None if unreached.

    Give the same costs, sides and stops as for the layers. Among equal ways the lowest hex numbers are taken.
    """
    spent = next((number for number, layer in enumerate(layers) if layer >> target & 1), None)
    if spent is None:
        return None
    way = [target]
    while spent:
        for cost, steps in [(cost, sides) for cost, hexes in entry if hexes >> way[-1] & 1] + [*crossings]:
            before = layers[spent - cost] if cost <= spent else 0
            before &= _origins(grid, way[-1], steps) & (~stops if cost < spent else -1)
            if before:
                way.append(Hex((before & -before).bit_length() - 1))
                spent -= cost
                break
        else:
            raise ValueError("the layers were made with other costs, sides or stops")
    return way[::-1]


def shortest_path(grid: Grid, start: HexSet, target: Hex, allowed: HexSet, sides: Sides) -> list[Hex] | None:
    """The hexes of a shortest way from ``start`` to ``target``, both ends included, or None."""
    return path(grid, rings(grid, start, allowed, sides), target, [(1, allowed)], sides)


def _origins(grid: Grid, target: Hex, sides: Sides) -> HexSet:
    """The hexes from which one may step to ``target``."""
    found = 0
    for direction in DIRECTIONS:
        found |= shift(grid, 1 << target, opposite(direction)) & sides[direction]
    return found
