"""Steps have names in saved games and numbers while a game is played.

The number is computed from the name alone, so it is the same in every process and version, and does not depend on the order of steps.
Saved games of format 1 have the step's place in its title's list instead; those lists are frozen (`StackState.first_steps`).
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

import msgspec

SavedFrame: TypeAlias = tuple[int | str, ...]
_WIDTH: Final = 3  # bytes of a number

_names: dict[int, str] = {}
_renamed: dict[str, str] = {}


def number_of(name: str) -> int:
    """The number that stands for a step's name in memory."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:_WIDTH], "big")


def register(name: str, formerly: Iterable[str] = ()) -> int:
    """Make a step known by its name and its earlier names in saved games; returns its number."""
    number = number_of(name)
    if _names.setdefault(number, name) != name:
        raise TypeError(f"the steps {name} and {_names[number]} have the same number: give one of them another name")
    for old in formerly:
        _renamed[old] = name
    return number


def named(frames: Sequence[tuple[int, ...]]) -> list[SavedFrame]:
    """Frames in the form in which they are saved: each begins with the name of its step."""
    return [(_names.get(frame[0], frame[0]), *frame[1:]) for frame in frames]


def placed(frames: Sequence[tuple[int, ...]], places: Sequence[str]) -> list[SavedFrame]:
    """Frames as format 1 saved them: each begins with a place in a list of names; a newer step keeps its name."""
    place_of = {name: place for place, name in enumerate(places)}
    return [(place_of.get(str(name), name), *numbers) for name, *numbers in named(frames)]


def named_from_places(frames: Sequence[Sequence[Any]], places: Sequence[str]) -> list[SavedFrame]:
    """Saved frames of format 1 with places replaced by names."""
    return [(name if isinstance(name, str) else places[name], *numbers) for name, *numbers in frames]


def numbered(frames: Sequence[tuple[Any, ...]]) -> list[tuple[int, ...]]:
    """Saved frames converted for use in memory: each begins with the number of its step."""
    if not all(frames):
        raise msgspec.ValidationError("it has a frame without a step")
    return [(_known_number(name), *numbers) for name, *numbers in frames]


def _known_number(name: int | str) -> int:
    if isinstance(name, int):
        return name
    number = number_of(_renamed.get(name, name))
    if number not in _names:
        raise msgspec.ValidationError(f"it is in the step {name}, which this version does not have")
    return number
