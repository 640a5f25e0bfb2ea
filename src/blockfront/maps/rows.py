"""What one line of each map file holds, as written. The format is described in docs/maps.md."""

from typing import Literal, get_args

import msgspec

Terrain = Literal["clear", "forest", "hill", "mountain", "swamp", "lake"]
Water = Literal["", "coast"]
Play = Literal["", "closed", "partial"]
PlaceKind = Literal["capital", "major", "minor", "town", "site", "box"]
PortSize = Literal["major", "minor"]
LinkKind = Literal["land", "rail", "sea"]
RailState = Literal["", "unfinished", "double"]

TERRAINS: tuple[str, ...] = get_args(Terrain)
PLACE_KINDS: tuple[str, ...] = get_args(PlaceKind)
RAIL_STATES: tuple[str, ...] = get_args(RailState)
WRITTEN_SIDE_KINDS = ("sea", "lake", "strait", "alpine", "estuary", "rail_only", "fortified")
SIDE_KINDS = ("river", *WRITTEN_SIDE_KINDS, "rail", "rail_unfinished", "rail_double")


class MapRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    hex_km: float
    columns: int
    rows: int
    projection: str
    origin_m: tuple[float, float]
    credits: tuple[str, ...] = ()


class HexRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hex: str
    terrain: Terrain
    water: Water = ""
    nation: str = ""
    play: Play = ""


class PlaceRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    kind: PlaceKind
    hex: str = ""  # empty for a box beside the map
    tags: tuple[str, ...] = ()
    latitude: float | None = None
    longitude: float | None = None
    aliases: str = ""


class PortRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hex: str
    name: str
    size: PortSize
    freezes: bool = False
    seas: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


class ProductionRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hex: str
    name: str
    kind: str
    value: int
    tags: tuple[str, ...] = ()


class AreaRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    kind: str
    hexes: str
    mined: bool = False
    freezes: bool = False
    links: tuple[str, ...] = ()


class LineRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    sides: str
    scenario: str = ""
    west_of: str = ""
    enclaves: str = ""


class BoxRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    terrain: Terrain = "clear"
    nation: str = ""
    port: str = ""
    production: dict[str, int] = msgspec.field(default_factory=dict)


class LinkRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"from_": "from"}):
    from_: str
    to: str
    kind: LinkKind
    cost: int = 0
    condition: str = ""
