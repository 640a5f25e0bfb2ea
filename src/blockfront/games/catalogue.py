"""The titles there are, listed by hand. Facts load at once; engines only when a game is made."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

from blockfront.core.game import AnyGame, Title
from blockfront.core.measures import Measures
from blockfront.core.options import checked

_TITLES: tuple[str, ...] = ("eastfront", "blocks_in_the_east", "proving_ground")


def titles() -> tuple[Title, ...]:
    return tuple(title(name) for name in _TITLES)


def title(name: str) -> Title:
    if name not in _TITLES:
        raise ValueError(f"there is no title {name!r}; known: {', '.join(_TITLES)}")
    found: Title = import_module(f"blockfront.games.{name}.title").TITLE
    return found


def game(title_id: str, scenario: str, options: frozenset[str] | None = None) -> AnyGame:
    """A game of a title; options default to the title's own defaults."""
    facts = title(title_id)
    included = frozenset(facts.scenario(scenario).includes)
    chosen = frozenset(option.id for option in facts.options if option.default) if options is None else options
    make: Callable[[str, frozenset[str]], AnyGame] = import_module(f"blockfront.games.{title_id}.game").make
    checked(chosen | included, facts.options)
    return make(scenario, chosen)


def measures(title_id: str) -> Measures | None:
    """What the title counts for charts, if it does."""
    name = f"blockfront.games.{title(title_id).id}.aids.measures"
    if find_spec(name) is None:
        return None
    found: Measures = import_module(name).MEASURES
    return found
