"""Production centres and factories of a map, under the names that the rules of the series use."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from blockfront.core.clauses import rule
from blockfront.maps.model import MapData

_KINDS: Final = {"armour_factory": "armour", "aircraft_factory": "aircraft", "fuel": "synthetic", "refinery": "synthetic"}
_IDLE: Final = frozenset({"inactive", "joined"})  # printed, but not at work in this game
_SINCE = re.compile(r"from_(\d{4})(?:_(\d\d))?")


class PrintedSite(NamedTuple):
    hex: int
    kind: str
    value: int
    nation: str  # of its hex
    since: int  # month from which it is at work, 0 for always
    tags: frozenset[str]


@rule("BW-15.1f", "BW-15.1g", "BW-11.2a", "BW-11.2b", "BW-11.2d")
def printed_sites(map_data: MapData, boxes: Mapping[str, int]) -> tuple[PrintedSite, ...]:
    """Every site of the map and its boxes that ever works. A tag such as `from_1942` or `from_1940_07` says since when."""
    found = [
        PrintedSite(
            hex=site.hex,
            kind=_KINDS.get(site.kind, site.kind),
            value=site.value,
            nation=map_data.hexes[site.hex].nation,
            since=max((_month(tag) for tag in site.tags), default=0),
            tags=site.tags,
        )
        for site in map_data.production
        if not site.tags & _IDLE
    ]
    for box in map_data.boxes.values():
        found += [PrintedSite(boxes[box.id], kind, value, box.nation, 0, frozenset()) for kind, value in box.production.items()]
    return tuple(found)


def _month(tag: str) -> int:
    since = _SINCE.fullmatch(tag)
    return int(since[1]) * 12 + int(since[2] or 1) - 1 if since else 0
