"""The reasons for a machine's decisions, kept as named sentences with values; they become words where people read them.

    thought("attack", hex=512, units=3, points=1.5)

The sentences are in the tables `thoughts` of the titles' `messages.toml`. Players from elsewhere may give plain words instead.
"""

from typing import Final

import msgspec

from blockfront.core.game import AnyGame
from blockfront.core.stack_game import StackGame

KIND: Final = "thoughts"
Value = int | float | tuple[int, ...]


class Thought(msgspec.Struct, frozen=True):
    """One sentence: its name among the title's thoughts, and the values that fill its blanks."""

    name: str
    values: dict[str, Value] = {}


Thoughts = tuple[Thought, ...]
Explanation = str | Thoughts


def thought(name: str, **values: Value) -> Thoughts:
    """Makes a thought of one sentence; several are joined with `+`."""
    return (Thought(name, values),)


def in_words(game: AnyGame, explanation: Explanation) -> str:
    """Puts an explanation into English words."""
    if isinstance(explanation, str):
        return explanation
    assert isinstance(game, StackGame)
    return " ".join(game.messages.text(KIND, one.name, one.values) for one in explanation)


def written(explanation: Explanation) -> str:
    """Returns an explanation as it is stored: plain words as they are, thoughts as JSON."""
    return explanation if isinstance(explanation, str) else msgspec.json.encode(explanation).decode() if explanation else ""


def read(kept: str) -> Explanation:
    """Reads what `written` stored, including old explanations in plain words."""
    try:
        return msgspec.json.decode(kept, type=Thoughts)
    except msgspec.MsgspecError:
        return kept
