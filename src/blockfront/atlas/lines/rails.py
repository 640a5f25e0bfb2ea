"""Railways: fine lines with ticks, drawn smoothly through the hexes they join."""

import math
from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise
from typing import Final, NamedTuple

from blockfront.atlas.ground.lattice import Window
from blockfront.atlas.lines.curves import CLOSE, catmull_rom, resampled, simplified
from blockfront.atlas.sheet.paper import Xy, hex_centre
from blockfront.atlas.svg.writing import doubled, spline
from blockfront.hexes.grid import Hex
from blockfront.maps.model import MapData

ROUNDING: Final = 0.5  # how far an empty hex's point is drawn towards its neighbours on the line
STRAY: Final = 15.0  # and how far at most
SPACING: Final = 12.0
STATES: Final = ("", "unfinished", "double")


class Track(NamedTuple):
    """A line of rail hexes and the curve drawn for it."""

    state: str
    hexes: list[Hex]
    points: list[Xy]


def tracks(map_data: MapData, window: Window) -> list[Track]:
    """The network cut into lines that run on as straight as they can through junctions."""
    links: dict[str, set[tuple[Hex, Hex]]] = {state: set() for state in STATES}
    for stretch in map_data.rail_stretches:
        for one, other in pairwise(stretch.hexes):
            links[stretch.state].add((min(one, other), max(one, other)))
    links[""] -= links["double"]
    places = _hex_places(map_data, [link for kind in links.values() for link in kind])
    found = []
    for state, kind in links.items():
        for hexes in _lines(kind, places):
            points = [places[hex_] for hex_ in hexes]
            if any(window.grown(80).holds(point) for point in points):
                found.append(Track(state, hexes, resampled(catmull_rom(points), SPACING)))
    return found


def _hex_places(map_data: MapData, links: Iterable[tuple[Hex, Hex]]) -> dict[Hex, Xy]:
    """Where the rail passes each hex: through the place there, or a little off the centre for a smoother line."""
    near: dict[Hex, list[Hex]] = defaultdict(list)
    for one, other in sorted(set(links)):
        near[one].append(other)
        near[other].append(one)
    named = {place.hex for place in map_data.places}
    places: dict[Hex, Xy] = {}
    for hex_, others in near.items():
        x, y = hex_centre(map_data, hex_)
        places[hex_] = (x, y)
        if hex_ not in named and len(others) > 1:
            centres = [hex_centre(map_data, other) for other in others]
            dx = ROUNDING * (sum(cx for cx, _ in centres) / len(centres) - x)
            dy = ROUNDING * (sum(cy for _, cy in centres) / len(centres) - y)
            limit = min(1.0, STRAY / (math.hypot(dx, dy) or 1.0))
            places[hex_] = (x + dx * limit, y + dy * limit)
    return places


def _lines(links: set[tuple[Hex, Hex]], places: dict[Hex, Xy]) -> list[list[Hex]]:
    """Chains of hexes that use every link once; at a junction the two links nearest to a straight line belong together."""
    near: dict[Hex, list[Hex]] = defaultdict(list)
    for one, other in sorted(links):
        near[one].append(other)
        near[other].append(one)
    onward = {(other, hex_): mate for hex_, others in near.items() for other, mate in _pairs(hex_, others, places)}
    left = dict.fromkeys(sorted(links))
    ends = [link for link in left if (link[1], link[0]) not in onward or link not in onward]
    found = []
    for start in [*ends, *left]:
        if start in left:
            found.append(_chain(start, onward, left))
    return found


def _chain(start: tuple[Hex, Hex], onward: dict[tuple[Hex, Hex], Hex], left: dict[tuple[Hex, Hex], None]) -> list[Hex]:
    """Follows a link both ways as far as it goes."""
    del left[start]
    chain = list(start)
    for _ in range(2):
        while (following := onward.get((chain[-2], chain[-1]))) is not None:
            link = (min(chain[-1], following), max(chain[-1], following))
            if link not in left:
                break
            del left[link]
            chain.append(following)
        chain.reverse()
    return chain


def _pairs(hex_: Hex, others: list[Hex], places: dict[Hex, Xy]) -> list[tuple[Hex, Hex]]:
    """Which neighbour a train coming from another goes on to, straightest pairs first."""
    x, y = places[hex_]
    headings = {other: math.atan2(places[other][1] - y, places[other][0] - x) for other in others}
    ranked = sorted(
        (abs(math.pi - abs(headings[a] - headings[b])), a, b) for index, a in enumerate(others) for b in others[index + 1 :]
    )
    paired: list[tuple[Hex, Hex]] = []
    used: set[Hex] = set()
    for bend, a, b in ranked:
        if bend < math.pi / 2 and not {a, b} & used:
            used |= {a, b}
            paired += [(a, b), (b, a)]
    return paired


def draw_rails(drawn: Iterable[Track], unique: str) -> str:
    """A fine line and, over it, the same line as ticks."""
    pieces: dict[str, list[str]] = {state: [] for state in STATES}
    for track in drawn:
        pieces[track.state].append(spline(simplified(track.points, CLOSE)))
    return "".join(
        doubled("".join(parts), f"rail{state}-{unique}", f"rail {state}".strip(), f"rail {state} ticks") for state, parts in pieces.items()
    )
