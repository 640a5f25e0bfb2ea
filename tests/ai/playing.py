"""What tests of players share: decisions made quickly, and states somewhere in a random game."""

from random import Random
from typing import Any

from blockfront.ai.player import Budget, Decision
from blockfront.ai.registry import player
from blockfront.core.game import AnyGame
from blockfront.core.sides import CHANCE, Side
from blockfront.testing.random_play import random_answer

QUICK = Budget(seconds=1.0, simulations=2)


def decided(game: AnyGame, state: Any, side: Side, level: str, seed: int) -> Decision:
    return player(level, game.title.id).decide(game, game.view(state, side), QUICK, Random(seed))


def wandering(game: AnyGame, rng: Random, *, steps: int) -> tuple[Any, Side]:
    """A state somewhere in a random game in which a side has to decide."""
    state = game.setup()
    for _ in range(steps):
        side, action = random_answer(game, state, rng, evenly=False)
        game.apply(state, action, side)
        if game.result(state) is not None:
            state = game.setup()
    while CHANCE in game.to_act(state):
        game.apply(state, game.chance(state).sample(rng), CHANCE)
    return state, min(game.to_act(state))
