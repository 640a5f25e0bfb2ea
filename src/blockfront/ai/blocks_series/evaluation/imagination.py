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
