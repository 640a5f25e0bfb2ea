"""What happens at sea and on the beaches."""

from typing import ClassVar

from blockfront.core.events import Event


class LandingsDeclared(Event, frozen=True, tag="landings_declared"):
    """Landings were declared. Everybody learns where and how many units land, and how many wait in which ports; not what they are."""

    announces: ClassVar[bool] = True
    side: int
    targets: tuple[tuple[int, int], ...]  # (hex, units)
    ports: tuple[tuple[int, int], ...]  # (hex, units on hold)


class BattlePaused(Event, frozen=True, tag="battle_paused"):
    """The first round of a landing did not clear the beach: the battle continues after the second wave."""

    hex: int


class BeachTaken(Event, frozen=True, tag="beach_taken"):
    """A landing has cleared its hex."""

    hex: int


class StoodDown(Event, frozen=True, tag="stood_down"):
    """Units on hold did not land; their markers were removed."""

    number: int


class MulberryPaid(Event, frozen=True, tag="mulberry_paid"):
    """A point was paid for an artificial harbour."""

    announces: ClassVar[bool] = True
    power: int
    points: int


class MulberryPlaced(Event, frozen=True, tag="mulberry_placed"):
    """An artificial harbour was placed; it is a port from now on."""

    announces: ClassVar[bool] = True
    power: int
    hex: int


class MulberryGone(Event, frozen=True, tag="mulberry_gone"):
    """An artificial harbour was destroyed."""

    power: int
    hex: int


SEA_EVENTS: tuple[type[Event], ...] = (LandingsDeclared, BattlePaused, BeachTaken, StoodDown, MulberryPaid, MulberryPlaced, MulberryGone)
