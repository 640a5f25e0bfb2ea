"""The aim of a game, as one viewer knows it: the count so far, what each victory level needs, the places that count.

Everything is made from a view, which cannot hold a secret: where hidden things count, the aim gives the lowest and the highest value.
"""

from collections.abc import Callable
from typing import Any, Literal

import msgspec

Span = tuple[int, int]  # lowest and highest


class AimItem(msgspec.Struct, frozen=True):
    """A line of the count, with each side's points."""

    name: str
    points: tuple[Span, ...]


class AimPlace(msgspec.Struct, frozen=True):
    """A place that counts, its points, and who holds it."""

    hex: int
    points: int
    holder: int  # -1: nobody


class AimLevel(msgspec.Struct, frozen=True):
    """How the game ends if the balance is `at_least` this much; `winner` -1 is a draw."""

    at_least: int
    winner: int
    level: str


class AimCondition(msgspec.Struct, frozen=True):
    """A condition of a level: the name of its sentence, and the `month` in it if it has a date."""

    name: str
    month: int = 0


class Aim(msgspec.Struct, frozen=True):
    """`balance` is that of the side that counts points; if conditions decide, it is the index of the level reached now.

    `is_ours`: the rulebook gives the scenario no aim, so this one is ours.
    """

    kind: Literal["none", "places", "points", "conditions"]
    counts: int  # the side whose points the balance tells
    balance: Span
    levels: tuple[AimLevel, ...]  # from the lowest balance up
    items: tuple[AimItem, ...]
    places: tuple[AimPlace, ...]
    turns: int
    turns_left: int
    month: int  # the last one, counted from the year 0
    clause: str
    is_ours: bool = False
    conditions: tuple[AimCondition, ...] = ()  # of the levels, in their order, where conditions decide


NO_AIM = Aim("none", 0, (0, 0), (), (), (), 0, 0, 0, "")

AimOf = Callable[[Any, Any], Aim]  # (game, view)
