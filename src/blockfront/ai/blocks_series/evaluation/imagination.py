"""Armies that could be hidden in the fog, none of them weaker than is prudent to expect."""

from random import Random
from typing import Any

from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.state import SeriesState


def imagined(game: SeriesGame, view: Any, rng: Random) -> SeriesState:
    """A state the view allows, in which whoever keeps the goals is at full strength, and so is everybody who comes to take them."""
    state = game.guess(view, rng)
    units, enemy = game.rules.units, 1 - view.viewer
    ground = Ground(game.rules, state, view.viewer)
    for block in units.ground[enemy]:
        if state.location[block] in ground.wanted or (state.location[block] >= 0 and not ground.attacks):
            state.steps[block] = units.full[block]
    return state


def recollected(game: SeriesGame, view: Any, state: SeriesState) -> SeriesState:
    """A guess in the first month with everybody where the scenario's set-up has him, as far as somebody still stands there.

    Set-ups are printed for both sides to read. Works are as strong as they are printed, others at least so.
    """
    if state.month != game.rules.scenario.first_month:
        return state
    found, start, order = state.copy(), game.setup(), game.order
    named = {sight.block for sight in view.blocks.seen}
    hidden = [block for block in order.of_side[1 - view.viewer] if block not in named and start.location[block] >= 0]
    strayed = {block for block in order.of_side[1 - view.viewer] if block not in named and found.location[block] != start.location[block]}
    for block in hidden:
        place, pool = start.location[block], order.pool_of[block]
        stand_in = next((b for b in sorted(strayed) if found.location[b] == place and order.pool_of[b] == pool), None)
        if block in strayed and stand_in is not None:
            for column in (found.location, found.shown):
                column[block], column[stand_in] = column[stand_in], column[block]
            strayed -= {b for b in (block, stand_in) if found.location[b] == start.location[b]}
        if found.location[block] == place:
            printed = start.steps[block]
            found.steps[block] = printed if game.rules.units.is_work[block] else max(printed, found.steps[block])
    found.derived = {}
    return found
