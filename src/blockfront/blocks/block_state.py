"""The columns that the state of every block wargame has, and functions to read them.

A block is on the map when its location is a hex (0 or more); titles name their own places off the map with negative numbers.
The opponent sees locations as they were last shown (`shown`): what a side does in a phase becomes known when it is published,
so that it can be undone until then.
"""

from collections.abc import Iterable
from typing import Annotated, Any, Final

from blockfront.blocks.order_of_battle import OrderOfBattle
from blockfront.core.columns import Bits, BitsList, Bytes, Derived, Ints
from blockfront.core.secrecy import BLOCKS, NOBODY_SEES, owner_sees
from blockfront.core.steps import StackState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of

ELIMINATED: Final = -1  # may come back where the rules let it
NOT_IN_PLAY: Final = -2  # not yet, or no longer, part of this game


class BlockState(StackState):
    location: Annotated[Ints, owner_sees(BLOCKS)]  # hex of each block, or a negative place
    shown: Ints  # location as the opponent last saw it
    steps: Annotated[Bytes, owner_sees(BLOCKS)]  # remaining steps of each block, 0 when eliminated
    handle: Ints  # what the opponent calls each block
    face_up: Bits  # blocks whose face the opponent sees now
    seen_steps: Bytes  # steps when last seen, 0 when never seen or lost from sight
    seen_turn: Ints  # turn number when last seen
    counts: Annotated[Bytes, NOBODY_SEES]  # blocks per side and hex: index side * grid size + hex
    occupied: Annotated[BitsList, NOBODY_SEES]  # hexes with blocks, per side
    derived: Derived

    def in_sight(self, block: int) -> bool:
        """Whether others see those facts about a block that normally only its owner sees."""
        return bool(self.face_up >> block & 1)


def block_columns(order: OrderOfBattle, grid_size: int) -> dict[str, Any]:
    """The initial columns: every block is out of play."""
    number = len(order)
    return {
        "frames": [],
        "location": [NOT_IN_PLAY] * number,
        "shown": [NOT_IN_PLAY] * number,
        "steps": bytearray(number),
        "handle": list(range(number)),
        "face_up": 0,
        "seen_steps": bytearray(number),
        "seen_turn": [0] * number,
        "counts": bytearray(len(order.of_side) * grid_size),
        "occupied": [0] * len(order.of_side),
        "derived": {},
    }


def blocks_at(state: BlockState, hex_: int, blocks: Iterable[int]) -> list[int]:
    """The blocks in a hex, in the order of the order of battle."""
    location = state.location
    return [block for block in blocks if location[block] == hex_]


def count_at(state: BlockState, hex_: int, side: int) -> int:
    return state.counts[side * (len(state.counts) // len(state.occupied)) + hex_]


def battle_hexes(state: BlockState) -> int:
    """Hexes with blocks of both sides."""
    return state.occupied[0] & state.occupied[1]


def shown_together(state: BlockState, order: OrderOfBattle) -> HexSet:
    """Hexes in which everybody sees blocks of both sides."""
    first, second = (set(pick(state.shown)) for pick in order.pick)
    return mask_of(hex_ for hex_ in first & second if hex_ >= 0)
