"""How fast each title decides: legal lists, actions, views and guesses at the decisions of a random game."""

from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter
from typing import Any

from timing import Timing, timing

from blockfront.core.game import AnyGame, Title
from blockfront.core.sides import CHANCE, Side
from blockfront.games import catalogue
from blockfront.testing.random_play import Decision, random_play

POSITIONS = 150
GAMES = 5


def timings() -> Iterator[Timing]:
    for title in catalogue.titles():
        game = catalogue.game(title.id, title.scenarios[0].id)
        yield from _questions(game)
        yield _decisions(game)


def _questions(game: AnyGame) -> Iterator[Timing]:
    positions = _positions(game)
    asked = [one for one in positions if one.side != CHANCE]
    name = game.title.id
    yield _each(f"{name}: check one action", asked, lambda one: one.action in game.legal(one.state, one.side))
    yield _each(f"{name}: list all actions", asked, lambda one: list(game.legal(one.state, one.side)))
    copies = [one._replace(state=one.state.copy()) for one in positions]
    yield _each(f"{name}: apply an action", copies, lambda one: game.apply(one.state, one.action, one.side))
    yield _each(f"{name}: view of a side", positions, lambda one: game.view(one.state, Side(0)))
    views = [game.view(one.state, Side(0)) for one in positions]
    rng = Random(3)
    yield _each(f"{name}: guess from a view", views, lambda view: game.guess(view, rng))


def _positions(game: AnyGame) -> list[Decision]:
    found = [one._replace(state=one.state.copy()) for one in random_play(game, Random(1), limit=100_000)]
    return Random(2).sample(found, min(POSITIONS, len(found)))


def _each(name: str, items: list[Any], call: Callable[[Any], object]) -> Timing:
    samples = []
    for item in items:
        start = perf_counter()
        call(item)
        samples.append(perf_counter() - start)
    return timing(name, samples)


def _decisions(game: AnyGame) -> Timing:
    """Seconds a decision in random play, game by game."""
    samples = []
    for seed in range(GAMES):
        start = perf_counter()
        decisions = sum(1 for _ in random_play(game, Random(seed), limit=100_000))
        samples.append((perf_counter() - start) / decisions)
    return timing(f"{game.title.id}: a decision of random play", samples)


def scenario_names(titles: tuple[Title, ...]) -> dict[str, str]:
    """The scenario each title was measured in."""
    return {title.id: title.scenarios[0].id for title in titles}
