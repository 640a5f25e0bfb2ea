"""Repeating a recorded action: the one place that decides whether it can be done, for matches, replays and records alike."""

from itertools import islice
from typing import Any

from blockfront.core.actions import Action
from blockfront.core.events import Event
from blockfront.core.game import AnyGame
from blockfront.core.sides import CHANCE, Side

Answer = tuple[Side, Action]


class CannotFollow(ValueError):
    """A recorded action that the rules do not offer at the point where it was taken."""


def is_offered(game: AnyGame, state: Any, side: Side, action: Action) -> bool:
    """Whether it is this side's decision and the action is among its choices."""
    if side not in game.to_act(state):
        return False
    return action in (game.chance(state) if side == CHANCE else game.legal(state, side))


def follow(game: AnyGame, state: Any, side: Side, action: Action) -> list[Event]:
    """Apply a recorded action if these rules offer it; else raise `CannotFollow` and leave the state unchanged."""
    if side not in game.to_act(state):
        raise CannotFollow("it was not this side's decision")
    if not is_offered(game, state, side, action):
        raise CannotFollow("the action is not legal here")
    return game.apply(state, action, side)


def retaken(game: AnyGame, state: Any, side: Side, action: Action, rules: int) -> list[Answer]:
    """The answers that repeat an action taken under some version of the rules; raises `CannotFollow` if none do. State is unchanged.

    Under the same rules that is the action itself. Under others, single possible answers to questions in between come before it; an
    action that is no longer legal is still repeated if these rules ask a question of its kind and can apply it.
    """
    if rules == game.title.rules:
        if not is_offered(game, state, side, action):
            raise CannotFollow("the action is not legal under this version of the rules")
        return [(side, action)]
    now, before = state.copy(), list[Answer]()
    while not is_offered(game, now, side, action):
        only = _only_answer(game, now)
        if only is None:
            if side == CHANCE or not _can_apply(game, state.copy(), side, action):
                raise CannotFollow("these rules have no place for the action")
            return [(side, action)]
        before.append(only)
        game.apply(now, only[1], only[0])
    return [*before, (side, action)]


def _only_answer(game: AnyGame, state: Any) -> Answer | None:
    actors = game.to_act(state)
    if len(actors) != 1 or CHANCE in actors:
        return None
    (side,) = actors
    answers = list(islice(game.legal(state, side), 2))
    return (side, answers[0]) if len(answers) == 1 else None


def _can_apply(game: AnyGame, state: Any, side: Side, action: Action) -> bool:
    if side not in game.to_act(state) or not any(type(offered) is type(action) for offered in game.legal(state, side)):
        return False
    try:
        game.apply(state, action, side)
        game.to_act(state)
    except (ArithmeticError, AssertionError, LookupError, RuntimeError, TypeError, ValueError):
        return False
    return True
