"""Tables of the map that no position changes, computed once for all games."""

from functools import cache

from blockfront.games.eastfront.loading.board import Board
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import expanded_mask, members
from blockfront.hexes.reach import rings, within

FARTHEST_PULL = 10  # steps up to which an objective attracts units
NO_WAY = 99  # stands for the distance of hexes to which no land leads


@cache
def around(board: Board) -> tuple[HexSet, ...]:
    """Lists, for every hex, the neighbours to which units can march."""
    return tuple(sum(1 << near for _, near in row) for row in board.neighbours)


@cache
def rings_around(board: Board, hex_: int) -> tuple[tuple[int, ...], ...]:
    """Lists the hexes in play around a hex by distance, beginning with the hex itself."""
    found = rings(board.grid, 1 << hex_, board.playable, board.march_sides, FARTHEST_PULL)
    return tuple(tuple(members(ring & board.playable)) for ring in found)


@cache
def distances(board: Board, hex_: int) -> tuple[int, ...]:
    """Lists the land distance of every hex to a hex; `NO_WAY` if there is no way."""
    found = [NO_WAY] * board.grid.size
    for distance, ring in enumerate(rings(board.grid, 1 << hex_, board.playable, board.land_sides)):
        for near in members(ring):
            found[near] = distance
    return tuple(found)


@cache
def disc(board: Board, hex_: int, radius: int) -> HexSet:
    """Returns the land hexes within a radius of a hex."""
    return within(board.grid, 1 << hex_, radius, board.playable, board.land_sides)


@cache
def others_within(board: Board, hex_: int, radius: int) -> HexSet:
    """Returns all hexes within a radius of a hex, without the hex itself."""
    return expanded_mask(board.grid, 1 << hex_, radius) & ~(1 << hex_)
