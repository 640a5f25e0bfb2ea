"""Reachable hexes: connected areas, ranges, movement with costs, shortest paths, all by shifting whole sets of hexes.

``sides`` is always six masks "from these hexes one may step in this direction" (see ``hexes.sides``), cut to the map;
they carry hexside rules such as rivers, straits and railways. ``allowed`` is the set of hexes that may be entered;
starting hexes need not be in it.
"""

from collections.abc import Mapping, Sequence
from itertools import count

from blockfront.hexes.grid import DIRECTIONS, Grid, Hex, HexSet, opposite
from blockfront.hexes.hexset import mask_of, members
from blockfront.hexes.sides import Sides, shift

Links = Mapping[int, Mapping[int, HexSet]]  # by hex: the hexes it is linked to, by the steps that takes
EntryCosts = Sequence[tuple[int, HexSet]]  # (points, hexes that cost this many to enter); a hex in none of them cannot be entered
CrossingCosts = Sequence[tuple[int, Sides]]  # (points, steps that cost this many, whatever hex they lead to)


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
    """Everything connected with ``start``, including itself."""
    east, north_east, north_west, west, south_west, south_east = sides
    down = grid.stride
    slant = down - 1
    reached, before = start, -1
    while reached != before:  # each pair of directions goes on from what the last one reached: fewer rounds than ring by ring
        before = reached
        reached |= ((reached & east) << 1 | (reached & west) >> 1) & allowed
        reached |= ((reached & south_east) << down | (reached & north_west) >> down) & allowed
        reached |= ((reached & south_west) << slant | (reached & north_east) >> slant) & allowed
    return reached


def rings(grid: Grid, start: HexSet, allowed: HexSet, sides: Sides, steps: int | None = None) -> list[HexSet]:
    """The hexes at each number of steps from ``start``, which is ring 0; only ring 0 can be empty."""
    found = [start]
    unreached = allowed & ~start
    for _ in count() if steps is None else range(steps):
        ring = step(grid, found[-1], sides) & unreached
        if not ring:
            break
        unreached ^= ring
        found.append(ring)
    return found


def linked_rings(grid: Grid, start: Mapping[int, HexSet], allowed: HexSet, sides: Sides, links: Links) -> list[HexSet]:
    """The hexes at each number of steps, where ``links`` lead from some hexes to others and take several steps.

    ``start`` holds the starting hexes by the number of steps already taken. Those of step 0 are in no ring.
    """
    east, north_east, north_west, west, south_west, south_east = sides
    down = grid.stride
    slant = down - 1
    due = dict(start)
    ring = due.pop(0, 0)
    unreached = allowed & ~ring
    linked = mask_of(links) & allowed
    found = [0]
    while ring or due:
        nearer = (
            (ring & east) << 1
            | (ring & west) >> 1
            | (ring & south_east) << down
            | (ring & north_west) >> down
            | (ring & south_west) << slant
            | (ring & north_east) >> slant
        )
        if ring & linked:
            for hex_ in members(ring & linked):
                for steps, hexes in links[hex_].items():
                    at = len(found) - 1 + steps
                    due[at] = due.get(at, 0) | hexes
        if due:
            nearer |= due.pop(len(found), 0)
        ring = nearer & unreached
        unreached ^= ring
        found.append(ring)
    return found


def within(grid: Grid, start: HexSet, steps: int, allowed: HexSet, sides: Sides) -> HexSet:
    """Everything at most this many steps from ``start``, including itself."""
    unreached = allowed & ~start
    frontier = start
    for _ in range(steps):
        frontier = step(grid, frontier, sides) & unreached
        if not frontier:
            break
        unreached ^= frontier
    return start | allowed & ~unreached


def steps_between(grid: Grid, start: HexSet, targets: HexSet, allowed: HexSet, sides: Sides) -> int | None:
    """The length of the shortest path from ``start`` into ``targets``, or None; with ``map.rails`` it is the distance by rail."""
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
    """The hexes a unit can reach by the fewest points spent: item *p* holds those that cost *p*, item 0 is the start.

    Entering a hex costs what ``entry`` says; a unit goes no further from one of ``stops``, though it may start there.
    Steps in ``crossings`` have the cost given there instead of the entry cost; leave them out of ``sides``.
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
    """Everything that ``reach_layers`` finds, including the start."""
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
    """The hexes of a cheapest path to ``target``, including both ends, from the layers of ``reach_layers``; None if unreached.

    Give the same costs, sides and stops as for the layers. Among equal paths the lowest hex numbers are taken.
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
    """The hexes of a shortest path from ``start`` to ``target``, including both ends, or None."""
    return path(grid, rings(grid, start, allowed, sides), target, [(1, allowed)], sides)


def _origins(grid: Grid, target: Hex, sides: Sides) -> HexSet:
    """The hexes from which one may step to ``target``."""
    found = 0
    for direction in DIRECTIONS:
        found |= shift(grid, 1 << target, opposite(direction)) & sides[direction]
    return found
