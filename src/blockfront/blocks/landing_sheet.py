"""Landings from the sea as a side plans them: fleets, beaches, units that may go or wait; made by a title from a view alone."""

from collections.abc import Callable
from typing import Any, Literal

import msgspec


class Fleet(msgspec.Struct, frozen=True):
    """A headquarters that orders landings now."""

    hq: int
    points: int  # it has left


class Beach(msgspec.Struct, frozen=True):
    """A coast on which somebody may land now."""

    hex: int
    hurdles: tuple[str, ...]  # what is difficult about it
    facing: tuple[int, ...]  # ports of the viewer's that it faces
    escorts: tuple[int, ...]  # air units of the viewer's that could fight there


class Passage(msgspec.Struct, frozen=True):
    """Beaches to which a unit may be sent from its port by a headquarters (-1: without a new order) for so many of its points."""

    block: int
    port: int
    hq: int
    price: int
    arrives: float  # chance to come over the sea whole
    lost: float  # chance to be lost on the way
    hexes: tuple[int, ...]


class Ashore(msgspec.Struct, frozen=True):
    """A landing of this turn; others' units are numbers alone."""

    hex: int
    port: int
    block: int = -1


class LandingSheet(msgspec.Struct, frozen=True):
    """`wave` as the landings of this turn have come: `none` before they are fought."""

    wave: Literal["none", "first", "second"] = "none"
    fleets: tuple[Fleet, ...] = ()
    beaches: tuple[Beach, ...] = ()
    passages: tuple[Passage, ...] = ()
    holds: tuple[tuple[int, int], ...] = ()  # (headquarters, unit) that could be kept for the second wave
    waiting: tuple[int, ...] = ()  # units on hold
    landings: tuple[Ashore, ...] = ()  # ordered or carried out in this turn
    marines: tuple[int, ...] = ()  # of all units named here


NO_LANDINGS = LandingSheet()

LandingSheetOf = Callable[[Any, Any], LandingSheet]  # (game, view)
