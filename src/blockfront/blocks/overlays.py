"""Overlays for a map: hexes and lines that have something in common, made by a title from a view alone.

A title declares its overlays in its contract (`blocks.contract`). A block and a hex narrow an overlay down, such as to the radius of a
headquarters seen from there; modifiers are everything that counts in the battle of a hex, each with its clause.
"""

from collections.abc import Iterable
from typing import Literal

import msgspec

from blockfront.hexes.grid import Grid, HexSet
from blockfront.hexes.hexset import members
from blockfront.hexes.sides import Sides, has_side

Drawing = Literal["fill", "hatch", "ring", "track", "border"]  # tracks join centres of hexes, borders run between hexes


class Layer(msgspec.Struct, frozen=True):
    """`name` is a word of the title's, `clause` the rule behind it; `side`, `block` and `value` are -1 where they do not matter."""

    name: str
    drawing: Drawing
    hexes: tuple[int, ...] = ()
    lines: tuple[tuple[int, int], ...] = ()
    side: int = -1
    block: int = -1
    value: int = -1
    clause: str = ""


class Overlay(msgspec.Struct, frozen=True):
    """`is_guess` says that units of others which the viewer has not seen may change it."""

    kind: str
    layers: tuple[Layer, ...]
    is_guess: bool


class Modifier(msgspec.Struct, frozen=True):
    """Something that counts in a battle, for a side or for one of the units the viewer knows."""

    name: str
    clause: str
    side: int = -1
    block: int = -1
    value: int = -1


def layer(name: str, drawing: Drawing, hexes: HexSet, clause: str, *, side: int = -1, block: int = -1, value: int = -1) -> Layer:
    return Layer(name, drawing, tuple(members(hexes)), side=side, block=block, value=value, clause=clause)


def some(layers: Iterable[Layer]) -> tuple[Layer, ...]:
    """The layers that show anything."""
    return tuple(one for one in layers if one.hexes or one.lines)


def joined_by(grid: Grid, hexes: HexSet, sides: Sides) -> tuple[tuple[int, int], ...]:
    """Pairs of hexes of a set that are joined by these hexsides, each pair once."""
    return tuple(
        (hex_, other)
        for hex_ in members(hexes & grid.cells)
        for direction, other in grid.neighbours(hex_)
        if other > hex_ and hexes >> other & 1 and has_side(sides, hex_, direction)
    )


def edge_of(grid: Grid, inner: HexSet, outer: HexSet) -> tuple[tuple[int, int], ...]:
    """Pairs (inside, outside) of adjacent hexes: the line along which two sets meet."""
    return tuple((hex_, other) for hex_ in members(inner & grid.cells) for _, other in grid.neighbours(hex_) if outer >> other & 1)
