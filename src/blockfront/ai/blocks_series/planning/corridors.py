"""The way behind a spearhead: armour that goes on after the battles may stop to keep it open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blockfront.games.blocks_series.rules.ch23_airborne import AirborneAssaults
from blockfront.games.blocks_series.state import EXPLOITATION

if TYPE_CHECKING:
    from blockfront.ai.blocks_series.phases.movement import Mover


def keep_open(mover: Mover, block: int, scores: dict[int, float]) -> None:
    """Adds to the scores of hexes what armour is worth there as the only unit on a railway by which others are supplied.

    This holds where parachutists are played, as in the short campaigns of the West, in which a spearhead cannot wait for relief.
    """
    rules, state, lifelines = mover.rules, mover.state, mover.lifelines
    short = isinstance(rules.airborne, AirborneAssaults) and state.phase == EXPLOITATION
    if not short or lifelines is None or not rules.units.is_armour[block] or mover.ground.is_last_turn(state):
        return
    for hex_ in scores:
        others = (other for other in rules.fire.units_at(state, hex_, mover.side) if other != block)
        if not any(rules.units.is_combat[other] for other in others):
            scores[hex_] += mover.weights.link * lifelines.hanging_on(hex_)
