"""A scenario as a small picture: our map around the place that matters, with the front and the first arrows.

What a picture shows is said in the title's `data/pictures.toml`.
"""

import re
import tomllib
from functools import cache
from typing import Final

import msgspec

from blockfront.atlas import draw_map, hex_centre, window_of
from blockfront.games import catalogue
from blockfront.maps.model import MapData

LAYERS: Final = ("water", "land", "terrain", "coast", "closed", "rivers", "borders", "grid", "rails", "places", "labels")
FINE: Final = frozenset(("terrain", "grid", "rails"))  # not seen from afar
FAR: Final = 7  # hexes around the middle from which on
ASPECT: Final = 1.8
COLOURS: Final = ("#3d4a43", "#9a3c2b")  # of the first and the second side, as front lines have them
HEAD, SHAFT, BEND = 20.0, 5.0, 0.12  # of an arrow, in units of the drawing; the bend by its length


class Picture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`around` is the place in the middle, shown `reach` hexes far; arrows are (side, from, to)."""

    around: str
    reach: int = 3
    line: str = ""
    arrows: tuple[tuple[str, str, str], ...] = ()


@cache
def pictures_of(title_id: str) -> dict[str, Picture]:
    """Every scenario's picture, by its name."""
    file = catalogue.contract(title_id).data / "pictures.toml"
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), dict[str, Picture])


def draw_picture(title_id: str, scenario: str, theme: str) -> str:
    wanted, map_data = pictures_of(title_id)[scenario], catalogue.map_of(title_id)
    shown = [layer for layer in LAYERS if wanted.reach < FAR or layer not in FINE]
    lines = [f"lines:{wanted.line}"] if wanted.line else []
    drawn = draw_map(map_data, layers=[*shown, *lines], area=wanted.around, reach=wanted.reach, aspect=ASPECT, theme=theme)
    window = window_of(map_data, wanted.around, wanted.reach, ASPECT)
    box = f'viewBox="{window.left:g} {window.top:g} {window.width:g} {window.height:g}" width="{window.width:g}" height="{window.height:g}"'
    cropped = re.sub(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"', box, drawn, count=1)
    sides = catalogue.title(title_id).sides
    arrows = "".join(_arrow(map_data, sides.index(side), start, end) for side, start, end in wanted.arrows)
    return cropped.removesuffix("</svg>") + f"<g>{arrows}</g></svg>"


def _arrow(map_data: MapData, side: int, start: str, end: str) -> str:
    """A bent arrow that grows broader to its head."""
    (x0, y0), (x1, y1) = (hex_centre(map_data, map_data.hex(place)) for place in (start, end))
    dx, dy = x1 - x0, y1 - y0
    length = max(1.0, (dx * dx + dy * dy) ** 0.5)
    ux, uy = dx / length, dy / length
    bx, by = (x0 + x1) / 2 - uy * length * BEND, (y0 + y1) / 2 + ux * length * BEND
    nx, ny = x1 - ux * HEAD, y1 - uy * HEAD  # where the head begins

    def beside(x: float, y: float, by_: float) -> str:
        return f"{x - uy * by_:.1f} {y + ux * by_:.1f}"

    shaft = (
        f"M{x0:.1f} {y0:.1f}Q{beside(bx, by, SHAFT / 2)} {beside(nx, ny, SHAFT)}L{beside(nx, ny, SHAFT * 2.4)}L{x1:.1f} {y1:.1f}"
        f"L{beside(nx, ny, -SHAFT * 2.4)}L{beside(nx, ny, -SHAFT)}Q{beside(bx, by, -SHAFT / 2)} {x0:.1f} {y0:.1f}Z"
    )
    return f'<path d="{shaft}" fill="{COLOURS[side]}" stroke="#fbf6e8" stroke-width="1.6" stroke-opacity=".8"/>'
