"""Exact odds of dice outside of battles: hits of a raid, reconnaissance, the dismissal of a leader."""

from collections.abc import Sequence
from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.options.ch19_reconnaissance import ScoutingHeadquarters
from blockfront.games.blocks_series.options.ch32_strategic_bombing import StrategicBombing
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import Shot, strongest
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState

FACES: Final = 6
Chances = tuple[float, ...]  # of none, one, two … hits


def hits_of(shots: Sequence[Shot]) -> Chances:
    """The chances of each number of hits with some dice."""
    found: list[float] = [1.0]
    for shot in shots:
        hit = max(0, FACES + 1 - shot.lowest) / FACES
        for _ in range(shot.dice):
            missed = [chance * (1 - hit) for chance in found] + [0.0]
            struck = [0.0] + [chance * hit for chance in found]
            found = [one + other for one, other in zip(missed, struck, strict=True)]
    return tuple(found)


@rule("BE-32.0e", "BE-32.0f", "BE-32.1a")
@rule("BW-32.0h", "BW-32.0i")
def bombing_hits(rules: Rules, state: SeriesState, hex_: int, raiders: Sequence[int]) -> Chances:
    """The hits of a raid that meets no fighters: flak fires first at the strongest aircraft, then the remaining ones bomb."""
    bombing = rules.strategic
    assert isinstance(bombing, StrategicBombing)
    total: list[float] = []
    for number, chance in enumerate(hits_of(bombing.flak(state, hex_))):
        after = state.copy()
        for block in raiders:
            bombing.send(after, -1, block)
        _strike(rules, after, list(raiders), number)
        for hits, probability in enumerate(hits_of(bombing.bomb_shots(after, hex_))):
            total.extend([0.0] * (hits + 1 - len(total)))
            total[hits] += chance * probability
    return tuple(total)


def _strike(rules: Rules, state: SeriesState, raiders: list[int], hits: int) -> None:
    """Take hits as a raid would, equal aircraft in order."""
    halves: set[int] = set()
    for _ in range(hits):
        flying = [block for block in raiders if state.steps[block] and rules.air.value(state, block)]
        if not flying:
            return
        block = strongest(flying, {one: rules.air.value(state, one) for one in flying})[0]
        if rules.units.hits_to_lose(block, state.steps[block]) > 1 and block not in halves:
            halves.add(block)
            continue
        halves.discard(block)
        state.steps[block] -= 1
        if not state.steps[block]:
            state.location[block] = -1


@rule("BE-19.1c", "BE-19.1d")
def reconnaissance_chance(rules: Rules, state: SeriesState, hq: int, hex_: int) -> float:
    """The chance that reconnaissance gets past the flak and sees the units in the hex."""
    scouts = rules.headquarters
    assert isinstance(scouts, ScoutingHeadquarters)
    seen = sum(scouts.succeeds(state, hq, hex_, face) for face in range(1, FACES + 1)) / FACES
    return hits_of(scouts.interception(state, hex_))[0] * seen


@rule("BW-36.0a", "BW-R67")
def dismissal_chance(rules: Rules, state: SeriesState) -> float:
    """The chance that the die in this month's Victory Phase ends a leader's rule, as things stand."""
    units = rules.victory.dismissal(state)
    if rules.victory.is_certain(units):
        return 1.0
    return max(0, min(units - 1, FACES)) / FACES
