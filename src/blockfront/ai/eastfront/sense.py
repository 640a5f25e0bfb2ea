"""What a recruit avoids in EastFront: obvious mistakes, nothing more."""

from blockfront.blocks.block_state import count_at
from blockfront.core.actions import Action
from blockfront.core.game import AnyGame
from blockfront.core.sides import Side
from blockfront.games.eastfront.actions import (
    Activate,
    Disband,
    Drop,
    EndPhase,
    Evacuate,
    Fight,
    Invade,
    Mobilise,
    Move,
    RailMove,
    Rearguard,
    WithdrawBeachhead,
)
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import COMMAND, MOVEMENT, NO_HEX, PRODUCTION, EastFrontState

NEVER, HARDLY, SELDOM, SOMETIMES, FINE = 0.0, 0.01, 0.1, 0.4, 1.0


def sense(game: AnyGame, state: EastFrontState, side: Side, action: Action) -> float:
    """Rates how sensible an action looks, from 0 (never) to 1 (fine)."""
    assert isinstance(game, EastFront)
    if isinstance(action, Disband | WithdrawBeachhead):
        return NEVER
    if isinstance(action, EndPhase):
        return _end(state)
    if isinstance(action, Activate):
        return _activate(game, state, action)
    if isinstance(action, Move):
        return _move(game, state, side, action)
    if isinstance(action, RailMove | Mobilise):
        return _quiet(game, state, side, action.to)
    if isinstance(action, Fight):
        return FINE if _outnumber(state, side, action.hex, 0) >= 0 else HARDLY
    if isinstance(action, Rearguard | Drop | Invade | Evacuate):
        return SELDOM
    return FINE


def _end(state: EastFrontState) -> float:
    """Rates ending a phase: almost never in Production, where unspent points are lost."""
    if state.phase == PRODUCTION:
        return HARDLY / 10
    return SELDOM if state.phase in (COMMAND, MOVEMENT) else SOMETIMES


def _activate(game: EastFront, state: EastFrontState, action: Activate) -> float:
    value = game.rules.headquarters.effective_value(state, action.hq)
    if game.rules.headquarters.value(state, action.hq) < 1 or value < 1 or action.role:
        return HARDLY
    if action.blitz:
        return SELDOM if value > 2 else HARDLY
    return FINE if action.to == NO_HEX else SOMETIMES


def _move(game: EastFront, state: EastFrontState, side: Side, action: Move) -> float:
    if state.occupied[1 - side] >> action.to & 1:
        lead = _outnumber(state, side, action.to, 1)
        return FINE if lead > 0 else SOMETIMES if lead == 0 else HARDLY
    weight = _quiet(game, state, side, action.to)
    origin = state.location[action.block]
    if count_at(state, origin, side) == 1 and _touches_enemy(game, state, side, origin):
        weight *= SELDOM  # leaves a hole in the line
    return weight


def _quiet(game: EastFront, state: EastFrontState, side: Side, to: int) -> float:
    """Rates standing in a hex without a fight: it should be in supply."""
    supplied = game.rules.supply.in_reach(state, side) >> to & 1
    return SOMETIMES if supplied else HARDLY


def _touches_enemy(game: EastFront, state: EastFrontState, side: Side, hex_: int) -> bool:
    return any(state.occupied[1 - side] >> near & 1 for _, near in game.rules.board.neighbours[hex_])


def _outnumber(state: EastFrontState, side: Side, hex_: int, joining: int) -> int:
    return count_at(state, hex_, side) + joining - count_at(state, hex_, 1 - side)
