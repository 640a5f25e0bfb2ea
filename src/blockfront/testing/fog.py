"""The fog of war as a property: states that differ only in what a viewer cannot know look and answer the same to that viewer.

`leaks` takes a state, lets the game guess a twin from the viewer's view and compares every channel of the contract: views and their
bytes, whose turn it is, legal lists with their order and length, words for actions, prompts, refusals, results, and what the viewer
sees when both states go through the same actions. `leaks_of_actions` compares what the viewer learns when others act.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from blockfront.core.actions import Action
from blockfront.core.chance import Shuffle
from blockfront.core.events import Event, plain, visible_to
from blockfront.core.game import AnyGame
from blockfront.core.sides import CHANCE, Side


class Leak(NamedTuple):
    """A channel on which the viewer could tell the two states apart."""

    viewer: Side
    channel: str
    truth: object
    guess: object

    def __str__(self) -> str:
        return f"viewer {self.viewer} could tell by {self.channel}:\n  truth {self.truth!r}\n  guess {self.guess!r}"


def viewers(game: AnyGame) -> tuple[Side, ...]:
    return game.title.viewers


def leaks(game: AnyGame, state: Any, viewer: Side, rng: Random, *, illegal: Sequence[Action] = (), depth: int = 3) -> list[Leak]:
    """Everything by which the viewer could tell the state from a guess that must seem possible to him."""
    twin = game.guess(game.view(state, viewer), rng)
    found = compare(game, state, twin, viewer, illegal)
    return found or compare_futures(game, state, twin, viewer, rng, illegal, depth)


def compare(game: AnyGame, state: Any, twin: Any, viewer: Side, illegal: Iterable[Action] = ()) -> list[Leak]:
    """The differences the viewer could notice without acting."""
    pairs = zip(_channels(game, state, viewer, illegal), _channels(game, twin, viewer, illegal), strict=True)
    return [Leak(viewer, name, truth, guess) for (name, truth), (_, guess) in pairs if truth != guess]


def _channels(game: AnyGame, state: Any, viewer: Side, illegal: Iterable[Action]) -> Iterable[tuple[str, object]]:
    view = game.view(state, viewer)
    yield "view", view
    yield "view as bytes", msgspec.msgpack.encode(view)
    yield "view as JSON", msgspec.json.encode(view)
    yield "result", game.result(state)
    yield "whose decision", (viewer in game.to_act(state), CHANCE in game.to_act(state))
    if viewer < 0:
        return
    offered = list(game.legal(state, viewer))
    yield "legal list", offered
    yield "length of the legal list", len(game.legal(state, viewer))
    yield "words for actions", [game.action_text(action) for action in offered]
    if viewer in game.to_act(state):
        prompt = game.prompt(state, viewer)
        yield "prompt", (prompt, game.prompt_text(prompt))
    refusals = [game.why_not(state, action, viewer) for action in illegal]
    yield "refusals", refusals
    yield "words for refusals", [game.refusal_text(refusal) for refusal in refusals if refusal]


def compare_futures(
    game: AnyGame,
    state: Any,
    twin: Any,
    viewer: Side,
    rng: Random,
    illegal: Iterable[Action],
    depth: int,
) -> list[Leak]:
    """The differences the viewer could notice by acting: both states take the same actions until something is revealed."""
    state, twin = state.copy(), twin.copy()
    has_acted = False
    for _ in range(depth):
        side = _who_acts(game, state, viewer, has_acted)
        if side is None or game.to_act(state) != game.to_act(twin):
            break  # in a simultaneous decision others may or may not have answered yet
        has_acted = has_acted or side == viewer
        answers = game.chance(state) if side == CHANCE else game.legal(state, side)
        action = answers.sample(rng)
        if side == CHANCE and action not in game.chance(twin):
            return [Leak(viewer, "what chance is asked", action, game.chance(twin))]
        truth = visible_to(game.apply(state, action, side), viewer)
        guess = visible_to(game.apply(twin, action, side), viewer)
        if _told(truth) != _told(guess):
            return [Leak(viewer, f"events after {action}", _told(truth), _told(guess))]
        if any(event.reveals for event in truth):
            break
        if found := compare(game, state, twin, viewer, illegal):
            return [Leak(viewer, f"{leak.channel} after {action}", leak.truth, leak.guess) for leak in found]
    return []


def leaks_of_actions(game: AnyGame, state: Any, viewer: Side, rng: Random, *, tried: int = 6) -> list[Leak]:
    """What the viewer could learn from others' actions beyond what he sees afterwards.

    Actions that leave the same view must have told him the same, apart from open announcements.
    """
    told: dict[bytes, tuple[Action, list[object]]] = {}
    for side in sorted(game.to_act(state) - {viewer, CHANCE}):
        choices = list(game.legal(state, side))
        for action in rng.sample(choices, min(tried, len(choices))):
            after = state.copy()
            seen_events = visible_to(game.apply(after, action, side), viewer)
            events: list[object] = [plain(event) for event in seen_events if not event.announces]
            seen = msgspec.msgpack.encode(game.view(after, viewer))
            first, expected = told.setdefault(seen, (action, events))
            if events != expected:
                return [Leak(viewer, f"events after {first} and {action} of side {side}", expected, events)]
    return []


def _who_acts(game: AnyGame, state: Any, viewer: Side, has_acted: bool) -> Side | None:
    """The viewer or chance; None if another side decides, the game is over or hidden things are shuffled.

    A shuffle of others' blocks gives equally likely but not equal results. A shuffle after the viewer's own actions is of his own
    blocks, and he must not notice it.
    """
    actors = game.to_act(state)
    if viewer in actors:
        return viewer
    if CHANCE not in actors or (isinstance(game.chance(state), Shuffle) and not has_acted):
        return None
    return CHANCE


def _told(events: list[Event]) -> list[object]:
    """What events tell up to the first that reveals a secret; of that one, only its kind."""
    told: list[object] = []
    for event in events:
        if event.reveals:
            return [*told, type(event).__name__]
        told.append(plain(event))
    return told
