"""Actions that come in long lists, each made once and kept: listing them again costs a look-up instead of a new object.

Blocks and hexes have the same numbers in every scenario, so all games share what is kept. It is at most one action for each
block and each place on a railway, or where units arrive.
"""

from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Generic, TypeVar

from blockfront.core.actions import Action
from blockfront.games.eastfront.actions import BuildCadre, RailMove

A = TypeVar("A", bound=Action)


class MadeOnce(dict[int, A], Generic[A]):
    """Actions by hex."""

    def __init__(self, make: Callable[[int], A]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, hex_: int) -> A:
        action = self[hex_] = self._make(hex_)
        return action

    def into(self, hexes: Iterable[int]) -> list[A]:
        return list(map(self.__getitem__, hexes))


@cache
def rail_moves_of(block: int) -> MadeOnce[RailMove]:
    """Rail Moves of a block that is in no battle."""
    return MadeOnce(partial(RailMove, block))


@cache
def cadres_of(block: int) -> MadeOnce[BuildCadre]:
    return MadeOnce(partial(BuildCadre, block))
