"""The hexes a ground unit can reach: entry costs, red arrows over straits and along links of boxes, stops."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from blockfront.games.blocks_series.loading.board import Board
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members
from blockfront.hexes.reach import reach_layers, step
from blockfront.hexes.sides import Sides


class Network(NamedTuple):
    """What a unit can move along: the points each hex costs it, straits, links of boxes, and hexes in which it must stop."""

    board: Board
    entry: Sequence[tuple[int, HexSet]]  # (points, hexes that cost this many)
    straits: Sides
    jumps: Mapping[int, HexSet]
    open_hexes: HexSet  # that may be entered
    stops: HexSet
    arrow_cost: int

    def cost(self, hex_: int) -> int | None:
        """The points to enter a hex by land."""
        return next((cost for cost, hexes in self.entry if hexes >> hex_ & 1), None)

    def step_costs(self, target: int) -> list[tuple[int, int]]:
        """Pairs (hex, points) for every step into a hex."""
        cost = self.cost(target)
        found = [] if cost is None else [(origin, cost) for origin in members(self.board.by_land[target])]
        return found + [(origin, self.arrow_cost) for origin in self._over_straits(target) + self._along_links(target)]

    def _over_straits(self, target: int) -> list[int]:
        over, bit = self.board.by_strait[target], 1 << target
        if not over or not self.open_hexes & bit:
            return []
        return [origin for origin in members(over) if step(self.board.grid, 1 << origin, self.straits) & bit]

    def _along_links(self, target: int) -> list[int]:
        bit = 1 << target & self.open_hexes & self.board.jump_ends
        return [origin for origin, to in self.jumps.items() if to & bit] if bit else []

    def arrows_into(self, target: int) -> HexSet:
        """The hexes from which a red arrow leads into a hex."""
        if not self.board.arrow_ends >> target & 1:
            return 0
        return mask_of(self._over_straits(target) + self._along_links(target))

    def entries(self, layers: Sequence[HexSet], target: int, points: int) -> HexSet:
        """The hexes from which a unit can take the last step into a hex."""
        cost = self.cost(target)
        found = 0 if cost is None else _reached(layers, points - cost) & self.board.by_land[target]
        if arrows := self.arrows_into(target):
            found |= _reached(layers, points - self.arrow_cost) & arrows
        return found & (layers[0] | ~self.stops)

    def step_before(self, layers: Sequence[HexSet], target: int, spent: int) -> tuple[int, int]:
        """(hex, points) of the last step on a cheapest route, from the lowest possible hex."""
        found = []
        cost = self.cost(target)
        if cost is not None and cost <= spent and (land := self.leaving(layers, spent - cost) & self.board.by_land[target]):
            found.append(((land & -land).bit_length() - 1, cost))
        arrows = self.arrows_into(target) if self.arrow_cost <= spent else 0
        if arrows and (arrows := arrows & self.leaving(layers, spent - self.arrow_cost)):
            found.append(((arrows & -arrows).bit_length() - 1, self.arrow_cost))
        if not found:
            raise ValueError("the layers were made with another network")
        return min(found)

    def leaving(self, layers: Sequence[HexSet], spent: int) -> HexSet:
        """The hexes from which a unit that has spent this many points may move on."""
        return layers[spent] if spent == 0 else layers[spent] & ~self.stops


def _reached(layers: Sequence[HexSet], points: int) -> HexSet:
    """All hexes of the layers up to this many points."""
    found = 0
    for layer in layers[: max(0, points + 1)]:
        found |= layer
    return found


def layers_of(network: Network, start: HexSet, points: int) -> list[HexSet]:
    """The hexes a unit can reach by the fewest points: item p holds those that cost p."""
    board = network.board
    if not start & board.near_jumps:
        crossings = ((network.arrow_cost, _entering(network)),) if start & board.near_straits(points) and any(network.straits) else ()
        return reach_layers(board.grid, start, points, network.entry, board.march_sides, network.stops, crossings)
    layers = [start]
    reached = start
    for spent in range(1, points + 1):
        layer = 0
        for cost, hexes in network.entry:
            if cost <= spent:
                layer |= step(board.grid, network.leaving(layers, spent - cost) & board.grid.cells, board.march_sides) & hexes
        if network.arrow_cost <= spent:
            before = network.leaving(layers, spent - network.arrow_cost)
            layer |= (step(board.grid, before & board.grid.cells, network.straits) | board.jump(before, network.jumps)) & network.open_hexes
        layer &= ~reached
        reached |= layer
        layers.append(layer)
    return layers


def _entering(network: Network) -> Sides:
    return network.board.sides_into(network.straits, network.open_hexes)


def path_to(network: Network, layers: Sequence[HexSet], target: int, entry: int = -1) -> tuple[list[int], int]:
    """The hexes of a cheapest route, including both ends, and its cost; through `entry` if one is given."""
    if entry >= 0:
        cost = min(cost for origin, cost in network.step_costs(target) if origin == entry)
        way, spent = path_to(network, layers, entry)
        return [*way, target], spent + cost
    spent = total = next(number for number, layer in enumerate(layers) if layer >> target & 1)
    way = [target]
    while spent:
        origin, cost = network.step_before(layers, way[-1], spent)
        way.append(origin)
        spent -= cost
    return way[::-1], total
