"""What a title counts for the charts of a game: from a viewer's own view and log while it runs, from the true state when it is over.

A title declares its measures in its contract. For a running game they use views and events, never states:
views and logs cannot hold a secret, so neither can what is counted from them.
"""

from typing import Any, NamedTuple, Protocol

from blockfront.core.events import Event
from blockfront.core.game import AnyGame
from blockfront.core.sides import Side

BySide = tuple[int | None, ...]  # a number for each side; None where it is not known


class Roll(NamedTuple):
    """Dice thrown in battle: each of the `shots` is a number of dice and the chance of each to hit."""

    side: int
    dice: int
    hits: int
    shots: tuple[tuple[int, float], ...]

    @property
    def expected(self) -> float:
        """The average number of hits to expect."""
        return sum(dice * chance for dice, chance in self.shots)


class Income(NamedTuple):
    """Production points that a side received."""

    side: int
    points: int


class Measures(Protocol):
    """The figures in a title's charts: those known from a view, those only in the true state, and those added up from events."""

    def known(self, game: AnyGame, view: Any) -> dict[str, BySide]:
        """Figures from a view: those of the viewer's own side, and what everybody sees of the others."""
        ...

    def true(self, game: AnyGame, state: Any) -> dict[str, BySide]:
        """Figures that only the whole state gives."""
        ...

    def roll(self, event: Event) -> Roll | None: ...

    def loss(self, game: AnyGame, event: Event, viewer: Side | None) -> int | None:
        """The side that lost a step in an event, as the viewer saw it; for `viewer` None, as all viewers together saw it."""
        ...

    def income(self, game: AnyGame, event: Event) -> Income | None: ...
