"""What seats do to a running game goes through `Changes` alone; the journal only repeats what it has recorded."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SERVER = Path(__file__).parents[2] / "src" / "blockfront" / "server"
CHANGES = SERVER / "play" / "changes.py"
JOURNAL = SERVER / "play" / "journal.py"
OF_A_MATCH = frozenset(("submit", "undo", "concede", "agree_to_end", "disagree", "is_ready", "set_standing_orders"))


def changes_of_matches(source: str) -> Iterator[int]:
    """Lines that name a method by which a seat changes a match."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in OF_A_MATCH and ast.unparse(node.value).split(".")[-1] == "match":
            yield node.lineno


def test_only_changes_and_the_journal_change_a_match() -> None:
    found = {path for path in SERVER.rglob("*.py") if any(changes_of_matches(path.read_text(encoding="utf-8")))}
    assert found == {CHANGES, JOURNAL}


@pytest.mark.parametrize(
    ("code", "is_a_change"),
    [
        ("room.match.submit(seat, action)", True),
        ("self.match.undo(seat)", True),
        ("match.concede(seat, side)", True),
        ("does = {'agree': match.agree_to_end}", True),
        ("changes.submit(room.id, seat, given)", False),
        ("match.undoable(seat)", False),
    ],
)
def test_changes_are_recognised(code: str, is_a_change: bool) -> None:
    assert any(changes_of_matches(code)) == is_a_change
