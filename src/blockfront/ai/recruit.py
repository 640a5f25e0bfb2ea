"""The level that plays every title: chooses at random, but avoids what the title calls foolish."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from blockfront.ai.player import Budget, Decision
from blockfront.ai.thoughts import thought
from blockfront.core.actions import Action
from blockfront.core.game import AnyGame
from blockfront.core.sides import Side

Sense = Callable[[AnyGame, Any, Side, Action], float]  # how sensible an action looks in a guessed state: 0 for never, 1 for fine
TRIES: Final = 12
WITHOUT_PLAN: Final = thought("without_plan")


class Recruit:
    """Samples a few legal actions and takes one of them, the sensible ones more often."""

    def __init__(self, sense: Sense) -> None:
        self._sense = sense

    def decide(self, game: AnyGame, view: Any, budget: Budget, rng: Random) -> Decision:
        """Returns one of a few sampled actions; the more sensible one looks, the more often it is taken."""
        side = Side(view.viewer)
        state = game.guess(view, rng)
        choices = game.legal(state, side)
        sense = self._sense
        sampled = dict.fromkeys(choices.sample(rng) for _ in range(TRIES))
        weights = {action: sense(game, state, side, action) for action in sampled}
        if not any(weights.values()):
            weights = {action: sense(game, state, side, action) for action in choices}
        if not any(weights.values()):
            return Decision(next(iter(weights)), WITHOUT_PLAN)
        chosen = rng.choices(list(weights), list(weights.values()))[0]
        return Decision(chosen, WITHOUT_PLAN)


def indifferent(game: AnyGame, state: Any, side: Side, action: Action) -> float:
    """Calls every action sensible: for titles without a judgement of their own."""
    return 1.0
