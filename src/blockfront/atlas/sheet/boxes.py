"""Off-map boxes in the margin, each beside the part of the map it leads to."""

import math
from typing import Final, NamedTuple

from blockfront.atlas.ground.lattice import Window
from blockfront.atlas.sheet.paper import Xy, hex_centre, sheet_size
from blockfront.atlas.svg.writing import element, path, polyline, text
from blockfront.maps.model import Box, MapData

BOX_WIDTH: Final = 124
BOX_HEIGHT: Final = 84
BAND: Final = 22  # the frame with its numbers, between map and boxes
GAP: Final = 12
_EDGES: Final = ("left", "right", "top", "bottom")


class PlacedBox(NamedTuple):
    box: Box
    edge: str
    centre: Xy
    links: tuple[Xy, ...]  # hexes it leads to


def place_boxes(map_data: MapData) -> list[PlacedBox]:
    """Every box with its place; boxes beside the same edge never overlap."""
    leads = {id_: _leads_to(map_data, id_, frozenset()) for id_ in map_data.boxes}
    width, height = sheet_size(map_data)
    by_edge: dict[str, list[tuple[float, str]]] = {edge: [] for edge in _EDGES}
    for id_, hexes in leads.items():
        x, y = _mean(hexes) if hexes else (width, 0.0)
        gaps = {"left": x, "right": width - x, "top": y, "bottom": height - y}
        edge = min(_EDGES, key=lambda name: gaps[name])
        by_edge[edge].append((y if edge in ("left", "right") else x, id_))
    placed: dict[str, tuple[str, Xy]] = {}
    for edge, wanted in by_edge.items():
        upright = edge in ("left", "right")
        length, size = (height, BOX_HEIGHT) if upright else (width, BOX_WIDTH)
        for along, id_ in _spread(sorted(wanted), length, size + GAP):
            placed[id_] = edge, _centre(edge, along, width, height)
    return [PlacedBox(box, *placed[id_], tuple(leads[id_])) for id_, box in map_data.boxes.items()]


def box_centre(map_data: MapData, id_: str) -> Xy:
    """The centre of an off-map box on the drawing."""
    for placed in place_boxes(map_data):
        if placed.box.id == id_:
            return placed.centre
    raise ValueError(f"no box is called {id_!r}; there are {', '.join(map_data.boxes) or 'none'}")


def _leads_to(map_data: MapData, id_: str, seen: frozenset[str]) -> list[Xy]:
    """The hexes a box is linked with, or those of the boxes it is linked with."""
    ends = [link.target if link.origin == id_ else link.origin for link in map_data.links if id_ in (link.origin, link.target)]
    hexes: list[Xy] = [hex_centre(map_data, end) for end in ends if isinstance(end, int)]
    if hexes:
        return hexes
    others = (end for end in ends if isinstance(end, str) and end not in seen)
    return next((found for other in others if (found := _leads_to(map_data, other, seen | {id_}))), [])


def _mean(points: list[Xy]) -> Xy:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _spread(wanted: list[tuple[float, str]], length: float, size: float) -> list[tuple[float, str]]:
    """Positions along an edge, moved as little as needed to keep a box's length apart."""
    placed: list[tuple[float, str]] = []
    for along, id_ in wanted:
        earliest = placed[-1][0] + size if placed else size / 2
        placed.append((max(along, earliest), id_))
    limit = length - size / 2
    for index in range(len(placed) - 1, -1, -1):
        placed[index] = (min(placed[index][0], limit), placed[index][1])
        limit = placed[index][0] - size
    return placed


def _centre(edge: str, along: float, width: float, height: float) -> Xy:
    aside = BAND + GAP + (BOX_WIDTH if edge in ("left", "right") else BOX_HEIGHT) / 2
    return {
        "left": (-aside, along),
        "right": (width + aside, along),
        "top": (along, -aside),
        "bottom": (along, height + aside),
    }[edge]


def margins(boxes: list[PlacedBox]) -> Window:
    """How far the boxes reach beyond the frame on each edge."""
    used = {placed.edge for placed in boxes}
    aside, above = BOX_WIDTH + 2 * GAP, BOX_HEIGHT + 2 * GAP
    return Window(
        aside if "left" in used else 0, above if "top" in used else 0, aside if "right" in used else 0, above if "bottom" in used else 0
    )


def draw_boxes(boxes: list[PlacedBox]) -> str:
    drawn = []
    for placed in boxes:
        x, y = placed.centre
        rectangle = element(
            "rect", x=x - BOX_WIDTH / 2, y=y - BOX_HEIGHT / 2, width=BOX_WIDTH, height=BOX_HEIGHT, rx=5, class_="box"
        )
        name = element("g", text(placed.box.name, (x, y - BOX_HEIGHT / 2 + 15)), class_="names box")
        links = "".join(polyline([_border_point(placed.centre, to), to]) for to in placed.links if math.dist(to, placed.centre) < 500)
        drawn.append(element("g", path(links, "box-link") + rectangle + name, data_box=placed.box.id))
    return "".join(drawn)


def _border_point(centre: Xy, towards: Xy) -> Xy:
    """Where a line from the centre of a box leaves it."""
    dx, dy = towards[0] - centre[0], towards[1] - centre[1]
    scale = min(
        BOX_WIDTH / 2 / abs(dx) if dx else math.inf,
        BOX_HEIGHT / 2 / abs(dy) if dy else math.inf,
    )
    return centre[0] + dx * scale, centre[1] + dy * scale
