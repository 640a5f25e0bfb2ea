"""Optional rules: listed in the facts of a title, and implemented as layers that override single methods."""

from typing import Any, TypeVar

import msgspec

from blockfront.core.clauses import rule

T = TypeVar("T")


class Option(msgspec.Struct, frozen=True):
    """An optional rule a game can be created with."""

    id: str
    name: str
    explanation: str
    clauses: tuple[str, ...] = ()
    default: bool = False
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    scenarios: tuple[str, ...] = ()  # those it changes anything in; none named: all


class RetiredOption(msgspec.Struct, frozen=True):
    """An option that only older games name. In games of rules before `until` its absence meant the option `instead`."""

    id: str
    instead: str
    until: int


def options_as_begun(options: frozenset[str], retired: tuple[RetiredOption, ...], rules: int) -> frozenset[str]:
    """The present options of a game that was begun under an older version of the rules."""
    implied = {old.instead for old in retired if rules < old.until and not options & {old.id, old.instead}}
    return options | implied


class Preset(msgspec.Struct, frozen=True):
    """Options that belong together, such as the readings of one edition."""

    id: str
    name: str
    explanation: str
    options: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()


@rule("BE-E1")
def with_preset(chosen: frozenset[str], preset: Preset, presets: tuple[Preset, ...], known: tuple[Option, ...]) -> frozenset[str]:
    """The chosen options, with those of one preset in place of all other presets'; options that lack one they need are dropped."""
    found = (chosen - {option for other in presets for option in other.options}) | frozenset(preset.options)
    needs = {option.id: option.needs for option in known}
    while lacking := {option for option in found if any(name not in found for name in needs.get(option, ()))}:
        found -= lacking
    return found


class BadOptions(ValueError):
    """Options that cannot be played together; the message lists everything wrong with them."""


def checked(chosen: frozenset[str], known: tuple[Option, ...]) -> frozenset[str]:
    """The chosen options; raises an error that names every option that is unknown, lacks another or contradicts another."""
    by_id = {option.id: option for option in known}
    problems = [f"there is no option {name!r}; known: {', '.join(sorted(by_id)) or 'none'}" for name in sorted(chosen - by_id.keys())]
    for option in known:
        if option.id in chosen:
            problems += [f"{option.id!r} needs {name!r}" for name in option.needs if name not in chosen]
            problems += [f"{option.id!r} and {name!r} exclude each other" for name in option.excludes if name in chosen]
    if problems:
        raise BadOptions("; ".join(problems))
    return chosen


def compose(base: type[T], *layers: type[Any]) -> type[T]:
    """A class in which the last layer is asked first; each layer calls `super()` for what it does not change."""
    if not layers:
        return base
    return type(f"{base.__name__}With{''.join(layer.__name__ for layer in layers)}", (*reversed(layers), base), {})
