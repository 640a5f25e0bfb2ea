"""Positions of Summer 1943 to think about: both armies as the automatic deployment puts them."""

from blockfront.blocks import effects
from blockfront.games import catalogue
from blockfront.games.eastfront.aids.automatic_set_up import automatic_set_up
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import AXIS, SOVIET, EastFrontState


def at_the_start_lines() -> tuple[EastFront, EastFrontState]:
    """Both sides deployed; control is to be determined once whatever else is wanted has been placed."""
    game = catalogue.game("eastfront", "s43")
    assert isinstance(game, EastFront)
    state, rules = game.setup(), game.rules
    for side in (AXIS, SOVIET):
        for block, value, hex_ in automatic_set_up(rules, state, side, 0):
            effects.set_steps(state, block, value - rules.units.lowest[block] + 1)
            effects.place(state, block, side, hex_)
    state.derived = {}
    return game, state
