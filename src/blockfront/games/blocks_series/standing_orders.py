"""How the engine answers decisions that a side has left to its standing orders."""

from typing import Final

from blockfront.core.actions import Action
from blockfront.core.choices import Choices
from blockfront.games.blocks_series.actions import Charge, EndPhase, TakeLoss
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.steps.base import SeriesStep
from blockfront.games.blocks_series.steps.battle import Battle
from blockfront.games.blocks_series.steps.movement import Reaction
from blockfront.games.blocks_series.steps.reserves import ReserveReaction

LOSSES: Final = "losses"
STAND: Final = "stand"
NO_REACTION: Final = "no_reaction"


def standing_answer(rules: Rules, step: SeriesStep, legal: Choices, orders: frozenset[str], side: int) -> Action | None:
    """The answer of the orders to the pending decision; None if they do not cover it."""
    if isinstance(step, Battle):
        losses = [action for action in legal if isinstance(action, TakeLoss)]
        if losses and rules.units.side[losses[0].block] != side:
            return None  # aimed fire at the enemy is no loss
        if losses:
            return min(losses, key=lambda a: (rules.units.colours[a.block][-1], a.block)) if LOSSES in orders else None
        if any(isinstance(action, Charge) for action in legal):
            return None
        return EndPhase() if STAND in orders and EndPhase() in legal else None
    if isinstance(step, Reaction) and NO_REACTION in orders:
        return EndPhase()
    if isinstance(step, ReserveReaction) and NO_REACTION in orders and len(legal) == 1:
        return EndPhase()  # aircraft stay grounded, and no reserve could come
    return None
