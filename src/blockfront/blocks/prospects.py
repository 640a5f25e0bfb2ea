"""What an undertaking other than a battle may bring: a passage, a landing, a raid, a reconnaissance; made by a title from a view alone."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec

from blockfront.core.actions import Action


class Outcome(msgspec.Struct, frozen=True):
    """Something that may come of it, by a word of the title's, and how likely that is."""

    name: str
    chance: float


class Prospects(msgspec.Struct, frozen=True):
    """`exact` says that nothing the viewer has not seen bears on it; otherwise it is a mean over what he cannot rule out."""

    kind: str
    hex: int
    blocks: tuple[int, ...]  # of the viewer's, who take part
    outcomes: tuple[Outcome, ...]
    exact: bool
    clause: str
    expected: float = -1.0  # hits on average, where hits are counted


ProspectsOf = Callable[[Any, Any, Sequence[Action], Sequence[int], int, Random], Prospects | None]
"""(game, view, actions, aircraft that would help, hex, chance): None where the actions promise nothing that could be told."""
