"""How fast each title decides: legal lists, actions, views and guesses at the decisions of a random game, and whole random games."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from timing import Timing, each, shares

from blockfront.core.game import AnyGame
from blockfront.core.sides import CHANCE, Side
from blockfront.games import catalogue
from blockfront.testing.random_play import Decision, random_play

POSITIONS = 120
LOOKED_THROUGH = 1_500  # decisions from which the positions are taken
GAMES = 3
LONG = 200_000
MEASURED = {"eastfront": "s43"}  # else a title's first scenario


def scenario_of(title_id: str) -> str:
    return MEASURED.get(title_id, catalogue.title(title_id).scenarios[0].id)


def timings() -> Iterator[Timing]:
    for title in catalogue.titles():
        game = catalogue.game(title.id, scenario_of(title.id))
        name = f"{title.id} {game.scenario}"
        yield from questions(game, name)
        yield from shares(f"{name}, random play", lambda seed, game=game: _sampled(game, seed), GAMES)  # type: ignore[misc]
        yield from shares(f"{name}, with views and lists", lambda seed, game=game: _listed(game, seed), GAMES)  # type: ignore[misc]


def questions(game: AnyGame, name: str) -> Iterator[Timing]:
    """What is asked at every decision."""
    positions = _positions(game)
    asked = [one for one in positions if one.side != CHANCE]
    yield each(f"{name}: copy the state", positions, lambda one: one.state.copy(), repeat=50)
    yield each(f"{name}: check one action", asked, lambda one: one.action in game.legal(one.state, one.side))
    yield each(f"{name}: list all actions", asked, lambda one: list(game.legal(one.state, one.side)))
    copies = [one._replace(state=one.state.copy()) for one in positions]
    yield each(f"{name}: apply an action", copies, lambda one: game.apply(one.state, one.action, one.side))
    yield each(f"{name}: view of a side", positions, lambda one: game.view(one.state, Side(0)))
    views = [game.view(one.state, Side(0)) for one in positions]
    rng = Random(3)
    yield each(f"{name}: guess from a view", views, lambda view: game.guess(view, rng))
    supply: Any = getattr(getattr(game, "rules", None), "supply", None)
    if hasattr(supply, "in_reach"):
        fresh = [one.state.copy() for one in positions]
        for state in fresh:
            state.derived = {}
        yield each(f"{name}: supply of a side", fresh, lambda state: supply.in_reach(state, 0))


def _positions(game: AnyGame) -> list[Decision]:
    played = islice(random_play(game, Random(1), limit=LONG), LOOKED_THROUGH)
    found = [one._replace(state=one.state.copy()) for one in played]
    return Random(2).sample(found, min(POSITIONS, len(found)))


def _sampled(game: AnyGame, seed: int) -> int:
    """A random game; choices are sampled without building the whole list."""
    rng, state, decisions = Random(seed), game.setup(), 0
    while game.result(state) is None:
        side = min(game.to_act(state))
        answers = game.chance(state) if side == CHANCE else game.legal(state, side)
        game.apply(state, answers.sample(rng), side)
        decisions += 1
    return decisions


def _listed(game: AnyGame, seed: int) -> int:
    """A random game in which whoever decides gets a view and the whole list of choices, as the anchors give theirs."""
    rng, state, decisions = Random(seed), game.setup(), 0
    while game.result(state) is None:
        side = min(game.to_act(state))
        if side == CHANCE:
            action = game.chance(state).sample(rng)
        else:
            game.view(state, side)
            action = rng.choice(list(game.legal(state, side)))
        game.apply(state, action, side)
        decisions += 1
    return decisions
