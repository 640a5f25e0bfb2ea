"""What a side needs to plan landings: fleets, beaches, units that may land or wait. A title makes it from a view alone."""

from collections.abc import Callable
from typing import Any, Literal

import msgspec


class Fleet(msgspec.Struct, frozen=True):
    """A headquarters that can order landings now."""

    hq: int
    points: int  # action points left


class Beach(msgspec.Struct, frozen=True):
    """A coast on which a unit may land now."""

    hex: int
    hurdles: tuple[str, ...]  # what is difficult about it
    facing: tuple[int, ...]  # the viewer's ports that it faces
    escorts: tuple[int, ...]  # the viewer's air units that could fight there


class Passage(msgspec.Struct, frozen=True):
    """The beaches to which a headquarters may send a unit, and the action points it takes; `hq` -1: no new order is needed."""

    block: int
    port: int
    hq: int
    price: int
    arrives: float  # chance to arrive without damage
    lost: float  # chance to be lost at sea
    hexes: tuple[int, ...]


class Ashore(msgspec.Struct, frozen=True):
    """A landing of this turn; `block` is -1 for units of others, which are only counted."""

    hex: int
    port: int
    block: int = -1


class LandingSheet(msgspec.Struct, frozen=True):
    """A side's landings and what it may still order. `wave` is the one that lands now: `none` before this turn's landings are fought."""

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
