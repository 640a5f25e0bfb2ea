"""Floods and movement on bit sets, against the same questions asked of plain sets, one hex at a time."""

import heapq
import itertools

from hypothesis import given
from hypothesis import strategies as st

from blockfront.hexes.grid import DIRECTIONS, NE, SE, E, Grid, Hex
from blockfront.hexes.hexset import mask_of, members
from blockfront.hexes.reach import (
    components,
    flood,
    linked_rings,
    path,
    reach,
    reach_layers,
    rings,
    shortest_path,
    steps_between,
    within,
)
from blockfront.hexes.sides import Side, Sides, all_sides, both_ways, common, one_way, without


class Board:
    """A random board: hexes that may be entered, and sides that are closed (some of them one way only)."""

    def __init__(self, grid: Grid, allowed: set[Hex], closed: set[Side], one_way_closed: set[Side], start: set[Hex]) -> None:
        self.grid, self.allowed, self.start = grid, allowed, start
        self.sides = without(all_sides(grid), both_ways(grid, closed), one_way(one_way_closed))

    def onward(self, hex_: Hex) -> set[Hex]:
        """Neighbours one may step to, read from the masks one bit at a time."""
        return {other for direction, other in self.grid.neighbours(hex_) if self.sides[direction] >> hex_ & 1 and other in self.allowed}

    def distances(self) -> dict[Hex, int]:
        found = dict.fromkeys(self.start, 0)
        queue = list(self.start)
        for hex_ in queue:
            for other in self.onward(hex_):
                if other not in found:
                    found[other] = found[hex_] + 1
                    queue.append(other)
        return found


@st.composite
def boards(draw: st.DrawFn) -> Board:
    grid = Grid(draw(st.integers(1, 12)), draw(st.integers(1, 12)))
    cells = st.sampled_from(members(grid.cells))
    forbidden = draw(st.sets(cells, max_size=40))
    sides = st.sets(st.tuples(cells, st.sampled_from(DIRECTIONS)), max_size=40)
    return Board(grid, set(members(grid.cells)) - forbidden, draw(sides), draw(sides), draw(st.sets(cells, max_size=3)))


@given(boards())
def test_flood(board: Board) -> None:
    found = flood(board.grid, mask_of(board.start), mask_of(board.allowed), board.sides)
    assert set(members(found)) == set(board.distances())


@given(boards(), st.integers(0, 8))
def test_within_and_rings(board: Board, steps: int) -> None:
    distances = board.distances()
    arguments = (mask_of(board.allowed), board.sides)
    near = within(board.grid, mask_of(board.start), steps, *arguments)
    assert set(members(near)) == {hex_ for hex_, distance in distances.items() if distance <= steps}
    for number, ring in enumerate(rings(board.grid, mask_of(board.start), *arguments)):
        assert set(members(ring)) == {hex_ for hex_, distance in distances.items() if distance == number}
    limited = rings(board.grid, mask_of(board.start), *arguments, steps)
    assert sum(limited) == near


@given(boards(), st.data())
def test_rings_with_links(board: Board, data: st.DataObject) -> None:
    hexes = st.sampled_from(sorted(board.allowed)) if board.allowed else st.nothing()
    pairs = data.draw(st.lists(st.tuples(hexes, st.integers(1, 6), hexes), max_size=4)) if board.allowed else []
    links: dict[int, dict[int, int]] = {}
    for origin, steps, target in pairs:
        row = links.setdefault(origin, {})
        row[steps] = row.get(steps, 0) | 1 << target
    found = linked_rings(board.grid, {0: mask_of(board.start)}, mask_of(board.allowed), board.sides, links)
    distances = dict.fromkeys(board.start, 0)
    queue = [(0, hex_) for hex_ in board.start]
    while queue:
        distance, hex_ = heapq.heappop(queue)
        onward = [(1, other) for other in board.onward(hex_)]
        onward += [(steps, target) for origin, steps, target in pairs if origin == hex_]
        for steps, other in onward:
            if distance + steps < distances.get(other, 99):
                distances[other] = distance + steps
                heapq.heappush(queue, (distance + steps, other))
    expected = {hex_: distance for hex_, distance in distances.items() if distance}
    assert {hex_: distance for distance, ring in enumerate(found) for hex_ in members(ring)} == expected


@given(boards(), st.data())
def test_shortest_ways(board: Board, data: st.DataObject) -> None:
    target = data.draw(st.sampled_from(members(board.grid.cells)))
    distance = board.distances().get(target)
    start, allowed = mask_of(board.start), mask_of(board.allowed)
    assert steps_between(board.grid, start, 1 << target, allowed, board.sides) == distance
    way = shortest_path(board.grid, start, target, allowed, board.sides)
    if distance is None:
        assert way is None
    else:
        assert way is not None
        assert (way[0] in board.start, way[-1], len(way)) == (True, target, distance + 1)
        assert all(after in board.onward(before) for before, after in itertools.pairwise(way))


@given(boards())
def test_components_are_the_connected_parts(board: Board) -> None:
    sides = common(board.sides, _reversed(board))
    parts = components(board.grid, mask_of(board.allowed), sides)
    assert sum(parts) == mask_of(board.allowed)
    assert [part.bit_count() for part in parts] == sorted((part.bit_count() for part in parts), reverse=True)
    for part in parts:
        assert all(flood(board.grid, 1 << hex_, mask_of(board.allowed), sides) == part for hex_ in members(part))


def _reversed(board: Board) -> Sides:
    return one_way(
        (other, (direction + 3) % 6)
        for hex_ in members(board.grid.cells)
        for direction, other in board.grid.neighbours(hex_)
        if board.sides[direction] >> hex_ & 1
    )


class Movement:
    """Costs, stops and crossings of a random unit on a random board."""

    def __init__(self, board: Board, costs: dict[Hex, int], stops: set[Hex], crossings: set[Side], crossing: int) -> None:
        self.board, self.costs, self.stops, self.crossing = board, costs, stops, crossing
        self.entry = [(cost, mask_of(h for h, c in costs.items() if c == cost)) for cost in sorted({*costs.values()})]
        self.over = common(both_ways(board.grid, crossings), all_sides(board.grid))
        self.sides = without(board.sides, self.over)

    def layers(self, points: int) -> list[int]:
        board = self.board
        return reach_layers(board.grid, mask_of(board.start), points, self.entry, self.sides, *self._rest())

    def _rest(self) -> tuple[int, list[tuple[int, Sides]]]:
        return mask_of(self.stops), [(self.crossing, self.over)]

    def way(self, layers: list[int], target: Hex) -> list[Hex] | None:
        return path(self.board.grid, layers, target, self.entry, self.sides, *self._rest())

    def reach(self, points: int) -> int:
        board = self.board
        return reach(board.grid, mask_of(board.start), points, self.entry, self.sides, *self._rest())

    def step_cost(self, hex_: Hex, direction: int, other: Hex) -> int | None:
        if self.over[direction] >> hex_ & 1:
            return self.crossing
        return self.costs.get(other) if self.sides[direction] >> hex_ & 1 else None

    def cheapest(self, points: int) -> dict[Hex, int]:
        """Dijkstra's search over single hexes."""
        found: dict[Hex, int] = {}
        queue = [(0, hex_) for hex_ in self.board.start]
        while queue:
            spent, hex_ = heapq.heappop(queue)
            if hex_ in found:
                continue
            found[hex_] = spent
            if hex_ in self.stops and hex_ not in self.board.start:
                continue
            for direction, other in self.board.grid.neighbours(hex_):
                cost = self.step_cost(hex_, direction, other)
                if cost is not None and spent + cost <= points:
                    heapq.heappush(queue, (spent + cost, other))
        return found


@st.composite
def movements(draw: st.DrawFn) -> Movement:
    board = draw(boards())
    cells = st.sampled_from(members(board.grid.cells))
    costs = draw(st.fixed_dictionaries({hex_: st.integers(1, 4) for hex_ in sorted(board.allowed)}))
    crossings = draw(st.sets(st.tuples(cells, st.sampled_from(DIRECTIONS)), max_size=8))
    return Movement(board, costs, draw(st.sets(cells, max_size=15)), crossings, draw(st.integers(1, 4)))


@given(movements(), st.integers(0, 9))
def test_reach_with_costs_stops_and_crossings(movement: Movement, points: int) -> None:
    cheapest = movement.cheapest(points)
    layers = movement.layers(points)
    assert len(layers) == points + 1
    assert {hex_: spent for spent, layer in enumerate(layers) for hex_ in members(layer)} == cheapest
    assert set(members(movement.reach(points))) == set(cheapest)


@given(movements(), st.integers(0, 9), st.data())
def test_paths_cost_what_the_layers_say(movement: Movement, points: int, data: st.DataObject) -> None:
    target = data.draw(st.sampled_from(members(movement.board.grid.cells)))
    way = movement.way(movement.layers(points), target)
    cost = movement.cheapest(points).get(target)
    if cost is None:
        assert way is None
        return
    assert way is not None
    assert (way[0] in movement.board.start, way[-1]) == (True, target)
    assert not movement.stops & set(way[1:-1])
    spent = 0
    for hex_, other in itertools.pairwise(way):
        direction = movement.board.grid.direction(hex_, other)
        assert direction is not None
        step = movement.step_cost(hex_, direction, other)
        assert step is not None
        spent += step
    assert spent == cost


def test_a_river_without_a_bridge_parts_the_board() -> None:
    grid = Grid(6, 4)
    # even-numbered rows lie half a hex further east: there the river also runs along two slanting sides
    banks = [(grid.at(2, row), way) for row in range(4) for way in ((E,) if row % 2 == 0 else (E, NE, SE))]
    west = flood(grid, 1 << grid.parse("0101"), grid.cells, without(all_sides(grid), both_ways(grid, banks)))
    assert west == mask_of(grid.at(column, row) for column in range(3) for row in range(4))
