"""Armour that a defender keeps back to meet the enemy's next attacks and landings."""

from __future__ import annotations

from typing import Final

from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.core.actions import Action
from blockfront.games.blocks_series.actions import SpecialAction
from blockfront.games.blocks_series.rules.ch13_headquarters import PUT_IN_RESERVE
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState

LEAST: Final = 3  # least strength for which an action point is spent


def kept_back(rules: Rules, state: SeriesState, side: int) -> Action | None:
    """Returns the order that puts a defender's strongest armour in reserve, in games with landings; else None."""
    if not rules.headquarters.has_reserves() or not rules.landings.is_played() or Ground(rules, state, side).attacks:
        return None
    headquarters, units = rules.headquarters, rules.units
    orders = (order for hq in headquarters.commanders(state, side) for order in headquarters.orders_of(state, hq))
    waiting = [order for order in orders if isinstance(order, SpecialAction) and order.kind == PUT_IN_RESERVE]
    value = {order: units.value(order.block, state.steps[order.block]) for order in waiting}
    able = [order for order in waiting if units.is_combat[order.block] and value[order] >= LEAST]
    return max(able, key=lambda order: (value[order], -order.block, -order.hq), default=None)
