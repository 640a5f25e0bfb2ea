"""A cache of games: they are immutable and take a while to make, so each is made once."""

from functools import lru_cache

from blockfront.core.game import AnyGame
from blockfront.games import catalogue


@lru_cache(maxsize=64)
def game_of(title: str, scenario: str, options: frozenset[str] | None) -> AnyGame:
    return catalogue.game(title, scenario, options)
