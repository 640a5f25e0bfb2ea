"""Hexsides with a meaning of their own: straits, alpine and fortified sides, sides only trains cross."""

import math
from collections.abc import Iterable
from typing import Final

from blockfront.atlas.ground.lattice import Window
from blockfront.atlas.lines.borders import chains, rounded_line
from blockfront.atlas.sheet.paper import Xy, hex_centre, side_ends
from blockfront.atlas.svg.writing import path, polyline
from blockfront.hexes.sides import Side, each_side
from blockfront.maps.model import MapData

CROSSING: Final = 12.0  # half the length of the arrow over a strait
INSET: Final = 4.5  # how far a fortified line stands inside the defended hex


def draw_sides(map_data: MapData, window: Window) -> str:
    near = window.grown(60)

    def sides(kind: str) -> list[Side]:
        found = each_side(map_data.grid, map_data.side_masks(kind))
        return [side for side in found if near.holds(side_ends(map_data.grid, side)[0])]

    alpine = _lines(map_data, sides("alpine"))
    straits = "".join(_crossing(map_data, side) for side in sides("strait"))
    fortified = "".join(_wall(map_data, side) for side in _fortified(map_data) if near.holds(side_ends(map_data.grid, side)[0]))
    rail_only = _lines(map_data, sides("rail_only"))
    return "".join(
        [
            path(alpine, "alpine"),
            path(alpine, "alpine ticks"),
            path(rail_only, "rail-only"),
            path(fortified, "fortified"),
            path(fortified, "fortified teeth"),
            path(straits, "strait"),
        ]
    )


def _lines(map_data: MapData, sides: Iterable[Side]) -> str:
    return "".join(map(rounded_line, chains(map_data.grid, sides)))


def _fortified(map_data: MapData) -> list[Side]:
    """Fortified sides as seen from the defended hex."""
    masks = map_data.side_masks("fortified")
    return [(hex_, direction) for hex_ in map_data.hexes for direction in range(6) if masks[direction] >> hex_ & 1]


def _crossing(map_data: MapData, side: Side) -> str:
    """A double arrow from shore to shore."""
    (x1, y1), (x2, y2) = side_ends(map_data.grid, side)
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    span = math.dist((x1, y1), (x2, y2))
    ux, uy = (y2 - y1) / span, -(x2 - x1) / span
    head, foot = (x + ux * CROSSING, y + uy * CROSSING), (x - ux * CROSSING, y - uy * CROSSING)
    return polyline([foot, head]) + _barbs(head, ux, uy) + _barbs(foot, -ux, -uy)


def crossing_boxes(map_data: MapData) -> list[Window]:
    """The room the arrows over straits take."""
    found = []
    for side in each_side(map_data.grid, map_data.side_masks("strait")):
        (x1, y1), (x2, y2) = side_ends(map_data.grid, side)
        x, y, span = (x1 + x2) / 2, (y1 + y2) / 2, math.dist((x1, y1), (x2, y2))
        across, down = abs(y2 - y1) / span * CROSSING, abs(x2 - x1) / span * CROSSING
        found.append(Window(x - across, y - down, x + across, y + down).grown(3))
    return found


def _barbs(tip: Xy, ux: float, uy: float) -> str:
    x, y = tip
    left = (x - 4 * ux + 2.6 * uy, y - 4 * uy - 2.6 * ux)
    right = (x - 4 * ux - 2.6 * uy, y - 4 * uy + 2.6 * ux)
    return polyline([left, tip, right])


def _wall(map_data: MapData, side: Side) -> str:
    """A line just inside the defended hex."""
    ends = side_ends(map_data.grid, side)
    cx, cy = hex_centre(map_data, side[0])
    middle = ((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2)
    reach = math.dist(middle, (cx, cy))
    dx, dy = (cx - middle[0]) / reach * INSET, (cy - middle[1]) / reach * INSET
    return polyline([(x * 0.94 + middle[0] * 0.06 + dx, y * 0.94 + middle[1] * 0.06 + dy) for x, y in ends])
