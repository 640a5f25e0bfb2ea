"""The functions that write block columns; rules and steps use no others. Each keeps the counts right and drops outdated derived facts."""

from blockfront.blocks.block_state import ELIMINATED, BlockState
from blockfront.blocks.order_of_battle import OrderOfBattle


def _leave(state: BlockState, block: int, side: int) -> None:
    hex_ = state.location[block]
    if hex_ >= 0:
        index = side * (len(state.counts) // len(state.occupied)) + hex_
        state.counts[index] -= 1
        if not state.counts[index]:
            state.occupied[side] &= ~(1 << hex_)


def place(state: BlockState, block: int, side: int, location: int) -> None:
    """Put a block anywhere, on or off the map."""
    _leave(state, block, side)
    state.location[block] = location
    if location >= 0:
        state.counts[side * (len(state.counts) // len(state.occupied)) + location] += 1
        state.occupied[side] |= 1 << location
    state.derived = {}


def put_aside(state: BlockState, block: int, place: int) -> None:
    """Move a block from one place off the map to another, in everybody's sight."""
    assert state.location[block] < 0 > place, "blocks on the map are placed or eliminated"
    state.location[block] = state.shown[block] = place
    state.derived = {}


def show_place(state: BlockState, block: int) -> None:
    """Let the opponent see where a block is now."""
    state.shown[block] = state.location[block]


def show_steps(state: BlockState, block: int) -> None:
    """Let the opponent see how strong a block is now."""
    state.seen_steps[block] = state.steps[block]


def count_step_along(state: BlockState, block: int) -> None:
    """Let the opponent, who remembers a hidden block's strength, see it lose a step."""
    if state.seen_steps[block] > 1:
        state.seen_steps[block] -= 1


def set_steps(state: BlockState, block: int, steps: int) -> None:
    state.steps[block] = steps


def put_down(state: BlockState, order: OrderOfBattle, block: int, strength: int, location: int) -> None:
    """Set up a block with a strength in a place that everybody sees."""
    set_steps(state, block, order[block].steps_for(strength))
    place(state, block, order[block].side, location)
    show_place(state, block)


def lose_step(state: BlockState, block: int, side: int, beyond: int = ELIMINATED) -> bool:
    """Take one step; a block without steps leaves the map for `beyond`. Returns whether it was eliminated."""
    state.steps[block] -= 1
    if state.steps[block]:
        return False
    eliminate(state, block, side, beyond)
    return True


def eliminate(state: BlockState, block: int, side: int, beyond: int = ELIMINATED) -> None:
    """Remove a block from the map, in everybody's sight."""
    state.steps[block] = 0
    place(state, block, side, beyond)
    state.shown[block] = beyond
    state.face_up &= ~(1 << block)
    state.seen_steps[block] = 0


def reveal(state: BlockState, block: int, turn: int) -> None:
    """Turn a block's face to the opponent."""
    state.face_up |= 1 << block
    state.seen_steps[block] = state.steps[block]
    state.seen_turn[block] = turn


def hide(state: BlockState, block: int) -> None:
    """Turn a block's face away again; the opponent remembers the face as it is now."""
    if state.face_up >> block & 1:
        state.face_up &= ~(1 << block)
        state.seen_steps[block] = state.steps[block]


def recount(state: BlockState, order: OrderOfBattle) -> None:
    """Recompute counts and occupied hexes from the locations: for set-up, checks of decoded states and tests."""
    size = len(state.counts) // len(state.occupied)
    state.counts[:] = bytes(len(state.counts))
    state.occupied[:] = [0] * len(state.occupied)
    for block, hex_ in enumerate(state.location):
        if hex_ >= 0:
            side = order.sides[block]
            state.counts[side * size + hex_] += 1
            state.occupied[side] |= 1 << hex_
    state.derived = {}
