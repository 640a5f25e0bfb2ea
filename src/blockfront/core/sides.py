"""Sides and viewers: sides are small integers; chance and spectators have numbers too but are not sides."""

from typing import Final, NewType

Side = NewType("Side", int)
CHANCE: Final = Side(-1)  # acts, but never sees a view
SPECTATOR: Final = Side(-2)  # sees views, but never acts

FIRST: Final = Side(0)
SECOND: Final = Side(1)
NOBODY: Final[frozenset[Side]] = frozenset()
CHANCE_ALONE: Final = frozenset((CHANCE,))
ALONE: Final = (frozenset((FIRST,)), frozenset((SECOND,)))  # by side


def other(side: int) -> Side:
    """The opposing side of a two-sided game."""
    return Side(1 - side)


def audience(*sides: int) -> int:
    """The viewers of an event as a bit mask; the spectator has a bit of its own."""
    mask = 0
    for side in sides:
        mask |= _SPECTATOR_BIT if side == SPECTATOR else 1 << side
    return mask


_SPECTATOR_BIT: Final = 1 << 15
EVERYBODY: Final = (1 << 16) - 1


def in_audience(mask: int, viewer: int) -> bool:
    return bool(mask & (_SPECTATOR_BIT if viewer == SPECTATOR else 1 << viewer))
