"""Measures how fast each title is: legal lists, actions, views and guesses at the decisions of a random game, and whole random games.

Positions are asked in two ways: just read from bytes, with nothing cached, and in the course of a game, where the engine has
cached results of earlier decisions.
"""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from random import Random
from time import process_time
from typing import Any

from timing import Timing, each, shares, timing

from blockfront.core.game import AnyGame
from blockfront.core.sides import CHANCE, Side
from blockfront.games import catalogue
from blockfront.testing.random_play import Decision, random_play

POSITIONS = 120
LOOKED_THROUGH = 1_500  # decisions from which the positions are taken
GAMES = 9
LONG = 200_000
MEASURED = {"eastfront": "s43", "blocks_in_the_east": "sbe4"}  # for other titles the first scenario is measured


def scenario_of(title_id: str) -> str:
    return MEASURED.get(title_id, catalogue.title(title_id).scenarios[0].id)


def timings() -> Iterator[Timing]:
    for title in catalogue.titles():
        game = catalogue.game(title.id, scenario_of(title.id))
        name = f"{title.id} {game.scenario}"
        yield from questions(game, name)
        for play, given in ((_sampled, "choices sampled"), (_listed, "whole lists"), (_looked_at, "whole lists and views")):
            yield from shares(f"{name}, random play, {given}", partial(play, game), GAMES)


def questions(game: AnyGame, name: str) -> Iterator[Timing]:
    """Measures everything that is asked at every decision."""
    positions = _positions(game)
    asked = [one for one in positions if one.side != CHANCE]
    yield each(f"{name}: copy the state", positions, lambda one: one.state.copy(), repeat=50)
    yield each(f"{name}: check one action", _read(game, asked), lambda one: one.action in game.legal(one.state, one.side))
    yield each(f"{name}: list all actions", _read(game, asked), lambda one: list(game.legal(one.state, one.side)))
    yield from _in_play(game, name)
    yield each(f"{name}: view of a side", _read(game, positions), lambda one: game.view(one.state, Side(0)))
    views = [game.view(one.state, Side(0)) for one in positions]
    rng = Random(3)
    yield each(f"{name}: guess from a view", views, lambda view: game.guess(view, rng))
    supply: Any = getattr(getattr(game, "rules", None), "supply", None)
    if hasattr(supply, "in_reach"):
        yield each(f"{name}: supply of a side", _read(game, positions), lambda one: supply.in_reach(one.state, 0))


def _positions(game: AnyGame) -> list[Decision]:
    played = islice(random_play(game, Random(1), limit=LONG), LOOKED_THROUGH)
    found = [one._replace(state=one.state.copy()) for one in played]
    return Random(2).sample(found, min(POSITIONS, len(found)))


def _read(game: AnyGame, positions: list[Decision]) -> list[Decision]:
    """Returns the same positions read again from bytes, so that nothing is cached for them."""
    return [one._replace(state=game.state_type.from_bytes(one.state.to_bytes())) for one in positions]


def _in_play(game: AnyGame, name: str) -> Iterator[Timing]:
    """Measures whole lists and actions in the course of a random game."""
    rng, state = Random(4), game.setup()
    lists: list[float] = []
    actions: list[float] = []
    while game.result(state) is None and len(actions) < LOOKED_THROUGH:
        side = min(game.to_act(state))
        start = process_time()
        choices = [] if side == CHANCE else list(game.legal(state, side))
        listed = process_time()
        action = rng.choice(choices) if choices else game.chance(state).sample(rng)
        chosen = process_time()
        game.apply(state, action, side)
        actions.append(process_time() - chosen)
        if choices:
            lists.append(listed - start)
    yield timing(f"{name}: list all actions, in play", lists)
    yield timing(f"{name}: apply an action, in play", actions)


def _sampled(game: AnyGame, seed: int) -> int:
    """Plays a random game, sampling choices without building the whole list."""
    rng, state, decisions = Random(seed), game.setup(), 0
    while game.result(state) is None:
        side = min(game.to_act(state))
        answers = game.chance(state) if side == CHANCE else game.legal(state, side)
        game.apply(state, answers.sample(rng), side)
        decisions += 1
    return decisions


def _listed(game: AnyGame, seed: int, *, viewed: bool = False) -> int:
    """Plays a random game, building the whole list of choices at every decision."""
    rng, state, decisions = Random(seed), game.setup(), 0
    while game.result(state) is None:
        side = min(game.to_act(state))
        if side == CHANCE:
            action = game.chance(state).sample(rng)
        else:
            if viewed:
                game.view(state, side)
            action = rng.choice(list(game.legal(state, side)))
        game.apply(state, action, side)
        decisions += 1
    return decisions


def _looked_at(game: AnyGame, seed: int) -> int:
    """Plays a random game with a view and the whole list at every decision, as the other engines do."""
    return _listed(game, seed, viewed=True)
