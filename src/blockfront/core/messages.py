"""Sentences by name: rules name a sentence and give values, the catalogue makes words of them.

A title keeps its sentences in `messages.toml`, one table per kind of sentence. A blank is `{name}` or `{name:word}`; `word`
is a function of the title that turns a number into words, such as a hex into its place: "{block:block} cannot reach
{target:hex}."
"""

import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Formatter
from typing import Any

KINDS = ("refusals", "prompts", "actions", "events", "results")
Word = Callable[[Any], str]
_Tables = dict[str, dict[str, str]]


class BadMessages(ValueError):
    """A message catalogue that cannot be used; lists everything that is wrong with it."""


class _Words(Formatter):
    def __init__(self, words: Mapping[str, Word]) -> None:
        self._words = words

    def format_field(self, value: Any, format_spec: str) -> str:
        word = self._words.get(format_spec)
        if word is not None:
            return word(value)
        if not format_spec and isinstance(value, list | tuple):
            return " ".join(map(str, value))
        return str(super().format_field(value, format_spec))


class Messages:
    """The sentences of one title, its own before those of the table."""

    def __init__(self, own: Traversable | None = None, words: Mapping[str, Word] | None = None) -> None:
        self._words = _Words(words or {})
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
        for kind, sentences in tables.items():
            if kind not in KINDS:
                problems.append(f"{path.name}: there is no kind of sentence {kind!r}; there are {', '.join(KINDS)}")
                continue
            for name, sentence in sentences.items():
                problems += [f"{path.name}: {kind}.{name}: {what}" for what in _mistakes(sentence, words)]
                self._tables[kind][name] = sentence

    def has(self, kind: str, name: str) -> bool:
        return name in self._tables[kind]

    def names(self, kind: str) -> frozenset[str]:
        return frozenset(self._tables[kind])

    def text(self, kind: str, name: str, values: Mapping[str, Any]) -> str:
        """The sentence with its blanks filled; a sentence nobody wrote is told by its name, so that play goes on."""
        sentence = self._tables[kind].get(name)
        return name.replace("_", " ") if sentence is None else self._words.vformat(sentence, (), values)


def _mistakes(sentence: object, words: frozenset[str]) -> list[str]:
    if not isinstance(sentence, str):
        return [f"a sentence is needed, not {sentence!r}"]
    try:
        blanks = [(field, spec) for _, field, spec, _ in Formatter().parse(sentence) if field is not None]
    except ValueError as error:
        return [str(error)]
    unnamed = ["a blank has no name" for field, _ in blanks if not field]
    unknown = [
        f"there is no word function {spec!r}; there are {', '.join(sorted(words)) or 'none'}"
        for _, spec in blanks
        if spec and spec.isidentifier() and spec not in words
    ]
    return unnamed + unknown
