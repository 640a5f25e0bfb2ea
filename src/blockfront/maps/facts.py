"""What the rule texts say about a map: ``facts.toml``, one check per fact (docs/maps.md lists the kinds).

Every check is a function of the map and of the text after its name in the file; it returns what is wrong, or None.
"""

from collections.abc import Callable
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from blockfront.core.data_files import Located, Problems, TomlFile
from blockfront.hexes.grid import Hex
from blockfront.hexes.hexset import mask_of, neighbours_mask
from blockfront.hexes.reach import shortest_path
from blockfront.hexes.sides import has_side, touching
from blockfront.maps.model import MapData, UnknownName, folded

Pair = tuple[str, str]
Check = Callable[[MapData, Any], str | None]


class CountRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many of something there are on the map."""

    area: str
    hexes: int


class FactRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One fact. ``avoiding`` closes hexes to the rail check of the same fact."""

    id: str
    says: str
    adjacent: Pair | None = None
    not_adjacent: Pair | None = None
    distance: tuple[str, str, int] | None = None
    terrain: Pair | None = None
    kind: Pair | None = None
    tag: Pair | None = None
    side: tuple[str, str, str] | None = None
    no_side: tuple[str, str, str] | None = None
    rail: tuple[str, str, int] | None = None
    avoiding: tuple[str, ...] = ()
    no_rail: Pair | None = None
    rail_hex: str | None = None
    port: Pair | None = None
    sea_of: Pair | None = None
    in_area: Pair | None = None
    not_in_area: Pair | None = None
    production: tuple[str, str, int] | None = None
    count: CountRow | None = None
    offset: tuple[str, str, int, int] | None = None


def read_facts(folder: Traversable, problems: Problems) -> list[Located[FactRow]]:
    """The facts of a map folder; a fact without a check is a problem."""
    file = TomlFile(folder / "facts.toml", problems)
    file.only("fact")
    facts = file.tables("fact", FactRow)
    for line, fact in facts:
        if not _checks(fact):
            problems.add(file.name, line, f"{fact.id}: no check; known: {', '.join(CHECKS)}")
    return facts


def fact_failure(data: MapData, fact: FactRow) -> str | None:
    """What is wrong with a fact on this map, or None when it holds."""
    try:
        failures = [check(data, value) for check, value in _checks(fact)]
    except UnknownName as error:
        return str(error)
    return "; ".join(failure for failure in failures if failure) or None


def _checks(fact: FactRow) -> list[tuple[Check, Any]]:
    given = {name: getattr(fact, name) for name in CHECKS if getattr(fact, name) is not None}
    if fact.rail is not None:
        given["rail"] = (fact.rail, fact.avoiding)
    return [(CHECKS[name], value) for name, value in given.items()]


# ---- places and steps


def _adjacent(data: MapData, value: Pair) -> str | None:
    steps = data.grid.distance(data.hex(value[0]), data.hex(value[1]))
    return None if steps == 1 else f"{value[0]} and {value[1]} are {steps} hexes apart, not adjacent"


def _not_adjacent(data: MapData, value: Pair) -> str | None:
    return None if _adjacent(data, value) else f"{value[0]} and {value[1]} are adjacent"


def _distance(data: MapData, value: tuple[str, str, int]) -> str | None:
    steps = data.grid.distance(data.hex(value[0]), data.hex(value[1]))
    return None if steps == value[2] else f"{value[0]} and {value[1]} are {steps} hexes apart, not {value[2]}"


def _offset(data: MapData, value: tuple[str, str, int, int]) -> str | None:
    (q, r), (other_q, other_r) = data.grid.axial(data.hex(value[0])), data.grid.axial(data.hex(value[1]))
    found = (other_q - q, other_r - r)
    return None if found == value[2:] else f"{value[1]} lies {found} from {value[0]}, not {value[2:]}"


# ---- what is in a hex


def _terrain(data: MapData, value: Pair) -> str | None:
    known = data.hexes.get(data.hex(value[0]))
    found = known.terrain if known else "sea"
    return None if found == value[1] else f"{value[0]} is {found}, not {value[1]}"


def _named(data: MapData, text: str) -> list[Any]:
    """The place with a name, or all places in a hex given by label or steps."""
    place = data.names.get(folded(text))
    return [place] if place else list(data.places_at(data.hex(text)))


def _kind(data: MapData, value: Pair) -> str | None:
    kinds = [place.kind for place in _named(data, value[0])]
    return None if value[1] in kinds else f"{value[0]} is {' and '.join(kinds) or 'no place'}, not {value[1]}"


def _tag(data: MapData, value: Pair) -> str | None:
    tags = sorted({tag for place in _named(data, value[0]) for tag in place.tags})
    return None if value[1] in tags else f"{value[0]} has the tags {' '.join(tags) or 'none'}, not {value[1]}"


def _production(data: MapData, value: tuple[str, str, int]) -> str | None:
    hex_ = data.hex(value[0])
    found = sum(site.value for site in data.production if site.hex == hex_ and site.kind == value[1])
    return None if found == value[2] else f"{value[0]} produces {found} {value[1]}, not {value[2]}"


# ---- sides and rails


def _has_side(data: MapData, value: tuple[str, str, str]) -> tuple[bool, str | None]:
    """Whether the side between two hexes is of a kind; or the problem that prevents the check."""
    origin, target = data.hex(value[0]), data.hex(value[1])
    direction = data.grid.direction(origin, target)
    if direction is None:
        return False, _adjacent(data, value[:2])
    return has_side(data.side_masks(value[2]), origin, direction), None


def _side(data: MapData, value: tuple[str, str, str]) -> str | None:
    found, failure = _has_side(data, value)
    return failure or (None if found else f"no {value[2]} between {value[0]} and {value[1]}")


def _no_side(data: MapData, value: tuple[str, str, str]) -> str | None:
    found, failure = _has_side(data, value)
    return failure or (f"there is a {value[2]} side between {value[0]} and {value[1]}" if found else None)


def _rail_way(data: MapData, origin: str, target: str, avoiding: tuple[str, ...]) -> list[Hex] | None:
    closed = mask_of(data.hex(name) for name in avoiding)
    return shortest_path(data.grid, 1 << data.hex(origin), data.hex(target), touching(data.rails) & ~closed, data.rails)


def _rail(data: MapData, value: tuple[tuple[str, str, int], tuple[str, ...]]) -> str | None:
    (origin, target, length), avoiding = value
    way = _rail_way(data, origin, target, avoiding)
    if way is None:
        return f"no rail from {origin} to {target}"
    names = " ".join(map(data.hex_name, way))
    return None if len(way) - 1 == length else f"{len(way) - 1} rail hexes, not {length}: {names}"


def _no_rail(data: MapData, value: Pair) -> str | None:
    """Check that no track crosses the side between two adjacent hexes, or that nothing connects two others by rail."""
    direction = data.grid.direction(data.hex(value[0]), data.hex(value[1]))
    if direction is not None:
        crossed = has_side(data.rails, data.hex(value[0]), direction)
        return f"a railway runs from {value[0]} to {value[1]}" if crossed else None
    way = _rail_way(data, *value, ())
    return f"a railway runs {' '.join(map(data.hex_name, way))}" if way else None


def _rail_hex(data: MapData, value: str) -> str | None:
    return None if touching(data.rails) >> data.hex(value) & 1 else f"{value} is no rail hex"


# ---- the sea and areas


def _port(data: MapData, value: Pair) -> str | None:
    hex_ = data.hex(value[0])
    sizes = [port.size for port in data.ports if port.hex == hex_]
    return None if value[1] in sizes else f"{value[0]} is {' and '.join(sizes) or 'no'} port, not a {value[1]} one"


def _sea_of(data: MapData, value: Pair) -> str | None:
    hex_ = data.hex(value[0])
    ports = [port for port in data.ports if port.hex == hex_]
    if ports:
        seas = sorted({sea for port in ports for sea in port.seas})
        return None if value[1] in seas else f"{value[0]} is a port of {' '.join(seas) or 'no sea'}, not {value[1]}"
    touches = data.area_mask(value[1]) & neighbours_mask(data.grid, 1 << hex_)
    return None if touches else f"{value[0]} does not touch {value[1]}"


def _in_area(data: MapData, value: Pair) -> str | None:
    return None if data.area_mask(value[1]) >> data.hex(value[0]) & 1 else f"{value[0]} is not in {value[1]}"


def _not_in_area(data: MapData, value: Pair) -> str | None:
    return None if _in_area(data, value) else f"{value[0]} is in {value[1]}"


def _count(data: MapData, value: CountRow) -> str | None:
    found = data.area_mask(value.area).bit_count()
    return None if found == value.hexes else f"{value.area} has {found} hexes, not {value.hexes}"


CHECKS: dict[str, Check] = {
    "adjacent": _adjacent,
    "not_adjacent": _not_adjacent,
    "distance": _distance,
    "offset": _offset,
    "terrain": _terrain,
    "kind": _kind,
    "tag": _tag,
    "production": _production,
    "side": _side,
    "no_side": _no_side,
    "rail": _rail,
    "no_rail": _no_rail,
    "rail_hex": _rail_hex,
    "port": _port,
    "sea_of": _sea_of,
    "in_area": _in_area,
    "not_in_area": _not_in_area,
    "count": _count,
}
