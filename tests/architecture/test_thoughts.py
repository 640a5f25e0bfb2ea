"""Whatever a machine player thinks has its sentence, with every blank filled; no sentence is left over."""

import ast
from collections.abc import Iterator
from pathlib import Path

from blockfront.core.messages import Messages
from blockfront.core.sentences import blanks
from blockfront.core.stack_game import StackGame
from blockfront.games import catalogue

AI = Path(__file__).parents[2] / "src" / "blockfront" / "ai"
BLOCKS = ("blocks_series", "blocks_in_the_east", "blocks_in_the_west", "blocks_east_and_west")
SPEAKS = {"eastfront": ("eastfront",), "blocks_in_the_east": BLOCKS}


def messages_of(title_id: str) -> Messages:
    game = catalogue.game(title_id, catalogue.title(title_id).scenarios[0].id)
    assert isinstance(game, StackGame)
    return game.messages


def thoughts_in(*paths: Path) -> Iterator[tuple[str, frozenset[str]]]:
    """Names of sentences, and of the values that are given with them."""
    for path in (one for given in paths for one in sorted(given.rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "thought":
                values = frozenset(str(one.arg) for one in node.keywords)
                for name in _names(node.args[0]):
                    yield name, values


def _names(node: ast.expr) -> Iterator[str]:
    """A name is given in so many words; names that are looped over come from a table with words as its keys."""
    if isinstance(node, ast.Constant):
        yield str(node.value)


def test_every_thought_has_its_sentence_and_every_blank_its_value() -> None:
    for title, folders in SPEAKS.items():
        messages = messages_of(title)
        for name, values in thoughts_in(*(AI / folder for folder in folders)):
            assert messages.has("thoughts", name), f"{title}: {name}"
            assert {blank.name for blank in blanks(messages.sentence("thoughts", name))} <= values, f"{title}: {name}"
    shared = {name for path in AI.glob("*.py") for name in _literal_names(path)}
    assert shared - Messages().names("thoughts") == set()


def _literal_names(path: Path) -> set[str]:
    found = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    calls = [node for node in found if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "thought"]
    return {name for call in calls for name in _names(call.args[0])}


def test_no_sentence_is_left_over() -> None:
    for title, folders in SPEAKS.items():
        text = "".join(path.read_text(encoding="utf-8") for folder in folders for path in (AI / folder).rglob("*.py"))
        own = messages_of(title).names("thoughts") - Messages().names("thoughts")
        assert {name for name in own if f'"{name}"' not in text} == set()
