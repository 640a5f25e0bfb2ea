"""The interface of machine players, and their levels.

A player gets a game, its side's view, a budget and random numbers, and answers with a decision. It never gets the true state:
`game.guess` gives it one that agrees with the view and has the same legal actions. `ai.registry` declares the players of each title.
"""

from random import Random
from typing import Any, Final, Protocol

import msgspec

from blockfront.ai.thoughts import Explanation
from blockfront.core.actions import Action
from blockfront.core.game import AnyGame


class Budget(msgspec.Struct, frozen=True):
    """How long a player may think in one player turn: in seconds, or in simulations if results must not depend on the machine."""

    seconds: float = 5.0
    simulations: int | None = None


class Decision(msgspec.Struct, frozen=True):
    """An action and the reason for it, shown to its owner, and to everybody when the game is over."""

    action: Action
    explanation: Explanation = ""


class Player(Protocol):
    """Decides from a view. A new player given equal views and random numbers makes equal decisions."""

    def decide(self, game: AnyGame, view: Any, budget: Budget, rng: Random) -> Decision: ...


class Level(msgspec.Struct, frozen=True):
    """A strength of play, with an honest description of how it plays."""

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
    """Returns a level by its id; raises `ValueError` naming the known ones."""
    for known in LEVELS:
        if known.id == level_id:
            return known
    raise ValueError(f"there is no level {level_id!r}; there are {', '.join(known.id for known in LEVELS)}")
