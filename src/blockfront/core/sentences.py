"""Sentences with blanks: the small part of ICU MessageFormat that our sentences need, and one addition.

    {name}                                                   a value as it is; a list with spaces between
    {name:word}                                              a value made into words by a function of the title: a hex into its name
    {name, plural, =0 {no hit} one {# hit} other {# hits}}   by number; `#` is the number
    {name, select, 0 {cavalry} other {armour}}               by value; yes and no are `true` and `false`
    {has_name, select, true {, via {name:hex}} other {}}     whether a number is given: -1 stands for "none"

Without the `:word` a sentence is plain ICU, which the client and translators use: `icu` converts it.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

Word = Callable[[Any], str]
HAS = "has_"
_HEAD = re.compile(r"\s*(\w+)\s*(?::(\w+)\s*)?(?:,\s*(plural|select)\s*,)?")
_OPTION = re.compile(r"\s*(=\d+|\w+)\s*\{")


class BadSentence(ValueError):
    """A sentence that cannot be read."""


class Blank(NamedTuple):
    """A value to be filled in; `word` names the function that turns it into words, and is empty if none does."""

    name: str
    word: str


class Choice(NamedTuple):
    """Several alternative texts, chosen by a number or a value."""

    name: str
    kind: str  # plural or select
    options: "dict[str, Sentence]"


class _Number:
    """The `#` of a plural."""


Part = str | Blank | Choice | _Number
Sentence = tuple[Part, ...]
NUMBER = _Number()


def read(text: str) -> Sentence:
    """The parts of a sentence; raises `BadSentence` if it cannot be read."""
    parts, end = _read(text, 0, in_plural=False)
    if end != len(text):
        raise BadSentence("a } has no {")
    return parts


def _read(text: str, place: int, *, in_plural: bool) -> tuple[Sentence, int]:
    parts: list[Part] = []
    while place < len(text) and text[place] != "}":
        if text[place] == "{":
            part, place = _read_blank(text, place + 1)
            parts.append(part)
        elif text[place] == "#" and in_plural:
            parts.append(NUMBER)
            place += 1
        else:
            found = re.compile(r"[^{}#]+" if in_plural else r"[^{}]+").match(text, place)
            assert found is not None
            parts.append(found.group())
            place = found.end()
    return tuple(parts), place


def _read_blank(text: str, place: int) -> tuple[Part, int]:
    head = _HEAD.match(text, place)
    if head is None:
        raise BadSentence("a blank has no name")
    name, word, kind = head.groups()
    place = head.end()
    if kind is None:
        if text[place : place + 1] != "}":
            raise BadSentence(f"the blank {name!r} does not end with }}")
        return Blank(name, word or ""), place + 1
    options: dict[str, Sentence] = {}
    while option := _OPTION.match(text, place):
        options[option[1]], place = _read(text, option.end(), in_plural=kind == "plural")
        if text[place : place + 1] != "}":
            raise BadSentence(f"the option {option[1]!r} of {name!r} does not end with }}")
        place += 1
    place += len(text[place:]) - len(text[place:].lstrip())
    if "other" not in options or text[place : place + 1] != "}":
        raise BadSentence(f"the {kind} of {name!r} needs an option 'other' and a }} at its end")
    return Choice(name, kind, options), place + 1


def blanks(sentence: Sentence) -> Iterator[Blank]:
    """All blanks, including those inside options; a choice counts as a blank without a `word`."""
    for part in sentence:
        if isinstance(part, Blank):
            yield part
        elif isinstance(part, Choice):
            yield Blank(part.name, "")
            for option in part.options.values():
                yield from blanks(option)


def filled(sentence: Sentence, values: Mapping[str, Any], words: Mapping[str, Word], number: Any = "") -> str:
    """The sentence with its blanks filled in."""
    return "".join([part if isinstance(part, str) else _filled(part, values, words, number) for part in sentence])


def _filled(part: Blank | Choice | _Number, values: Mapping[str, Any], words: Mapping[str, Word], number: Any) -> str:
    if isinstance(part, Blank):
        value = values[part.name]
        return words[part.word](value) if part.word else _plain(value)
    if isinstance(part, Choice):
        value = _chooses(part.name, values)
        return filled(_option(part, value), values, words, value)
    return _plain(number)


def _chooses(name: str, values: Mapping[str, Any]) -> Any:
    """The value that decides a choice; for a name `has_…`, whether that number is given."""
    if name not in values and name.startswith(HAS):
        return values[name.removeprefix(HAS)] >= 0
    return values[name]


def _plain(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _option(choice: Choice, value: Any) -> Sentence:
    if choice.kind == "plural":
        exact = choice.options.get(f"={value}")
        return exact if exact is not None else choice.options.get("one" if value == 1 else "other", choice.options["other"])
    name = str(value).lower() if isinstance(value, bool) else str(value)
    return choice.options.get(name, choice.options["other"])


def icu(sentence: Sentence) -> str:
    """The sentence as plain ICU, without the names of word functions."""
    written = []
    for part in sentence:
        if isinstance(part, str):
            written.append(part)
        elif isinstance(part, Blank):
            written.append(f"{{{part.name}}}")
        elif isinstance(part, Choice):
            options = " ".join(f"{name} {{{icu(option)}}}" for name, option in part.options.items())
            written.append(f"{{{part.name}, {part.kind}, {options}}}")
        else:
            written.append("#")
    return "".join(written)
