"""The reference sheet beside the board: the tables of a title, laid out for looking things up, with what applies now marked.

A title makes it from the tables that its rules use, so the two cannot disagree. Names and words are keys of the client's catalogue.
Nothing in it is secret: it is made from tables and from what a view tells everybody.
"""

from collections.abc import Callable
from typing import Any, Literal

import msgspec

Kind = Literal["number", "face", "up_to", "yes", "word"]  # a face hits from that number on, `up_to` counts from 1; 0 is nothing
Cell = int | str | tuple[int, ...]

NOT_A_MONTH = 0


class SheetColumn(msgspec.Struct, frozen=True):
    """`is_now`: the column that applies now, such as the one for the present weather."""

    name: str
    kind: Kind = "number"
    is_now: bool = False


class SheetLine(msgspec.Struct, frozen=True):
    """`about` names what the line applies to on the map, such as `terrain:forest` or `unit:infantry`; its name may be a month or a hex."""

    name: str
    cells: tuple[Cell, ...]
    clause: str
    about: tuple[str, ...] = ()
    is_now: bool = False
    month: int = NOT_A_MONTH  # from 1 to 12
    hex: int = -1


class SheetTable(msgspec.Struct, frozen=True):
    """One table of the reference sheet."""

    name: str
    columns: tuple[SheetColumn, ...]
    lines: tuple[SheetLine, ...]


class Sheet(msgspec.Struct, frozen=True):
    """The reference sheet of a title: its tables in order."""

    tables: tuple[SheetTable, ...]


NO_SHEET = Sheet(())

SheetOf = Callable[[Any, Any], Sheet]  # (game, view)


def columns(*names: str, kind: Kind = "number") -> tuple[SheetColumn, ...]:
    return tuple(SheetColumn(name, kind) for name in names)


def numbers(values: Any, clauses: dict[str, str]) -> tuple[SheetLine, ...]:
    """Lines for single numbers of the rules, each with its own name and clause."""
    return tuple(SheetLine(f"sheet.{name}", (getattr(values, name),), clause) for name, clause in clauses.items())
