"""Section 15.1: which side may use which sea, and how far ships reach."""

from blockfront.core.clauses import rule
from blockfront.games.eastfront.options.ch15_sea_power.seas import SeaSet, seas
from blockfront.games.eastfront.state import EastFrontState
from blockfront.hexes.grid import HexSet


@rule("EF-15.1a", "EF-15.1b", "EF-15.1c", "EF-R42", "EF-1.45c")
def controlled(state: EastFrontState, side: int) -> SeaSet:
    """Sea areas in which a side may move, supply and invade: it has a navy there and holds the Naval Base, even if that is in a battle."""
    friendly, found = state.friendly[side], 0
    for n, base in enumerate(seas().bases):
        if friendly & base:
            found |= 1 << n
    return found & seas().navies[side]


@rule("EF-1.39d", "EF-1.39e")
def beyond(state: EastFrontState, side: int, reached: SeaSet) -> SeaSet:
    """Sea areas next to those reached, except through a strait with an enemy-controlled shore."""
    found = 0
    for sea, other, gate in seas().links:
        if reached & sea and not gate & state.friendly[1 - side]:
            found |= other
    return found


@rule("EF-15.2a", "EF-15.2b")
def voyage(state: EastFrontState, side: int, start: SeaSet) -> list[SeaSet]:
    """Controlled sea areas by distance, beginning with those at the start."""
    mine = controlled(state, side)
    ring = reached = start & mine
    found = []
    while ring:
        found.append(ring)
        ring = beyond(state, side, reached) & mine & ~reached
        reached |= ring
    return found


@rule("EF-15.3a")
def lanes(state: EastFrontState, side: int, ports: HexSet) -> HexSet:
    """Friendly ports that sea lanes reach from any of the given ports."""
    waters = seas()
    start = 0
    for n, harbours in enumerate(waters.harbours):
        if harbours & ports:
            start |= 1 << n
    reached = sum(voyage(state, side, start))  # the rings do not overlap, so their sum is their union
    return waters.among(waters.harbours, reached) & state.friendly[side]
