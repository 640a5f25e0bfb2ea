"""Finds citations of clauses by reading the sources; nothing is imported.

- `@rule("EF-7.34a")` on a function, method or class of the package is a citation by code.
- A clause in a comment of a data file (CSV, TOML, text), or in a TOML key `cites`, is a citation by a table.
- `@clause("EF-7.34a")` on a test function, method or class is a citation by a test.
- Any other string that is a clause, as in a refusal, is a mention: it must exist, but proves nothing.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple

from blockfront.core.clauses import is_clause_id

TABLE_SUFFIXES: Final = frozenset({".csv", ".toml", ".txt"})
CLAUSE_LIST: Final = "clauses.csv"
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_DEFINITIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_CITES_KEY = re.compile(r"\s*cites\s*=")


class By(Enum):
    """What cites a clause."""

    CODE = "code"
    TABLE = "table"
    TEST = "test"
    MENTION = "mention"


class Citation(NamedTuple):
    """One citation of a clause. `name` is the citing function or class (`Combat.fire`); empty for tables and mentions outside of any."""

    clause: str
    by: By
    path: str
    line: int
    name: str


class Unreadable(NamedTuple):
    """A citation that cannot be read from the source, or a file that is not valid Python."""

    path: str
    line: int
    text: str


class Found(NamedTuple):
    """The citations in the sources, and those that cannot be read."""

    citations: list[Citation]
    unreadable: list[Unreadable]


def scan_package(package: Path, root: Path, books: Sequence[str]) -> Found:
    """All citations by code and by tables in the package; paths are relative to `root`."""
    found = Found([], [])
    for path in _files(package, {".py"}):
        _scan_python(path, root, books, ("rule", By.CODE), found)
    for path in _files(package, TABLE_SUFFIXES):
        if path.name != CLAUSE_LIST:
            found.citations.extend(_table_citations(path, root, books))
    return found


def scan_tests(tests: Path, root: Path, books: Sequence[str]) -> Found:
    """All citations by tests in the folder."""
    found = Found([], [])
    for path in _files(tests, {".py"}):
        _scan_python(path, root, books, ("clause", By.TEST), found)
    return found


def clauses_in(text: str, books: Sequence[str]) -> list[str]:
    """Everything in a text that starts like a clause of one of the rulebooks, well-formed or not."""
    return _clause_pattern(books).findall(text) if books else []


def _files(folder: Path, suffixes: Iterable[str]) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in suffixes and path.is_file())


def _clause_pattern(books: Sequence[str]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, books))})-[A-Z0-9](?:[\w.]*\w)?")


def _scan_python(path: Path, root: Path, books: Sequence[str], decorator: tuple[str, By], found: Found) -> None:
    name = path.relative_to(root).as_posix()
    text = path.read_text(encoding="utf-8")
    if not any(f"{book}-" in text for book in books) and f"@{decorator[0]}(" not in text:
        return
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        found.unreadable.append(Unreadable(name, error.lineno or 0, "is not valid Python"))
        return
    reader = _PythonReader(name, books, decorator, found)
    reader.visit(tree)


class _PythonReader(ast.NodeVisitor):
    def __init__(self, path: str, books: Sequence[str], decorator: tuple[str, By], found: Found) -> None:
        self.path = path
        self.books = tuple(f"{book}-" for book in books)
        self.decorator, self.by = decorator
        self.found = found
        self.names: list[str] = []

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, _DEFINITIONS):
            self._definition(node)
        elif isinstance(node, ast.Constant):
            self._mention(node)
        else:
            self.generic_visit(node)

    def _definition(self, node: _Definition) -> None:
        self.names.append(node.name)
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and _called(decorator) == self.decorator:
                self._citations(decorator, node)
            else:
                self.visit(decorator)
        for child in ast.iter_child_nodes(node):
            if child not in node.decorator_list:
                self.visit(child)
        self.names.pop()

    def _citations(self, call: ast.Call, node: _Definition) -> None:
        for argument in call.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                self._add(argument.value, self.by, node.lineno)
            else:
                text = f"@{self.decorator} on {node.name} needs the clauses written out, not {ast.unparse(argument)}"
                self.found.unreadable.append(Unreadable(self.path, call.lineno, text))

    def _mention(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, str) and value.startswith(self.books) and is_clause_id(value):
            self._add(value, By.MENTION, node.lineno)

    def _add(self, clause: str, by: By, line: int) -> None:
        self.found.citations.append(Citation(clause, by, self.path, line, ".".join(self.names)))


def _called(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _table_citations(path: Path, root: Path, books: Sequence[str]) -> Iterator[Citation]:
    name = path.relative_to(root).as_posix()
    inside_list = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        inside_list = inside_list or bool(_CITES_KEY.match(line))
        citing = line if inside_list else line.partition("#")[2]
        inside_list = inside_list and "]" not in line
        for clause in clauses_in(citing, books):
            yield Citation(clause, By.TABLE, name, number, "")
