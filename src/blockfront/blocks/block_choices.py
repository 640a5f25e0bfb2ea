"""Choices of the form "this block to that hex", kept as sets of hexes until the actions are needed."""

from collections.abc import Iterator, Mapping
from random import Random

from blockfront.core.actions import Action
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members


class BlockToHex(Action, frozen=True, tag=True):
    """Base class of actions that send a block to a hex."""

    block: int
    target: int


class BlockTargets:
    """One action for each block and each of its target hexes, by block, then by hex."""

    __slots__ = ("_make", "_targets")

    def __init__(self, make: type[BlockToHex], targets: Mapping[int, HexSet]) -> None:
        self._make = make
        self._targets = {block: hexes for block, hexes in sorted(targets.items()) if hexes}

    def __iter__(self) -> Iterator[Action]:
        make = self._make
        for block, hexes in self._targets.items():
            for target in members(hexes):
                yield make(block, target)

    def __contains__(self, action: object, /) -> bool:
        if type(action) is not self._make or not isinstance(action, BlockToHex):
            return False
        return action.target >= 0 and bool(self._targets.get(action.block, 0) >> action.target & 1)

    def __len__(self) -> int:
        return sum(hexes.bit_count() for hexes in self._targets.values())

    def sample(self, rng: Random) -> Action:
        """A random block, then one of its hexes at random."""
        if not self._targets:
            raise LookupError("no block has a target")
        blocks = list(self._targets)
        block = blocks[int(rng.random() * len(blocks))]
        hexes = members(self._targets[block])
        return self._make(block, hexes[int(rng.random() * len(hexes))])
