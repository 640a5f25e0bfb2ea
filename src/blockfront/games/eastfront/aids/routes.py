"""The hexes a move goes through, to show it on the map: the rules know only its start, its end and the hexsides used at battles."""

from collections.abc import Sequence
from random import Random

from blockfront.core.actions import Action
from blockfront.games.eastfront.actions import Mobilise, Move, RailMove
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.state import NO_HEX, EastFrontState
from blockfront.games.eastfront.view import EastFrontView
from blockfront.hexes.grid import Hex
from blockfront.hexes.reach import path, reach_layers, shortest_path


def route(game: EastFront, view: EastFrontView, action: Action, via: Sequence[int]) -> tuple[int, ...]:
    """The hexes of a viewer's own move, both ends included.

    The route leads through `via` if the unit can go that way; it is empty if the unit cannot make the move.
    """
    block = action.block if isinstance(action, Move | RailMove) else action.hq if isinstance(action, Mobilise) else NO_HEX
    if block not in {own.block for own in view.blocks.own}:
        return ()
    state = game.guess(view, Random(0))
    if isinstance(action, RailMove) or (isinstance(action, Mobilise) and action.rail):
        return _by_rail(game.rules, state, block, action.to)
    assert isinstance(action, Move | Mobilise)
    entry = action.entry if isinstance(action, Move) else NO_HEX
    for through in (via, ()):
        found = _by_land(game.rules, state, block, _stations(state, block, action.to, entry, action.exit, through))
        if found:
            return found
    return ()


def _stations(state: EastFrontState, block: int, to: int, entry: int, exit_: int, via: Sequence[int]) -> list[int]:
    """The hexes that the route must pass, in order."""
    asked = [exit_, *via, entry, to]
    stations = [state.location[block]]
    for hex_ in asked:
        if hex_ != NO_HEX and hex_ != stations[-1]:
            stations.append(hex_)
    return stations


def _by_land(rules: Rules, state: EastFrontState, block: int, stations: list[int]) -> tuple[int, ...]:
    """The shortest way from station to station; empty if the unit's speed or the ground does not allow it."""
    grid, sides, side = rules.board.grid, rules.board.land_sides, rules.units.side[block]
    left = rules.weather.speed(state, block)
    stops, enemies = rules.weather.stops_of(state, block), state.occupied[1 - side]
    ground = rules.movement.territory(state, block)
    found = stations[:1]
    for place, target in enumerate(stations[1:], 1):
        is_last = place == len(stations) - 1
        costs = [(1, ground & (~enemies | (1 << target if is_last else 0)))]
        layers = reach_layers(grid, 1 << found[-1], left, costs, sides, stops)
        leg = path(grid, layers, Hex(target), costs, sides, stops)
        if leg is None or (stops >> target & 1 and not is_last):
            return ()
        found += leg[1:]
        left -= len(leg) - 1
    return tuple(found)


def _by_rail(rules: Rules, state: EastFrontState, block: int, to: int) -> tuple[int, ...]:
    origin, side = state.location[block], rules.units.side[block]
    net = rules.railways.supplied(state, side) | 1 << origin
    found = shortest_path(rules.board.grid, 1 << origin, Hex(to), net, rules.board.rail_sides)
    return tuple(found) if found else (origin, to)  # beyond the edge of the map no hexes are left to show
