"""Overlays about places: what ports can supply, and where fortifications stand."""

from collections.abc import Iterable

from blockfront.blocks.overlays import Layer, layer
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.games.blocks_series.view import SeriesView
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members
from blockfront.hexes.sides import has_side

Layers = tuple[Layer, ...]
SIDES = (0, 1)


def ports(rules: Rules, state: SeriesState, view: SeriesView) -> Layers:
    """Ports across the sea from a side's sources, by the number of units they can supply; for the viewer's own side also the full ones."""
    found = []
    for side in SIDES:
        places = _places(rules, state, side)
        for number in sorted(set(places.values()), reverse=True):
            there = joined(port for port, capacity in places.items() if capacity == number)
            found.append(layer("port_places", "ring", there, "BE-4.2c", side=side, value=number))
    return (*found, layer("port_full", "fill", _full(rules, state, view), "BE-4.2c", side=view.viewer))


def _places(rules: Rules, state: SeriesState, side: int) -> dict[HexSet, int]:
    units = (block for block in rules.order.of_side[side] if state.location[block] >= 0)
    powers = {rules.units.power[block] for block in units}
    networks = (network for power in powers for network in rules.supply.sources(state, power).by_sea)
    return {port: capacity for network in networks for port, capacity in network.places}


def _full(rules: Rules, state: SeriesState, view: SeriesView) -> HexSet:
    """Ports that supply as many of the viewer's units as they can, or have more depending on them."""
    mine = [own.block for own in view.blocks.own if own.location >= 0]
    _, dependent = rules.supply.unsupplied(state, mine)
    return joined(port for group in dependent if len(group.ports) >= sum(group.places.values()) for port in group.places)


def joined(masks: Iterable[HexSet]) -> HexSet:
    found = 0
    for mask in masks:
        found |= mask
    return found


def works(rules: Rules, state: SeriesState, view: SeriesView) -> Layers:
    """Fortresses and bunkers that still stand, the hexsides a fortress line covers, and redoubts, which all can tell by their colour."""
    grid = rules.board.grid
    standing: dict[str, HexSet] = {"fortress": 0, "bunker": 0}
    for hex_ in members(rules.theatre & rules.board.playable & grid.cells):
        if kind := rules.definitions.fortification(state, hex_):
            standing[kind] |= 1 << hex_
    fronts = rules.board.map.side_masks("fortified")
    line = tuple(
        (hex_, other)
        for hex_ in members(standing["fortress"] & mask_of(rules.board.hex(place) for place in rules.scenario.maginot))
        for direction, other in grid.neighbours(hex_)
        if has_side(fronts, hex_, direction)
    )
    return (
        layer("fortress", "fill", standing["fortress"], "BE-7.7.6k"),
        layer("bunker", "hatch", standing["bunker"], "BE-7.7.6l"),
        Layer("fortified_side", "border", lines=line, clause="BE-7.7.6k"),
        *(layer("redoubt", "ring", _redoubts(rules, view, side), "BE-7.7.6l", side=side) for side in SIDES),
    )


def partisans(rules: Rules, state: SeriesState, view: SeriesView) -> Layers:
    """The hexes with partisans, by number."""
    numbers = {hex_: rules.partisans.number(state, hex_) for hex_, _, _ in view.partisans}
    there = {number: mask_of(hex_ for hex_, here in numbers.items() if here == number) for number in sorted(set(numbers.values()))}
    return tuple(layer("partisans", "ring", hexes, "BE-29.0c", side=1, value=number) for number, hexes in there.items())


def _redoubts(rules: Rules, view: SeriesView, side: int) -> HexSet:
    own = (one.location for one in view.blocks.own if side == view.viewer and rules.units.is_work[one.block] and one.location >= 0)
    pools = rules.order.pools
    seen = (sight.location for sight in view.blocks.seen if sight.side == side and pools[sight.pool] == "redoubts")
    return mask_of([*own, *seen])
