"""Areas and lines drawn over the map on request."""

import math
from collections.abc import Iterable

from blockfront.atlas.lines.borders import chains, rim, rounded_line
from blockfront.atlas.sheet.paper import hex_centre
from blockfront.atlas.svg.writing import element, path, text, title
from blockfront.core.data_files import did_you_mean
from blockfront.hexes.hexset import members
from blockfront.maps.model import Area, Line, MapData


def find_areas(map_data: MapData, wanted: str) -> list[Area]:
    """The area of an id, or every area of a kind."""
    found = [area for area in map_data.areas.values() if wanted in (area.id, area.kind)]
    if not found:
        known = [*map_data.areas, *{area.kind for area in map_data.areas.values()}]
        raise ValueError(f"no area or kind of area is called {wanted!r}{did_you_mean(wanted, known)}")
    return found


def find_lines(map_data: MapData, wanted: str) -> list[Line]:
    """The line of an id, or every line of a scenario."""
    found = [line for line in map_data.lines.values() if wanted in (line.id, line.scenario)]
    if not found:
        known = [*map_data.lines, *{line.scenario for line in map_data.lines.values() if line.scenario}]
        raise ValueError(f"no line or scenario is called {wanted!r}{did_you_mean(wanted, known)}")
    return found


def draw_areas(map_data: MapData, areas: Iterable[Area]) -> str:
    drawn = []
    for area in areas:
        outline = "".join(rounded_line(chain) for chain in chains(map_data.grid, rim(map_data.grid, area.mask)))
        content = path(outline, "area-fill", fill_rule="evenodd") + path(outline, "area-rim") + _name(map_data, area)
        drawn.append(element("g", content, class_="area", data_area=area.id))
    return "".join(drawn)


def _name(map_data: MapData, area: Area) -> str:
    """The name in the hex nearest to the middle."""
    centres = [hex_centre(map_data, hex_) for hex_ in members(area.mask)]
    if not centres:
        return ""
    middle = (sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres))
    x, y = min(centres, key=lambda centre: math.dist(centre, middle))
    return element("g", text(area.name, (x, y - 22)), class_="names area")


def draw_lines(map_data: MapData, lines: Iterable[Line]) -> str:
    drawn = []
    for line in lines:
        course = "".join(rounded_line(chain) for chain in chains(map_data.grid, line.sides))
        drawn.append(element("g", title(line.name) + path(course, "front-case") + path(course, "front"), class_="line", data_line=line.id))
    return "".join(drawn)
