"""Sets of hexes: plain ints for the rules, ``Hexes`` for people.

A function or method that ends in ``_mask`` gives the raw int (bit *h* set: hex *h* is a member); the same name without
the suffix gives a ``Hexes``, which knows its grid, behaves like a frozen set and prints as labels.
"""

from collections.abc import Iterable, Iterator, Set
from functools import lru_cache
from typing import Any

from blockfront.hexes.grid import Grid, Hex, HexSet
from blockfront.hexes.notation import format_hexes, parse_hexes_mask

_BITS_OF_BYTE = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
_SPARSE = 60  # with at most one member in so many hexes, taking off the highest bit again and again is faster than reading byte by byte


class ListedHexes(tuple[int, ...]):
    """The hexes of a set in ascending order, as views list them, with the set they were listed from."""

    mask: HexSet


@lru_cache(maxsize=1024)
def listed(mask: HexSet) -> tuple[int, ...]:
    """The members as a tuple; equal sets share it, since most sets of a position equal those of the position before."""
    if not mask:
        return ()
    hexes = ListedHexes(members(mask))
    hexes.mask = mask
    return hexes


def mask_of(hexes: Iterable[int]) -> HexSet:
    """The set of these hexes."""
    if type(hexes) is ListedHexes:
        return hexes.mask
    mask = 0
    for hex_ in hexes:
        mask |= 1 << hex_
    return mask


def members(mask: HexSet) -> list[Hex]:
    """The hexes of a set in ascending order."""
    found: list[Any] = []
    if mask.bit_count() * _SPARSE <= mask.bit_length():
        while mask:
            highest = mask.bit_length() - 1
            found.append(highest)
            mask ^= 1 << highest
        found.reverse()
        return found
    start = (mask & -mask).bit_length() - 1
    mask >>= start
    for byte in mask.to_bytes((mask.bit_length() + 7) // 8, "little"):
        if byte:
            for bit in _BITS_OF_BYTE[byte]:
                found.append(start + bit)
        start += 8
    return found


def member_at(mask: HexSet, place: int) -> Hex:
    """The member at this index of ``members``, without making the list."""
    start = 0
    width = mask.bit_length()
    while width > 8:  # keep the half that it is in
        half = width >> 1
        lower = mask & (1 << half) - 1
        below = lower.bit_count()
        if place < below:
            mask, width = lower, half
        else:
            mask >>= half
            place -= below
            start += half
            width -= half
    return Hex(start + _BITS_OF_BYTE[mask][place])


def neighbours_mask(grid: Grid, hexes: HexSet) -> HexSet:
    """The hexes adjacent to any member; members themselves only if they are adjacent to another member."""
    down = grid.stride
    slant = down - 1
    return (hexes << 1 | hexes >> 1 | hexes << down | hexes >> down | hexes << slant | hexes >> slant) & grid.cells


def expanded_mask(grid: Grid, hexes: HexSet, steps: int = 1) -> HexSet:
    """The members and everything within this many hexes of them."""
    for _ in range(steps):
        hexes |= neighbours_mask(grid, hexes)
    return hexes


def _as_mask(hexes: Iterable[object]) -> HexSet:
    return hexes.mask if isinstance(hexes, Hexes) else mask_of(hex_ for hex_ in hexes if isinstance(hex_, int))


class Hexes(Set[Hex]):
    """A frozen set of hexes on a grid, such as ``Hexes.parse(grid, "0514-0914 1012")``; ``mask`` is its raw int."""

    __slots__ = ("grid", "mask")

    grid: Grid
    mask: HexSet

    def __init__(self, grid: Grid, hexes: HexSet | Iterable[int] = 0) -> None:
        mask = hexes if isinstance(hexes, int) else mask_of(hexes)
        if mask & ~grid.cells:
            raise ValueError(f"{members(mask & ~grid.cells)} are not hexes of this map")
        object.__setattr__(self, "grid", grid)
        object.__setattr__(self, "mask", mask)

    @classmethod
    def parse(cls, grid: Grid, text: str) -> "Hexes":
        return cls(grid, parse_hexes_mask(grid, text))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("Hexes cannot be changed")

    def __contains__(self, hex_: object) -> bool:
        return isinstance(hex_, int) and hex_ >= 0 and bool(self.mask >> hex_ & 1)

    def __iter__(self) -> Iterator[Hex]:
        return iter(members(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    __hash__ = Set._hash  # equal to the frozenset of the same hexes, as Set.__eq__ is

    def __int__(self) -> int:
        return self.mask

    def __and__(self, other: Iterable[object]) -> "Hexes":
        return Hexes(self.grid, self.mask & _as_mask(other))

    def __or__(self, other: Iterable[object]) -> "Hexes":
        return Hexes(self.grid, self.mask | _as_mask(other))

    def __sub__(self, other: Iterable[object]) -> "Hexes":
        return Hexes(self.grid, self.mask & ~_as_mask(other))

    def __xor__(self, other: Iterable[object]) -> "Hexes":
        return Hexes(self.grid, self.mask ^ _as_mask(other))

    def neighbours(self) -> "Hexes":
        return Hexes(self.grid, neighbours_mask(self.grid, self.mask))

    def expanded(self, steps: int = 1) -> "Hexes":
        return Hexes(self.grid, expanded_mask(self.grid, self.mask, steps))

    def __str__(self) -> str:
        return format_hexes(self.grid, self.mask)

    def __repr__(self) -> str:
        return f"Hexes({format_hexes(self.grid, self.mask)!r})"
