"""The hexes a move passes through, for showing it on the map."""

from collections.abc import Sequence
from random import Random

from blockfront.core.actions import Action
from blockfront.games.blocks_series.actions import Move
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.rules.reach import layers_of, path_to
from blockfront.games.blocks_series.view import SeriesView


def route(game: SeriesGame, view: SeriesView, action: Action, via: Sequence[int]) -> tuple[int, ...]:
    """The hexes that one of the viewer's ground moves enters: always the cheapest route, as in the rules."""
    if not isinstance(action, Move) or action.block not in {own.block for own in view.blocks.own}:
        return ()
    rules, state = game.rules, game.guess(view, Random(0))
    movement = rules.movement
    if action not in movement.moves(state, action.block):
        return ()
    network = movement.network(state, action.block)
    layers = layers_of(network, 1 << state.location[action.block], movement.points_left(state, action.block))
    return tuple(path_to(network, layers, action.to, action.entry)[0])
