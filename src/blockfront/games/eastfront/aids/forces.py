"""The order of battle of a game of EastFront as a side knows it."""

from random import Random

from blockfront.blocks.block_state import ELIMINATED, NOT_IN_PLAY
from blockfront.blocks.forces import ComingUnit, DeadUnit, Roster, hidden_units
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import GONE
from blockfront.games.eastfront.view import EastFrontView


def forces(game: EastFront, view: EastFrontView) -> Roster:
    """The viewer's lost and arriving units, and where hidden enemies can be."""
    state = game.guess(view, Random(0))  # only facts that the viewer knows are read from it
    production, order = game.rules.production, game.rules.order
    may_return = game.rules.satellites.may_be_rebuilt
    fallen = [own.block for own in view.blocks.own if own.location in (ELIMINATED, GONE)]
    dead = [
        DeadUnit(block, (production.cadre_cost(state, block),) if state.location[block] == ELIMINATED and may_return[block] else ())
        for block in fallen
    ]
    waiting = {own.block for own in view.blocks.own if own.location == NOT_IN_PLAY}
    coming = [
        ComingUnit(listed.block, listed.month, order[listed.block].steps_for(listed.cv))
        for listed in (production.schedule(view.viewer) if view.viewer >= 0 else ())
        if listed.block in waiting
    ]
    coming.sort(key=lambda unit: (unit.month, unit.block))
    return Roster(tuple(dead), tuple(coming), hidden_units(order, view.viewer, game.belief(view, state)))
