"""How the program answers decisions that a side has left to it (`title.STANDING_ORDERS`)."""

from blockfront.core.actions import Action
from blockfront.core.choices import Choices
from blockfront.games.eastfront.actions import EndPhase, FireAll, Sustain, TakeLoss
from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.state import EastFrontState
from blockfront.games.eastfront.steps.base import EastFrontStep
from blockfront.games.eastfront.steps.battle import BattleRound
from blockfront.games.eastfront.steps.combat import ChooseBattles
from blockfront.games.eastfront.steps.supply import Attrition
from blockfront.games.eastfront.title import DECLINE, FIRE, LOSSES, SUSTAIN


def standing_answer(rules: Rules, state: EastFrontState, step: EastFrontStep, legal: Choices, orders: frozenset[str]) -> Action | None:
    """The answer of the standing orders to the pending decision; None when they do not cover it."""
    if isinstance(step, BattleRound):
        return _in_battle(rules, state, legal, orders)
    if isinstance(step, ChooseBattles) and DECLINE in orders:
        return EndPhase()
    if isinstance(step, Attrition) and SUSTAIN in orders:
        sustained = [action for action in legal if isinstance(action, Sustain)]
        return max(sustained, key=lambda action: (rules.production.step_cost(state, action.block), -action.block), default=None)
    return None


def _in_battle(rules: Rules, state: EastFrontState, legal: Choices, orders: frozenset[str]) -> Action | None:
    if FIRE in orders and FireAll() in legal:
        return FireAll()
    losses = [action for action in legal if isinstance(action, TakeLoss)]
    if LOSSES in orders and losses:
        return min(losses, key=lambda action: (rules.production.step_cost(state, action.block), action.block))
    return None
