"""Taking a recorded action again: the one place that says whether it can be done, used by matches, replays and records alike."""

from itertools import islice
from typing import Any

from blockfront.core.actions import Action
from blockfront.core.events import Event
from blockfront.core.game import AnyGame
from blockfront.core.sides import CHANCE, Side

Answer = tuple[Side, Action]


class CannotFollow(ValueError):
    """A recorded action that the rules do not offer where it was taken."""


def is_offered(game: AnyGame, state: Any, side: Side, action: Action) -> bool:
    """Whether it is this side's decision and the action one of its choices."""
    if side not in game.to_act(state):
        return False
    return action in (game.chance(state) if side == CHANCE else game.legal(state, side))


def follow(game: AnyGame, state: Any, side: Side, action: Action) -> list[Event]:
    """Apply a recorded action to the state, if these rules offer it; else raise `CannotFollow` and leave the state alone."""
    if side not in game.to_act(state):
        raise CannotFollow("it was not this side's decision")
    if not is_offered(game, state, side, action):
        raise CannotFollow("the action is not legal here")
    return game.apply(state, action, side)


def retaken(game: AnyGame, state: Any, side: Side, action: Action, rules: int) -> list[Answer]:
    """How to take again what was taken under some version of the rules; `CannotFollow` where that cannot be. The state is left as it is.

    Under the same rules that is the action, if it is offered. Under others it comes after only answers to what these rules ask in
    between; one that is no longer legal is taken all the same where these rules ask for its like and can apply it.
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
