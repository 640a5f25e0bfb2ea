"""The committed lists of all clauses: `games/<title>/data/clauses.csv`, one row for each clause of a rulebook.

A list gives every clause its identifier, its kind, a short heading of our own, the reason why it needs neither code
nor test (kinds `definition` and `not_modelled` only) and the clauses it refers to.
"""

import csv
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from blockfront.core.clauses import is_clause_id

KINDS: Final = ("code", "table", "definition", "not_modelled")
EXCUSED_KINDS: Final = ("definition", "not_modelled")
COLUMNS: Final = ["id", "kind", "heading", "reason", "see"]
_COLLECTED_CHAPTER = re.compile(r"[ER](?=\d)")  # editions and rulings are numbered one by one, yet form one chapter
_CHAPTER = re.compile(r"\d+|[A-Z]+\d*")


class Clause(msgspec.Struct, frozen=True):
    """One clause of a rulebook."""

    id: str
    kind: str
    heading: str
    reason: str = ""
    see: tuple[str, ...] = ()

    @property
    def book(self) -> str:
        """The rulebook's two letters."""
        return self.id[:2]

    @property
    def number(self) -> str:
        """The identifier without the rulebook: `7.34a`."""
        return self.id[3:]

    @property
    def chapter(self) -> str:
        """The chapter of the clause: `7` for EF-7.34a, `S41` for EF-S41.0a, `R` for every ruling, `E` for every note on editions."""
        found = _COLLECTED_CHAPTER.match(self.number) or _CHAPTER.match(self.number)
        return found[0] if found else self.number

    @property
    def is_excused(self) -> bool:
        """Whether the clause needs neither code nor test."""
        return self.kind in EXCUSED_KINDS

    @property
    def is_ruling(self) -> bool:
        return self.chapter in ("R", "E")


class ClauseListError(ValueError):
    """Clause lists that cannot be used; the message names every mistake with file and line."""


class _Row(NamedTuple):
    where: str
    clause: Clause


ClauseLists = dict[str, dict[str, Clause]]


def load_clause_lists(games: Path) -> ClauseLists:
    """Clauses by title (the name of its folder) and identifier, in the order of the lists."""
    problems: list[str] = []
    lists: dict[str, list[_Row]] = {}
    for path in sorted(games.glob("*/data/clauses.csv")):
        lists[path.parent.parent.name] = list(_read(path, problems))
    rows = [row for title in lists.values() for row in title]
    problems += _row_problems(rows)
    problems += _book_problems(lists)
    if problems:
        raise ClauseListError("\n".join(problems))
    return {title: {row.clause.id: row.clause for row in found} for title, found in lists.items()}


def _read(path: Path, problems: list[str]) -> Iterator[_Row]:
    name = f"{path.parent.parent.name}/data/{path.name}"
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file)
        heading = next(reader, [])
        if heading != COLUMNS:
            problems.append(f"{name}:1: the columns must be {', '.join(COLUMNS)}, not {', '.join(heading)}")
            return
        for cells in reader:
            where = f"{name}:{reader.line_num}"
            if len(cells) != len(COLUMNS):
                problems.append(f"{where}: {len(cells)} cells, but there are {len(COLUMNS)} columns")
                continue
            identifier, kind, words, reason, see = (cell.strip() for cell in cells)
            yield _Row(where, Clause(identifier, kind, words, reason, tuple(see.split())))


def _row_problems(rows: list[_Row]) -> Iterator[str]:
    known = {row.clause.id for row in rows}
    seen: dict[str, str] = {}
    for where, clause in rows:
        if not is_clause_id(clause.id):
            yield f"{where}: {clause.id!r} is not spelled like a clause, such as EF-7.34a"
        if clause.id in seen:
            yield f"{where}: {clause.id} is already listed at {seen[clause.id]}"
        seen.setdefault(clause.id, where)
        if clause.kind not in KINDS:
            yield f"{where}: kind {clause.kind!r} is not one of {', '.join(KINDS)}"
        if not clause.heading:
            yield f"{where}: {clause.id} has no heading"
        if clause.is_excused and not clause.reason:
            yield f"{where}: {clause.id} is {clause.kind} and needs a reason"
        if clause.reason and not clause.is_excused:
            yield f"{where}: {clause.id} is {clause.kind}; only {' and '.join(EXCUSED_KINDS)} have a reason"
        for other in clause.see:
            if other not in known:
                yield f"{where}: {clause.id} refers to {other}, which is not listed"


def _book_problems(lists: dict[str, list[_Row]]) -> Iterator[str]:
    """Lists that cover more than one rulebook, and rulebooks with more than one list: a citation must lead to one title."""
    owners: dict[str, str] = {}
    for title, rows in lists.items():
        for book in _distinct(row.clause.book for row in rows):
            owner = owners.setdefault(book, title)
            if owner != title:
                yield f"{title}/data/clauses.csv: the clauses {book}-… belong to {owner}"


def _distinct(words: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(words))
