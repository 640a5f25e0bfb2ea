"""The contract of machine players, and the levels there are.

A player is given a game, what its side sees, a budget and random numbers, and answers with a decision. It never gets the true
state: `game.guess` gives it one its view allows, on which legal actions and rule questions are the true ones. `ai.registry`
tells who plays which title.
"""

from random import Random
from typing import Any, Final, Protocol

import msgspec

from blockfront.core.actions import Action
from blockfront.core.game import AnyGame


class Budget(msgspec.Struct, frozen=True):
    """How much a player may think in one player turn: seconds, or simulations when the answer must not depend on the machine."""

    seconds: float = 5.0
    simulations: int | None = None


class Decision(msgspec.Struct, frozen=True):
    """An answer, and the reason for it in words: for its owner, and for everybody when the game is over."""

    action: Action
    explanation: str = ""


class Player(Protocol):
    """Decides from a view. Equal views and equal random numbers give a new player's equal decisions."""

    def decide(self, game: AnyGame, view: Any, budget: Budget, rng: Random) -> Decision: ...


class Level(msgspec.Struct, frozen=True):
    """A strength of play, and what is behind it, told honestly."""

    id: str
    name: str
    description: str


LEVELS: Final = (
    Level(
        "recruit",
        "Recruit",
        "Acts at random with a little sense: it does not give units away, attacks only where it has the numbers and spends what it "
        "has. It has no plan. For a first game.",
    ),
    Level(
        "captain",
        "Captain",
        "Plans each phase by weighing positions: fronts, supply, cities, headquarters, expected losses. It looks neither into your "
        "hidden blocks nor further ahead than your next turn.",
    ),
    Level(
        "general",
        "General",
        "Makes the captain's plans and improves them as long as it may think: it tries many more of them, imagines armies that could "
        "be hidden in the fog and plays the best plans through your likely answer. It does not see your blocks either.",
    ),
)


def level(level_id: str) -> Level:
    """A level by its id; `ValueError` names those there are."""
    for known in LEVELS:
        if known.id == level_id:
            return known
    raise ValueError(f"there is no level {level_id!r}; there are {', '.join(known.id for known in LEVELS)}")
