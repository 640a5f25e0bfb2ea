"""Where everything on a drawing goes: each part is worked out once, when it is first needed."""

from functools import cached_property
from typing import Final

from blockfront.atlas.coast import Coast
from blockfront.atlas.ink import Ink
from blockfront.atlas.labels import Label, Labeller
from blockfront.atlas.lattice import Lattice, Window
from blockfront.atlas.paper import Xy
from blockfront.atlas.places import Mark, place_marks, side_marks
from blockfront.atlas.rails import Track, tracks
from blockfront.atlas.rivers import Course, courses
from blockfront.atlas.symbols import SIGNS
from blockfront.atlas.terrain import Terrain
from blockfront.atlas.textures import Mask
from blockfront.atlas.water_names import RiverName, SeaName, river_names, sea_names
from blockfront.blocks.map_model import MapData

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
    def side_marks(self) -> list[Mark]:
        taken = [mark.box for mark in self.place_marks]
        return side_marks(self._map, self._window, self.coast, self.ink, taken)

    @cached_property
    def sea_names(self) -> list[SeaName]:
        return sea_names(self._map, self.coast, self._window)

    @cached_property
    def _names(self) -> tuple[list[Label], list[RiverName]]:
        """Names of places first, then of rivers in what room is left."""
        marks = [*self.place_marks, *self.side_marks]
        labeller = Labeller(self._window, self.coast, self.ink, [mark.box for mark in marks])
        for box in (box for name in self.sea_names for box in name.boxes):
            labeller.block(box)
        radius: dict[Xy, float] = {}
        for mark in self.place_marks:
            radius[mark.at] = max(radius.get(mark.at, 0.0), SIGNS[mark.sign].half_width)
        wanted = [
            (mark.place, mark.at, radius[mark.at])
            for mark in self.place_marks
            if mark.place is not None and self._window.holds(mark.at)
        ]
        return labeller.set_names(wanted), river_names(self.courses, labeller)

    @property
    def labels(self) -> list[Label]:
        return self._names[0]

    @property
    def river_names(self) -> list[RiverName]:
        return self._names[1]

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
