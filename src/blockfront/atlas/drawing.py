"""Draws a map: everything in its order, as one SVG text.

The same drawing serves the command line, notebooks, the server and the browser, which lays its blocks over it.
"""

import zlib
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Final

from blockfront.atlas import boxes, frame, labels, legend, overlays, style, svg, symbols, water_names
from blockfront.atlas.borders import draw_borders
from blockfront.atlas.coast import Coast
from blockfront.atlas.hexsides import draw_sides
from blockfront.atlas.ink import Ink
from blockfront.atlas.lattice import Lattice, Window, whole_sheet
from blockfront.atlas.layers import LAYERS, Selection, select
from blockfront.atlas.marks import SCALE
from blockfront.atlas.paper import Xy, hex_centre
from blockfront.atlas.places import Mark, draw_marks, place_marks, side_marks
from blockfront.atlas.rails import Track, draw_rails, tracks
from blockfront.atlas.rivers import Course, courses, draw_rivers
from blockfront.atlas.terrain import Terrain
from blockfront.atlas.textures import Mask, Textures
from blockfront.atlas.tokens import THEMES, Theme
from blockfront.blocks.data_files import did_you_mean
from blockfront.blocks.map_model import MapData, UnknownName
from blockfront.hexes.hexset import expanded_mask, members

AREA_MARGIN: Final = 75.0
SURROUNDINGS: Final = 3  # hexes around a place that is asked for instead of an area
SHORE_LINES: Final = ((22.0, 20.8), (13.0, 11.8), (6.0, 4.8))  # outer and inner breadth of each line along the coast
RAIL_WEIGHT: Final = 2.2
RIVER_WEIGHT: Final = 1.3


def draw_map(
    map_data: MapData,
    *,
    layers: Iterable[str] | None = None,
    area: str | None = None,
    hex_numbers: bool = False,
    theme: str = "light",
) -> str:
    """The map as SVG text.

    ``layers`` draws only the layers named, and adds ``area:ID`` or ``lines:ID`` on top; ``area`` shows the surroundings of an area
    or a place only; ``theme`` is light or dark, and the page can switch it later by ``data-theme``.
    """
    chosen: Theme | None = next((known for known in THEMES if known == theme), None)
    if chosen is None:
        raise ValueError(f"no theme is called {theme!r}; there are {' and '.join(THEMES)}")
    return _Drawing(map_data, select(layers, hex_numbers=hex_numbers), area, chosen).svg()


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
    """The parts of one drawing, each made when it is first needed."""

    def __init__(self, map_data: MapData, selection: Selection, area: str | None, theme: Theme) -> None:
        self._map = map_data
        self._selection = selection
        self._theme = theme
        self._is_whole = area is None
        self._window = _window(map_data, area)
        self._unique = f"{zlib.crc32(f'{map_data.title}|{area}'.encode()):x}"

    # ---- parts

    @cached_property
    def _lattice(self) -> Lattice:
        return Lattice(self._map.grid, self._window)

    @cached_property
    def _coast(self) -> Coast:
        return Coast(self._map, self._lattice)

    @cached_property
    def _ground(self) -> Terrain:
        return Terrain(self._map, self._lattice, self._coast)

    @cached_property
    def _courses(self) -> list[Course]:
        return courses(self._map, self._coast, self._window)

    @cached_property
    def _tracks(self) -> list[Track]:
        return tracks(self._map, self._window)

    @cached_property
    def _ink(self) -> Ink:
        ink = Ink()
        for track in self._tracks:
            ink.draw(track.points, RAIL_WEIGHT)
        for course in self._courses:
            ink.draw(course.points, RIVER_WEIGHT)
        return ink

    @cached_property
    def _place_marks(self) -> list[Mark]:
        return place_marks(self._map, self._window)

    @cached_property
    def _side_marks(self) -> list[Mark]:
        taken = [mark.box for mark in self._place_marks]
        return side_marks(self._map, self._window, self._coast, self._ink, taken)

    @cached_property
    def _sea_names(self) -> list[water_names.SeaName]:
        return water_names.sea_names(self._map, self._coast, self._window)

    @cached_property
    def _labeller(self) -> labels.Labeller:
        marks = [*self._place_marks, *self._side_marks]
        labeller = labels.Labeller(self._window, self._coast, self._ink, [mark.box for mark in marks])
        for box in (box for name in self._sea_names for box in name.boxes):
            labeller.block(box)
        return labeller

    @cached_property
    def _labels(self) -> list[labels.Label]:
        radius: dict[Xy, float] = {}
        for mark in self._place_marks:
            radius[mark.at] = max(radius.get(mark.at, 0.0), symbols.SIGNS[mark.sign].half_width)
        wanted = [
            (mark.place, mark.at, radius[mark.at])
            for mark in self._place_marks
            if mark.place is not None and self._window.holds(mark.at)
        ]
        return self._labeller.set_names(wanted)

    @cached_property
    def _river_names(self) -> list[water_names.RiverName]:
        set_before = self._labels
        assert set_before is self._labels
        return water_names.river_names(self._courses, self._labeller)

    # ---- layers

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
        textures = Textures(self._lattice, self._coast, self._ground, self._mask()).draw()
        return self._ground.washes() + svg.element("g", textures, class_="textures", transform=f"scale({SCALE})")

    def _mask(self) -> Mask:
        """What textures leave free: lines, signs and names."""
        mask = Mask(self._lattice)
        for line in [*(track.points for track in self._tracks), *(course.points for course in self._courses)]:
            for point in line:
                mask.take_point(point, 4)
        for mark in [*self._place_marks, *self._side_marks]:
            mask.take(mark.box.grown(1))
        for label in self._labels:
            if label.spot is not None:
                mask.take(label.spot.box)
        for name in self._river_names:
            for point in name.line:
                mask.take_point(point, 5)
        return mask

    def _names(self) -> str:
        return (
            water_names.draw_sea_names(self._sea_names)
            + water_names.draw_river_names(self._river_names, self._unique)
            + labels.draw_labels(self._labels, {hex_ for hex_, data in self._map.hexes.items() if data.play == "closed"})
        )

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
            "closed": self._ground.veils,
            "rivers": lambda: draw_rivers(self._courses),
            "sides": lambda: draw_sides(self._map, window),
            "borders": lambda: draw_borders(self._map, self._coast, window, self._unique),
            "grid": lambda: frame.draw_grid(grid) + frame.draw_beyond(grid),
            "areas": self._areas,
            "rails": lambda: draw_rails(self._tracks, self._unique),
            "lines": self._lines,
            "places": lambda: draw_marks(self._map, [*self._place_marks, *self._side_marks]),
            "labels": self._names,
            "hex-numbers": lambda: frame.draw_hex_numbers(grid, window),
        }
        return {name: make() for name, make in makers.items() if self._selection.shows(name)}

    def _signs(self) -> set[str]:
        mined = {"mined"} if any(name.mined for name in self._sea_names) else set()
        return mined | {mark.sign for mark in [*self._place_marks, *self._side_marks]}

    def svg(self) -> str:
        """The whole document."""
        inside = self._inside()
        used = self._signs() if self._selection.shows("places", "labels", "legend") else set()
        placed = boxes.place_boxes(self._map) if self._is_whole and self._selection.shows("boxes") else []
        strip, view = self._layout(placed, used)
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
            svg.path(self._coast.path, id=f"coast-{self._unique}") if shown("water", "land", "coast") else "",
            frame.grid_pattern() if shown("grid") else "",
            symbols.definitions(signs),
        ]
        return svg.element("defs", "".join(parts))

    def _layout(self, placed: list[boxes.PlacedBox], used: set[str]) -> tuple[legend.Strip, Window]:
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


def _window(map_data: MapData, area: str | None) -> Window:
    """The part of the sheet to draw."""
    sheet = whole_sheet(map_data.grid)
    if area is None:
        return sheet
    if area in map_data.areas:
        mask = map_data.area_mask(area)
    else:
        try:
            mask = expanded_mask(map_data.grid, 1 << map_data.hex(area), SURROUNDINGS)
        except UnknownName:
            raise ValueError(f"no area or place is called {area!r}{did_you_mean(area, map_data.areas)}") from None
    centres = [hex_centre(map_data, hex_) for hex_ in members(mask)]
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    return Window(
        max(min(xs) - AREA_MARGIN, sheet.left),
        max(min(ys) - AREA_MARGIN, sheet.top),
        min(max(xs) + AREA_MARGIN, sheet.right),
        min(max(ys) + AREA_MARGIN, sheet.bottom),
    )
