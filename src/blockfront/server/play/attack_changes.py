"""What would change the odds of an attack that a player considers: a further unit that joins, or another hexside to enter by.

Everything is worked out in imagined positions that look to the player like the present one, so the answer tells him nothing new.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple

from blockfront.core.actions import Action
from blockfront.core.game import AnyGame
from blockfront.core.sides import Side
from blockfront.games import odds
from blockfront.server.wire.study import AttackChange

WORLDS: Final = 24  # positions imagined for the comparison, the same ones for every change
MOST_TRIED: Final = 5  # units, and as many sides to enter by
MOST_TOLD: Final = 3
LEAST: Final = 0.01  # smaller changes of the chance are not told


def attack_changes(game: AnyGame, view: Any, action: Action, hex_: int) -> list[AttackChange]:
    """The changes that matter most to the attack which a viewer's move into the hex would begin or join."""
    side, rng = Side(view.viewer), Random(hex_)
    worlds = [game.guess(view, rng) for _ in range(WORLDS)]

    def chance(*moves: Action) -> float:
        """The chance that the hex is taken within one round after these moves; a hex whose defenders have fled counts as taken."""
        after = [_after(game, world, moves, side) for world in worlds]
        fought = [state for state in after if _is_met(game, state, hex_, side)]
        cleared = odds.odds_over(game, fought, hex_)[0].clears * len(fought) if fought else 0.0
        return (cleared + len(after) - len(fought)) / len(after)

    as_meant = chance(action)
    joining, ways_in = _joining(game, worlds[0], action, side), _ways_in(game, worlds[0], action, side)
    found = [AttackChange("joins", move.block, -1, chance(action, other) - as_meant) for move, other in joining]
    found += [AttackChange("enters", move.block, move.entry, chance(other) - as_meant) for move, other in ways_in]
    return sorted((one for one in found if abs(one.gain) >= LEAST), key=lambda one: -abs(one.gain))[:MOST_TOLD]


def _after(game: AnyGame, state: Any, moves: Sequence[Action], side: Side) -> Any:
    moved = state.copy()
    for move in moves:
        if side in game.to_act(moved):  # what a move reveals may ask the other side something first
            game.apply(moved, move, side)
    return moved


def _is_met(game: AnyGame, state: Any, hex_: int, side: Side) -> bool:
    """Whether an enemy stands in the hex."""
    return any(sight.location == hex_ for sight in game.view(state, side).blocks.seen if sight.side != side)


class _Move(NamedTuple):
    """The fields that the moves of all titles have in common."""

    kind: type
    block: int
    to: int
    entry: int


def _read(action: Action) -> _Move:
    return _Move(type(action), getattr(action, "block", -1), getattr(action, "to", -1), getattr(action, "entry", -1))


def _joining(game: AnyGame, state: Any, action: Action, side: Side) -> list[tuple[_Move, Action]]:
    """A move into the hex for each of the strongest units that could join the attack."""
    moved = _after(game, state, (action,), side)
    if side not in game.to_act(moved):
        return []
    first, found = _read(action), dict[int, tuple[_Move, Action]]()
    for other in game.legal(moved, side):
        move = _read(other)
        if (move.kind, move.to) == (first.kind, first.to) and move.block != first.block:
            found.setdefault(move.block, (move, other))
    steps = {own.block: own.steps for own in game.view(moved, side).blocks.own}
    return sorted(found.values(), key=lambda pair: -steps.get(pair[0].block, 0))[:MOST_TRIED]


def _ways_in(game: AnyGame, state: Any, action: Action, side: Side) -> list[tuple[_Move, Action]]:
    """Moves of the same unit to the same hex that enter it over other hexsides."""
    first, found = _read(action), dict[int, tuple[_Move, Action]]()
    if first.entry < 0:
        return []
    for other in game.legal(state, side):
        move = _read(other)
        if move[:3] == first[:3] and move.entry != first.entry:
            found.setdefault(move.entry, (move, other))
    return list(found.values())[:MOST_TRIED]
