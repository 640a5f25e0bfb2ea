"""Overlays for EastFront's map, made from a view alone: the rules are asked about a state guessed from it.

The answers do not depend on the guess: they ask where units stand, and what units are only for the viewer's own.
"""

from collections.abc import Callable, Mapping
from random import Random

from blockfront.blocks.overlays import Layer, Overlay, edge_of, joined_by, layer, some
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.state import AXIS, MUD, SNOW, SOVIET, EastFrontState
from blockfront.games.eastfront.view import EastFrontView
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

Layers = tuple[Layer, ...]
SIDES = (AXIS, SOVIET)


def overlay(game: EastFront, view: EastFrontView, kind: str, block: int = -1, hex_: int = -1) -> Overlay:
    """One of the overlays in `KINDS`. For `command` it may show one headquarters alone, as it would command from a given hex."""
    rules, state = game.rules, game.guess(view, Random(0))
    is_one = kind == "command" and block >= 0
    layers = _radius(rules, state, view, block, hex_) if is_one else _MAKERS[kind](rules, state, view)
    return Overlay(kind, some(layers), is_guess=kind in _UNSURE)


def _control(rules: Rules, state: EastFrontState, view: EastFrontView) -> Layers:
    board = rules.board
    held = [layer("held", "hatch" if side else "fill", state.friendly[side], "EF-8.1a", side=side) for side in SIDES]
    front = Layer("front", "border", lines=edge_of(board.grid, state.axis_last, board.playable & ~state.axis_last), clause="EF-8.34a")
    return (*held, layer("disputed", "ring", rules.control.disputed(state), "EF-8.33a"), front)


def _zones(rules: Rules, state: EastFrontState, view: EastFrontView) -> Layers:
    zones = rules.control.zone_of_control
    return tuple(layer("zone", "hatch" if side else "fill", zones(state, side), "EF-8.2a", side=side) for side in SIDES)


def _supply(rules: Rules, state: EastFrontState, view: EastFrontView) -> Layers:
    supply = rules.supply
    layers: list[Layer] = []
    for side in SIDES:
        reach, sources = supply.in_reach(state, side), supply.sources(state, side)
        layers.append(layer("rail_supplied", "hatch" if side else "fill", sources, "EF-9.12a", side=side))
        layers.append(layer("supplied", "hatch" if side else "fill", reach & ~sources, "EF-10.3a", side=side))
    if view.own is not None:
        reach = supply.in_reach(state, view.viewer)
        mine = [own.block for own in view.blocks.own if own.location >= 0]
        cut_off = mask_of(state.location[block] for block in mine if not supply.has_line(state, block, reach))
        layers.append(layer("cut_off", "ring", cut_off, "EF-10.2b", side=view.viewer))
    return tuple(layers)


def _command(rules: Rules, state: EastFrontState, view: EastFrontView) -> Layers:
    """Where units are under command now, and every known headquarters with its radius."""
    known = [own.block for own in view.blocks.own] + [sight.block for sight in view.blocks.seen if sight.block >= 0]
    radii = [one for hq in known if rules.units.is_hq[hq] and state.location[hq] >= 0 for one in _radius(rules, state, view, hq, -1)]
    return (layer("in_command", "fill", state.in_command, "EF-5.3d", side=state.active), *radii)


def _radius(rules: Rules, state: EastFrontState, view: EastFrontView, hq: int, hex_: int) -> Layers:
    known = {own.block for own in view.blocks.own} | {sight.block for sight in view.blocks.seen}
    if hq not in known or not rules.units.is_hq[hq] or state.location[hq] < 0:
        return ()
    if hex_ >= 0 and rules.board.is_hex(hex_):
        state.location[hq] = hex_
    headquarters = rules.headquarters
    value = headquarters.effective_value(state, hq)
    zone, grid = headquarters.zone(state, hq), rules.board.grid
    around = edge_of(grid, zone, grid.cells & ~zone)
    return (Layer("radius", "border", tuple(members(zone)), around, rules.units.side[hq], hq, max(value, 0), "EF-5.3a"),)


def _rail(rules: Rules, state: EastFrontState, view: EastFrontView) -> Layers:
    board, railways = rules.board, rules.railways
    lines = [joined_by(board.grid, railways.supplied(state, side), board.rail_sides) for side in SIDES]
    nets = [Layer("rail_net", "track", lines=lines[side], side=side, clause="EF-9.12a") for side in SIDES]
    origins = [layer("rail_origin", "ring", railways.origins(side) & state.friendly[side], "EF-9.11a", side=side) for side in SIDES]
    return (*nets, *origins)


def _weather(rules: Rules, state: EastFrontState, view: EastFrontView) -> Layers:
    weather = rules.weather
    mud, snow = weather.mud_hexes(state), weather.snow_hexes(state)
    dry = rules.board.playable & ~mud & ~snow
    return (
        layer("dry", "fill", dry, "EF-12.1a", value=0),
        layer("mud", "fill", mud, "EF-12.24a", value=MUD),
        layer("snow", "fill", snow, "EF-12.24c", value=SNOW),
    )


def _deployment(rules: Rules, state: EastFrontState, view: EastFrontView) -> Layers:
    """Where the viewer may and where they must put units at the start."""
    if view.own is None:
        return ()
    open_hexes, front = rules.set_up.open_hexes(state, view.viewer), rules.set_up.front_line(state, view.viewer)
    return (
        layer("may_deploy", "fill", open_hexes & ~front, "EF-3.24b", side=view.viewer),
        layer("front_line", "ring", front, "EF-3.23a", side=view.viewer),
    )


def _ground(rules: Rules, state: EastFrontState, view: EastFrontView) -> Layers:
    """How the ground affects units that stand or fight there now: one layer for each effect and its reason."""
    board, weather = rules.board, rules.weather
    mud = weather.mud_hexes(state)
    hard = mask_of(hex_ for hex_ in members(board.playable) if weather.gives_double_defence(state, hex_))
    slack = mask_of(hex_ for hex_ in members(board.playable) if weather.slackens_offence(state, state.active, hex_))
    repulse = max(rules.tables.repulse["river"][state.weather], 0)
    return (
        *_by_number("stacking", dict(enumerate(board.stacking)), "EF-6.21a"),
        *_by_number("sides", board.edge_limits, "EF-6.33a"),
        layer("stops", "ring", weather.stops(state) & ~mud, "EF-6.1b"),
        layer("stops_in_mud", "ring", mud, "EF-12.24a"),
        layer("fortress", "ring", board.fortresses & board.playable, "EF-1.46c", value=3),
        layer("city", "ring", hard & board.major_cities, "EF-1.41a", value=2),
        layer("city_fire", "ring", board.major_cities & board.playable, "EF-1.41b"),
        layer("rough", "ring", hard & board.rough, "EF-1.32b", value=2),
        layer("swamp", "ring", hard & board.swamp, "EF-1.34b", value=2),
        layer("mountain", "ring", hard & board.mountain, "EF-1.35b", value=2),
        layer("mud", "ring", hard & mud, "EF-12.24b", value=2),
        layer("slack", "ring", slack, "EF-7.32d"),
        layer("river", "ring", _beside_rivers(rules) & board.playable if repulse else 0, "EF-7.52a", value=repulse),
    )


def _by_number(name: str, numbers: Mapping[int, int], clause: str) -> Layers:
    found = sorted({number for number in numbers.values() if number})
    return tuple(layer(name, "ring", mask_of(hex_ for hex_, own in numbers.items() if own == one), clause, value=one) for one in found)


def _beside_rivers(rules: Rules) -> HexSet:
    found = 0
    for mask in rules.board.rivers:
        found |= mask
    return found


_MAKERS: dict[str, Callable[[Rules, EastFrontState, EastFrontView], Layers]] = {
    "control": _control,
    "zones": _zones,
    "supply": _supply,
    "command": _command,
    "rail": _rail,
    "weather": _weather,
    "ground": _ground,
    "deployment": _deployment,
}
KINDS = tuple(_MAKERS)
_UNSURE = frozenset(("zones", "supply", "command", "rail"))
