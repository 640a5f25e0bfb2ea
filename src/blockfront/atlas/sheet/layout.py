"""Where everything on a drawing goes: each part is worked out once, when it is first needed."""

from functools import cached_property
from typing import Final

from blockfront.atlas.ground.coast import Coast
from blockfront.atlas.ground.lattice import Lattice, Window
from blockfront.atlas.ground.terrain import Terrain
from blockfront.atlas.ground.textures import Mask
from blockfront.atlas.lines.hexsides import crossing_boxes
from blockfront.atlas.lines.rails import Track, tracks
from blockfront.atlas.lines.rivers import Course, courses
from blockfront.atlas.names.ink import Ink
from blockfront.atlas.names.labels import Label, Labeller
from blockfront.atlas.names.places import Mark, SideMarks, place_marks
from blockfront.atlas.names.water_names import RiverName, SeaName, river_names, sea_names
from blockfront.atlas.sheet.paper import Xy
from blockfront.atlas.svg.symbols import SIGNS
from blockfront.maps.model import MapData, Place

RAIL_WEIGHT: Final = 2.2
RIVER_WEIGHT: Final = 1.3


class Layout:
    """The parts of a drawing of one window of a map."""

    def __init__(self, map_data: MapData, window: Window) -> None:
        self._map = map_data
        self._window = window

    @cached_property
    def lattice(self) -> Lattice:
        return Lattice(self._map.grid, self._window)

    @cached_property
    def coast(self) -> Coast:
        return Coast(self._map, self.lattice)

    @cached_property
    def ground(self) -> Terrain:
        return Terrain(self._map, self.lattice, self.coast)

    @cached_property
    def courses(self) -> list[Course]:
        return courses(self._map, self.coast, self._window)

    @cached_property
    def tracks(self) -> list[Track]:
        return tracks(self._map, self._window)

    @cached_property
    def ink(self) -> Ink:
        ink = Ink()
        for track in self.tracks:
            ink.draw(track.points, RAIL_WEIGHT)
        for course in self.courses:
            ink.draw(course.points, RIVER_WEIGHT)
        return ink

    @cached_property
    def place_marks(self) -> list[Mark]:
        return place_marks(self._map, self._window)

    @cached_property
    def sea_names(self) -> list[SeaName]:
        return sea_names(self._map, self.coast, self._window)

    @cached_property
    def _signs_and_names(self) -> tuple[list[Mark], list[Label], list[RiverName]]:
        """Signs beside places, then names of places, then signs again where a name took their room, then names of rivers."""
        fixed = [*(mark.box for mark in self.place_marks), *crossing_boxes(self._map)]
        side_marks = SideMarks(self._map, self._window, self.coast, self.ink, fixed)
        marks = side_marks.placed()
        labeller = Labeller(self._window, self.coast, self.ink, [*fixed, *(mark.box for mark in marks)])
        for box in (box for name in self.sea_names for box in name.boxes):
            labeller.block(box)
        labels = labeller.set_names(self._wanted_names())
        cleared = side_marks.cleared(marks, [label.spot.box for label in labels if label.spot is not None])
        for box in (mark.box for mark, before in zip(cleared, marks, strict=True) if mark != before):
            labeller.block(box)
        return cleared, labels, river_names(self.courses, labeller)

    def _wanted_names(self) -> list[tuple[Place, Xy, float]]:
        radius: dict[Xy, float] = {}
        for mark in self.place_marks:
            radius[mark.at] = max(radius.get(mark.at, 0.0), SIGNS[mark.sign].half_width)
        return [
            (mark.place, mark.at, radius[mark.at])
            for mark in self.place_marks
            if mark.place is not None and self._window.holds(mark.at)
        ]

    @property
    def side_marks(self) -> list[Mark]:
        return self._signs_and_names[0]

    @property
    def labels(self) -> list[Label]:
        return self._signs_and_names[1]

    @property
    def river_names(self) -> list[RiverName]:
        return self._signs_and_names[2]

    def mask(self) -> Mask:
        """What textures leave free: lines, signs and names."""
        mask = Mask(self.lattice)
        for line in [*(track.points for track in self.tracks), *(course.points for course in self.courses)]:
            for point in line:
                mask.take_point(point, 4)
        for mark in [*self.place_marks, *self.side_marks]:
            mask.take(mark.box.grown(1))
        for label in self.labels:
            if label.spot is not None:
                mask.take(label.spot.box)
        for name in self.river_names:
            for point in name.line:
                mask.take_point(point, 5)
        return mask
