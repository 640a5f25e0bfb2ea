"""The machine players of each title, declared in one place, and the levels that can play it.

Every title of the catalogue has an entry here; a title without players of its own uses `GENERIC_ONLY`.
"""

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any, Final, Protocol

import msgspec

from blockfront.ai.expectation import Expectation
from blockfront.ai.player import LEVELS, Budget, Level, Player, level
from blockfront.ai.recruit import Recruit, Sense, indifferent
from blockfront.ai.search.mind import Mind
from blockfront.core.actions import Action
from blockfront.core.events import Event
from blockfront.core.game import AnyGame
from blockfront.core.sides import Side

GENERIC: Final = ("recruit",)  # levels that play every title
Makers = Mapping[str, Callable[[], Player]]
MindMaker = Callable[[Any, Any, Budget, Random], Mind[Any, Any] | None]  # (game, view, budget, random numbers)
ProposalKind = Callable[[AnyGame, Any], str | None]  # the kind of proposal possible in a guessed state


class Observer(Protocol):
    """Watches a game and sees the true state: for statistics, never for players."""

    def watch(self, state: Any, side: Side, action: Action, events: list[Event]) -> None:
        """Called after every action."""
        ...

    def notes(self) -> dict[str, list[int]]:
        """Returns the counts by name, each a list by side."""
        ...


class TitlePlayers(msgspec.Struct, frozen=True, kw_only=True):
    """The machine players of a title, and what they know about it."""

    makers: Makers = {}  # the title's own players, by level
    sense: Sense = indifferent  # how sensible an action looks to a recruit
    proposes: ProposalKind | None = None
    mind: MindMaker | None = None  # makes what the search asks about the title
    expectation: Expectation | None = None  # what positions are worth when everything is visible
    observers: tuple[Callable[[AnyGame], Observer], ...] = ()  # counters for games between machines


GENERIC_ONLY: Final = TitlePlayers()


def _eastfront() -> TitlePlayers:
    from blockfront.ai.eastfront.players import PLAYERS

    return PLAYERS


def _blocks_in_the_east() -> TitlePlayers:
    from blockfront.ai.blocks_in_the_east.players import PLAYERS

    return PLAYERS


def _blocks_in_the_west() -> TitlePlayers:
    from blockfront.ai.blocks_in_the_west.players import PLAYERS

    return PLAYERS


def _blocks_east_and_west() -> TitlePlayers:
    from blockfront.ai.blocks_east_and_west.players import PLAYERS

    return PLAYERS


def _proving_ground() -> TitlePlayers:
    return GENERIC_ONLY


_TITLES: Final[Mapping[str, Callable[[], TitlePlayers]]] = {
    "eastfront": _eastfront,
    "blocks_in_the_east": _blocks_in_the_east,
    "blocks_in_the_west": _blocks_in_the_west,
    "blocks_east_and_west": _blocks_east_and_west,
    "proving_ground": _proving_ground,
}


@cache
def players_of(title_id: str) -> TitlePlayers:
    """Returns what is declared for a title; its players are imported when first asked for."""
    return _TITLES[title_id]()


def declared() -> frozenset[str]:
    """Returns the titles that have an entry."""
    return frozenset(_TITLES)


def levels_of(title_id: str) -> tuple[Level, ...]:
    """Lists the levels that can play a title."""
    special = players_of(title_id).makers
    return tuple(known for known in LEVELS if known.id in GENERIC or known.id in special)


def player(level_id: str, title_id: str) -> Player:
    """Returns a new player of a level for a title."""
    level(level_id)
    found = players_of(title_id)
    if level_id in found.makers:
        return found.makers[level_id]()
    if level_id in GENERIC:
        return Recruit(found.sense)
    known = ", ".join(known.id for known in levels_of(title_id))
    raise ValueError(f"no {level_id!r} plays {title_id}; there are {known}")
