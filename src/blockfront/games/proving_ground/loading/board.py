"""The tables of Proving Ground: map, blocks, types, terrain and numbers, loaded once."""

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from blockfront.blocks.order_of_battle import Block, OrderOfBattle
from blockfront.core.clauses import rule
from blockfront.core.data_files import Problems, read_csv, read_toml
from blockfront.games.proving_ground.title import TITLE
from blockfront.hexes.grid import Grid, HexSet
from blockfront.hexes.hexset import mask_of
from blockfront.hexes.sides import Sides, all_sides, common, entering, leaving, without
from blockfront.maps.files import read_map
from blockfront.maps.model import MapData

DATA = files("blockfront.games.proving_ground") / "data"


class _BlockRow(msgspec.Struct, frozen=True):
    key: str
    name: str
    side: Literal["blue", "red"]
    type: str
    strengths: tuple[int, ...]


class UnitType(msgspec.Struct, frozen=True):
    """A type of block: how it moves and fires."""

    type: str
    movement: int
    hits_from: int


class _TerrainRow(msgspec.Struct, frozen=True):
    terrain: str
    cost: int
    protects: bool


class Plan(msgspec.Struct, frozen=True):
    """A reserve plan: how many blocks may arrive, and in which turn."""

    name: str
    turn: int
    blocks: int


class Numbers(msgspec.Struct, frozen=True):
    """Single numbers of the rules."""

    stacking: int
    river_cost: int
    rounds: int
    base_points: int
    mud_up_to: int
    mud_movement: int
    plan: tuple[Plan, ...]


class Board(msgspec.Struct, frozen=True, eq=False):
    """Everything that does not change during play."""

    map: MapData
    order: OrderOfBattle
    types: dict[str, UnitType]
    numbers: Numbers
    entry_costs: tuple[tuple[int, HexSet], ...]
    protecting: HexSet
    dry_sides: Sides  # steps between adjacent hexes that may be entered, with no river between them
    river_sides: Sides
    bases: tuple[int, ...]  # hex of each side's base
    towns: dict[int, int]  # value of each town by hex

    @property
    def grid(self) -> Grid:
        return self.map.grid

    @property
    def enterable(self) -> HexSet:
        return self.map.playable_mask

    def headquarters(self, side: int) -> int:
        return next(self.order.where(side=side, type="headquarters"))

    def type_of(self, block: int) -> UnitType:
        return self.types[self.order[block].type]


@cache
@rule("PG-1.1", "PG-1.4", "PG-1.6")
def load_board() -> Board:
    """Read and cross-check the data files; a `DataError` lists everything that is wrong with them."""
    problems = Problems()
    map_data = read_map(DATA / "map", problems)
    rows = read_csv(DATA / "blocks.csv", _BlockRow, problems)
    types = {row.type: row for _, row in read_csv(DATA / "types.csv", UnitType, problems)}
    terrain = [row for _, row in read_csv(DATA / "terrain.csv", _TerrainRow, problems)]
    numbers = read_toml(DATA / "numbers.toml", Numbers, problems)
    for line, row in rows:
        if row.type not in types:
            problems.add("blocks.csv", line, f"{row.type!r} is not a type of types.csv: {', '.join(types)}")
    problems.raise_if_any()
    assert map_data is not None
    assert numbers is not None
    order = OrderOfBattle(Block(row.key, row.name, TITLE.side(row.side), row.side, row.type, row.strengths) for _, row in rows)
    land = map_data.playable_mask
    steps = entering(map_data.grid, leaving(all_sides(map_data.grid), land), land)
    rivers = map_data.side_masks("river")
    return Board(
        map=map_data,
        order=order,
        types=types,
        numbers=numbers,
        entry_costs=tuple((row.cost, map_data.terrain_mask(row.terrain)) for row in terrain),
        protecting=sum(map_data.terrain_mask(row.terrain) for row in terrain if row.protects),
        dry_sides=without(steps, rivers),
        river_sides=common(steps, rivers),
        bases=tuple(_base(map_data, name) for name in TITLE.sides),
        towns={site.hex: site.value for site in map_data.production},
    )


def _base(map_data: MapData, side: str) -> int:
    return next(place.hex for place in map_data.places if f"base_{side}" in place.tags)


def town_mask(board: Board) -> HexSet:
    return mask_of(board.towns)
