"""Who may play in the arena: every level of `ai.player`, and one that takes any legal action."""

from random import Random
from typing import Any, Final

from blockfront.ai.player import Budget, Decision, Player
from blockfront.ai.registry import levels_of, player
from blockfront.core.game import AnyGame
from blockfront.core.sides import Side

RANDOM: Final = "random"


class AnyLegalAction:
    """The floor of every comparison: a legal action at random."""

    def decide(self, game: AnyGame, view: Any, budget: Budget, rng: Random) -> Decision:
        choices = game.legal(game.guess(view, rng), Side(view.viewer))
        return Decision(choices.sample(rng), "any legal action")


def known_players(title_id: str) -> tuple[str, ...]:
    """The names that can be given for a title, weakest first."""
    return (RANDOM, *(level.id for level in levels_of(title_id)))


def new_player(name: str, title_id: str) -> Player:
    """A player by its name: a level of the title, or `random`."""
    if name == RANDOM:
        return AnyLegalAction()
    if name not in known_players(title_id):
        raise ValueError(f"no {name!r} plays {title_id}; there are {', '.join(known_players(title_id))}")
    return player(name, title_id)
