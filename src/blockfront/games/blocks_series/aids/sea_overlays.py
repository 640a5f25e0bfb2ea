"""Overlays of the sea and the air above it: landings, waters and their dangers, convoys, the range of bombers."""

from typing import Final

from blockfront.blocks.overlays import Drawing, Layer, edge_of, layer
from blockfront.games.blocks_series.aids.place_overlays import joined
from blockfront.games.blocks_series.options.ch32_strategic_bombing import StrategicBombing
from blockfront.games.blocks_series.rules.ch24_landings import RANGE, AmphibiousLandings
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.games.blocks_series.view import SeriesView
from blockfront.hexes.hexset import mask_of, members

Layers = tuple[Layer, ...]
SIDES: Final = (0, 1)
CONVOY_CLAUSE: Final = "BW-35.2b"
WATERS: Final[dict[str, tuple[Drawing, str]]] = {  # kinds of area on the maps, as they are drawn, with their clauses
    "mined_water": ("hatch", "BW-18.1.3b"),
    "sea_route": ("fill", "BE-18.0a"),
    "shoal": ("hatch", "BE-24.0i"),
    "strait": ("ring", "BW-7.5.5c"),
    "canal": ("ring", "BW-7.5.5e"),
}


def landings(rules: Rules, state: SeriesState, view: SeriesView) -> Layers:
    """Coasts that the viewer's units could invade from their ports, coasts that enemy ports threaten, and beaches that face ports."""
    chapter = rules.landings
    if not isinstance(chapter, AmphibiousLandings):
        return ()
    found = [_facing(chapter, state, side) for side in SIDES]
    if view.viewer >= 0:
        found = [*_range(rules, chapter, state, view), *_threat(rules, state, 1 - view.viewer), *found]
    coast = rules.sea.coast() & rules.theatre
    return (*found, layer("hurdles", "ring", mask_of(hex_ for hex_ in members(coast) if chapter.hurdles(state, hex_)), "BE-24.0i"))


def _range(rules: Rules, chapter: AmphibiousLandings, state: SeriesState, view: SeriesView) -> list[Layer]:
    """Coasts in range of the viewer's units that are ready in a harbour at full strength, by the action points a landing costs."""
    turned = state.copy()
    turned.active = view.viewer
    prices: dict[int, int] = {}
    for own in view.blocks.own:
        if own.location >= 0 and chapter.is_ready(turned, own.block) and chapter.may_invade(turned, own.block):
            for hex_, price in chapter.targets(turned, own.block).items():
                prices[hex_] = min(price, prices.get(hex_, price))
    return [
        layer("landing_range", "fill", mask_of(h for h, p in prices.items() if p == price), "BE-24.0c", side=view.viewer, value=price)
        for price in sorted(set(prices.values()))
    ]


def _threat(rules: Rules, state: SeriesState, side: int) -> list[Layer]:
    """Coasts within the usual range of the enemy's harbours, whatever units are in them."""
    reached = 0
    powers = {rules.units.power[block] for block in rules.order.of_side[side]}
    for port in members(joined(rules.sea.harbours(state, power) for power in powers)):
        reached |= rules.sea.sailed(state, port, RANGE)
    coast = reached & state.control[1 - side] & rules.theatre & rules.board.map.playable_mask
    return [layer("landing_threat", "hatch", coast, "BE-24.0c", side=side)]


def _facing(chapter: AmphibiousLandings, state: SeriesState, side: int) -> Layer:
    ports = {port: beaches for port, beaches in chapter.facing.items() if state.control[side] >> port & 1}
    lines = tuple((port, hex_) for port, beaches in sorted(ports.items()) for hex_ in members(beaches))
    return Layer("facing", "track", lines=lines, side=side, clause="BW-24.1a")


def waters(rules: Rules, state: SeriesState, view: SeriesView) -> Layers:
    """Features of the sea: mines, shoals, straits, canals, routes, ports up a river, links to boxes beside the map."""
    areas = rules.board.map.areas.values()
    found = []
    for kind, (drawing, clause) in WATERS.items():
        hexes = joined(rules.board.area(area.id) for area in areas if area.kind == kind)
        found.append(layer(kind, drawing, hexes, clause))
    inner = tuple((port, hex_) for port, mouth in sorted(rules.sea.mouths.items()) for hex_ in members(mouth))
    found.append(Layer("inner_port", "track", lines=inner, clause="BW-7.5.5d"))
    links = [link for link in rules.board.map.links if link.kind == "sea"]
    ends = [(_end(rules, link.origin), _end(rules, link.target)) for link in links]
    found.append(Layer("way_to_box", "track", lines=tuple(ends), clause="BE-18.0a"))
    return tuple(found)


def _end(rules: Rules, end: int | str) -> int:
    return int(rules.board.box_hexes[end]) if isinstance(end, str) else int(end)


def convoys(rules: Rules, state: SeriesState, view: SeriesView) -> Layers:
    """The zones in which submarines hunt, with the dice of each in this scenario."""
    zones = [area for area in rules.board.map.areas.values() if area.kind == "convoy_zone"]
    dice = rules.scenario.special.submarines
    found = []
    for number, zone in enumerate(zones):
        here = dice[number] if number < len(dice) else 0
        found.append(layer(zone.id, ("fill", "hatch")[number % 2], rules.board.area(zone.id), CONVOY_CLAUSE, value=here))
    return tuple(found)


def bombing(rules: Rules, state: SeriesState, view: SeriesView) -> Layers:
    """How far the viewer's bombers can fly, and which enemy targets they could be sent to."""
    chapter, grid = rules.strategic, rules.board.grid
    if not isinstance(chapter, StrategicBombing) or view.viewer < 0:
        return ()
    based = [b for b in rules.units.aircraft[view.viewer] if state.location[b] >= 0 and chapter.is_bomber(state, b)]
    near = reach = 0
    for block in based:
        near |= rules.board.within(state.location[block], rules.air.range_of(state, block)) & grid.cells
        reach |= chapter.reach(state, block)
    targets = mask_of(
        hex_
        for hex_ in members(reach & state.control[1 - view.viewer])
        if any(chapter.is_worth(state, hex_, kind) for kind in chapter.kinds[hex_])
    )
    return (
        Layer("bombing_range", "border", lines=edge_of(grid, near, grid.cells & ~near), side=view.viewer, clause="BE-32.0b"),
        layer("bombing_target", "ring", targets, "BE-32.0a", side=view.viewer),
    )
