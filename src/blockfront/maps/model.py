"""A map as the rules use it: ``MapData``, loaded once per title by ``maps.files.load_map`` and never changed.

Methods that end in ``_mask`` give the raw int of a set of hexes, ``side_masks`` six of them (see ``hexes.sides``); the
same name without the suffix gives a ``Hexes`` that prints as labels. Case and accents do not matter in names.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeVar

import msgspec

from blockfront.core.data_files import did_you_mean
from blockfront.core.pictures import drawn
from blockfront.hexes.grid import DIRECTION_NAMES, Grid, Hex, HexSet
from blockfront.hexes.hexset import Hexes, mask_of
from blockfront.hexes.sides import Side, Sides, all_sides, common, entering, leaving, without
from blockfront.maps.projection import LambertConic
from blockfront.maps.rows import (
    SIDE_KINDS,
    TERRAINS,
    LinkKind,
    PlaceKind,
    Play,
    PortSize,
    RailState,
    Terrain,
    Water,
)

V = TypeVar("V")


class UnknownName(ValueError):
    """A name that the map does not have; the message suggests the nearest one."""


class HexData(msgspec.Struct, frozen=True):
    """One hex that is not open sea."""

    hex: Hex
    terrain: Terrain
    water: Water
    nation: str
    play: Play
    line: int


class Place(msgspec.Struct, frozen=True):
    """A named place in a hex: a city, a town or a battle site."""

    hex: Hex
    name: str
    kind: PlaceKind
    tags: frozenset[str]
    latitude: float | None
    longitude: float | None
    line: int


class Port(msgspec.Struct, frozen=True):
    """A harbour and the seas it lies on."""

    hex: Hex
    name: str
    size: PortSize
    freezes: bool
    seas: tuple[str, ...]
    tags: frozenset[str]
    line: int


class Production(msgspec.Struct, frozen=True):
    """A site that yields production points."""

    hex: Hex
    name: str
    kind: str
    value: int
    tags: frozenset[str]
    line: int


class River(msgspec.Struct, frozen=True):
    """A river as a chain of hexsides in flow order."""

    name: str
    minor: bool
    sides: tuple[Side, ...]
    lines: tuple[int, ...]  # of each side
    line: int


class SpecialSide(msgspec.Struct, frozen=True):
    """An entry of ``sides.txt``; a fortified side is named from the hex it defends."""

    kind: str
    side: Side
    line: int


class RailStretch(msgspec.Struct, frozen=True):
    """Rail hexes in order; ``names`` holds the name written after a hex, or an empty text."""

    hexes: tuple[Hex, ...]
    names: tuple[str, ...]
    state: RailState
    line: int


class Area(msgspec.Struct, frozen=True):
    """A named set of hexes: a country, a district or a sea."""

    id: str
    name: str
    kind: str
    mask: HexSet
    mined: bool
    freezes: bool
    links: tuple[str, ...]
    line: int


class Line(msgspec.Struct, frozen=True):
    """A start line or boundary. ``west`` is the land on the side of ``west_of``, enclaves already exchanged."""

    id: str
    name: str
    scenario: str
    sides: tuple[Side, ...]
    west_of: HexSet
    enclaves: HexSet
    west: HexSet
    line: int


class Box(msgspec.Struct, frozen=True):
    """A box beside the map."""

    id: str
    name: str
    terrain: Terrain
    nation: str
    port: str
    production: Mapping[str, int]  # value by kind, as in production.csv
    line: int


class Link(msgspec.Struct, frozen=True):
    """A connection of a box with a hex or another box; each end is a ``Hex`` or a box id."""

    origin: Hex | str
    target: Hex | str
    kind: LinkKind
    cost: int
    condition: str
    line: int


_STEPS = re.compile(r"(.+?)\s+(E|NE|NW|W|SW|SE)(\d+)")


@lru_cache(maxsize=8192)  # rules ask for the same few thousand names again and again
def folded(name: str) -> str:
    """A name without case, accents and punctuation: Königsberg, KONIGSBERG and konigsberg are the same place."""
    plain = unicodedata.normalize("NFKD", name.replace("ß", "ss").replace("ø", "o").replace("ł", "l").replace("Ł", "L"))
    return "".join(character for character in plain.casefold() if character.isalnum())


class MapData(msgspec.Struct, frozen=True, eq=False):
    """Everything that is printed on a map. ``hexes`` lists all that is not open sea, in ascending order."""

    title: str
    hex_km: float
    grid: Grid
    projection: LambertConic
    origin_m: tuple[float, float]
    credits: tuple[str, ...]
    hexes: Mapping[Hex, HexData]
    places: tuple[Place, ...]
    ports: tuple[Port, ...]
    production: tuple[Production, ...]
    rivers: tuple[River, ...]
    special_sides: tuple[SpecialSide, ...]
    rail_stretches: tuple[RailStretch, ...]
    areas: Mapping[str, Area]
    lines: Mapping[str, Line]
    boxes: Mapping[str, Box]
    links: tuple[Link, ...]
    land_mask: HexSet  # neither sea nor lake
    sea_mask: HexSet
    playable_mask: HexSet  # land that may be entered: neither closed nor partial
    coast_mask: HexSet
    terrain_masks: Mapping[str, HexSet]
    nation_masks: Mapping[str, HexSet]
    sides: Mapping[str, Sides]
    names: Mapping[str, Place]  # by folded name, aliases too
    places_by_hex: Mapping[Hex, tuple[Place, ...]]

    def _repr_svg_(self) -> str | None:
        return drawn("map", self)

    def __repr__(self) -> str:
        return f"<MapData {self.title!r}: {self.grid.columns} x {self.grid.rows} hexes of {self.hex_km:g} km>"

    # ---- names

    def place(self, name: str) -> Place:
        """The place with a name or alias."""
        found = self.names.get(folded(name))
        if found is None:
            raise UnknownName(f"no place is called {name!r}{did_you_mean(name, (place.name for place in self.places))}")
        return found

    def hex(self, text: str) -> Hex:
        """The hex of a label (``1719``), a place (``Rostov``) or straight steps from one (``Rostov E2``)."""
        text = text.strip()
        if text.isdigit():
            return self.grid.parse(text)
        stepped = _STEPS.fullmatch(text)
        if stepped is None or folded(text) in self.names:
            return self.place(text).hex
        hex_: Hex | None = self.hex(stepped[1])
        for _ in range(int(stepped[3])):
            hex_ = None if hex_ is None else self.grid.neighbour(hex_, DIRECTION_NAMES.index(stepped[2]))
        if hex_ is None:
            raise UnknownName(f"{text!r} lies beyond the edge of the map")
        return hex_

    def places_at(self, hex_: Hex) -> tuple[Place, ...]:
        """The places in a hex; the first gives the hex its name."""
        return self.places_by_hex.get(hex_, ())

    def hex_name(self, hex_: Hex) -> str:
        """What people call a hex: its first place, else its label."""
        places = self.places_at(hex_)
        return places[0].name if places else self.grid.label(hex_)

    def position(self, latitude: float, longitude: float) -> tuple[float, float]:
        """A geographical position in hex widths east and hex rows south of the centre of 0101."""
        x, y = self.projection.project(latitude, longitude)
        width = self.hex_km * 1000
        return (x - self.origin_m[0]) / width, (self.origin_m[1] - y) / (width * 0.75**0.5)

    # ---- sets of hexes

    def terrain_mask(self, terrain: str) -> HexSet:
        return _lookup(self.terrain_masks, terrain, "terrain", TERRAINS)

    def terrain(self, terrain: str) -> Hexes:
        return Hexes(self.grid, self.terrain_mask(terrain))

    def nation_mask(self, nation: str) -> HexSet:
        return _lookup(self.nation_masks, nation, "nation", self.nation_masks)

    def nation(self, nation: str) -> Hexes:
        return Hexes(self.grid, self.nation_mask(nation))

    def area_mask(self, area: str) -> HexSet:
        return _lookup(self.areas, area, "area", self.areas).mask

    def area(self, area: str) -> Hexes:
        return Hexes(self.grid, self.area_mask(area))

    def west_mask(self, line: str) -> HexSet:
        """The land on the west (or named) side of a line."""
        return _lookup(self.lines, line, "line", self.lines).west

    def west(self, line: str) -> Hexes:
        return Hexes(self.grid, self.west_mask(line))

    def kind_mask(self, *kinds: str) -> HexSet:
        """The hexes that hold a place of one of these kinds: ``kind_mask("capital", "major")``."""
        return mask_of(place.hex for place in self.places if place.kind in kinds)

    def tag_mask(self, tag: str) -> HexSet:
        """The hexes that hold a place with a tag: ``tag_mask("fortress")``."""
        return mask_of(place.hex for place in self.places if tag in place.tags)

    # ---- sides

    def side_masks(self, kind: str) -> Sides:
        """Where a kind of hexside is; the kinds are those of ``rows.SIDE_KINDS``.

        ``fortified`` is seen from the defended hex only. ``rail`` is all finished track, ``rail_double`` a part of it.
        """
        return _lookup(self.sides, kind, "kind of hexside", SIDE_KINDS)

    @property
    def rails(self) -> Sides:
        """Steps along finished railways, as masks for ``reach.flood`` and similar functions."""
        return self.sides["rail"]

    def land_steps(self, *blocking: str) -> Sides:
        """Steps between adjacent land hexes across none of the blocking kinds: ``land_steps("sea", "alpine")``."""
        steps = entering(self.grid, leaving(all_sides(self.grid), self.land_mask), self.land_mask)
        return without(steps, *(self.side_masks(kind) for kind in blocking))

    def steps_across(self, kind: str) -> Sides:
        """Steps between adjacent land hexes over one kind of side, such as ``strait``."""
        return common(self.land_steps(), self.side_masks(kind))


def _lookup(table: Mapping[str, V], key: str, what: str, known: Iterable[str]) -> V:
    try:
        return table[key]
    except KeyError:
        raise UnknownName(f"no {what} is called {key!r}{did_you_mean(key, known)}") from None
