"""Special actions of high commands where there is no sea to cross: supply, command and free trains for units that lack them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.ai.blocks_series.evaluation.weights import Weights
from blockfront.ai.blocks_series.phases.rail import Railwayman
from blockfront.ai.blocks_series.planning.leaders import Leaders
from blockfront.core.actions import Action
from blockfront.games.blocks_series.actions import SpecialAction
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.rules.ch13_headquarters import FREE_RAIL
from blockfront.games.blocks_series.state import SeriesState

LAST_STEPS: Final = 2  # steps from which a high command is woken: it loses one whenever it has acted


def next_order(game: SeriesGame, state: SeriesState, side: int, weights: Weights, ground: Ground, legal: Sequence[Action]) -> Action | None:
    """Returns the next special action that pays, in a guessed state of the Strategic Rail Phase; None if there is none.

    Cut-off units near the enemy come first, then armour and bombers there that no headquarters commands. Whoever is active anyway
    also pays for the train rides that are worth their points: those cost him nothing more.
    """
    actions = [action for action in legal if isinstance(action, SpecialAction)]
    awake = [action for action in actions if state.active_hqs >> action.hq & 1]
    leaders = Leaders(game.rules, state, side)
    rested = [action for action in actions if state.steps[action.hq] >= LAST_STEPS]
    ordered = leaders.help(awake) or leaders.in_the_air(awake) or leaders.help(rested)
    free = {action.block: action for action in reversed(awake) if action.kind == FREE_RAIL}
    if ordered is not None or not free:
        return ordered
    paid = state.copy()  # as if all their fares were paid
    paid.derived = {}
    paid.orders.extend((action.hq, FREE_RAIL, action.block) for action in free.values())
    wished = Railwayman(game, paid, side, weights, ground).wished()
    return next((free[block] for block in wished if block in free), None)
