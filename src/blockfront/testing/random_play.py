"""Random play, decision by decision, and actions that were not offered."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec

from blockfront.core.actions import Action
from blockfront.core.events import Event
from blockfront.core.game import AnyGame
from blockfront.core.sides import CHANCE, Side


class Decision(NamedTuple):
    """A pending decision and the answer that will be given; `state` is the live one: copy it to keep it."""

    state: Any
    side: Side
    action: Action


def random_answer(game: AnyGame, state: Any, rng: Random, *, evenly: bool) -> tuple[Side, Action]:
    """The acting side and its action: `evenly` from the whole list, else as the choices themselves sample."""
    side = rng.choice(sorted(game.to_act(state)))
    if side == CHANCE:
        return side, game.chance(state).sample(rng)
    choices = game.legal(state, side)
    return side, rng.choice(list(choices)) if evenly else choices.sample(rng)


def random_play(game: AnyGame, rng: Random, *, limit: int, state: Any = None) -> Iterator[Decision]:
    """Play at random from the set-up, or from a state, until the game ends; more than `limit` decisions are an error."""
    state = game.setup() if state is None else state
    evenly = rng.random() < 0.5
    for _ in range(limit):
        if game.result(state) is not None:
            return
        side, action = random_answer(game, state, rng, evenly=evenly)
        yield Decision(state, side, action)
        game.apply(state, action, side)
    if game.result(state) is None:
        raise AssertionError(f"{game.title.name}, {game.scenario}: no end after {limit} decisions")


def played(game: AnyGame, rng: Random, *, limit: int) -> Any:
    """The final state of a random game."""
    state = game.setup()
    for _ in random_play(game, rng, limit=limit, state=state):
        pass
    return state


def scrambled(action: Action, rng: Random) -> Action:
    """An action of the same kind with other numbers: mostly near ones, sometimes absurd ones."""
    return msgspec.structs.replace(
        action, **{name: _other(value, rng) for name, value in msgspec.structs.asdict(action).items()}
    )


def _other(value: Any, rng: Random) -> Any:
    if isinstance(value, tuple):
        return tuple(_other(item, rng) for item in value)
    if isinstance(value, bool) or not isinstance(value, int):
        return value
    return rng.choice((value, value + rng.randint(-3, 3), rng.randint(-5, 100), 1 << 40, -(1 << 40)))


def all_events(game: AnyGame, rng: Random, *, limit: int) -> list[Event]:
    """All events of a random game."""
    events: list[Event] = []
    state = game.setup()
    for decision in random_play(game, rng, limit=limit, state=state):
        events += game.apply(state.copy(), decision.action, decision.side)
    return events
