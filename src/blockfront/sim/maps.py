"""Simple maps for notebooks and reports: plain hexes, blocks as squares, frequencies as colours. Drawn in milliseconds.

The full maps of `blockfront map` take seconds to draw; these only show terrain, cities and blocks.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple
from xml.sax.saxutils import escape

from blockfront.atlas.sheet.paper import hex_centre, hexagon, sheet_size
from blockfront.atlas.svg.tokens import COLOURS
from blockfront.blocks.order_of_battle import OrderOfBattle
from blockfront.games.catalogue import map_of
from blockfront.hexes.grid import Hex
from blockfront.maps.model import MapData

SCALE: Final = 0.5  # pixels for each unit of the drawing
CAPTION: Final = 40
MARGIN: Final = 250  # units of the drawing around the outermost blocks of a cropped map
INK: Final = COLOURS["ink"][0]
WATER: Final = COLOURS["water"][0]
SIDES: Final = ("#4f5b66", "#a8352a", "#3d6b45")
PER_ROW: Final = 3  # blocks drawn beside each other in a hex


def colour_of(map_data: MapData, hex_: int) -> str:
    """Returns the colour of a hex's ground."""
    data = map_data.hexes.get(Hex(hex_))
    kind = "water" if data is None or data.terrain in ("", "sea", "lake") else data.terrain
    return COLOURS[kind if kind in COLOURS else "land"][0]


def _outline(map_data: MapData, hex_: int) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in hexagon(hex_centre(map_data, hex_)))


@cache
def _ground(title_id: str) -> str:
    """Draws the hexes and cities of a map, once for each title."""
    map_data = map_of(title_id)
    parts = []
    for hex_ in map_data.hexes:
        fill = colour_of(map_data, hex_)
        parts.append(f'<polygon points="{_outline(map_data, hex_)}" fill="{fill}" stroke="{INK}" stroke-opacity="0.2"/>')
    for place in map_data.places:
        x, y = hex_centre(map_data, place.hex)
        parts.append(f'<circle cx="{x}" cy="{y - 28}" r="6" fill="{INK}"><title>{escape(place.name)}</title></circle>')
    return "".join(parts)


def _document(title_id: str, content: str, caption: str) -> str:
    width, height = sheet_size(map_of(title_id))
    height += CAPTION
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{SCALE * width:g}" height="{SCALE * height:g}" '
        f'font-family="sans-serif" font-size="15"><rect width="{width}" height="{height}" fill="{WATER}"/>'
        f'{_ground(title_id)}{content}<text x="12" y="{height - 12}" font-size="22" fill="{INK}">{escape(caption)}</text></svg>'
    )


class Frame(NamedTuple):
    """A rectangle of the map sheet."""

    left: float
    top: float
    width: float
    height: float


class Marker:
    """A block on the drawing: its side, and what is written on it."""

    __slots__ = ("hex", "name", "side", "text")

    def __init__(self, hex_: int, side: int, text: str, name: str) -> None:
        self.hex = hex_
        self.side = side
        self.text = text
        self.name = name


def _drawn(map_data: MapData, markers: Iterable[Marker]) -> str:
    by_hex: dict[int, list[Marker]] = {}
    for marker in markers:
        if not map_data.grid.cells >> marker.hex & 1:
            continue  # in a box beside the map
        by_hex.setdefault(marker.hex, []).append(marker)
    parts = []
    for hex_, here in by_hex.items():
        x, y = hex_centre(map_data, hex_)
        for number, marker in enumerate(here):
            row, column = divmod(number, PER_ROW)
            left, top = x - 32 + 22 * column, y - 18 + 22 * row
            parts.append(
                f'<g><title>{escape(marker.name)}</title><rect x="{left}" y="{top}" width="20" height="20" rx="2" '
                f'fill="{SIDES[marker.side % len(SIDES)]}" stroke="#fff"/>'
                f'<text x="{left + 10}" y="{top + 15}" text-anchor="middle" fill="#fff">{escape(marker.text)}</text></g>'
            )
    return "".join(parts)


def markers_of_state(state: Any, order: OrderOfBattle) -> list[Marker]:
    """Returns markers of every block as it really stands, for readers who may see everything."""
    return [
        Marker(state.location[number], block.side, str(block.strength(state.steps[number])), block.name)
        for number, block in enumerate(order.blocks)
        if state.location[number] >= 0
    ]


def markers_of_view(view: Any, order: OrderOfBattle) -> list[Marker]:
    """Returns markers of the blocks that one side sees; unknown blocks are question marks."""
    found = [
        Marker(own.location, order.sides[own.block], str(order[own.block].strength(own.steps)), order[own.block].name)
        for own in view.blocks.own
        if own.location >= 0
    ]
    for seen in view.blocks.seen:
        known = seen.block >= 0
        text = str(order[seen.block].strength(seen.steps)) if known else "?"
        found.append(Marker(seen.location, seen.side, text, order[seen.block].name if known else "unknown"))
    return found


def blocks_on_map(title_id: str, markers: Sequence[Marker], map_address: str, map_frame: Frame) -> str:
    """Returns page markup with blocks on the full map, cropped to where they stand; the page loads the map from its address."""
    map_data = map_of(title_id)
    centres = [hex_centre(map_data, marker.hex) for marker in markers if map_data.grid.cells >> marker.hex & 1]
    left = max(map_frame.left, min(x for x, _ in centres) - MARGIN)
    top = max(map_frame.top, min(y for _, y in centres) - MARGIN)
    right = min(map_frame.left + map_frame.width, max(x for x, _ in centres) + MARGIN)
    bottom = min(map_frame.top + map_frame.height, max(y for _, y in centres) + MARGIN)
    ground = (
        f'<image href="{escape(map_address)}" x="{map_frame.left:g}" y="{map_frame.top:g}" '
        f'width="{map_frame.width:g}" height="{map_frame.height:g}"/>'
    )
    return (
        f'<svg viewBox="{left:g} {top:g} {right - left:g} {bottom - top:g}" width="100%" font-family="sans-serif" font-size="15">'
        f"{ground}{_drawn(map_data, markers)}</svg>"
    )


def map_svg(title_id: str) -> str:
    """Draws the map without blocks."""
    return _document(title_id, "", map_of(title_id).title)


def position_svg(title_id: str, markers: Iterable[Marker], caption: str = "") -> str:
    """Draws the map with blocks."""
    return _document(title_id, _drawn(map_of(title_id), markers), caption)


def shares_svg(title_id: str, shares: Sequence[Mapping[int, float]], caption: str) -> str:
    """Draws how often each side stood in every hex: the stronger the colour, the more often."""
    map_data = map_of(title_id)
    parts = []
    for side, by_hex in enumerate(shares):
        for hex_, share in by_hex.items():
            if not map_data.grid.cells >> hex_ & 1:
                continue
            parts.append(
                f'<polygon points="{_outline(map_data, hex_)}" fill="{SIDES[side % len(SIDES)]}" fill-opacity="{0.85 * share:.2f}">'
                f"<title>{escape(map_data.hex_name(Hex(hex_)))}: {100 * share:.0f} %</title></polygon>"
            )
    return _document(title_id, "".join(parts), caption)
