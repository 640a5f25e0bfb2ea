"""The war away from the fronts, as one viewer knows it: sections of rows, each with its clause.

A title makes it from a view, which cannot hold a secret. The title names its sections and rows; the client finds its sentences by these
names and needs to know nothing else about the game.
"""

from collections.abc import Callable
from typing import Any

import msgspec


class SituationRow(msgspec.Struct, frozen=True):
    """One fact. Numbers that do not matter are -1; if there is a `most`, `value` is a place on a track of that length."""

    name: str
    side: int = -1
    power: int = -1
    hex: int = -1
    block: int = -1
    month: int = -1  # counted from the year 0
    value: int = -1
    most: int = -1
    what: str = ""  # a kind of target, factory or state
    hexes: tuple[int, ...] = ()
    points: tuple[int, ...] = ()  # by colour, as the title counts them


class SituationSection(msgspec.Struct, frozen=True):
    """`is_guess`: units of others that the viewer has not seen may change it."""

    name: str
    clause: str
    rows: tuple[SituationRow, ...]
    is_guess: bool = False


class Situation(msgspec.Struct, frozen=True):
    """All sections of what a viewer knows of the war away from its fronts."""

    sections: tuple[SituationSection, ...] = ()


NO_SITUATION = Situation()

SituationOf = Callable[[Any, Any], Situation]  # (game, view)
