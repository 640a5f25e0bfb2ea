"""What a game is played for, as one viewer knows it: the count so far, what each level needs, the places that bring it.

Everything is made from a view, which cannot hold a secret: where something hidden counts, the aim has its lowest and its highest value.
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
    """From this balance on the game ends like this; `winner` -1 is a draw."""

    at_least: int
    winner: int
    level: str


class Aim(msgspec.Struct, frozen=True):
    """`balance` is that of the side that counts points. `is_ours`: the rulebook has no aim for the scenario, we have."""

    kind: Literal["none", "places", "points"]
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


NO_AIM = Aim("none", 0, (0, 0), (), (), (), 0, 0, 0, "")

AimOf = Callable[[Any, Any], Aim]  # (game, view)
