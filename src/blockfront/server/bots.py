"""Bots: worker processes that are given a view and nothing else, and answer with an action.

A player is any object with `decide`; `blockfront.ai.player` is where stronger ones are to come from. The legal actions come from
a guess the view allows: they depend on nothing hidden, so they are the true ones.
"""

from random import Random
from typing import Any, Final, Protocol

import msgspec

from blockfront.core.actions import Action
from blockfront.core.choices import Choices
from blockfront.core.sides import Side
from blockfront.server.rooms import game_of
from blockfront.server.wire import BotLevel

LEVELS: Final = {
    "random": BotLevel("random", "Dice-thrower", "Chooses among the legal actions by chance. For trying things out."),
}
STAND_IN: Final = "random"  # plays for people whose clock has run out


class Player(Protocol):
    """Decides from a view; `budget` is in seconds."""

    def decide(self, view: Any, legal: Choices, budget: float, rng: Random) -> Action: ...


class RandomPlayer:
    def decide(self, view: Any, legal: Choices, budget: float, rng: Random) -> Action:
        return legal.sample(rng)


def player_of(level: str) -> Player:
    return {"random": RandomPlayer}[level]()


class Question(msgspec.Struct):
    """What a worker process is told."""

    title: str
    scenario: str
    options: list[str]
    side: int
    level: str
    budget: float
    seed: int
    view: bytes


def answer(packed: bytes) -> bytes:
    """Runs in a worker process: the bot's action as JSON."""
    question = msgspec.msgpack.decode(packed, type=Question)
    game = game_of(question.title, question.scenario, frozenset(question.options))
    view = msgspec.msgpack.decode(question.view, type=game.view_type)
    rng = Random(question.seed)
    legal = game.legal(game.guess(view, rng), Side(question.side))
    return msgspec.json.encode(player_of(question.level).decide(view, legal, question.budget, rng))
