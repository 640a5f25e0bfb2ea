"""Where land and water really meet: outlines of coasts and lakes by latitude and longitude, to guide the drawing of the coast.

The hexes decide what is land and what is sea; these outlines only give the line between them its familiar shape. They are
simplified from Natural Earth (public domain).
"""

from functools import cache
from importlib import resources

from blockfront.atlas.ground.lattice import Window
from blockfront.atlas.sheet.paper import HALF_WIDTH, HEX_HEIGHT, HEX_WIDTH, ROW_STEP, Xy
from blockfront.maps.model import MapData

Ring = tuple[tuple[float, float], ...]


@cache
def outlines() -> tuple[Ring, ...]:
    """Closed rings of (latitude, longitude). A point is land when it lies inside an odd number of them."""
    text = resources.files("blockfront.atlas").joinpath("data/shores.txt").read_text(encoding="utf-8")
    rings: list[list[tuple[float, float]]] = []
    for line in text.splitlines():
        content = line.partition("#")[0]
        if content.strip():
            if not content[0].isspace():
                rings.append([])
            rings[-1] += map(_position, content.split())
    return tuple(map(tuple, rings))


def _position(word: str) -> tuple[float, float]:
    latitude, longitude = word.split(",")
    return float(latitude), float(longitude)


def shore_rings(map_data: MapData, window: Window) -> list[list[Xy]]:
    """The outlines that reach into a window or surround it, on the drawing."""
    rings = []
    for outline in outlines():
        ring = [_drawn(map_data, latitude, longitude) for latitude, longitude in outline]
        xs, ys = [x for x, _ in ring], [y for _, y in ring]
        if max(xs) >= window.left and min(xs) <= window.right and max(ys) >= window.top and min(ys) <= window.bottom:
            rings.append(ring)
    return rings


def _drawn(map_data: MapData, latitude: float, longitude: float) -> Xy:
    columns, rows = map_data.position(latitude, longitude)
    return HALF_WIDTH + HEX_WIDTH * columns, HEX_HEIGHT / 2 + ROW_STEP * rows
