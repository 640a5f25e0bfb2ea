"""The players of the arena: every level of `ai.player`, one that takes any legal action, and one that only passes."""

from random import Random
from typing import Any, Final

from blockfront.ai.player import Budget, Decision, Player
from blockfront.ai.registry import levels_of, player, players_of
from blockfront.blocks.secret_set_ups import SetUps
from blockfront.core.game import AnyGame
from blockfront.core.sides import Side

RANDOM: Final = "random"
IDLE: Final = "idle"


class AnyLegalAction:
    """Takes any legal action at random: the lower bound of every comparison."""

    def decide(self, game: AnyGame, view: Any, budget: Budget, rng: Random) -> Decision:
        choices = game.legal(game.guess(view, rng), Side(view.viewer))
        return Decision(choices.sample(rng), "any legal action")


class Idle:
    """Passes wherever it may; sets up as a captain does."""

    def __init__(self, title_id: str) -> None:
        self._deploys = player("captain", title_id) if "captain" in players_of(title_id).makers else AnyLegalAction()

    def decide(self, game: AnyGame, view: Any, budget: Budget, rng: Random) -> Decision:
        choices = game.legal(game.guess(view, rng), Side(view.viewer))
        if isinstance(choices, SetUps):
            return self._deploys.decide(game, view, budget, rng)
        legal = list(choices)
        return Decision(next((action for action in legal if game.ends(action)), legal[0]), "nothing")


def known_players(title_id: str) -> tuple[str, ...]:
    """Lists the player names of a title, weakest first."""
    return (RANDOM, *(level.id for level in levels_of(title_id)))


def new_player(name: str, title_id: str) -> Player:
    """Returns a new player by name: a level of the title, `random` or `idle`."""
    if name == RANDOM:
        return AnyLegalAction()
    if name == IDLE:
        return Idle(title_id)
    if name not in known_players(title_id):
        raise ValueError(f"no {name!r} plays {title_id}; there are {', '.join(known_players(title_id))}")
    return player(name, title_id)
