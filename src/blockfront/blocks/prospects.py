"""What a passage, a landing, a raid or reconnaissance may bring. A title works it out from a view alone."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec

from blockfront.core.actions import Action


class Outcome(msgspec.Struct, frozen=True):
    """A possible result, by the title's name for it, and its chance."""

    name: str
    chance: float


class Prospects(msgspec.Struct, frozen=True):
    """The chances of all results: `exact` if hidden units cannot change them, else means over what the viewer cannot rule out."""

    kind: str
    hex: int
    blocks: tuple[int, ...]  # the viewer's units that take part
    outcomes: tuple[Outcome, ...]
    exact: bool
    clause: str
    expected: float = -1.0  # average number of hits, if hits are counted


ProspectsOf = Callable[[Any, Any, Sequence[Action], Sequence[int], int, Random], Prospects | None]
"""(game, view, actions, aircraft that would help, hex, chance); None if there is nothing to work out for these actions."""
