"""Checks for every map: chains are unbroken, railways on land, ports at the sea, lines divide the land."""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from blockfront.core.data_files import Problems
from blockfront.hexes.corners import Point, chain_corners, side_corners
from blockfront.hexes.grid import DIRECTIONS, Hex, HexSet
from blockfront.hexes.hexset import expanded_mask, members, neighbours_mask
from blockfront.hexes.notation import format_hexes, format_side
from blockfront.hexes.sides import Side, all_sides, canonical, each_side, has_side
from blockfront.maps.model import MapData, River, folded

WET = ("sea", "lake", "strait")
_EXCLUSIVE = ("sea", "lake", "strait", "alpine", "rail_only")


def check_consistency(data: MapData, problems: Problems) -> None:
    """Note every problem that any of the checks below finds."""
    check_hexes(data, problems)
    check_sides(data, problems)
    check_rivers(data, problems)
    check_rails(data, problems)
    check_places(data, problems)
    check_ports(data, problems)
    check_production(data, problems)
    check_areas(data, problems)
    check_lines(data, problems)
    check_boxes(data, problems)


def _rim(data: MapData) -> HexSet:
    """The hexes at the edge of the map."""
    inner = data.grid.cells
    for has_neighbour in all_sides(data.grid):
        inner &= has_neighbour
    return data.grid.cells & ~inner


# ---- ground


def check_hexes(data: MapData, problems: Problems) -> None:
    """Land beside a sea hex must be coast. A coast need not have a sea hex: a gulf may lie inside a hex."""
    at_sea = neighbours_mask(data.grid, data.sea_mask)
    for hex_ in members(at_sea & data.land_mask & ~data.coast_mask):
        problems.add("hexes.csv", data.hexes[hex_].line, f"{data.grid.label(hex_)} is next to the sea, but not coast")


def check_sides(data: MapData, problems: Problems) -> None:
    """Special sides lie between land hexes, and none is two things that exclude each other."""
    land = data.land_mask
    first: dict[Side, str] = {}
    for kind, (hex_, direction), line in ((entry.kind, entry.side, entry.line) for entry in data.special_sides):
        name = format_side(data.grid, (hex_, direction))
        other = data.grid.neighbour(hex_, direction)
        if kind == "fortified" and not land >> hex_ & 1:
            problems.add("sides.txt", line, f"{name} is fortified, but its hex is no land; name the defended hex first")
        elif kind in _EXCLUSIVE and (other is None or not (land >> hex_ & 1 and land >> other & 1)):
            problems.add("sides.txt", line, f"{kind} {name} does not lie between two land hexes")
        known = first.setdefault(canonical(data.grid, (hex_, direction)), kind) if kind in _EXCLUSIVE else kind
        if known != kind:
            problems.add("sides.txt", line, f"{name} is both {known} and {kind}")


# ---- rivers


def check_rivers(data: MapData, problems: Problems) -> None:
    """Rivers are unbroken, run along land, share no side, and end where water can go."""
    owner: dict[Side, str] = {}
    courses: dict[str, list[Point]] = {}
    for river in data.rivers:
        for side, line in zip(river.sides, river.lines, strict=True):
            known = owner.setdefault(canonical(data.grid, side), river.name)
            if known != river.name:
                text = f"{river.name}: {format_side(data.grid, side)} belongs to {known} already"
                problems.add("rivers.txt", line, text)
        _check_banks(data, river, problems)
        courses[river.name] = _course(data, river, problems)
    mouths = _water_corners(data)
    for river in data.rivers:
        course = courses[river.name]
        others = {corner for name, corners in courses.items() if name != river.name for corner in corners}
        if course and course[-1] not in mouths | others:
            upstream = "; it seems to be written upstream" if course[0] in mouths | others else ""
            text = f"{river.name} ends at {format_side(data.grid, river.sides[-1])} in no sea, lake or other river{upstream}"
            problems.add("rivers.txt", river.lines[-1], text)


def _check_banks(data: MapData, river: River, problems: Problems) -> None:
    for (hex_, direction), line in zip(river.sides, river.lines, strict=True):
        if hex_ not in data.hexes and data.grid.neighbour(hex_, direction) not in data.hexes:
            text = f"{river.name}: {format_side(data.grid, (hex_, direction))} lies in open sea"
            problems.add("rivers.txt", line, text)


def _course(data: MapData, river: River, problems: Problems) -> list[Point]:
    """The corners of a river in flow order; empty when its chain is broken."""
    for number, (side, following) in enumerate(pairwise(river.sides), start=1):
        if not set(side_corners(data.grid, side)) & set(side_corners(data.grid, following)):
            gap = f"{format_side(data.grid, following)} does not join {format_side(data.grid, side)}"
            problems.add("rivers.txt", river.lines[number], f"{river.name}: {gap}")
            return []
    try:
        corners = chain_corners(data.grid, river.sides)
    except ValueError as error:
        problems.add("rivers.txt", river.line, f"{river.name}: {error}")
        return []
    for corner, times in Counter(corners).items():
        if times > 1:
            where = format_side(data.grid, river.sides[max(0, corners.index(corner) - 1)])
            problems.add("rivers.txt", river.line, f"{river.name} returns to the end of {where}")
    return corners


def _water_corners(data: MapData) -> set[Point]:
    """Corners where a river may end: at the sea, a lake, a wet side, a gulf inside a hex, or the edge of the map or of play."""
    gulfs = data.coast_mask & ~neighbours_mask(data.grid, data.sea_mask)
    found: set[Point] = set()
    for hex_ in members(data.grid.cells & ~data.playable_mask | gulfs):
        for direction in DIRECTIONS:
            found.update(side_corners(data.grid, (hex_, direction)))
    for hex_ in members(_rim(data)):
        for direction in DIRECTIONS:
            if data.grid.neighbour(hex_, direction) is None:
                found.update(side_corners(data.grid, (hex_, direction)))
    for kind in ("sea", "lake", "strait", "estuary"):
        for side in each_side(data.grid, data.side_masks(kind)):
            found.update(side_corners(data.grid, side))
    return found


# ---- railways


def check_rails(data: MapData, problems: Problems) -> None:
    """Rails run on dry land, and a name in brackets is a place in its hex."""
    for stretch in data.rail_stretches:
        if len(stretch.hexes) < 2:
            problems.add("rails.txt", stretch.line, "a stretch needs at least two hexes")
        for hex_, name in zip(stretch.hexes, stretch.names, strict=True):
            if not data.land_mask >> hex_ & 1:
                problems.add("rails.txt", stretch.line, f"{data.grid.label(hex_)} is water")
            if name:
                _check_name(data, "rails.txt", stretch.line, hex_, name, problems)
        for origin, target in pairwise(stretch.hexes):
            direction = data.grid.direction(origin, target)
            for kind in (*WET, "alpine"):
                if direction is not None and has_side(data.side_masks(kind), origin, direction):
                    text = f"the track crosses the {kind} side {format_side(data.grid, (origin, direction))}"
                    problems.add("rails.txt", stretch.line, text)


def _check_name(data: MapData, file: str, line: int, hex_: Hex, name: str, problems: Problems) -> None:
    place = data.names.get(folded(name))
    if place is None:
        problems.add(file, line, f"{name} ({data.grid.label(hex_)}) is not in places.csv")
    elif place.hex != hex_:
        problems.add(file, line, f"{name} lies in {data.grid.label(place.hex)}, not {data.grid.label(hex_)}")


# ---- places


def check_places(data: MapData, problems: Problems) -> None:
    for place in data.places:
        if not data.land_mask >> place.hex & 1:
            problems.add("places.csv", place.line, f"{place.name} lies in water ({data.grid.label(place.hex)})")
        if (place.latitude is None) != (place.longitude is None):
            problems.add("places.csv", place.line, f"{place.name} has only one of latitude and longitude")


def check_ports(data: MapData, problems: Problems) -> None:
    """Ports touch each of their seas, or lie on a gulf inside their hex; an inner port lies up a river or canal."""
    for port in data.ports:
        _check_name(data, "ports.csv", port.line, port.hex, port.name, problems)
        if "inner" in port.tags:
            continue
        if not port.seas:
            problems.add("ports.csv", port.line, f"{port.name} has no sea; tag it inner or name its seas")
        near = expanded_mask(data.grid, 1 << port.hex, 2 if data.coast_mask >> port.hex & 1 else 1)
        for sea in port.seas:
            if sea in data.areas and not data.areas[sea].mask & near:
                problems.add("ports.csv", port.line, f"{port.name} does not touch {sea}")


def check_production(data: MapData, problems: Problems) -> None:
    for site in data.production:
        _check_name(data, "production.csv", site.line, site.hex, site.name, problems)
        if site.value < 0:
            problems.add("production.csv", site.line, f"{site.name} has the value {site.value}")


# ---- areas, lines, boxes


def check_areas(data: MapData, problems: Problems) -> None:
    """Sea areas hold sea only, do not overlap, and their links are mutual."""
    owner: dict[Hex, str] = {}
    for area in data.areas.values():
        if not area.mask:
            problems.add("areas.toml", area.line, f"{area.id} has no hexes")
        if area.kind != "sea":
            continue
        if dry := area.mask & data.land_mask:
            problems.add("areas.toml", area.line, f"{area.id} is a sea, but {format_hexes(data.grid, dry)} is land")
        for hex_ in members(area.mask):
            known = owner.setdefault(hex_, area.id)
            if known != area.id:
                problems.add("areas.toml", area.line, f"{data.grid.label(hex_)} is in {known} and {area.id}")
        for link in area.links:
            if link in data.areas and area.id not in data.areas[link].links:
                problems.add("areas.toml", area.line, f"{area.id} links to {link}, but not the other way round")


def check_lines(data: MapData, problems: Problems) -> None:
    """A line must divide the land: there is no way from one side of it to the other without crossing it."""
    for line in data.lines.values():
        if not line.west_of & data.land_mask:
            problems.add("lines.toml", line.line, f"{line.id}: west_of names no land hex")
            continue
        west = line.west ^ line.enclaves
        leaks = []
        for hex_, direction in line.sides:
            other = data.grid.neighbour(hex_, direction)
            if other is not None and west >> hex_ & 1 and west >> other & 1:
                leaks.append(format_side(data.grid, (hex_, direction)))
        if leaks:
            text = f"{line.id} leaks: both sides of {_some(leaks)} are reached from {format_hexes(data.grid, line.west_of)}"
            problems.add("lines.toml", line.line, text)


def check_boxes(data: MapData, problems: Problems) -> None:
    linked = {end for link in data.links for end in (link.origin, link.target)}
    for box in data.boxes.values():
        if box.id not in linked:
            problems.add("boxes.toml", box.line, f"{box.id} has no link")


def _some(words: Iterable[str], limit: int = 6) -> str:
    listed = list(words)
    more = f" and {len(listed) - limit} more" if len(listed) > limit else ""
    return " ".join(listed[:limit]) + more
