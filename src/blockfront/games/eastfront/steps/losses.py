"""Losing steps, in whatever way: the block, the events, and who may know."""

from blockfront.blocks import effects
from blockfront.core.events import Event
from blockfront.core.sides import EVERYBODY, audience
from blockfront.games.eastfront.events import Eliminated, LostStep, Starved
from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.state import EastFrontState


def take_step(rules: Rules, state: EastFrontState, block: int, cause: str, events: list[Event]) -> bool:
    """One step off a block; True when that eliminated it. A hidden block's loss is shown to the opponent by its handle."""
    side, hex_ = rules.units.side[block], state.location[block]
    open_face = state.face_up >> block & 1
    handle = state.handle[block]
    if effects.lose_step(state, block, side):
        events.append(Eliminated(block=block, hex=hex_, cause=cause))
        return True
    seen_by = EVERYBODY if open_face else audience(side)
    events.append(LostStep(block=block, steps=state.steps[block], hex=hex_, cause=cause, seen_by=seen_by))
    if open_face:
        state.seen_steps[block] = state.steps[block]
    else:
        events.append(Starved(handle=handle, hex=hex_, seen_by=EVERYBODY & ~audience(side)))
    return False
