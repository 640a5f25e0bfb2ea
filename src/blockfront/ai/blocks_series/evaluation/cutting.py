"""For scenarios won by cutting places off: finds the cheapest railway hexes to hold so that no line leads to those places."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from blockfront.ai.search.cuts import cheapest_cut
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members
from blockfront.hexes.reach import step

CUT_OFF: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {  # scenarios won by cutting places off: whose main source, which places
    "sbe1": ("ussr", ("Leningrad", "Volkhov")),
}
HELD: Final = 1  # cost of a hex that the side already holds
TAKEN: Final = 4  # cost of a hex that it must take
FAR: Final = 20  # divides the squared distance that is added to the cost: two near hexes are better than one far away
FARTHEST: Final = 60.0
NEARLY: Final = 3.0  # distances in movement points are rounded down to multiples of this
DEFENDED: Final = 8  # extra cost of a hex that enemies occupy
STRONG: Final = 12  # further extra cost if that hex is a city or a fortress


def is_won_by_cutting(rules: Rules) -> bool:
    """Says whether the scenario is won by cutting places off from supply."""
    return rules.scenario.id in CUT_OFF


def cut_hexes(rules: Rules, state: SeriesState, side: int, strides: Sequence[float]) -> frozenset[int]:
    """Returns the cheapest hexes to hold to cut the places off; `strides` are movement points from the side's units to each hex."""
    power, _ = CUT_OFF[rules.scenario.id]
    lines = rules.board.rail_hexes
    far = tuple(int(min(FARTHEST, strides[hex_]) / NEARLY) for hex_ in _railways(rules))
    origins = rules.powers.main_sources(state, rules.tables.power(power))
    return _cut(rules, state.control[side] & lines, state.occupied[1 - side] & lines, far, origins)


@lru_cache(maxsize=256)
def _cut(rules: Rules, mine: HexSet, enemies: HexSet, far: tuple[int, ...], origins: HexSet) -> frozenset[int]:
    board, near = rules.board, _railways(rules)
    cost = {}
    for hex_, away in zip(near, far, strict=True):
        cost[hex_] = HELD if mine >> hex_ & 1 else TAKEN + int((away * NEARLY) ** 2 / FAR)
        if enemies >> hex_ & 1:
            cost[hex_] += DEFENDED + STRONG * bool((board.majors | board.fortresses) >> hex_ & 1)
    return cheapest_cut(near, members(origins), [board.hex(place) for place in CUT_OFF[rules.scenario.id][1]], cost)


@lru_cache(maxsize=16)
def _railways(rules: Rules) -> dict[int, tuple[int, ...]]:
    """Returns the rail neighbours of every rail hex in the theatre, including links through off-map boxes."""
    board = rules.board
    lines = board.rail_hexes & rules.theatre & board.playable
    found: dict[int, HexSet] = {hex_: step(board.grid, 1 << hex_ & board.grid.cells, board.rail_sides) & lines for hex_ in members(lines)}
    for hex_, others in board.rail_jumps.items():
        found[hex_] = found.get(hex_, 0) | others
        for other in members(others):
            found[other] = found.get(other, 0) | 1 << hex_
    return {hex_: tuple(members(others)) for hex_, others in found.items()}
