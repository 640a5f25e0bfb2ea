"""Loads a map folder (docs/maps.md) into ``MapData``.

``load_map(importlib.resources.files("blockfront.games.eastfront") / "data" / "map")``
"""

from importlib.resources.abc import Traversable
from typing import NamedTuple

from blockfront.core.data_files import Located, Problems, TomlFile, did_you_mean, read_csv, read_toml
from blockfront.hexes.grid import Grid, Hex, HexSet
from blockfront.hexes.notation import parse_range_mask
from blockfront.hexes.sides import NO_SIDES, Side, Sides, both_ways, joined, one_way
from blockfront.maps.lines import west_of_line
from blockfront.maps.model import (
    Area,
    Box,
    HexData,
    Line,
    Link,
    MapData,
    Place,
    Port,
    Production,
    RailStretch,
    River,
    SpecialSide,
    folded,
)
from blockfront.maps.projection import LambertConic
from blockfront.maps.rows import (
    TERRAINS,
    WRITTEN_SIDE_KINDS,
    AreaRow,
    BoxRow,
    HexRow,
    LineRow,
    LinkRow,
    MapRow,
    PlaceRow,
    PortRow,
    ProductionRow,
)
from blockfront.maps.text import parse_sides, read_rails, read_rivers, read_sides


def load_map(folder: Traversable) -> MapData:
    """The map of a folder; ``DataError`` lists everything that cannot be read or does not exist."""
    problems = Problems()
    data = read_map(folder, problems)
    problems.raise_if_any()
    assert data is not None
    return data


def read_map(folder: Traversable, problems: Problems) -> MapData | None:
    """As ``load_map``, but notes problems and leaves out what is wrong; None without a usable ``map.toml``."""
    heading = read_toml(folder / "map.toml", MapRow, problems)
    if heading is None:
        return None
    try:
        projection = LambertConic.parse(heading.projection)
        grid = Grid(heading.columns, heading.rows)
    except ValueError as error:
        problems.add("map.toml", 0, str(error))
        return None
    return _Reader(folder, grid, problems).read(heading, projection)


class _Ground(NamedTuple):
    hexes: dict[Hex, HexData]
    terrain: dict[str, HexSet]
    nations: dict[str, HexSet]
    land: HexSet
    playable: HexSet
    coast: HexSet


class _Reader:
    """Reads the files of one folder in the order in which they refer to each other."""

    def __init__(self, folder: Traversable, grid: Grid, problems: Problems) -> None:
        self.folder = folder
        self.grid = grid
        self.problems = problems
        self.names: dict[str, Place] = {}
        self.box_names: list[Located[str]] = []

    def read(self, heading: MapRow, projection: LambertConic) -> MapData:
        ground = self._ground()
        rivers = read_rivers(self.folder / "rivers.txt", self.grid, self.problems)
        rails = read_rails(self.folder / "rails.txt", self.grid, self.problems)
        special = read_sides(self.folder / "sides.txt", self.grid, self.problems)
        sides = self._sides(rivers, special, rails)
        places = self._places()
        areas = self._areas()
        boxes, links = self._boxes()
        return MapData(
            title=heading.title,
            hex_km=heading.hex_km,
            grid=self.grid,
            projection=projection,
            origin_m=heading.origin_m,
            credits=heading.credits,
            hexes=ground.hexes,
            places=places,
            ports=self._ports(areas),
            production=self._production(),
            rivers=rivers,
            special_sides=special,
            rail_stretches=rails,
            areas=areas,
            lines=self._lines(ground.land, sides),
            boxes=boxes,
            links=links,
            land_mask=ground.land,
            sea_mask=self.grid.cells & ~(ground.land | ground.terrain["lake"]),
            playable_mask=ground.playable,
            coast_mask=ground.coast,
            terrain_masks=ground.terrain,
            nation_masks=ground.nations,
            sides=sides,
            names=self.names,
            places_by_hex={hex_: tuple(place for place in places if place.hex == hex_) for hex_ in {place.hex for place in places}},
        )

    # ---- pieces of text

    def _hex(self, file: str, line: int, text: str) -> Hex | None:
        try:
            return self.grid.parse(text)
        except ValueError as error:
            self.problems.add(file, line, str(error))
            return None

    def _mask(self, file: str, line: int, text: str) -> HexSet:
        """A list of labels and ranges; each word that cannot be read is noted and left out."""
        mask = 0
        for word in text.split():
            try:
                mask |= parse_range_mask(self.grid, word)
            except ValueError as error:
                self.problems.add(file, line, str(error))
        return mask

    # ---- files

    def _ground(self) -> _Ground:
        hexes: dict[Hex, HexData] = {}
        terrain = dict.fromkeys(TERRAINS, 0)
        nations: dict[str, HexSet] = {}
        playable = coast = 0
        for line, row in read_csv(self.folder / "hexes.csv", HexRow, self.problems):
            hex_ = self._hex("hexes.csv", line, row.hex)
            if hex_ is None:
                continue
            if hex_ in hexes:
                self.problems.add("hexes.csv", line, f"{row.hex} is already in line {hexes[hex_].line}")
                continue
            hexes[hex_] = HexData(hex_, row.terrain, row.water, row.nation, row.play, line)
            bit = 1 << hex_
            terrain[row.terrain] |= bit
            nations[row.nation] = nations.get(row.nation, 0) | bit
            playable |= bit if row.play == "" else 0
            coast |= bit if row.water == "coast" else 0
        land = sum(mask for kind, mask in terrain.items() if kind != "lake")
        return _Ground(dict(sorted(hexes.items())), terrain, nations, land, playable & land, coast)

    def _sides(self, rivers: tuple[River, ...], special: tuple[SpecialSide, ...], rails: tuple[RailStretch, ...]) -> dict[str, Sides]:
        sides = {kind: both_ways(self.grid, (entry.side for entry in special if entry.kind == kind)) for kind in WRITTEN_SIDE_KINDS}
        sides["fortified"] = one_way(entry.side for entry in special if entry.kind == "fortified")
        sides["river"] = both_ways(self.grid, (side for river in rivers for side in river.sides))
        by_state = {state: self._track(rails, state) for state in ("", "double", "unfinished")}
        sides["rail"] = joined(by_state[""], by_state["double"])
        sides["rail_double"] = by_state["double"]
        sides["rail_unfinished"] = by_state["unfinished"]
        return sides

    def _track(self, rails: tuple[RailStretch, ...], state: str) -> Sides:
        track: list[Side] = []
        for stretch in rails:
            if stretch.state != state:
                continue
            for origin, target in zip(stretch.hexes, stretch.hexes[1:], strict=False):
                direction = self.grid.direction(origin, target)
                if direction is None:
                    jump = f"{self.grid.label(origin)} and {self.grid.label(target)} are not adjacent"
                    self.problems.add("rails.txt", stretch.line, jump)
                else:
                    track.append((origin, direction))
        return both_ways(self.grid, track) if track else NO_SIDES

    def _places(self) -> tuple[Place, ...]:
        places = []
        for line, row in read_csv(self.folder / "places.csv", PlaceRow, self.problems):
            if row.kind == "box" and not row.hex:
                self.box_names.append(Located(line, row.name))
                continue
            hex_ = self._hex("places.csv", line, row.hex)
            if hex_ is None:
                continue
            place = Place(hex_, row.name, row.kind, frozenset(row.tags), row.latitude, row.longitude, line)
            places.append(place)
            for name in (row.name, *(alias.strip() for alias in row.aliases.split("|") if alias.strip())):
                self._name(line, name, place)
        return tuple(places)

    def _name(self, line: int, name: str, place: Place) -> None:
        known = self.names.setdefault(folded(name), place)
        if known is not place:
            self.problems.add("places.csv", line, f"{name} is already the name of a place in line {known.line}")

    def _ports(self, areas: dict[str, Area]) -> tuple[Port, ...]:
        seas = [area.id for area in areas.values() if area.kind == "sea"]
        ports = []
        for line, row in read_csv(self.folder / "ports.csv", PortRow, self.problems):
            hex_ = self._hex("ports.csv", line, row.hex)
            for sea in row.seas:
                if sea not in seas:
                    self.problems.add("ports.csv", line, f"no sea area has the id {sea!r}{did_you_mean(sea, seas)}")
            if hex_ is not None:
                ports.append(Port(hex_, row.name, row.size, row.freezes, row.seas, frozenset(row.tags), line))
        return tuple(ports)

    def _production(self) -> tuple[Production, ...]:
        sites = []
        for line, row in read_csv(self.folder / "production.csv", ProductionRow, self.problems):
            hex_ = self._hex("production.csv", line, row.hex)
            if hex_ is not None:
                sites.append(Production(hex_, row.name, row.kind, row.value, frozenset(row.tags), line))
        return tuple(sites)

    def _areas(self) -> dict[str, Area]:
        file = TomlFile(self.folder / "areas.toml", self.problems)
        file.only("area")
        rows = file.tables("area", AreaRow)
        self._no_twins(file.name, [Located(line, row.id) for line, row in rows])
        areas = {
            row.id: Area(
                row.id,
                row.name,
                row.kind,
                self._mask(file.name, line, row.hexes),
                row.mined,
                row.freezes,
                row.links,
                line,
            )
            for line, row in rows
        }
        for area in areas.values():
            for link in area.links:
                if link not in areas:
                    self.problems.add(file.name, area.line, f"no area has the id {link!r}{did_you_mean(link, areas)}")
        return areas

    def _lines(self, land: HexSet, sides: dict[str, Sides]) -> dict[str, Line]:
        file = TomlFile(self.folder / "lines.toml", self.problems)
        file.only("line")
        rows = file.tables("line", LineRow)
        self._no_twins(file.name, [Located(line, row.id) for line, row in rows])
        lines = {}
        for line, row in rows:
            chain = [side for _, side in parse_sides(self.grid, file.name, [(line, row.sides)], self.problems)]
            start = self._mask(file.name, line, row.west_of)
            enclaves = self._mask(file.name, line, row.enclaves)
            west = west_of_line(self.grid, chain, start, land, sides) ^ enclaves
            lines[row.id] = Line(row.id, row.name, row.scenario, tuple(chain), start, enclaves, west, line)
        return lines

    def _boxes(self) -> tuple[dict[str, Box], tuple[Link, ...]]:
        file = TomlFile(self.folder / "boxes.toml", self.problems)
        file.only("box", "link")
        rows = file.tables("box", BoxRow)
        self._no_twins(file.name, [Located(line, row.id) for line, row in rows])
        boxes = {
            row.id: Box(row.id, row.name, row.terrain, row.nation, row.port, row.production, line) for line, row in rows
        }
        known = {folded(box.name) for box in boxes.values()}
        for line, name in self.box_names:
            if folded(name) not in known:
                self.problems.add("places.csv", line, f"no box of boxes.toml is called {name}")
        links = []
        for line, row in file.tables("link", LinkRow):
            origin, target = self._end(line, row.from_, boxes), self._end(line, row.to, boxes)
            if origin is not None and target is not None:
                links.append(Link(origin, target, row.kind, row.cost, row.condition, line))
        return boxes, tuple(links)

    def _end(self, line: int, text: str, boxes: dict[str, Box]) -> Hex | str | None:
        """An end of a link: a box id, a label or the name of a place."""
        if text in boxes:
            return text
        if text.isdigit():
            return self._hex("boxes.toml", line, text)
        place = self.names.get(folded(text))
        if place is None:
            known = [*boxes, *(known.name for known in self.names.values())]
            self.problems.add("boxes.toml", line, f"{text!r} is no box and no place{did_you_mean(text, known)}")
            return None
        return place.hex

    def _no_twins(self, file: str, ids: list[Located[str]]) -> None:
        first: dict[str, int] = {}
        for line, id_ in ids:
            if first.setdefault(id_, line) != line:
                self.problems.add(file, line, f"the id {id_!r} is already used in line {first[id_]}")
