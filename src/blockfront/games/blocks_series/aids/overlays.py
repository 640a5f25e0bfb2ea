"""Overlays for the map of a Blocks game, made from a view alone: the rules are asked about a state guessed from the view.

Which hidden enemy units are aircraft affects supply, so supply is a guess where such units are near.
"""

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from blockfront.blocks.overlays import Drawing, Layer, Modifier, Overlay, edge_of, joined_by, layer, some
from blockfront.games.blocks_series.aids.place_overlays import partisans, ports, works
from blockfront.games.blocks_series.aids.sea_overlays import bombing, convoys, landings, waters
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.loading.data_model import NO_FIRE
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import GROUND, FireContext
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import RAIN, SNOW, SeriesState
from blockfront.games.blocks_series.view import SeriesView
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

Layers = tuple[Layer, ...]
SIDES = (0, 1)


def overlay(game: SeriesGame, view: SeriesView, kind: str, block: int = -1, hex_: int = -1) -> Overlay:
    """An overlay of one of `KINDS`. `command` may be limited to one headquarters, as seen from a hex; `flights` to one air unit."""
    rules, state = game.rules, game.guess(view, Random(0))
    if kind == "command" and block >= 0:
        layers = _command_of(rules, state, view, block, hex_)
    elif kind == "flights" and block >= 0:
        layers = _flights_of(rules, state, view, frozenset((block,)))
    else:
        layers = _MAKERS[kind](rules, state, view)
    cited = tuple(replace(layer_, clause=rules.cite(layer_.clause)) for layer_ in layers)
    return Overlay(kind, some(cited), is_guess=kind in _UNSURE)


def _works(rules: Rules, state: SeriesState, kind: str) -> HexSet:
    """The hexes with this kind of fortification now, as for an attack from its front."""
    places = rules.definitions.fortified_places() & rules.board.grid.cells
    return mask_of(hex_ for hex_ in members(places) if rules.definitions.fortification(state, hex_) == kind)


def _on_map(rules: Rules, hexes: HexSet) -> HexSet:
    return hexes & rules.board.grid.cells & rules.board.playable


def _control(rules: Rules, state: SeriesState, view: SeriesView) -> Layers:
    held = [layer("held", "hatch" if side else "fill", _on_map(rules, state.control[side]), "BE-3.1b", side=side) for side in SIDES]
    lines = edge_of(rules.board.grid, _on_map(rules, state.control[0]), _on_map(rules, state.control[1]))
    return (*held, Layer("front", "border", lines=lines, clause="BE-3.1b"))


def _zones(rules: Rules, state: SeriesState, view: SeriesView) -> Layers:
    zones = rules.zones.zone
    return tuple(layer("zone", "hatch" if side else "fill", _on_map(rules, zones(state, side)), "BE-3.19a", side=side) for side in SIDES)


def _supply(rules: Rules, state: SeriesState, view: SeriesView) -> Layers:
    """For every power with units on the map: its supply sources, and the hexes they reach."""
    supply = rules.supply
    sources, reach = [0, 0], [0, 0]
    powers = {rules.units.power[block] for block, place in enumerate(state.location) if place >= 0}
    for power in powers:
        side = rules.tables.powers[power].side
        found = supply.sources(state, power).everything
        sources[side] |= found
        reach[side] |= supply.covered(state, power, found)
    layers = []
    for side in SIDES:
        drawing: Drawing = "hatch" if side else "fill"
        layers.append(layer("rail_supplied", drawing, _on_map(rules, sources[side]), "BE-4.2a", side=side))
        layers.append(layer("supplied", drawing, _on_map(rules, reach[side] & ~sources[side]), "BE-4.3a", side=side))
    return (*layers, *_cut_off(rules, state, view))


def _cut_off(rules: Rules, state: SeriesState, view: SeriesView) -> Layers:
    mine = [own.block for own in view.blocks.own if own.location >= 0]
    lacking, _ = rules.supply.unsupplied(state, mine)
    return (layer("cut_off", "ring", mask_of(state.location[block] for block in lacking), "BE-4.0a", side=view.viewer),)


def _command(rules: Rules, state: SeriesState, view: SeriesView) -> Layers:
    """The command range of each of the viewer's headquarters that has action points left."""
    return tuple(one for own in view.blocks.own for one in _command_of(rules, state, view, own.block, -1))


def _command_of(rules: Rules, state: SeriesState, view: SeriesView, hq: int, hex_: int) -> Layers:
    headquarters, grid = rules.headquarters, rules.board.grid
    is_mine = any(own.block == hq for own in view.blocks.own)
    if not is_mine or state.location[hq] < 0 or hq not in rules.units.headquarters[view.viewer]:
        return ()
    if hex_ >= 0 and rules.board.playable >> hex_ & 1:
        state.location[hq] = hex_
    points = headquarters.points_left(state, hq)
    zone = _on_map(rules, headquarters.reach(state, hq))
    around = edge_of(grid, zone, grid.cells & ~zone)
    return (Layer("action_points", "border", tuple(members(zone)), around, view.viewer, hq, points, "BE-13.4a"),) if points > 0 else ()


def _flights(rules: Rules, state: SeriesState, view: SeriesView) -> Layers:
    """How far the viewer's air units can fly to fight, the enemies in reach, and possible bases."""
    return _flights_of(rules, state, view, frozenset(own.block for own in view.blocks.own))


def _flights_of(rules: Rules, state: SeriesState, view: SeriesView, wanted: frozenset[int]) -> Layers:
    air, grid = rules.air, rules.board.grid
    own = {own.block for own in view.blocks.own if own.location >= 0}
    based = [block for block in own & wanted if rules.units.is_air[block] and rules.units.side[block] == view.viewer]
    turned = state.copy()
    turned.active = view.viewer
    near = targets = bases = far = 0
    for block in based:
        bases |= air.transfers(turned, block)
        if air.may_fight(turned, block):
            far = max(far, air.range_of(turned, block))
            near |= rules.board.within(turned.location[block], air.range_of(turned, block))
            targets |= air.missions(turned, block, air.targets_of_missions(turned, block))
    near = _on_map(rules, near)
    around = edge_of(grid, near, grid.cells & ~near)
    return (
        Layer("mission_range", "border", tuple(members(near)), around, view.viewer, value=far, clause="BE-7.5.2b"),
        layer("mission", "ring", targets, "BE-7.5.2a", side=view.viewer),
        layer("base", "fill", bases, "BE-7.5.2d", side=view.viewer),
    )


def _rail(rules: Rules, state: SeriesState, view: SeriesView) -> Layers:
    railways = rules.definitions.railways(state)
    nets = (rules.rail.network(state, side) for side in SIDES)
    lines = [joined_by(rules.board.grid, net, railways.sides) for net in nets]
    return tuple(Layer("rail_net", "track", lines=lines[side], side=side, clause="BE-7.4d") for side in SIDES)


def _weather(rules: Rules, state: SeriesState, view: SeriesView) -> Layers:
    zones = rules.weather.zones(state)
    names = ["snow" if weather == SNOW else "mud" if weather >= RAIN else "dry" for weather, _ in zones]
    return tuple(
        layer(name, "fill", _on_map(rules, rules.board.playable & hexes), rules.cite("BE-9.2b"), value=weather)
        for name, (weather, hexes) in zip(names, zones, strict=True)
    )


def _ground(rules: Rules, state: SeriesState, view: SeriesView) -> Layers:
    board = rules.board
    rivers = 0
    for mask in board.rivers:
        rivers |= mask
    table = rules.weather.table(state, board.entry_costs)
    costs = [layer("cost", "ring", _on_map(rules, hexes), "BE-7.5.3b", value=cost) for cost, hexes in table]
    return (
        *costs,
        layer("rough", "ring", _on_map(rules, board.rough), "BE-7.7.6f"),
        layer("city", "ring", _on_map(rules, board.cities), "BE-3.4a"),
        layer("fortress", "ring", _on_map(rules, _works(rules, state, "fortress")), "BE-7.7.6k"),
        layer("bunker", "ring", _on_map(rules, _works(rules, state, "bunker")), "BE-7.7.6l"),
        layer("victory", "ring", _on_map(rules, board.victory_cities), "BE-7.11a"),
        layer("river", "ring", _on_map(rules, rivers), "BE-7.7.6g"),
    )


def modifiers(game: SeriesGame, view: SeriesView, hex_: int) -> tuple[Modifier, ...]:
    """How the units whose faces the viewer knows would fire in the first round of ground combat."""
    rules, state = game.rules, game.guess(view, Random(0))
    if not (hex_ >= 0 and rules.board.playable >> hex_ & 1):
        return ()
    known = {own.block for own in view.blocks.own} | {sight.block for sight in view.blocks.seen if sight.block >= 0}
    context = FireContext(hex_, 1, raid=False)
    found = []
    for side in (state.active, 1 - state.active):
        for block in rules.fire.units_at(state, hex_, side):
            lowest = rules.fire.lowest(state, context, GROUND, block)
            if block not in known or lowest >= NO_FIRE or rules.units.is_air[block]:
                continue
            found.append(Modifier("fires", "BE-3.13f", side, block, lowest))
            if halved := rules.fire.maluses(state, context, GROUND, block):
                found.append(Modifier("halved", "BE-7.7.6c", side, block, halved))
    return tuple(replace(modifier, clause=rules.cite(modifier.clause)) for modifier in found)


_MAKERS: dict[str, Callable[[Rules, SeriesState, SeriesView], Layers]] = {
    "control": _control,
    "zones": _zones,
    "supply": _supply,
    "command": _command,
    "rail": _rail,
    "weather": _weather,
    "ground": _ground,
    "ports": ports,
    "works": works,
    "partisans": partisans,
    "landings": landings,
    "waters": waters,
    "convoys": convoys,
    "bombing": bombing,
    "flights": _flights,
}
KINDS = tuple(_MAKERS)
_UNSURE = frozenset(("zones", "supply", "command", "rail", "ports", "flights"))
