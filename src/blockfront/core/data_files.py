"""Reads data files (CSV and TOML) into frozen structs, and reports all mistakes at once as ``file:line: what is wrong``.

Readers never raise on bad content: they note a problem, leave out the bad row and go on, so that one run shows all mistakes.
The caller ends with ``problems.raise_if_any()``. Files are ``Traversable``, so they may be inside an installed wheel.
"""

import csv
import difflib
import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from importlib.resources.abc import Traversable
from typing import Any, Generic, Literal, NamedTuple, TypeVar, get_args, get_origin

import msgspec

T = TypeVar("T", bound=msgspec.Struct)
R = TypeVar("R")


class Problem(NamedTuple):
    """One mistake: where it is (line 0 if no line can be named) and what is wrong."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}" if self.line else f"{self.file}: {self.text}"


class DataError(ValueError):
    """Data files that cannot be used; ``problems`` holds every mistake found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        count = len(self.problems)
        heading = "1 problem" if count == 1 else f"{count} problems"
        super().__init__("\n".join([f"{heading} in the data files", *map(str, self.problems)]))


class Problems:
    """Collects mistakes while files are read and cross-checked."""

    def __init__(self) -> None:
        self._found: list[Problem] = []

    def add(self, file: str, line: int, text: str) -> None:
        self._found.append(Problem(file, line, text))

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[Problem]:
        return iter(sorted(self._found, key=lambda problem: (problem.file, problem.line)))

    def raise_if_any(self) -> None:
        if self._found:
            raise DataError(self)


class Located(NamedTuple, Generic[R]):
    """A value with the line of the file it comes from."""

    line: int
    value: R


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint such as ``; did you mean 'forest'?`` if a known word is close, else an empty text."""
    by_folded = {name.casefold(): name for name in known}
    close = difflib.get_close_matches(word.casefold(), by_folded, n=1, cutoff=0.55)
    return f"; did you mean {by_folded[close[0]]!r}?" if close else ""


def not_one_of(what: str, word: str, known: Sequence[str]) -> str:
    """The message about a word that is not in a closed list."""
    return f"{what} {word!r} is not one of {', '.join(known)}{did_you_mean(word, known)}"


def read_text(path: Traversable, problems: Problems) -> str | None:
    """The text of a data file; anything wrong with it is noted as a problem."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        problems.add(path.name, 0, "the file is missing")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        problems.add(path.name, line, "is not UTF-8 text")
    return None


def text_lines(path: Traversable, problems: Problems) -> Iterator[tuple[int, str]]:
    """Lines with their numbers, without comments (from ``#`` on), trailing spaces and empty lines."""
    for number, line in enumerate((read_text(path, problems) or "").splitlines(), start=1):
        content = line.partition("#")[0].rstrip()
        if content:
            yield number, content


# ---- fields


class _Field(NamedTuple):
    name: str
    type: Any
    required: bool
    choices: tuple[str, ...]
    is_list: bool


def _fields(struct: type[msgspec.Struct]) -> dict[str, _Field]:
    found = {}
    for field in msgspec.structs.fields(struct):
        origin = get_origin(field.type)
        choices = tuple(map(str, get_args(field.type))) if origin is Literal else ()
        found[field.encode_name] = _Field(field.encode_name, field.type, field.required, choices, origin is tuple)
    return found


def _field_problem(field: _Field, value: Any) -> str | None:
    """What is wrong with the value of a field, or None."""
    if field.choices and isinstance(value, str) and value not in field.choices:
        return not_one_of(field.name, value, field.choices)
    try:
        msgspec.convert(value, field.type, strict=False)
    except msgspec.ValidationError as error:
        return f"{field.name} {value!r}: {str(error)[:1].lower()}{str(error)[1:]}"
    return None


def _row_problems(fields: dict[str, _Field], row: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Everything wrong with a row, as pairs of field name and message."""
    for name, value in row.items():
        if name not in fields:
            yield name, f"unknown field {name!r}{did_you_mean(name, fields) or '; known: ' + ', '.join(fields)}"
        elif text := _field_problem(fields[name], value):
            yield name, text
    for name, field in fields.items():
        if field.required and name not in row:
            yield "", f"{name} is missing"


# ---- CSV

_BOOLEANS = {"yes": "true", "no": "false"}


def _cells(path: Traversable, problems: Problems) -> Iterator[tuple[int, list[str]]]:
    """The rows with their line numbers, without comments and blank lines."""
    for number, line in text_lines(path, problems):
        yield number, [cell.strip() for cell in next(csv.reader([line], skipinitialspace=True))]


def _csv_value(field: _Field, cell: str) -> object:
    if field.is_list:
        return cell.split()
    return _BOOLEANS.get(cell.lower(), cell) if field.type is bool else cell


def read_csv(path: Traversable, struct: type[T], problems: Problems) -> list[Located[T]]:
    """The rows of a CSV file as structs. An empty cell gets the field's default; a tuple is split at spaces."""
    fields = _fields(struct)
    rows: list[Located[T]] = []
    known_problems = len(problems)
    cells = _cells(path, problems)
    heading_line, heading = next(cells, (0, []))
    if not heading:
        if len(problems) == known_problems:
            problems.add(path.name, 0, "the file has no line that names the columns")
        return rows
    unknown = [name for name in heading if name not in fields]
    missing = [name for name, field in fields.items() if field.required and name not in heading]
    for name in unknown:
        problems.add(path.name, heading_line, f"unknown column {name!r}{did_you_mean(name, fields)}")
    for name in missing:
        problems.add(path.name, heading_line, f"column {name} is missing")
    if missing:
        return rows
    for line, row in cells:
        if len(row) != len(heading):
            problems.add(path.name, line, f"{len(row)} cells, but the heading has {len(heading)}")
            continue
        values = {
            name: _csv_value(fields[name], cell)
            for name, cell in zip(heading, row, strict=True)
            if name in fields and (cell or fields[name].is_list)
        }
        try:
            rows.append(Located(line, msgspec.convert(values, struct, strict=False)))
        except msgspec.ValidationError:
            for _, text in _row_problems(fields, values):
                problems.add(path.name, line, text)
    return rows


# ---- TOML

_HEADER = re.compile(r"\s*\[\[\s*([\w-]+)\s*\]\]")
_ANY_HEADER = re.compile(r"\s*\[")
_DECODE_LINE = re.compile(r"\(at line (\d+), column \d+\)")


class TomlFile:
    """A TOML file that knows the line of each entry. A file that cannot be parsed is empty, with its problem noted."""

    def __init__(self, path: Traversable, problems: Problems) -> None:
        self.name = path.name
        self._problems = problems
        text = read_text(path, problems) or ""
        self._lines = text.splitlines()
        self._content: dict[str, Any] = {}
        try:
            self._content = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = _DECODE_LINE.search(str(error))
            problems.add(self.name, int(found[1]) if found else 0, _DECODE_LINE.sub("", str(error)).strip())

    def _key_line(self, key: str, start: int) -> int:
        """The line of ``key`` in the table whose heading is in line ``start`` (0: top of the file); ``start`` if not found."""
        pattern = re.compile(rf"\s*\[*\s*\"?{re.escape(key)}\"?\s*[]=.]")
        for number, line in enumerate(self._lines[start:], start=start + 1):
            if pattern.match(line):
                return number
            if _ANY_HEADER.match(line) and start:
                break
        return start

    def _convert(self, row: object, struct: type[T], start: int) -> T | None:
        if not isinstance(row, dict):
            self._problems.add(self.name, start, f"a table is needed here, not {row!r}")
            return None
        fields = _fields(struct)
        wrong = list(_row_problems(fields, row))
        for key, text in wrong:
            self._problems.add(self.name, self._key_line(key, start) if key else start, text)
        return None if wrong else msgspec.convert(row, struct, strict=False)

    def inherit(self, base: "TomlFile") -> None:
        """Take over every top-level entry that this file lacks from another file."""
        self._content = {**base._content, **self._content}

    def text(self, key: str) -> str:
        """Remove a top-level text from the content and return it; empty if there is none."""
        found = self._content.pop(key, "")
        return found if isinstance(found, str) else ""

    def exchange(self, keys: Collection[str], number: Callable[[str], int | str]) -> None:
        """Replace names by numbers under these keys, wherever they occur. For an unknown name `number` returns what is wrong."""
        self._content = self._exchanged(self._content, "", keys, number)

    def _exchanged(self, value: Any, key: str, keys: Collection[str], number: Callable[[str], int | str]) -> Any:
        if isinstance(value, dict):
            return {name: self._exchanged(inner, name, keys, number) for name, inner in value.items()}
        if isinstance(value, list):
            return [self._exchanged(inner, key, keys, number) for inner in value]
        if key not in keys or not isinstance(value, str):
            return value
        found = number(value)
        if isinstance(found, str):
            line = next((n for n, text in enumerate(self._lines, start=1) if f'"{value}"' in text), self._key_line(key, 0))
            self._problems.add(self.name, line, found)
            return 0
        return found

    def whole(self, struct: type[T]) -> T | None:
        """The whole file as one struct, or None if that fails."""
        return self._convert(self._content, struct, 0) if self._content else None

    def tables(self, key: str, struct: type[T]) -> list[Located[T]]:
        """The entries of ``[[key]]``, each with the line of its heading."""
        headers = ((number, _HEADER.match(line)) for number, line in enumerate(self._lines, start=1))
        starts = [number for number, header in headers if header and header[1] == key]
        entries = self._content.get(key, [])
        if not isinstance(entries, list):
            self._problems.add(self.name, self._key_line(key, 0), f"write [[{key}]], one for each entry")
            return []
        if len(starts) != len(entries):  # written inline
            starts = [self._key_line(key, 0)] * len(entries)
        rows = []
        for start, entry in zip(starts, entries, strict=True):
            row = self._convert(entry, struct, start)
            if row is not None:
                rows.append(Located(start, row))
        return rows

    def only(self, *keys: str) -> None:
        """Notes a problem for every top-level key that is not one of these."""
        for key in self._content:
            if key not in keys:
                self._problems.add(self.name, self._key_line(key, 0), f"unknown table {key!r}{did_you_mean(key, keys)}")


def read_toml(path: Traversable, struct: type[T], problems: Problems) -> T | None:
    """A TOML file as one struct, or None if anything in it is wrong."""
    return TomlFile(path, problems).whole(struct)
