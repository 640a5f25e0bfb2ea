"""What must be true of the blocks in every state: each is in exactly one place, with possible steps, and is counted right."""

from typing import Protocol, runtime_checkable

from blockfront.blocks.block_state import BlockState
from blockfront.blocks.effects import recount
from blockfront.blocks.order_of_battle import OrderOfBattle


@runtime_checkable
class BlockGame(Protocol):
    """A game that is played with the blocks of an order of battle."""

    @property
    def order(self) -> OrderOfBattle: ...


def block_mistakes(state: BlockState, order: OrderOfBattle) -> list[str]:
    """Everything wrong with the block columns of a state; empty if nothing is."""
    number = len(order)
    columns = (state.location, state.shown, state.steps, state.handle, state.seen_steps, state.seen_turn)
    if any(len(column) != number for column in columns):
        return [f"the block columns have lengths {[len(column) for column in columns]}, not {number} each"]
    mistakes = [mistake for block in range(number) for mistake in _mistakes_of(state, order, block)]
    for blocks in order.of_side:
        if sorted(state.handle[block] for block in blocks) != list(blocks):
            mistakes.append("the handles of a side are not a deal of its own")
    counted = state.copy()
    recount(counted, order)
    if wrong := state.differences(counted):
        mistakes.append(f"{', '.join(wrong)} do not agree with the locations")
    return mistakes


def _mistakes_of(state: BlockState, order: OrderOfBattle, block: int) -> list[str]:
    name, full = order[block].name, order[block].full
    steps, location = state.steps[block], state.location[block]
    mistakes = []
    if steps > full:
        mistakes.append(f"{name} has {steps} steps of {full}")
    if location >= 0 and not steps:
        mistakes.append(f"{name} is on the map without steps")
    if state.shown[block] < 0 and state.face_up >> block & 1:
        mistakes.append(f"{name} is face up off the map")
    if state.seen_steps[block] > full:
        mistakes.append(f"{name} is remembered with {state.seen_steps[block]} steps of {full}")
    return mistakes
