"""Needs: what would be lost in the enemy's next turn unless a unit prevents it, and how likely that is.

An enemy gets somewhere in three ways: he walks; he walks twice, in a blitz or an exploitation; or he breaks through a stack that falls
in his first battle and goes on behind it. How far he walks and how often stacks fall is up to the title.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple, Protocol, TypeVar

from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members

LEAST: Final = 0.02  # expected losses below this are left out
MET: Final = 0.3  # share of a need that its answer must make up for


class Need(NamedTuple):
    """An expected loss unless a unit stands in one of some hexes, and the reason in a few words."""

    hexes: HexSet
    worth: float
    why: str


class Answer(Protocol):
    """What a unit could do about a need: stay, come, or leave."""

    @property
    def gain(self) -> float:
        """The loss it prevents, less its own cost."""
        ...

    @property
    def hex(self) -> int: ...


A = TypeVar("A", bound=Answer)


class Reach(NamedTuple):
    """Where an enemy can be at the end of his turn."""

    walked: HexSet
    again: HexSet  # with a second movement
    behind: Mapping[int, HexSet]  # by stack in his way: where he can go on to from its hex


def chance_at(found: Reach, hexes: HexSet, second: float, falls: Mapping[int, float]) -> float:
    """Returns the chance that one of some hexes is entered; `second` is that of a second movement, `falls` those of stacks falling."""
    if found.walked & hexes:
        return 1.0
    chance = second if found.again & hexes else 0.0
    for hex_, fall in falls.items():
        if found.behind.get(hex_, 0) & hexes:
            chance = max(chance, second * fall)
    return chance


def worst(needs: Iterable[Need], least: float = LEAST) -> list[Need]:
    """Lists the needs worth at least `least`, worst first; among equals by their hexes."""
    return sorted((need for need in needs if need.worth >= least), key=lambda need: (-need.worth, members(need.hexes)))


def meet(needs: Iterable[Need], answers: Callable[[Need], Iterable[A]], accept: Callable[[A], None], least: Callable[[A], float]) -> None:
    """Gives each need its best answer if that prevents enough of the loss and gains at least what `least` asks."""
    for need in needs:
        best = max(answers(need), key=lambda answer: (answer.gain, -answer.hex), default=None)
        if best is not None and best.gain >= max(least(best), MET * need.worth):
            accept(best)
