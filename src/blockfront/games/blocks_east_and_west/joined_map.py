"""The map of Europe from the Atlantic to the Volga, joined from the maps of both titles; no third map is drawn by hand."""

from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

import msgspec

from blockfront.core.data_files import Problems, read_csv, read_toml
from blockfront.maps.files import load_map
from blockfront.maps.join import Decisions, HexDecision, joined
from blockfront.maps.model import Area, MapData

DATA: Final = resources.files("blockfront.games.blocks_east_and_west") / "data"
TITLE: Final = "Blocks in the East and West"
CAMPAIGN: Final = "sbew1"  # the area of the campaign: all hexes that units may enter


class Joining(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `joining.toml`: how the two maps fit together, and how their differences are decided."""

    columns: int
    rows: int
    names: dict[str, str]
    areas: dict[str, str]
    seas: dict[str, str]
    sides: list[tuple[str, str, str]]

    @property
    def offset(self) -> tuple[int, int]:
        return self.columns, self.rows


def sheet(title: str) -> MapData:
    """The map of one of the two titles."""
    folder: Traversable = resources.files(f"blockfront.games.{title}") / "data" / "map"
    return load_map(folder)


@cache
def joining() -> tuple[Joining, Decisions]:
    """How the maps are joined, with the decision for each of their differences."""
    problems = Problems()
    found = read_toml(DATA / "joining.toml", Joining, problems)
    hexes = {row.hex: row for _, row in read_csv(DATA / "seam.csv", HexDecision, problems)}
    problems.raise_if_any()
    assert found is not None
    sides = {frozenset((one, other)): kind for one, other, kind in found.sides}
    return found, Decisions(hexes, found.names, found.areas, found.seas, sides)


@cache
def joined_map() -> MapData:
    """Both maps as one; a difference without a decision is an error."""
    found, decisions = joining()
    data = joined(sheet("blocks_in_the_west"), sheet("blocks_in_the_east"), found.offset, decisions, TITLE)
    whole = Area(CAMPAIGN, "The whole map", "scenario", data.playable_mask, mined=False, freezes=False, links=(), line=0)
    return msgspec.structs.replace(data, areas={**data.areas, CAMPAIGN: whole})
