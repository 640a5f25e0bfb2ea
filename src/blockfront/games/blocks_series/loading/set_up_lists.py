"""Reads the lists of units that start in named places, and of those that arrive later."""

from collections.abc import Callable, Sequence
from importlib.resources.abc import Traversable

import msgspec

from blockfront.core.data_files import Problems, TomlFile, not_one_of, read_csv
from blockfront.games.blocks_series.loading.data_model import Tables
from blockfront.games.blocks_series.scenario_model import Arrival, Placement, Standstill

Exchange = Callable[[TomlFile], None]  # puts numbers for names


class _PlacementRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    unit: str
    place: str
    strength: int


class _ArrivalList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    arrivals: tuple[Arrival, ...]


class StandstillRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units that may not move: those named, or all of a side, of a list or in some places, with exceptions."""

    months: tuple[int, ...]
    blocks: tuple[int, ...] = ()
    side: int = -1
    roster: str = ""
    places: tuple[str, ...] = ()
    except_blocks: tuple[int, ...] = ()
    except_types: tuple[str, ...] = ()
    lifted_by: str = ""
    turn_of: int = -1
    ends_after_moves: bool = False


def read_set_ups(folder: Traversable, names: Sequence[str], tables: Tables, problems: Problems) -> tuple[Placement, ...]:
    """Where units start. A unit may be in one list only, with a strength that is printed on it."""
    found: list[Placement] = []
    keys = [block.key for block in tables.order.blocks]
    placed: dict[int, str] = {}
    for name in names:
        path = folder / "set_ups" / f"{name}.csv"
        for line, row in read_csv(path, _PlacementRow, problems):
            if row.unit not in keys:
                problems.add(path.name, line, not_one_of_many("unit", row.unit, keys))
                continue
            block = keys.index(row.unit)
            if block in placed:
                problems.add(path.name, line, f"{row.unit} already stands in {placed[block]}")
            placed.setdefault(block, row.place)
            check_strength(path.name, line, block, row.strength, tables, problems)
            found.append(Placement(block, row.place, row.strength, name))
    return tuple(found)


def read_arrivals(folder: Traversable, names: Sequence[str], exchange: Exchange, problems: Problems) -> tuple[Arrival, ...]:
    """Units that arrive by lists which several scenarios share."""
    found: list[Arrival] = []
    for name in names:
        file = TomlFile(folder / "arrivals" / f"{name}.toml", problems)
        exchange(file)
        listed = file.whole(_ArrivalList)
        found += listed.arrivals if listed else ()
    return tuple(found)


def check_strength(file: str, line: int, block: int, strength: int, tables: Tables, problems: Problems) -> None:
    unit = tables.order[block]
    if strength not in unit.strengths or not strength:
        problems.add(file, line, f"strength {strength} of {unit.key} is not one of the steps {list(unit.strengths[::-1])}")


def not_one_of_many(what: str, word: str, known: Sequence[str]) -> str:
    """The message about an unknown word where the list is too long to print: it only suggests what was meant."""
    return f"there is no {what} {word!r}" + not_one_of(what, word, known).partition(known[-1])[2]


def standstills(rows: Sequence[StandstillRow], placements: Sequence[Placement], tables: Tables) -> tuple[Standstill, ...]:
    """Which units may not move, and in which months."""
    found = []
    for row in rows:
        named = tuple(block for block in row.blocks or _meant(row, placements, tables) if not _is_excepted(row, block, tables))
        found.append(Standstill(row.months, named, row.lifted_by, row.turn_of, row.ends_after_moves))
    return tuple(found)


def _meant(row: StandstillRow, placements: Sequence[Placement], tables: Tables) -> list[int]:
    return [
        placement.block
        for placement in placements
        if row.side in (-1, tables.order.sides[placement.block])
        and row.roster in ("", placement.roster)
        and (not row.places or placement.place in row.places)
    ]


def _is_excepted(row: StandstillRow, block: int, tables: Tables) -> bool:
    return block in row.except_blocks or tables.order[block].type in row.except_types
