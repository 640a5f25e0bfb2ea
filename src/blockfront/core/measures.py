"""What a title counts for the charts of a game: from a viewer's own view and log while it runs, from the truth when it is over.

A title declares them in its contract. What is told of a running game takes views and events, never states:
views and logs cannot hold a secret, so neither can what is counted from them.
"""

from typing import Any, NamedTuple, Protocol

from blockfront.core.events import Event
from blockfront.core.game import AnyGame
from blockfront.core.sides import Side

BySide = tuple[int | None, ...]  # a number for each side; None where it is not known


class Roll(NamedTuple):
    """Dice thrown in battle: `shots` are numbers of dice, each with the chance that one of them hits."""

    side: int
    dice: int
    hits: int
    shots: tuple[tuple[int, float], ...]

    @property
    def expected(self) -> float:
        """The hits they should bring on average."""
        return sum(dice * chance for dice, chance in self.shots)


class Income(NamedTuple):
    side: int
    points: int


class Measures(Protocol):
    """The figures of a title's charts: what a view tells of them, what the truth does, and what events add up to."""

    def known(self, game: AnyGame, view: Any) -> dict[str, BySide]:
        """What a view tells: of the viewer's own side, and of others what everybody sees."""
        ...

    def true(self, game: AnyGame, state: Any) -> dict[str, BySide]:
        """What only the whole state tells."""
        ...

    def roll(self, event: Event) -> Roll | None: ...

    def loss(self, game: AnyGame, event: Event, viewer: Side | None) -> int | None:
        """The side that lost a step, as the viewer saw it; `viewer` None means the log of all together."""
        ...

    def income(self, game: AnyGame, event: Event) -> Income | None: ...
