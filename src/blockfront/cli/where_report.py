"""The texts that `blockfront where` prints."""

from collections.abc import Iterable, Iterator
from typing import Any

from blockfront.core.citations import By, Citation
from blockfront.core.clause_index import ClauseIndex, Coverage
from blockfront.core.clause_lists import Clause

NO_TESTS = "not at hand: this installation has no tests"
_COVERAGE_HEADINGS = ("clauses", "code", "test", "both", "not modelled", "definition", "open")


def clause_report(index: ClauseIndex, clause: Clause) -> str:
    """Describes everything known about one clause: code, tables, tests, refusals, rulings."""
    lines = [f"{clause.id}  {clause.heading}"]
    lines += _section("kind", [clause.kind.replace("_", " ")])
    lines += _section("reason", [clause.reason]) if clause.reason else _section("state", [_state(index, clause)])
    lines += _section("code", _places(index.cited(clause.id, By.CODE)))
    lines += _section("tables", _places(index.cited(clause.id, By.TABLE)))
    tests = _places(index.cited(clause.id, By.TEST)) if index.has_tests else [NO_TESTS]
    lines += _section("tests", tests)
    mentions = _places(index.cited(clause.id, By.MENTION))
    lines += _section("named in", mentions) if mentions else []
    rulings = [f"{ruling.id}  {ruling.heading}" for ruling in index.rulings(clause)]
    rulings += [f"{ruling}  docs/rulings.md" for ruling in index.project_rulings(clause.id)]
    lines += _section("rulings", rulings)
    others = [index.clauses[other] for other in clause.see if not index.clauses[other].is_ruling]
    lines += _section("see", [f"{other.id}  {other.heading}" for other in others]) if others else []
    return "\n".join(lines)


def clause_data(index: ClauseIndex, clause: Clause) -> dict[str, Any]:
    """Returns the facts about one clause for JSON; `tests` is null if this installation has none."""
    return {
        "clause": clause.id,
        "heading": clause.heading,
        "kind": clause.kind,
        "state": _state(index, clause),
        "reason": clause.reason,
        "code": _places(index.cited(clause.id, By.CODE)),
        "tables": _places(index.cited(clause.id, By.TABLE)),
        "tests": _places(index.cited(clause.id, By.TEST)) if index.has_tests else None,
        "mentions": _places(index.cited(clause.id, By.MENTION)),
        "rulings": [*(ruling.id for ruling in index.rulings(clause)), *index.project_rulings(clause.id)],
    }


def clause_lines(index: ClauseIndex, clauses: Iterable[Clause]) -> Iterator[str]:
    """Yields one line for each clause: its identifier, its state and its heading."""
    for clause in clauses:
        yield f"{clause.id:<14} {_state(index, clause):<16} {clause.heading}"


def coverage_report(index: ClauseIndex) -> str:
    """Returns a table of how many clauses are covered, by title and chapter."""
    rows: list[tuple[str, ...]] = [("", *_COVERAGE_HEADINGS)]
    for title, clauses in index.lists.items():
        rows.append((title, *_numbers(index.coverage(clauses.values()))))
        for chapter, members in index.chapters(title).items():
            rows.append((f"  {chapter}", *_numbers(index.coverage(members))))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [_table_line(row, widths) for row in rows]
    if not index.has_tests:
        lines.append(f"tests: {NO_TESTS}")
    return "\n".join(lines)


def _state(index: ClauseIndex, clause: Clause) -> str:
    has_code = index.has_code(clause.id)
    if has_code and (not index.has_tests or index.has_test(clause.id)):
        return "code and test" if index.has_tests else "code"
    if clause.is_excused:
        return clause.kind.replace("_", " ") if not has_code else "code"
    if has_code:
        return "no test yet"
    return "no code yet" if index.has_test(clause.id) else "open"


def _section(name: str, entries: list[str]) -> list[str]:
    first, *others = entries or ["none"]
    return [f"  {name:<9} {first}", *(f"  {'':<9} {entry}" for entry in others)]


def _places(citations: list[Citation]) -> list[str]:
    return [f"{citation.path}:{citation.line}  {citation.name}".rstrip() for citation in citations]


def _numbers(coverage: Coverage) -> tuple[str, ...]:
    return tuple("-" if number is None else str(number) for number in coverage)


def _table_line(row: tuple[str, ...], widths: list[int]) -> str:
    name, *numbers = row
    cells = (number.rjust(width) for number, width in zip(numbers, widths[1:], strict=True))
    return "  ".join([name.ljust(widths[0]), *cells]).rstrip()
