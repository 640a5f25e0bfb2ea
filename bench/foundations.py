"""Measures the two basic operations, copying a state and flooding sets of hexes, each compared with the obvious way to do it."""

from collections.abc import Iterator
from copy import deepcopy
from random import Random

from timing import Timing, measure

from blockfront.blocks.block_state import BlockState, block_columns
from blockfront.blocks.effects import place
from blockfront.blocks.order_of_battle import Block, OrderOfBattle
from blockfront.core.sides import Side
from blockfront.hexes.grid import Grid, Hex
from blockfront.hexes.hexset import mask_of, members
from blockfront.hexes.reach import flood
from blockfront.hexes.sides import all_sides

BLOCKS = 300


def timings() -> Iterator[Timing]:
    yield from _copies()
    yield from _floods()


def _copies() -> Iterator[Timing]:
    grid = Grid(50, 45)
    order = OrderOfBattle(Block(f"b{n}", f"Block {n}", Side(n % 2), "", "infantry", (1, 2, 3, 4)) for n in range(BLOCKS))
    state = BlockState(**block_columns(order, grid.size))
    cells = members(grid.cells)
    for block, hex_ in enumerate(Random(1).sample(cells, BLOCKS)):
        place(state, block, order.sides[block], hex_)
        state.steps[block] = 3
    yield measure(f"copy a state of {BLOCKS} blocks", state.copy)
    yield measure("with deepcopy", lambda: deepcopy(state), anchor=True)
    yield measure("a state to bytes and back", lambda: BlockState.from_bytes(state.to_bytes()))


def _floods() -> Iterator[Timing]:
    grid = Grid(50, 45)
    rng = Random(2)
    cells = members(grid.cells)
    blocked = rng.sample(cells, 300)
    free = grid.cells & ~mask_of(blocked)
    start = next(hex_ for hex_ in cells if free >> hex_ & 1)
    sides = all_sides(grid)
    open_hexes = set(members(free))
    near = {hex_: [other for _, other in grid.neighbours(hex_)] for hex_ in cells}

    def with_sets() -> set[Hex]:
        reached, frontier = {start}, [start]
        while frontier:
            hex_ = frontier.pop()
            for other in near[hex_]:
                if other in open_hexes and other not in reached:
                    reached.add(other)
                    frontier.append(other)
        return reached

    assert flood(grid, 1 << start, free, sides) == mask_of(with_sets())
    yield measure("supply flood over 50 x 45 hexes", lambda: flood(grid, 1 << start, free, sides))
    yield measure("with sets", with_sets, anchor=True)
