"""Chooses which units get supply when there is not enough for all."""

from collections.abc import Sequence

from blockfront.core.actions import Action
from blockfront.games.blocks_series.actions import Sustain
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import FINAL_SUPPLY, SeriesState


def worthiest(rules: Rules, state: SeriesState, legal: Sequence[Action]) -> Action:
    """Returns the action that supplies the unit which would cost most to rebuild; aircraft that can still fly away come last."""
    offered = [action for action in legal if isinstance(action, Sustain)]
    stays = {action: state.phase == FINAL_SUPPLY or not rules.units.is_air[action.block] for action in offered}
    return max(offered, key=lambda action: (stays[action], _worth(rules, state, action.block), -action.block))


def _worth(rules: Rules, state: SeriesState, block: int) -> int:
    prices = (rules.tables.numbers.step_price.get(colour, 4) for colour in rules.units.colours[block][: state.steps[block]])
    return sum(prices) * len(rules.production.colours_of(block))
