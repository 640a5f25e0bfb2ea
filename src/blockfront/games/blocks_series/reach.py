"""Where a ground unit can get: entry costs, red arrows over straits and along links of boxes, stops."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from blockfront.games.blocks_series.board import Board
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members
from blockfront.hexes.reach import reach_layers, step
from blockfront.hexes.sides import Sides


class Ways(NamedTuple):
    board: Board
    entry: Sequence[tuple[int, HexSet]]  # (points, hexes that cost so many)
    straits: Sides
    jumps: Mapping[int, HexSet]
    open_hexes: HexSet  # that may be entered
    stops: HexSet
    arrow_cost: int

    def cost(self, hex_: int) -> int | None:
        """Points to enter a hex by land."""
        return next((cost for cost, hexes in self.entry if hexes >> hex_ & 1), None)

    def step_costs(self, target: int) -> list[tuple[int, int]]:
        """(hex, points) of every step into a hex."""
        board, bit = self.board, 1 << target
        found: list[tuple[int, int]] = []
        cost = self.cost(target)
        if target < board.grid.size:
            land = step(board.grid, bit, board.march_sides)
            found += [(origin, cost) for origin in members(land) if cost is not None]
            if self.open_hexes & bit:
                over = step(board.grid, bit, board.strait_sides)
                found += [(o, self.arrow_cost) for o in members(over) if step(board.grid, 1 << o, self.straits) & bit]
        found += [(origin, self.arrow_cost) for origin, to in self.jumps.items() if to & bit & self.open_hexes]
        return found

    def entries(self, layers: Sequence[HexSet], target: int, points: int) -> HexSet:
        """Hexes from which a unit can take the last step into a hex."""
        found = 0
        for origin, cost in self.step_costs(target):
            start = layers[0] >> origin & 1
            for spent, layer in enumerate(layers):
                if layer >> origin & 1 and spent + cost <= points and (start or not self.stops >> origin & 1):
                    found |= 1 << origin
        return found


def layers_of(ways: Ways, start: HexSet, points: int) -> list[HexSet]:
    """The hexes a unit can get to by the fewest points spent: item p holds those that cost p."""
    board = ways.board
    if not (start | board.around(start)) & board.jump_ends:
        crossings = ((ways.arrow_cost, _entering(ways)),) if any(ways.straits) else ()
        return reach_layers(board.grid, start, points, ways.entry, board.march_sides, ways.stops, crossings)
    layers = [start]
    reached = start
    for spent in range(1, points + 1):
        layer = 0
        for cost, hexes in ways.entry:
            if cost <= spent:
                layer |= step(board.grid, _leaving(ways, layers, spent - cost) & board.grid.cells, board.march_sides) & hexes
        if ways.arrow_cost <= spent:
            before = _leaving(ways, layers, spent - ways.arrow_cost)
            layer |= (step(board.grid, before & board.grid.cells, ways.straits) | board.jump(before, ways.jumps)) & ways.open_hexes
        layer &= ~reached
        reached |= layer
        layers.append(layer)
    return layers


def _entering(ways: Ways) -> Sides:
    return ways.board.sides_into(ways.straits, ways.open_hexes)


def _leaving(ways: Ways, layers: Sequence[HexSet], spent: int) -> HexSet:
    return layers[spent] if spent == 0 else layers[spent] & ~ways.stops


def path_to(ways: Ways, layers: Sequence[HexSet], target: int, entry: int = -1) -> tuple[list[int], int]:
    """The hexes of a cheapest way, both ends included, and its cost; over `entry` where one is given."""
    if entry >= 0:
        cost = min(cost for origin, cost in ways.step_costs(target) if origin == entry)
        way, spent = path_to(ways, layers, entry)
        return [*way, target], spent + cost
    spent = total = next(number for number, layer in enumerate(layers) if layer >> target & 1)
    way = [target]
    while spent:
        for origin, cost in sorted(ways.step_costs(way[-1])):
            if cost <= spent and _leaving(ways, layers, spent - cost) >> origin & 1:
                way.append(origin)
                spent -= cost
                break
        else:
            raise ValueError("the layers were made with other ways")
    return way[::-1], total
