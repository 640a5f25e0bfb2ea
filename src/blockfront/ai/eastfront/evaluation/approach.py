"""How far a side still has to go to places that decide the game: a goal beyond this turn's reach must be marched for in time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from blockfront.ai.eastfront.evaluation.map_tables import distances
from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.state import EastFrontState

SPEARHEAD: Final = 3  # units that are wanted at each place
TIED: Final = 2  # hexes that a battle elsewhere counts for: whoever fights there does not march
COMMANDING: Final = 2  # hexes from a place from which a headquarters commands those who storm it


def still_to_go(rules: Rules, state: EastFrontState, side: int, stacks: Mapping[int, Sequence[int]] | None = None) -> int:
    """Adds up the hexes to the deciding places that a side does not hold, for its nearest units and headquarters.

    `stacks` are its units by hex, if known.
    """
    theirs = [place for place in rules.victory.deciding_places(state) if not state.friendly[side] >> place & 1]
    if theirs and stacks is None:
        found: dict[int, list[int]] = {}
        for block in rules.order.of_side[side]:
            if state.location[block] >= 0:
                found.setdefault(state.location[block], []).append(block)
        stacks = found
    return sum(_way_to(rules, state, side, place, stacks or {}) for place in theirs)


def _way_to(rules: Rules, state: EastFrontState, side: int, place: int, stacks: Mapping[int, Sequence[int]]) -> int:
    is_hq, is_supreme, way = rules.units.is_hq, rules.units.is_supreme, distances(rules.board, place)
    marching: list[int] = []
    leading: list[int] = []
    for hex_, blocks in stacks.items():
        tied = TIED if hex_ != place and state.occupied[1 - side] >> hex_ & 1 else 0
        marching += [way[hex_] + tied for block in blocks if not is_hq[block]]
        leading += [max(0, way[hex_] - COMMANDING) for block in blocks if is_hq[block] and not is_supreme[block]]
    return sum(sorted(marching)[:SPEARHEAD]) + min(leading, default=0)
