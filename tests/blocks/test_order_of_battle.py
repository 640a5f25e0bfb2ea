"""The order of battle as columns are asked by it."""

import pytest

from blockfront.blocks.order_of_battle import Block, OrderOfBattle
from blockfront.core.sides import Side


@pytest.mark.parametrize("sides", [(0, 0, 1, 1), (0, 1, 0, 1, 1, 0), (1, 0, 0, 1), (1, 0)])
def test_a_side_picks_its_entries_out_of_any_column(sides: tuple[int, ...]) -> None:
    order = OrderOfBattle(Block(f"b{n}", f"block {n}", Side(side), "x", "y", (1,)) for n, side in enumerate(sides))
    column = list(range(10, 10 + len(sides)))
    for side, pick in enumerate(order.pick):
        expected = [column[block] for block in order.of_side[side]]
        assert pick(column) == expected
        assert list(pick(bytearray(column))) == expected
    assert column == list(range(10, 10 + len(sides)))
