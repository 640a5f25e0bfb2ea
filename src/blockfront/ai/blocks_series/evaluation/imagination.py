"""Guessed enemy armies that are at least as strong as it is prudent to expect."""

from random import Random
from typing import Any

from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.state import SeriesState


def imagined(game: SeriesGame, view: Any, rng: Random) -> SeriesState:
    """Guesses a state in which enemies in wanted places, and all enemies of a defender, are at full strength."""
    state = game.guess(view, rng)
    units, enemy = game.rules.units, 1 - view.viewer
    ground = Ground(game.rules, state, view.viewer)
    for block in units.ground[enemy]:
        if state.location[block] in ground.wanted or (state.location[block] >= 0 and not ground.attacks):
            state.steps[block] = units.full[block]
    return state


def recollected(game: SeriesGame, view: Any, state: SeriesState) -> SeriesState:
    """In the first month, moves guessed enemies back to the scenario's set-up as far as blocks still stand there.

    Both sides may read the set-ups. Works get their printed strength, other units at least that.
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
