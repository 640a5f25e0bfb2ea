"""The client's English for the sentences of titles, made from their `messages.toml`, so that each sentence is written in one place.

Translations belong to the client. A sentence that is translated there under `TITLE.KIND.NAME`, `series.KIND.NAME` or `match.KIND.NAME`
gets its English from here; a sentence that needs words only the server knows has a wording of its own in the client.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from blockfront.core.messages import Messages
from blockfront.core.sentences import blanks
from blockfront.core.stack_game import StackGame
from blockfront.games import catalogue

KINDS: Final = {"prompt": "prompts", "refusal": "refusals", "action": "actions", "event": "events", "thought": "thoughts"}
SERIES: Final = "series"  # what the client calls the sentences that all Blocks games share
MATCH: Final = "match"  # and those of the table itself
ONLY_HERE: Final = frozenset(("problems", "work", "order"))  # words the client does not have
TRANSLATED: Final = "de.json"
ENGLISH: Final = "en.json"
SENTENCES: Final = "sentences.json"


def sentences(translated: Iterable[str]) -> dict[str, str]:
    """The English of every translation key that stands for a sentence of a title."""
    found = {}
    spoken = {MATCH: Messages()} | {title.id: _messages(title.id) for title in catalogue.titles()}
    blocks = next(messages for title, messages in spoken.items() if title.startswith("blocks_in_the_"))
    for key in sorted(translated):
        owner, _, rest = key.partition(".")
        kind, _, name = rest.partition(".")
        messages = blocks if owner == SERIES else spoken.get(owner)
        if messages is not None and kind in KINDS and messages.has(KINDS[kind], name) and _can_be_said(messages, KINDS[kind], name):
            found[key] = messages.icu(KINDS[kind], name)
    return found


def _messages(title_id: str) -> Messages:
    game = catalogue.game(title_id, catalogue.title(title_id).scenarios[0].id)
    assert isinstance(game, StackGame)
    return game.messages


def _can_be_said(messages: Messages, kind: str, name: str) -> bool:
    return ONLY_HERE.isdisjoint(blank.word for blank in blanks(messages.sentence(kind, name)))


def files(folder: Path) -> dict[Path, str]:
    """What the client's folder of texts should contain: the sentences of titles, and the client's own English without them."""
    made = sentences(_read(folder / TRANSLATED))
    own = {key: text for key, text in _read(folder / ENGLISH).items() if key not in made}
    return {folder / SENTENCES: _written(made), folder / ENGLISH: _written(own)}


def _read(path: Path) -> dict[str, str]:
    words: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return words


def _written(words: Mapping[str, str]) -> str:
    return json.dumps(words, ensure_ascii=False, indent=2) + "\n"
