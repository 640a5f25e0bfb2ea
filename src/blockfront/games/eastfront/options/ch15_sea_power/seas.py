"""The seas of the EastFront map for chapter 15: masks and tables made once from the map and two lists.

A set of sea areas is an int: bit n stands for sea n in `names`.
"""

from collections.abc import Iterator
from functools import cache, reduce
from importlib import resources
from importlib.resources.abc import Traversable
from operator import or_
from typing import Final, Literal

import msgspec

from blockfront.core.clauses import rule
from blockfront.core.data_files import Located, Problems, not_one_of, read_csv
from blockfront.games.eastfront.loading.board import Board, board
from blockfront.games.eastfront.loading.data_model import Numbers
from blockfront.games.eastfront.loading.tables import tables
from blockfront.games.eastfront.title import TITLE
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members, neighbours_mask
from blockfront.hexes.sides import has_side

DATA: Final = resources.files("blockfront.games.eastfront") / "data"

SeaSet = int
ALL_SEAS: Final = -1


class SeaRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the list of seas."""

    sea: str
    base: str
    navies: tuple[Literal["axis", "soviet"], ...]


class StraitRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the list of straits."""

    strait: str
    first: str
    second: str


class Inlet(msgspec.Struct, frozen=True):
    """A coast that no sea hex touches: a sea hexside leads to it, between two banks, from the open sea."""

    coast: int
    banks: HexSet
    sea: int


@cache
def seas() -> "Seas":
    problems = Problems()
    rows, straits = read_seas(DATA, board(), problems)
    problems.raise_if_any()
    return Seas(board(), tables().numbers, rows, straits)


def read_seas(folder: Traversable, ground: Board, problems: Problems) -> tuple[list[SeaRow], list[StraitRow]]:
    """Read the two lists and check every name in them against the map."""
    seas_read = read_csv(folder / "seas.csv", SeaRow, problems)
    straits = read_csv(folder / "straits.csv", StraitRow, problems)
    bases = [port.name for port in ground.map.ports if "base" in port.tags]
    areas = [area.id for area in ground.map.areas.values() if area.kind == "sea"]
    for line, row in seas_read:
        if row.sea not in areas:
            problems.add("seas.csv", line, not_one_of("sea", row.sea, areas))
        if row.base not in bases:
            problems.add("seas.csv", line, not_one_of("base", row.base, bases))
    _check_straits(straits, [row.value.sea for row in seas_read], ground, problems)
    return [row.value for row in seas_read], [row.value for row in straits]


def _check_straits(straits: list[Located[StraitRow]], known: list[str], ground: Board, problems: Problems) -> None:
    for line, row in straits:
        if row.strait not in ground.map.areas:
            problems.add("straits.csv", line, not_one_of("strait", row.strait, sorted(ground.map.areas)))
        for sea in (row.first, row.second):
            if sea not in known:
                problems.add("straits.csv", line, not_one_of("sea", sea, known))


class Seas:
    """The sea areas with their ports, coasts and links; they never change."""

    @rule("EF-15.1a", "EF-15.1c", "EF-1.45a", "EF-1.45b", "EF-1.45c", "EF-1.45d", "EF-1.38b")
    def __init__(self, ground: Board, numbers: Numbers, rows: list[SeaRow], straits: list[StraitRow]) -> None:
        self._board = ground
        areas = ground.map.areas
        self.names = tuple(row.sea for row in rows)
        self.bases = tuple(1 << ground.map.hex(row.base) for row in rows)
        self.navies = tuple(mask_of(n for n, row in enumerate(rows) if side in row.navies) for side in TITLE.sides)
        self._waters = tuple(areas[name].mask for name in self.names)
        self.coasts = tuple(ground.map.area_mask(f"coast_of_{name}") & ground.playable for name in self.names)
        self.inlets = tuple(self._inlets())
        self.shores = tuple(self._shore(n) for n in range(len(rows)))
        self.ports = {int(port.hex): self._seas_named(port.seas) for port in ground.map.ports if self._seas_named(port.seas)}
        self.port_hexes: HexSet = mask_of(self.ports)
        self.harbours = tuple(mask_of(h for h, touched in self.ports.items() if touched >> n & 1) for n in range(len(rows)))
        sizes = {"major": numbers.major_port_capacity, "minor": numbers.minor_port_capacity}
        self.capacity = {int(port.hex): sizes[port.size] for port in ground.map.ports if port.hex in self.ports}
        self.links = tuple(self._links(straits))
        self._lines: dict[tuple[int, int], HexSet] = {}

    def _seas_named(self, names: tuple[str, ...]) -> SeaSet:
        return mask_of(self.names.index(name) for name in names if name in self.names)

    def _links(self, straits: list[StraitRow]) -> Iterator[tuple[SeaSet, SeaSet, HexSet]]:
        """(sea, neighbouring sea, hexes that close the passage between them)."""
        gates = {frozenset((row.first, row.second)): self._board.map.area_mask(row.strait) for row in straits}
        for n, name in enumerate(self.names):
            for other in self._board.map.areas[name].links:
                if other in self.names:
                    yield 1 << n, 1 << self.names.index(other), gates.get(frozenset((name, other)), 0)

    @rule("EF-1.37b", "EF-15.4a", "EF-15.42a")
    def _shore(self, sea: int) -> HexSet:
        """Coasts of a sea that ships reach: by a sea hex that is not shoal, or by an inlet."""
        deep = self._waters[sea]
        for area in self._board.map.areas.values():
            if area.kind == "shoal":
                deep &= ~area.mask
        near = neighbours_mask(self._board.grid, deep)
        return self.coasts[sea] & (near | mask_of(inlet.coast for inlet in self.inlets))

    def _inlets(self) -> Iterator[Inlet]:
        grid, sea_sides = self._board.grid, self._board.map.side_masks("sea")
        for coast, water in zip(self.coasts, self._waters, strict=True):
            for hex_ in members(coast & ~neighbours_mask(grid, water)):
                around = neighbours_mask(grid, 1 << hex_)
                for bank in members(around):
                    for direction in range(6):
                        other = grid.neighbour(bank, direction)
                        if other is None or other < bank or not around >> other & 1 or not has_side(sea_sides, bank, direction):
                            continue
                        ends = neighbours_mask(grid, 1 << bank) & neighbours_mask(grid, 1 << other) & water
                        yield from (Inlet(int(hex_), 1 << bank | 1 << other, int(end)) for end in members(ends))

    def at(self, hex_: int) -> SeaSet:
        """The sea areas that a hex borders."""
        return mask_of(n for n, coast in enumerate(self.coasts) if coast >> hex_ & 1)

    def among(self, table: tuple[HexSet, ...], chosen: SeaSet) -> HexSet:
        """The hexes of all chosen seas in a table by sea: `among(seas.shores, …)`."""
        return reduce(or_, (mask for n, mask in enumerate(table) if chosen >> n & 1), 0)

    # ---- lines over water

    @rule("EF-15.41c")
    def within(self, port: int, radius: int) -> HexSet:
        """Hexes within a radius of a port, along lines that cross only sea hexes and sea hexsides."""
        key = port, radius
        if key not in self._lines:
            self._lines[key] = self._trace(port, radius)
        return self._lines[key]

    def _trace(self, port: int, radius: int) -> HexSet:
        water = self.among(self._waters, ALL_SEAS)
        rings = [1 << port, *([0] * radius)]
        if radius >= 2:
            own_water = self.among(self._waters, self.ports.get(port, 0))
            rings[2] = reduce(or_, (self._along_the_shore(shore, own_water) for shore in members(self._across(port))), 0)
        for distance in range(radius):
            for hex_ in members(rings[distance]):
                if not (water >> hex_ & 1 or hex_ == port):
                    continue
                rings[distance + 1] |= self._next(hex_, water)
                for inlet in self.inlets:
                    if hex_ in (inlet.coast, inlet.sea) and distance + 2 <= radius:
                        rings[distance + 2] |= 1 << (inlet.sea if hex_ == inlet.coast else inlet.coast)
        return reduce(or_, rings) & self.among(self.coasts, ALL_SEAS)

    def _next(self, hex_: int, water: HexSet) -> HexSet:
        """The next hexes of a line: all around a water hex; from land into water, across sea hexsides and to the banks of an inlet."""
        grid = self._board.grid
        around = neighbours_mask(grid, 1 << hex_)
        if water >> hex_ & 1:
            return around
        banks = mask_of(bank for inlet in self.inlets if inlet.coast == hex_ for bank in members(inlet.banks))
        return around & water | banks | self._across(hex_)

    def _across(self, hex_: int) -> HexSet:
        """Land hexes on the other side of sea hexsides."""
        sea_sides = self._board.map.side_masks("sea")
        beyond = [self._board.grid.neighbour(hex_, d) for d in range(6) if has_side(sea_sides, hex_, d)]
        return mask_of(other for other in beyond if other is not None)

    def _along_the_shore(self, hex_: int, water: HexSet) -> HexSet:
        """Coasts next to a coast that a line has reached, past a sea hex that touches both."""
        grid, coasts = self._board.grid, self.among(self.coasts, ALL_SEAS)
        around = neighbours_mask(grid, 1 << hex_)
        return mask_of(other for other in members(around & coasts) if neighbours_mask(grid, 1 << other) & around & water)
