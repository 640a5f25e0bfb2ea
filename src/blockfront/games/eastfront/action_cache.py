"""Keeps the actions that come in long lists, so that listing them again costs a look-up instead of a new object.

Blocks and hexes have the same numbers in every scenario, so all games share these actions: for each block, a Rail Move to every
railway hex and a cadre in every place where new units arrive.
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Generic, TypeVar

from blockfront.core.actions import Action
from blockfront.games.eastfront.actions import BuildCadre, RailMove
from blockfront.games.eastfront.loading.board import board
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members
from blockfront.hexes.sides import touching

A = TypeVar("A", bound=Action)


class ActionCache(Generic[A]):
    """One action of a block for each of many hexes, looked up by the hex."""

    __slots__ = ("_by_hex",)

    def __init__(self, make: Callable[[int, int], A], block: int, hexes: HexSet) -> None:
        self._by_hex: list[Any] = [None] * board().grid.size
        for hex_ in members(hexes):
            self._by_hex[hex_] = make(block, hex_)

    def into(self, hexes: Iterable[int]) -> list[A]:
        return list(map(self._by_hex.__getitem__, hexes))


@cache
def rail_moves_of(block: int) -> ActionCache[RailMove]:
    """The Rail Moves a block can make when it is not in a battle."""
    return ActionCache(RailMove, block, touching(board().rail_sides) | board().west_entries | board().east_entries)


@cache
def cadres_of(block: int) -> ActionCache[BuildCadre]:
    """The cadres that can be built from a block, one for each place where new units arrive."""
    ground = board()
    return ActionCache(
        BuildCadre, block, ground.major_cities | ground.minor_cities | ground.west_entries | ground.east_entries | ground.victory_cities
    )
