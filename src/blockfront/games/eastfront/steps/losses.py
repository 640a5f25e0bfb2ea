"""Losing steps, revealing blocks and hiding them again: the change to the block, its events, and who sees them."""

from collections.abc import Sequence

from blockfront.blocks import effects
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.sides import EVERYBODY, audience
from blockfront.games.eastfront.events import Eliminated, LostStep, Revealed, Starved
from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.state import EastFrontState
from blockfront.hexes.hexset import members


@rule("EF-2.4a", "EF-2.4c", "EF-2.3a", "EF-5.1c")
def take_step(rules: Rules, state: EastFrontState, block: int, cause: str, events: list[Event]) -> bool:
    """Take one step off a block; True when that eliminated it. The opponent sees the loss of a hidden block by its handle."""
    side, hex_, handle = rules.units.side[block], state.location[block], state.handle[block]
    open_face = state.face_up >> block & 1
    seen_by = EVERYBODY if open_face else audience(side)
    eliminated = effects.lose_step(state, block, side)
    if eliminated:
        events.append(Eliminated(block=block, hex=hex_, cause=cause, seen_by=seen_by))
    else:
        events.append(LostStep(block=block, steps=state.steps[block], hex=hex_, cause=cause, seen_by=seen_by))
    if not open_face:
        others = EVERYBODY & ~audience(side)
        events.append(Starved(handle=handle, hex=hex_, block=block if eliminated else -1, seen_by=others))
        effects.count_step_along(state, block)
    elif not eliminated:
        effects.show_steps(state, block)
    return eliminated


@rule("EF-0.2a", "EF-0.2c")
def stand_up(rules: Rules, state: EastFrontState) -> None:
    """Hide every face-up block again, except active headquarters and units in a battle that their side began."""
    attacked = [rules.battles.attacked_by(state, side) for side in (0, 1)]
    for block in members(state.face_up):
        hex_ = state.location[block]
        attacks = hex_ >= 0 and attacked[rules.units.side[block]] >> hex_ & 1
        if not attacks and not rules.headquarters.is_active(state, block):
            effects.hide(state, block)


def reveal(state: EastFrontState, blocks: Sequence[int], events: list[Event]) -> None:
    """Turn blocks face up; blocks already face up show their present strength."""
    for block in blocks:
        effects.reveal(state, block, state.turn)
    if blocks:
        events.append(Revealed(blocks=tuple((block, state.steps[block]) for block in blocks)))
