"""Exact odds of an attack that has not been moved yet."""

from collections.abc import Iterable, Mapping
from typing import Final

from blockfront.ai.blocks_series.evaluation.battles import Estimate
from blockfront.games.blocks_series.aids.odds import battle_odds
from blockfront.games.blocks_series.rules.stacking import relocate
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import COMBAT, IN_FLIGHT, SeriesState

ROUNDS: Final = 3


def fought_out(rules: Rules, state: SeriesState, side: int, hex_: int, entries: Mapping[int, int], wings: Iterable[int]) -> Estimate:
    """Returns the exact odds of an attack on a hex by units (with the hex each enters from) and by aircraft (`wings`)."""
    after = state.copy()
    after.active, after.phase, after.battles = side, COMBAT, 1 << hex_
    for block, entry in entries.items():
        relocate(rules.units, after, block, hex_)
        after.entered[block] = entry
    for block in wings:
        rules.air.fly(after, block, hex_)
        after.flags[block] |= IN_FLIGHT
    after.derived = {}
    last = battle_odds(rules, after, hex_, ROUNDS)[-1]
    return Estimate(last.clears, last.active_expected, last.passive_expected)
