"""Bots inside worker processes: they are given one side's view and nothing else, and answer with an action.

The players come from `blockfront.ai.player`. A worker keeps the players of the games it was asked about last, since a player may follow
a plan over several decisions.
"""

from collections import OrderedDict
from random import Random
from typing import Any, Final

import msgspec

from blockfront.ai import player as players
from blockfront.ai import registry
from blockfront.ai.team_mate import member_decision
from blockfront.ai.thoughts import written
from blockfront.blocks.secret_set_ups import SetUps
from blockfront.core.actions import Action
from blockfront.core.game import AnyGame
from blockfront.core.sides import Side
from blockfront.games import catalogue
from blockfront.server.play.game_cache import game_of
from blockfront.server.wire.boards import BotLevel

STAND_IN: Final = registry.GENERIC[0]  # plays for people whose clock has run out
_KEPT: Final = 32  # players a worker process keeps


def bot_levels() -> list[BotLevel]:
    """All bot levels, with the titles that each can play."""
    able = {title.id: {level.id for level in registry.levels_of(title.id)} for title in catalogue.titles()}
    return [
        BotLevel(level.id, level.name, level.description, [title for title, levels in able.items() if level.id in levels])
        for level in players.LEVELS
    ]


def levels_for(title: str) -> frozenset[str]:
    return frozenset(level.id for level in registry.levels_of(title))


class Question(msgspec.Struct):
    """What a worker process is told about a decision. `table` identifies the game, so that its player can be found again."""

    table: str
    title: str
    scenario: str
    options: list[str]
    side: int
    level: str
    seconds: float
    seed: bytes
    view: bytes
    parts: list[str] = []  # what the bot commands of a side that it shares
    is_led: bool = False  # whether it shares the side with a person, who decides what concerns all of it


class Answer(msgspec.Struct):
    """A bot's action as JSON (null if it leaves the decision to its team mates), and its reasons in their stored form."""

    action: msgspec.Raw
    explanation: str


_players: OrderedDict[tuple[str, int, str], players.Player] = OrderedDict()


def answer(packed: bytes) -> bytes:
    """Answer a packed `Question` with a packed `Answer`; runs in a worker process."""
    question = msgspec.msgpack.decode(packed, type=Question)
    game = game_of(question.title, question.scenario, frozenset(question.options))
    view = msgspec.msgpack.decode(question.view, type=game.view_type)
    budget = players.Budget(seconds=question.seconds)
    rng = Random(question.seed)
    if question.parts:
        decision = member_decision(game, view, _player(question), question.parts, budget, rng, is_led=question.is_led)
    else:
        decision = _player(question).decide(game, view, budget, rng)
    if decision is None:
        return msgspec.json.encode(Answer(msgspec.Raw(b"null"), ""))
    action = disguised(game, view, decision.action, Random(question.seed))
    return msgspec.json.encode(Answer(msgspec.Raw(msgspec.json.encode(action)), written(decision.explanation)))


def disguised(game: AnyGame, view: Any, action: Action, rng: Random) -> Action:
    """The action in a form that an opponent cannot guess by asking the same bot: in a set-up, equal blocks swap places at random."""
    if not hasattr(action, "placements"):
        return action
    choices = game.legal(game.guess(view, rng), Side(view.viewer))
    if not isinstance(choices, SetUps) or action not in choices:
        return action
    return choices.drawn(rng) if action in list(choices) else choices.mixed(action, rng)


def _player(question: Question) -> players.Player:
    key = (question.table, question.side, question.level)
    found = _players.pop(key, None) or registry.player(question.level, question.title)
    _players[key] = found
    if len(_players) > _KEPT:
        _players.popitem(last=False)
    return found
