"""What the opponent knows of blocks: shown locations, opaque handles, memory of faces.

A handle follows a block while it moves on its own. Blocks of one colour that end a phase in the same hex after one of them
moved are mixed: their handles are dealt again by chance and the memory of their faces is lost. So the opponent can follow
exactly what an attentive player could follow at the table. The colour of a block is open to all: it cannot be mistaken for
one of another colour. The order at the end of a phase: deal the handles of arrivals,
publish, deal the handles of mixed groups (found before publishing).
"""

from collections import defaultdict

from blockfront.blocks.block_state import BlockState
from blockfront.blocks.order_of_battle import OrderOfBattle
from blockfront.core.chance import shuffled


def unshown(state: BlockState, order: OrderOfBattle, side: int) -> list[int]:
    """Blocks of a side that are no longer where the opponent last saw them."""
    location, shown = state.location, state.shown
    return [block for block in order.of_side[side] if location[block] != shown[block]]


def mixed_groups(state: BlockState, order: OrderOfBattle, side: int) -> list[list[int]]:
    """Groups of two or more hidden blocks of a colour in a hex, of which one came or went unshown; by hex."""
    moved = unshown(state, order, side)
    location, pool_of = state.location, order.pool_of
    changed = {(location[block], pool_of[block]) for block in moved if location[block] >= 0}
    if not changed:
        return []
    hexes = {hex_ for hex_, _ in changed}
    groups: dict[tuple[int, int], list[int]] = defaultdict(list)
    for block in order.of_side[side]:
        if location[block] in hexes and (location[block], pool_of[block]) in changed and not state.face_up >> block & 1:
            groups[location[block], pool_of[block]].append(block)
    return [groups[key] for key in sorted(groups) if len(groups[key]) > 1]


def arrival_groups(state: BlockState, order: OrderOfBattle, side: int) -> list[list[int]]:
    """Blocks that come onto the map unshown, each with those of its colour that stay in the place off the map it came from.

    Their handles are dealt again before the arrivals are published; else a known handle would tell which block came back.
    """
    shown, pool_of = state.shown, order.pool_of
    sources = sorted({(shown[block], pool_of[block]) for block in unshown(state, order, side) if shown[block] < 0})
    hidden = [block for block in order.of_side[side] if not state.face_up >> block & 1] if sources else []
    return [[block for block in hidden if shown[block] == place and pool_of[block] == pool] for place, pool in sources]


def publish(state: BlockState, order: OrderOfBattle, side: int) -> list[tuple[int, int, int]]:
    """Show a side's blocks where they are now; those off the map are out of sight.

    Returns (handle, from, to) of each block that moved, by handle.
    """
    moves = []
    for block in unshown(state, order, side):
        moves.append((state.handle[block], state.shown[block], state.location[block]))
        state.shown[block] = state.location[block]
        if state.shown[block] < 0:
            state.face_up &= ~(1 << block)
            state.seen_steps[block] = 0
    return sorted(moves)


def deal_handles(state: BlockState, groups: list[list[int]], seed: int) -> None:
    """Mix the blocks of each group in turn: new handles among themselves, faces forgotten."""
    for number, group in enumerate(groups):
        handles = shuffled([state.handle[block] for block in group], seed << 16 | number)
        for block, handle in zip(group, handles, strict=True):
            state.handle[block] = handle
            state.seen_steps[block] = 0


def remembered_steps(state: BlockState, block: int) -> int:
    """The steps of a block that the opponent knows or remembers; 0 if he knows nothing."""
    return state.steps[block] if state.face_up >> block & 1 else state.seen_steps[block]
