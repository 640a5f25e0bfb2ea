"""The blocks of a title: identity, type and step values. Only facts; where a block is and how strong it is belongs to the state."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import Any, NewType

import msgspec

from blockfront.core.sides import Side

BlockId = NewType("BlockId", int)  # index into the order of battle
BlockSet = int  # bit i set: block i is a member


class Block(msgspec.Struct, frozen=True):
    """One block. `strengths` are its step values from the last step up: (1, 2, 3, 4), or (1, 3, 5, 7)."""

    key: str  # stable name in data files and records, such as "ax-pz-41"
    name: str
    side: Side
    nation: str
    type: str
    strengths: tuple[int, ...]
    tags: frozenset[str] = frozenset()
    colours: tuple[str, ...] = ()  # colour of each step, where a title has step colours
    pool: str = ""  # colour of the block itself, which its back shows; "" where a side has one colour

    @property
    def full(self) -> int:
        """Number of steps at full strength."""
        return len(self.strengths)

    def strength(self, steps: int) -> int:
        return self.strengths[steps - 1] if steps else 0

    def steps_for(self, strength: int) -> int:
        """The number of steps at which the block shows this strength."""
        if strength not in self.strengths:
            raise ValueError(f"{self.name} has the step values {list(self.strengths)}, not {strength}")
        return self.strengths.index(strength) + 1


class OrderOfBattle:
    """All blocks of a title, with lookups."""

    __slots__ = ("_by_key", "blocks", "last_seen", "of_colour", "of_side", "pick", "pool_of", "pools", "side_masks", "sides")

    def __init__(self, blocks: Iterable[Block]) -> None:
        self.blocks = tuple(blocks)
        self.sides = tuple(block.side for block in self.blocks)
        self.pools = tuple(dict.fromkeys(block.pool for block in self.blocks))  # colours of blocks, which even hidden ones show
        self.pool_of = tuple(self.pools.index(block.pool) for block in self.blocks)
        self._by_key = {block.key: BlockId(index) for index, block in enumerate(self.blocks)}
        if len(self._by_key) != len(self.blocks):
            raise ValueError("two blocks of the order of battle share a key")
        self.of_side = tuple(tuple(self.where(side=side)) for side in sorted(set(self.sides)))
        self.of_colour = {  # by side and colour: a hidden block is taken for one of its own colour only
            key: tuple(block for block in self.of_side[key[0]] if self.pool_of[block] == key[1])
            for key in sorted(set(zip(self.sides, self.pool_of, strict=True)))
        }
        self.pick = tuple(map(_picking, self.of_side))  # by side: its blocks' entries of a column
        self.last_seen: dict[Any, Any] = {}  # what was last made of the blocks, kept by `sightings`
        self.side_masks = tuple(sum(1 << block for block in blocks) for blocks in self.of_side)

    def __len__(self) -> int:
        return len(self.blocks)

    def __getitem__(self, block: int) -> Block:
        return self.blocks[block]

    def called(self, nations: Mapping[str, str]) -> tuple[str, ...]:
        """The name of every block; armies and corps with the same number are told apart by their nation."""
        times = Counter(block.name for block in self.blocks)
        return tuple(block.name if times[block.name] == 1 else f"{block.name} ({nations[block.nation]})" for block in self.blocks)

    def key(self, key: str) -> BlockId:
        try:
            return self._by_key[key]
        except KeyError:
            raise ValueError(f"there is no block {key!r} in the order of battle") from None

    def has(self, key: str) -> bool:
        return key in self._by_key

    def where(self, *, side: int | None = None, type: str | None = None, tag: str | None = None) -> Iterator[BlockId]:
        for index, block in enumerate(self.blocks):
            if (
                (side is None or block.side == side)
                and (type is None or block.type == type)
                and (tag is None or tag in block.tags)
            ):
                yield BlockId(index)

    def mask(self, *, side: int | None = None, type: str | None = None, tag: str | None = None) -> BlockSet:
        return sum(1 << block for block in self.where(side=side, type=type, tag=tag))


def _picking(blocks: Sequence[int]) -> Callable[[Any], Any]:
    """A function that takes the entries of some blocks, in order, from a column; adjacent entries are taken as one slice."""
    breaks = [place for place in range(1, len(blocks)) if blocks[place] != blocks[place - 1] + 1]
    first, *rest = [slice(blocks[a], blocks[b - 1] + 1) for a, b in pairwise((0, *breaks, len(blocks)))]
    if not rest:
        return itemgetter(first)

    def pick(column: Any) -> Any:
        found = column[first]
        for row in rest:
            found += column[row]
        return found

    return pick
