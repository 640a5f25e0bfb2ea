"""A game to be played by machines, and who watches it."""

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

import msgspec

from blockfront.ai.player import Budget
from blockfront.core.actions import Action
from blockfront.core.events import Event
from blockfront.core.game import AnyGame
from blockfront.core.sides import Side


class Pairing(msgspec.Struct, frozen=True):
    """One game to be played: who plays which side, and its seed."""

    title: str
    scenario: str
    options: tuple[str, ...] | None
    levels: tuple[str, ...]  # by side
    seed: int
    budget: Budget = Budget()


class Observer(Protocol):
    """Watches a game from outside, with the truth before it: for statistics, never for players."""

    def watch(self, state: Any, side: Side, action: Action, events: list[Event]) -> None:
        """After an action."""
        ...

    def notes(self) -> dict[str, list[int]]:
        """What was counted, by side."""
        ...


def observers_of(title: str) -> Sequence[Callable[[AnyGame], Observer]]:
    """What a title's package counts in the games of machines."""
    name = f"blockfront.ai.{title}"
    found: Sequence[Callable[[AnyGame], Observer]] = getattr(import_module(name), "OBSERVERS", ()) if find_spec(name) else ()
    return found
