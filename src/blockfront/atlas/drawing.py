"""Draws a map: everything in its order, as one SVG text.

The same drawing serves the command line, notebooks, the server and the browser, which lays its blocks over it.
"""

import zlib
from collections.abc import Callable, Iterable
from typing import Final

from blockfront.atlas.ground.lattice import Window, whole_sheet
from blockfront.atlas.ground.marks import SCALE
from blockfront.atlas.ground.textures import Textures
from blockfront.atlas.lines.borders import draw_borders
from blockfront.atlas.lines.hexsides import draw_sides
from blockfront.atlas.lines.rails import draw_rails
from blockfront.atlas.lines.rivers import draw_rivers
from blockfront.atlas.names.labels import draw_labels
from blockfront.atlas.names.places import draw_marks
from blockfront.atlas.names.water_names import draw_river_names, draw_sea_names
from blockfront.atlas.sheet import boxes, frame, legend, overlays
from blockfront.atlas.sheet.layers import LAYERS, Selection, select
from blockfront.atlas.sheet.layout import Layout
from blockfront.atlas.sheet.paper import hex_centre
from blockfront.atlas.svg import style, symbols
from blockfront.atlas.svg import writing as svg
from blockfront.atlas.svg.tokens import THEMES, Theme
from blockfront.core.data_files import did_you_mean
from blockfront.hexes.hexset import expanded_mask, members
from blockfront.maps.model import MapData, UnknownName

AREA_MARGIN: Final = 75.0
SURROUNDINGS: Final = 3  # hexes around a place that is asked for instead of an area
SHORE_LINES: Final = ((22.0, 20.8), (13.0, 11.8), (6.0, 4.8))  # outer and inner breadth of each line along the coast


def draw_map(
    map_data: MapData,
    *,
    layers: Iterable[str] | None = None,
    area: str | None = None,
    reach: int = SURROUNDINGS,
    aspect: float = 0.0,
    hex_numbers: bool = False,
    theme: str = "light",
) -> str:
    """The map as SVG text.

    ``layers`` draws only the layers named, and adds ``area:ID`` or ``lines:ID`` on top; ``area`` shows the surroundings of an area
    or a place only, of a place so many hexes far as ``reach`` says; ``aspect`` is the width by the height it may at most have;
    ``theme`` is light or dark, and the page can switch it later by ``data-theme``.
    """
    chosen: Theme | None = next((known for known in THEMES if known == theme), None)
    if chosen is None:
        raise ValueError(f"no theme is called {theme!r}; there are {' and '.join(THEMES)}")
    return _Drawing(map_data, select(layers, hex_numbers=hex_numbers), area, chosen, window_of(map_data, area, reach, aspect)).svg()


class MapPicture:
    """A drawing that notebooks show by themselves."""

    def __init__(
        self,
        map_data: MapData,
        *,
        layers: Iterable[str] | None = None,
        area: str | None = None,
        hex_numbers: bool = False,
        theme: str = "light",
    ) -> None:
        self.svg = draw_map(map_data, layers=layers, area=area, hex_numbers=hex_numbers, theme=theme)

    def _repr_svg_(self) -> str:
        return self.svg


class _Drawing:
    """One drawing, layer by layer."""

    def __init__(self, map_data: MapData, selection: Selection, area: str | None, theme: Theme, window: Window) -> None:
        self._map = map_data
        self._selection = selection
        self._theme = theme
        self._is_whole = area is None
        self._window = window
        self._layout = Layout(map_data, self._window)
        self._unique = f"{zlib.crc32(f'{map_data.title}|{area}'.encode()):x}"

    def _water(self) -> str:
        window = self._window
        ground = svg.element(
            "rect", x=window.left, y=window.top, width=window.width, height=window.height, class_="water-ground"
        )
        coast = f"coast-{self._unique}"
        lines = svg.use(coast, (0, 0), class_="shallows", stroke_width=SHORE_LINES[0][0])
        for outer, inner in SHORE_LINES:
            lines += svg.use(coast, (0, 0), class_="shore-line", stroke_width=outer)
            lines += svg.use(coast, (0, 0), class_="shallows", stroke_width=inner)
        return ground + lines

    def _land(self) -> str:
        return svg.use(f"coast-{self._unique}", (0, 0), class_="land-ground")

    def _terrain(self) -> str:
        parts = self._layout
        textures = Textures(parts.lattice, parts.coast, parts.ground, parts.mask()).draw()
        return parts.ground.washes() + svg.element("g", textures, class_="textures", transform=f"scale({SCALE})")

    def _names(self) -> str:
        parts = self._layout
        closed = {hex_ for hex_, data in self._map.hexes.items() if data.play == "closed"}
        seas, rivers = draw_sea_names(parts.sea_names), draw_river_names(parts.river_names, self._unique)
        return seas + rivers + draw_labels(parts.labels, closed)

    def _areas(self) -> str:
        wanted = [area for id_ in self._selection.areas for area in overlays.find_areas(self._map, id_)]
        return overlays.draw_areas(self._map, wanted)

    def _lines(self) -> str:
        wanted = [line for id_ in self._selection.lines for line in overlays.find_lines(self._map, id_)]
        return overlays.draw_lines(self._map, wanted)

    def _inside(self) -> dict[str, str]:
        """The layers within the frame, in drawing order."""
        grid, window = self._map.grid, self._window
        makers: dict[str, Callable[[], str]] = {
            "water": self._water,
            "land": self._land,
            "terrain": self._terrain,
            "coast": lambda: svg.use(f"coast-{self._unique}", (0, 0), class_="coast-line"),
            "closed": self._layout.ground.veils,
            "rivers": lambda: draw_rivers(self._layout.courses),
            "sides": lambda: draw_sides(self._map, window),
            "borders": lambda: draw_borders(self._map, self._layout.coast, window, self._unique),
            "grid": lambda: frame.draw_grid(grid) + frame.draw_beyond(grid),
            "areas": self._areas,
            "rails": lambda: draw_rails(self._layout.tracks, self._unique),
            "lines": self._lines,
            "places": lambda: draw_marks(self._map, [*self._layout.place_marks, *self._layout.side_marks]),
            "labels": self._names,
            "hex-numbers": lambda: frame.draw_hex_numbers(grid, window),
        }
        return {name: make() for name, make in makers.items() if self._selection.shows(name)}

    def _signs(self) -> set[str]:
        mined = {"mined"} if any(name.mined for name in self._layout.sea_names) else set()
        return mined | {mark.sign for mark in [*self._layout.place_marks, *self._layout.side_marks]}

    def svg(self) -> str:
        """The whole document."""
        inside = self._inside()
        used = self._signs() if self._selection.shows("places", "labels", "legend") else set()
        placed = boxes.place_boxes(self._map) if self._is_whole and self._selection.shows("boxes") else []
        strip, view = self._margins(placed, used)
        around = {
            "frame": frame.draw_frame(self._map.grid, self._window),
            "boxes": boxes.draw_boxes(placed),
            "title": strip.title(self._map) if self._is_whole else "",
            "legend": strip.legend() if self._is_whole else "",
            "scale": strip.scale(self._map),
        }
        content = "".join(svg.layer(name, inside[name]) for name in LAYERS if name in inside)
        margin = "".join(svg.layer(name, drawn) for name, drawn in around.items() if self._selection.shows(name))
        clipped = svg.element("g", content, clip_path=f"url(#frame-{self._unique})")
        sheet = svg.element("rect", x=view.left, y=view.top, width=view.width, height=view.height, class_="sheet")
        return svg.element(
            "svg",
            svg.title(self._map.title) + self._definitions(used) + sheet + clipped + margin,
            xmlns="http://www.w3.org/2000/svg",
            class_="blockfront-map",
            data_theme=self._theme,
            viewBox=" ".join(map(svg.number, (view.left, view.top, view.width, view.height))),
            width=view.width,
            height=view.height,
        )

    def _definitions(self, used: set[str]) -> str:
        window = self._window
        clip = svg.element("rect", x=window.left, y=window.top, width=window.width, height=window.height)
        shown = self._selection.shows
        signs = used | (legend.legend_signs() if shown("legend") and self._is_whole else set())
        parts = [
            svg.element("style", style.style_sheet(self._theme)),
            svg.element("clipPath", clip, id=f"frame-{self._unique}"),
            svg.path(self._layout.coast.path, id=f"coast-{self._unique}") if shown("water", "land", "coast") else "",
            frame.grid_pattern() if shown("grid") else "",
            symbols.definitions(signs),
        ]
        return svg.element("defs", "".join(parts))

    def _margins(self, placed: list[boxes.PlacedBox], used: set[str]) -> tuple[legend.Strip, Window]:
        """The strip below the map and the rectangle of the whole sheet."""
        edge = frame.BAND + 14
        extra = boxes.margins(placed)
        window = self._window
        left, top = window.left - edge - extra.left, window.top - edge - extra.top
        right, bottom = window.right + edge + extra.right, window.bottom + edge + extra.bottom
        items = legend.entries(self._map, used) if self._selection.shows("legend") and self._is_whole else []
        strip = legend.Strip((window.left, bottom - 8), window.width, tuple(items), scale_only=not self._is_whole)
        wants_strip = self._selection.shows("title", "legend", "scale")
        height = strip.height * strip.enlarged if wants_strip else 0
        return strip, Window(left, top, right, bottom + height)


def window_of(map_data: MapData, area: str | None, reach: int = SURROUNDINGS, aspect: float = 0.0) -> Window:
    """The part of the sheet to draw."""
    sheet = whole_sheet(map_data.grid)
    if area is None:
        return sheet
    if area in map_data.areas:
        mask = map_data.area_mask(area)
    else:
        try:
            mask = expanded_mask(map_data.grid, 1 << map_data.hex(area), reach)
        except UnknownName:
            raise ValueError(f"no area or place is called {area!r}{did_you_mean(area, map_data.areas)}") from None
    centres = [hex_centre(map_data, hex_) for hex_ in members(mask)]
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    left, right = max(min(xs) - AREA_MARGIN, sheet.left), min(max(xs) + AREA_MARGIN, sheet.right)
    top, bottom = max(min(ys) - AREA_MARGIN, sheet.top), min(max(ys) + AREA_MARGIN, sheet.bottom)
    too_high = max(0.0, bottom - top - (right - left) / aspect) if aspect else 0.0
    return Window(left, top + too_high / 2, right, bottom - too_high / 2)
