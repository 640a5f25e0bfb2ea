"""Every refusal, prompt, action and event of a title has its sentence; no sentence of an action or event is left over."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from blockfront.core.game import Title
from blockfront.core.messages import Messages
from blockfront.core.stack_game import StackGame
from blockfront.games import catalogue

GAMES = Path(__file__).parents[2] / "src" / "blockfront" / "games"
NAMED = {"Refusal": ("refusals", 1), "Prompt": ("prompts", 0)}  # which argument names the sentence
ARGUMENTS = {"because": "refusals", "message": "prompts"}


def game_of(title: Title) -> StackGame[Any, Any]:
    game = catalogue.game(title.id, title.scenarios[0].id)
    assert isinstance(game, StackGame)
    return game


def sentences_named(title: Title) -> Iterator[tuple[str, str, str]]:
    """(kind, name, place) of every sentence that code names in so many words."""
    for path in sorted((GAMES / title.id).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NAMED:
                kind, position = NAMED[node.func.id]
                given = [*node.args[position : position + 1], *(k.value for k in node.keywords if k.arg in ARGUMENTS)]
                for value in (part for argument in given for part in _texts(argument)):
                    yield kind, value, f"{path.relative_to(GAMES)}:{node.lineno}"


def _texts(node: ast.expr) -> Iterator[str]:
    """The texts an argument may be: a literal, or either branch of a condition."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)


@pytest.mark.parametrize("title", catalogue.titles(), ids=lambda title: title.id)
def test_every_named_sentence_exists(title: Title) -> None:
    messages: Messages = game_of(title).messages
    missing = [f"{place}: {kind}.{name}" for kind, name, place in sentences_named(title) if not messages.has(kind, name)]
    assert missing == []


@pytest.mark.parametrize("title", catalogue.titles(), ids=lambda title: title.id)
def test_every_action_and_event_has_a_sentence(title: Title) -> None:
    game = game_of(title)
    for kind, classes in (("actions", game.actions), ("events", game.events)):
        tags = {str(one.__struct_config__.tag) for one in classes}
        assert tags - game.messages.names(kind) == set()
        assert game.messages.names(kind) - Messages().names(kind) - tags == set()
