"""Sentences by name: rules name a sentence and give values, the catalogue turns them into words.

A title keeps its English sentences in `messages.toml`, one table for each kind of sentence, written as in `core.sentences`:
"{block:block} cannot reach {target:hex}.", where `block` and `hex` are functions of the title that turn numbers into words.
The client's English is made from the same file (`blockfront wire-types`); translations are kept in the client.
"""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from blockfront.core import sentences
from blockfront.core.sentences import BadSentence, Sentence, Word, blanks

KINDS = ("refusals", "prompts", "actions", "events", "results", "thoughts")
_Tables = dict[str, dict[str, Sentence]]


class BadMessages(ValueError):
    """A message catalogue with mistakes; the message lists them all."""


class Messages:
    """The sentences of one title; its own come before those that all titles share."""

    def __init__(self, own: Traversable | None = None, words: Mapping[str, Word] | None = None) -> None:
        self._words = dict(words or {})
        self._tables: _Tables = {kind: {} for kind in KINDS}
        problems: list[str] = []
        for path in (files("blockfront.core") / "messages.toml", own):
            if path is not None:
                self._add(path, frozenset(words or ()), problems)
        if problems:
            raise BadMessages("\n".join(problems))

    def _add(self, path: Traversable, words: frozenset[str], problems: list[str]) -> None:
        try:
            tables = tomllib.loads(path.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            problems.append(f"{path.name}: {error}")
            return
        for kind, given in tables.items():
            if kind not in KINDS:
                problems.append(f"{path.name}: there is no kind of sentence {kind!r}; there are {', '.join(KINDS)}")
                continue
            for name, text in given.items():
                mistakes = _mistakes(text, words)
                problems += [f"{path.name}: {kind}.{name}: {what}" for what in mistakes]
                if not mistakes:
                    self._tables[kind][name] = sentences.read(text)

    def has(self, kind: str, name: str) -> bool:
        return name in self._tables[kind]

    def sentence(self, kind: str, name: str) -> Sentence:
        return self._tables[kind][name]

    def icu(self, kind: str, name: str) -> str:
        """A sentence in the plain ICU format that the client and translators use."""
        return sentences.icu(self._tables[kind][name])

    def names(self, kind: str) -> frozenset[str]:
        return frozenset(self._tables[kind])

    def text(self, kind: str, name: str, values: Mapping[str, Any]) -> str:
        """The sentence with its blanks filled; for an unknown sentence its name, so that play goes on."""
        sentence = self._tables[kind].get(name)
        return name.replace("_", " ") if sentence is None else sentences.filled(sentence, values, self._words)


def _mistakes(text: object, words: frozenset[str]) -> list[str]:
    if not isinstance(text, str):
        return [f"a sentence is needed, not {text!r}"]
    try:
        named = list(blanks(sentences.read(text)))
    except BadSentence as error:
        return [str(error)]
    known = ", ".join(sorted(words)) or "none"
    return [f"there is no word function {blank.word!r}; there are {known}" for blank in named if blank.word and blank.word not in words]
