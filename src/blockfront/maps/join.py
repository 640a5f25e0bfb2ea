"""Joins two maps that lie on one lattice: ``joined(west, east, offset, decisions)``.

Where both have a hex they must agree, or a decision must say what holds: every difference without one is named. What both maps draw is
kept once.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Final, NamedTuple, TypeVar

import msgspec

from blockfront.core.data_files import DataError, Problems
from blockfront.hexes.grid import Grid, Hex, HexSet
from blockfront.hexes.hexset import mask_of, members
from blockfront.hexes.sides import Side, Sides, six
from blockfront.hexes.sides import joined as either
from blockfront.maps.lines import west_of_line
from blockfront.maps.model import Area, HexData, Line, Link, MapData, Place, Port, Production, RailStretch, River, SpecialSide, folded
from blockfront.maps.rows import TERRAINS

NOTHING: Final = "-"  # a decision that there is none
COMPARED: Final = ("rail", "river", "sea", "lake", "strait", "estuary")  # kinds of hexside on which the maps must agree
CITIES: Final = ("minor", "major", "capital")  # from the smallest on
T = TypeVar("T")
Row = TypeVar("Row", bound=Port | Production)


class HexDecision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What holds in a hex where the maps differ, named by its western label; fields on which they agree are empty."""

    hex: str
    city: str = ""
    port: str = ""  # size:sea
    production: str = ""  # kind value tags|…
    water: str = ""
    nation: str = ""


class Decisions(msgspec.Struct, frozen=True):
    """All decisions about differences between the two maps."""

    hexes: Mapping[str, HexDecision]
    names: Mapping[str, str]  # new names of eastern places whose name is taken
    areas: Mapping[str, str]  # by the name that both have: "both" where they add up, else a new name of the eastern one
    seas: Mapping[str, str]  # eastern sea areas, and the one that each is part of
    sides: Mapping[frozenset[str], str] = {}  # by pairs of western labels: the kind of hexside between them


class Joint(NamedTuple):
    """Where the hexes of each map lie on the joined one."""

    west: Mapping[int, Hex]
    east: Mapping[int, Hex]
    grid: Grid


def joined(west: MapData, east: MapData, offset: tuple[int, int], decisions: Decisions, title: str = "") -> MapData:
    """The joined map. `offset` (columns, rows) leads from the label of a western hex to that of the same hex in the east."""
    return _Joiner(west, east, _joint(west.grid, east.grid, offset), decisions, title or f"{west.title} and {east.title}").map()


def _joint(west: Grid, east: Grid, offset: tuple[int, int]) -> Joint:
    """The positions of both maps. Rows must differ by an even number: else rows shifted on one map are not shifted on the other."""
    columns, rows = offset
    if rows % 2:
        raise ValueError("maps whose rows differ by an odd number do not lie on one lattice")
    first = min(1, 1 - columns), min(1, 1 - rows)  # western labels of the joined map's corner
    last = max(west.columns, east.columns - columns), max(west.rows, east.rows - rows)
    grid = Grid(last[0] - first[0] + 1, last[1] - first[1] + 1)

    def places(old: Grid, by: tuple[int, int]) -> dict[int, Hex]:
        at = ((hex_, old.offset(hex_)) for hex_ in range(old.size) if old.cells >> hex_ & 1)
        return {hex_: grid.at(column + by[0], row + by[1]) for hex_, (column, row) in at}

    lead = 1 - first[0], 1 - first[1]
    return Joint(places(west, lead), places(east, (lead[0] - columns, lead[1] - rows)), grid)


class _Joiner:
    def __init__(self, west: MapData, east: MapData, joint: Joint, decisions: Decisions, title: str) -> None:
        self.west, self.east, self.joint, self.decisions, self.title = west, east, joint, decisions, title
        self.grid = joint.grid
        self.problems = Problems()
        self.by_hex = {joint.west[west.grid.parse(label)]: decision for label, decision in decisions.hexes.items()}
        self.sides = {frozenset(joint.west[west.grid.parse(label)] for label in pair): kind for pair, kind in decisions.sides.items()}
        lands = [{places[hex_] for hex_ in data.hexes} for data, places in ((west, joint.west), (east, joint.east))]
        self.common: frozenset[Hex] = frozenset(lands[0] & lands[1])

    def map(self) -> MapData:
        hexes = self._hexes()
        sides = self._sides()
        places = self._places()
        land = mask_of(hex_ for hex_, data in hexes.items() if data.terrain != "lake")
        terrain = {kind: mask_of(hex_ for hex_, data in hexes.items() if data.terrain == kind) for kind in TERRAINS}
        nations = {data.nation for data in hexes.values()}
        areas = self._areas()
        found = MapData(
            title=self.title,
            hex_km=self.west.hex_km,
            grid=self.grid,
            projection=self.west.projection,
            origin_m=self._origin(),
            credits=tuple(dict.fromkeys((*self.west.credits, *self.east.credits))),
            hexes=hexes,
            places=places,
            ports=self._ports(),
            production=self._production(),
            rivers=self._rivers(),
            special_sides=self._special_sides(sides),
            rail_stretches=self._rails(),
            areas=areas,
            lines=self._lines(land, sides),
            boxes={**self.west.boxes, **self.east.boxes},
            links=(*self._links(self.west, self.joint.west), *self._links(self.east, self.joint.east)),
            land_mask=land,
            sea_mask=self.grid.cells & ~land & ~terrain["lake"],
            playable_mask=mask_of(hex_ for hex_, data in hexes.items() if data.play == "" and data.terrain != "lake"),
            coast_mask=mask_of(hex_ for hex_, data in hexes.items() if data.water == "coast"),
            terrain_masks=terrain,
            nation_masks={nation: mask_of(h for h, data in hexes.items() if data.nation == nation) for nation in sorted(nations)},
            sides=sides,
            names=self._names(places),
            places_by_hex={hex_: tuple(place for place in places if place.hex == hex_) for hex_ in {place.hex for place in places}},
        )
        self.problems.raise_if_any()
        return found

    # ---- differences

    def _differ(self, hex_: Hex, what: str, west: object, east: object) -> None:
        self.problems.add("joined map", 0, f"{self.grid.label(hex_)}: {what} is {west!r} in the west and {east!r} in the east")

    def _decided(self, hex_: Hex, what: str, west: T, east: T, written: str, read: Callable[[str], T]) -> T:
        """The value on which both maps agree, else the decided one; a difference without a decision is noted."""
        if west == east:
            return west
        if not written:
            self._differ(hex_, what, west, east)
            return west
        return read("" if written == NOTHING else written)

    def _decision(self, hex_: Hex) -> HexDecision:
        return self.by_hex.get(hex_, HexDecision(""))

    # ---- ground

    def _hexes(self) -> dict[Hex, HexData]:
        west = {self.joint.west[hex_]: data for hex_, data in self.west.hexes.items()}
        east = {self.joint.east[hex_]: data for hex_, data in self.east.hexes.items()}
        self._check_shores(west, east)
        found = {hex_: msgspec.structs.replace(data, hex=hex_) for hex_, data in (west | east).items()}
        for hex_ in sorted(self.common):
            one, other, decision = west[hex_], east[hex_], self._decision(hex_)
            if one.terrain != other.terrain:
                self._differ(hex_, "terrain", one.terrain, other.terrain)
            found[hex_] = msgspec.structs.replace(
                found[hex_],
                terrain=one.terrain,
                water=self._decided(hex_, "water", one.water, other.water, decision.water, lambda text: text),  # type: ignore[arg-type, return-value]
                nation=self._decided(hex_, "nation", one.nation, other.nation, decision.nation, lambda text: text),
                play="" if "" in (one.play, other.play) else one.play,  # open where either map is
                line=one.line,
            )
        return dict(sorted((found | self._beyond(found)).items()))

    def _beyond(self, known: Mapping[Hex, HexData]) -> dict[Hex, HexData]:
        """Where neither map reaches, land and sea continue as at the edge; that land cannot be entered."""
        sheets = {*self.joint.west.values(), *self.joint.east.values()}
        land: list[Hex] = []
        for hex_ in (Hex(hex_) for hex_ in members(self.grid.cells) if hex_ not in sheets):
            column, row = self.grid.offset(hex_)
            others = (self.grid.at(column, other) for other in sorted(range(self.grid.rows), key=lambda other: abs(other - row)))
            edge = next((other for other in others if other in sheets), None)
            if edge is not None and edge in known and known[edge].terrain != "lake":
                land.append(hex_)
        dry = {*known, *land}
        coasts = {hex_ for hex_ in land if any(near not in dry for _, near in self.grid.neighbours(hex_))}
        return {hex_: HexData(hex_, "clear", "coast" if hex_ in coasts else "", "", "closed", 0) for hex_ in land}

    def _check_shores(self, west: Mapping[Hex, HexData], east: Mapping[Hex, HexData]) -> None:
        """Note hexes that are land on one map and open sea on the other."""
        sheets = set(self.joint.west.values()) & set(self.joint.east.values())
        for hex_ in sorted(sheets & (set(west) ^ set(east))):
            self._differ(hex_, "land", hex_ in west, hex_ in east)

    def _origin(self) -> tuple[float, float]:
        """The origin of the joined map: that of the western map, moved by whole hexes."""
        column, row = self.grid.offset(next(iter(self.joint.west.values())))
        old_column, old_row = self.west.grid.offset(next(iter(self.joint.west)))
        width = self.west.hex_km * 1000
        x, y = self.west.origin_m
        return x - (column - old_column) * width, y + (row - old_row) * width * 0.75**0.5

    # ---- places

    def _moved_places(self, data: MapData, places: Mapping[int, Hex]) -> list[Place]:
        return [msgspec.structs.replace(place, hex=places[place.hex]) for place in data.places]

    def _places(self) -> tuple[Place, ...]:
        """Western places first; an eastern place of the same name and hex is the same place, and the greater city counts."""
        found = self._moved_places(self.west, self.joint.west)
        known = {(place.hex, folded(place.name)): number for number, place in enumerate(found)}
        for place in self._moved_places(self.east, self.joint.east):
            name = self.decisions.names.get(place.name, place.name)
            number = known.get((place.hex, folded(name)))
            if number is None:
                found.append(msgspec.structs.replace(place, name=name))
            else:
                old = found[number]
                kind = max(old.kind, place.kind, key=lambda kind: CITIES.index(kind) if kind in CITIES else -1)
                found[number] = msgspec.structs.replace(old, kind=kind, tags=old.tags | place.tags)
        for hex_ in sorted(self.common):
            self._check_city(hex_, found)
        return tuple(found)

    def _check_city(self, hex_: Hex, places: Iterable[Place]) -> None:
        kinds = [place.kind for place in places if place.hex == hex_ and place.kind in CITIES]
        result = max(kinds, key=CITIES.index, default="")
        sizes = [
            max((p.kind for p in self._moved_places(data, where) if p.hex == hex_ and p.kind in CITIES), key=CITIES.index, default="")
            for data, where in ((self.west, self.joint.west), (self.east, self.joint.east))
        ]
        wanted = self._decided(hex_, "city", sizes[0], sizes[1], self._decision(hex_).city.partition(" ")[0], str)
        if wanted != result and sizes[0] != sizes[1]:
            self.problems.add("joined map", 0, f"{self.grid.label(hex_)}: {wanted or 'no city'} is decided, {result or 'none'} is there")

    def _names(self, places: tuple[Place, ...]) -> dict[str, Place]:
        found: dict[str, Place] = {}
        at = {(place.hex, folded(place.name)): place for place in places}
        for data, where, new in ((self.west, self.joint.west, {}), (self.east, self.joint.east, self.decisions.names)):
            for name, old in data.names.items():
                renamed = {folded(known): folded(now) for known, now in new.items()}.get(name, name)
                place = at.get((where[old.hex], folded(new.get(old.name, old.name))))
                if place is None:
                    continue
                taken = found.setdefault(renamed, place)
                if taken.hex != place.hex:
                    self.problems.add("joined map", 0, f"{place.name} is the name of two places; the eastern one needs another")
        return found

    # ---- ports and production

    def _by_hex(self, data: MapData, where: Mapping[int, Hex], rows: Iterable[Row]) -> dict[Hex, list[Row]]:
        found: dict[Hex, list[Row]] = {}
        for row in rows:
            hex_ = where[row.hex]
            found.setdefault(hex_, []).append(msgspec.structs.replace(row, hex=hex_))
        return found

    def _ports(self) -> tuple[Port, ...]:
        west = self._by_hex(self.west, self.joint.west, self.west.ports)
        east = {
            hex_: [self._sailed(port) for port in ports]
            for hex_, ports in self._by_hex(self.east, self.joint.east, self.east.ports).items()
        }
        found: list[Port] = []
        for hex_ in sorted(set(west) | set(east)):
            ports = west.get(hex_, []) or east.get(hex_, [])
            if hex_ in self.common:
                written = [":".join((port.size, *sorted(port.seas))) for port in (*west.get(hex_, [])[:1], *east.get(hex_, [])[:1])]
                one, other = [*written, ""][0] if hex_ in west else "", written[-1] if hex_ in east else ""
                text = self._decided(hex_, "port", one, other, self._decision(hex_).port, str)
                ports = [self._port(ports[0], text)] if text else []
            found += ports
        return tuple(found)

    def _port(self, port: Port, text: str) -> Port:
        size, *seas = text.split(":")
        return msgspec.structs.replace(port, size=size, seas=tuple(self.decisions.seas.get(sea, sea) for sea in seas))

    def _sailed(self, port: Port) -> Port:
        """An eastern port with the seas of the joined map."""
        return msgspec.structs.replace(port, seas=tuple(dict.fromkeys(self.decisions.seas.get(sea, sea) for sea in port.seas)))

    def _production(self) -> tuple[Production, ...]:
        west = self._by_hex(self.west, self.joint.west, self.west.production)
        east = self._by_hex(self.east, self.joint.east, self.east.production)
        found: list[Production] = []
        for hex_ in sorted(set(west) | set(east)):
            sites = west.get(hex_, []) or east.get(hex_, [])
            if hex_ in self.common:
                one, other = (_written(sheet.get(hex_, [])) for sheet in (west, east))
                text = self._decided(hex_, "production", one, other, self._decision(hex_).production, str)
                sites = [self._site(sites[0], part) for part in text.split("|") if part]
            found += sites
        return tuple(found)

    def _site(self, like: Production, text: str) -> Production:
        kind, value, *tags = text.split()
        return msgspec.structs.replace(like, kind=kind, value=int(value), tags=frozenset(tags))

    # ---- hexsides

    def _moved_side(self, side: Side, where: Mapping[int, Hex]) -> Side:
        return where[side[0]], side[1]

    def _moved_sides(self, data: MapData, where: Mapping[int, Hex]) -> dict[str, Sides]:
        def moved(mask: HexSet) -> HexSet:
            return mask_of(where[hex_] for hex_ in members(mask))

        return {kind: six(map(moved, masks)) for kind, masks in data.sides.items()}

    def _sides(self) -> dict[str, Sides]:
        west, east = self._moved_sides(self.west, self.joint.west), self._moved_sides(self.east, self.joint.east)
        found = {kind: either(west[kind], east[kind]) for kind in west}
        inside = mask_of(self.common)
        for kind in COMPARED:
            masks = list(found[kind])
            for direction, (one, other) in enumerate(zip(west[kind], east[kind], strict=True)):
                for hex_ in members((one ^ other) & inside):
                    near = self.grid.neighbour(hex_, direction)
                    if near is None or not inside >> near & 1:
                        continue
                    decided = self.sides.get(frozenset((hex_, near)))
                    if decided is None:
                        self._differ(hex_, f"{kind} towards {self.grid.label(near)}", bool(one >> hex_ & 1), bool(other >> hex_ & 1))
                    elif decided != kind:
                        masks[direction] &= ~(1 << hex_)
            found[kind] = six(masks)
        return found

    def _is_drawn(self, *hexes: int | None) -> bool:
        """Whether the western map has drawn this already."""
        return all(hex_ is not None and hex_ in self.common for hex_ in hexes)

    def _rivers(self) -> tuple[River, ...]:
        found = [
            msgspec.structs.replace(river, sides=tuple(self._moved_side(side, self.joint.west) for side in river.sides))
            for river in self.west.rivers
        ]
        for river in self.east.rivers:
            moved = [(self._moved_side(side, self.joint.east), line) for side, line in zip(river.sides, river.lines, strict=True)]
            for is_drawn, run in groupby(moved, lambda part: self._is_drawn(part[0][0], self.grid.neighbour(*part[0]))):
                parts = list(run)
                if not is_drawn:
                    found.append(msgspec.structs.replace(river, sides=tuple(s for s, _ in parts), lines=tuple(line for _, line in parts)))
        return tuple(found)

    def _special_sides(self, sides: Mapping[str, Sides]) -> tuple[SpecialSide, ...]:
        found: dict[tuple[str, Side], SpecialSide] = {}
        for data, where in ((self.west, self.joint.west), (self.east, self.joint.east)):
            for one in data.special_sides:
                side = self._moved_side(one.side, where)
                if sides[one.kind][side[1]] >> side[0] & 1:
                    found.setdefault((one.kind, side), msgspec.structs.replace(one, side=side))
        return tuple(found.values())

    def _rails(self) -> tuple[RailStretch, ...]:
        found = [msgspec.structs.replace(one, hexes=tuple(self.joint.west[h] for h in one.hexes)) for one in self.west.rail_stretches]
        for stretch in self.east.rail_stretches:
            hexes = [self.joint.east[hex_] for hex_ in stretch.hexes]
            for first, last in self._undrawn(hexes):
                found.append(msgspec.structs.replace(stretch, hexes=tuple(hexes[first : last + 1]), names=stretch.names[first : last + 1]))
        return tuple(found)

    def _undrawn(self, hexes: list[Hex]) -> Iterator[tuple[int, int]]:
        """The parts of a rail stretch for which the western map has no track."""
        first = 0
        for number in range(1, len(hexes)):
            if self._is_drawn(hexes[number - 1], hexes[number]):
                if number - 1 > first:
                    yield first, number - 1
                first = number
        if len(hexes) - 1 > first:
            yield first, len(hexes) - 1

    # ---- areas, lines, links

    def _areas(self) -> dict[str, Area]:
        found = {name: self._moved_area(area, self.joint.west) for name, area in self.west.areas.items()}
        for name, area in self.east.areas.items():
            moved = self._moved_area(area, self.joint.east)
            if area.kind == "sea" and name in self.decisions.seas:
                self._add_sea(found, self.decisions.seas[name], moved)
            elif name not in found:
                found[name] = moved
            elif name not in self.decisions.areas:
                self.problems.add("joined map", 0, f"both maps have an area {name!r}")
            elif self.decisions.areas[name] == "both":
                found[name] = msgspec.structs.replace(found[name], mask=found[name].mask | moved.mask)
            else:
                found[self.decisions.areas[name]] = msgspec.structs.replace(moved, id=self.decisions.areas[name])
        return found

    def _add_sea(self, found: dict[str, Area], sea: str, part: Area) -> None:
        links = tuple(dict.fromkeys(self.decisions.seas.get(link, link) for link in part.links))
        for name, area in found.items():  # which water a hex belongs to, the western map says where it has it
            part = msgspec.structs.replace(part, mask=part.mask & ~area.mask) if area.kind == "sea" and name in self.west.areas else part
        if sea in found:
            found[sea] = msgspec.structs.replace(found[sea], mask=found[sea].mask | part.mask)
        else:
            found[sea] = msgspec.structs.replace(part, id=sea, links=tuple(link for link in links if link != sea))

    def _moved_area(self, area: Area, where: Mapping[int, Hex]) -> Area:
        return msgspec.structs.replace(area, mask=mask_of(where[hex_] for hex_ in members(area.mask)))

    def _lines(self, land: HexSet, sides: Mapping[str, Sides]) -> dict[str, Line]:
        """The lines of both maps; their sides are extended over the joined land."""
        found: dict[str, Line] = {}
        for data, where in ((self.west, self.joint.west), (self.east, self.joint.east)):
            for name, line in data.lines.items():
                if name in found:
                    self.problems.add("joined map", 0, f"both maps have a line {name!r}")
                chain = tuple(self._moved_side(side, where) for side in line.sides)
                start, enclaves = (mask_of(where[hex_] for hex_ in members(mask)) for mask in (line.west_of, line.enclaves))
                west = west_of_line(self.grid, chain, start, land, sides) ^ enclaves
                found[name] = msgspec.structs.replace(line, sides=chain, west_of=start, enclaves=enclaves, west=west)
        return found

    def _links(self, data: MapData, where: Mapping[int, Hex]) -> Iterator[Link]:
        for link in data.links:
            ends = [end if isinstance(end, str) else where[end] for end in (link.origin, link.target)]
            yield msgspec.structs.replace(link, origin=ends[0], target=ends[1])


def _written(sites: Iterable[Production]) -> str:
    """Sites in the notation of decisions, in a fixed order."""
    return "|".join(sorted(" ".join((site.kind, str(site.value), *sorted(site.tags))) for site in sites))


def differences(west: MapData, east: MapData, offset: tuple[int, int], decisions: Decisions) -> list[str]:
    """Every undecided difference, in words."""
    try:
        joined(west, east, offset, decisions)
    except DataError as error:
        return str(error).splitlines()[1:]
    return []
