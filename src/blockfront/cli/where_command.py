"""`blockfront where`: finds the code, tables, tests and rulings of a rulebook's clause, and counts how many clauses are covered."""

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import blockfront
from blockfront.cli.rules_to_code import DOCUMENT, rules_to_code
from blockfront.cli.where_report import clause_data, clause_lines, clause_report, coverage_report
from blockfront.core.clause_index import ClauseIndex, build_index, installed_sources
from blockfront.core.clause_lists import Clause

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

_EXAMPLES = """\
examples:
  blockfront where EF-7.34a          one clause: code, tables, tests, rulings
  blockfront where EF-7.3            the clauses of a section
  blockfront where 7                 the clauses of chapter 7 in every title
  blockfront where --coverage        how many clauses are cited by code, by a test, by both
  blockfront where --open eastfront  what has no code or no test yet
"""


def add_parser(subparsers: "Subparsers") -> None:
    """Adds the command to those of `blockfront`."""
    parser = subparsers.add_parser(
        "where",
        help="find the code, tables, tests and rulings of a clause",
        description="Find the code, tables, tests and rulings of a clause of a rulebook.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("clause", nargs="?", help="a clause (EF-7.34a), section (EF-7.3) or chapter (7)")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--coverage", action="store_true", help="count clauses per title and chapter")
    what.add_argument("--open", metavar="TITLE", help="list the clauses of a title without code or test")
    what.add_argument("--write-docs", action="store_true", help=f"write {DOCUMENT}")
    parser.add_argument("--json", action="store_true", help="print the answer for machines")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Carries the command out; returns the exit status."""
    sources = installed_sources(Path(blockfront.__file__).parent)
    if args.json and args.write_docs:
        return _fail("--write-docs prints nothing for machines")
    if args.clause and (args.coverage or args.write_docs):
        return _fail("name a clause, or ask for --coverage or --write-docs, not both")
    index = build_index(sources)
    if args.coverage:
        print(json.dumps(index.coverage_data(), indent=2) if args.json else coverage_report(index))
        return 0
    if args.open:
        return _print_open(index, args.open, args.clause, as_json=args.json)
    if args.write_docs:
        if sources.tests is None:
            return _fail("--write-docs works only in the repository: this installation has no tests")
        (sources.root / DOCUMENT).write_text(rules_to_code(index), encoding="utf-8")
        print(f"{DOCUMENT} written")
        return 0
    if not args.clause:
        return _fail("name a clause such as EF-7.34a, or ask for --coverage or --open TITLE")
    return _print_clauses(index, args.clause, as_json=args.json)


def _print_clauses(index: ClauseIndex, query: str, *, as_json: bool) -> int:
    clauses = index.matching(query)
    if not clauses:
        return _unknown(index, query)
    if as_json:
        _print_json(index, clauses)
        return 0
    is_exact = all(query.strip().casefold() in (clause.id.casefold(), clause.number.casefold()) for clause in clauses)
    if is_exact:
        print("\n\n".join(clause_report(index, clause) for clause in clauses))
    else:
        print("\n".join(clause_lines(index, clauses)))
    return 0


def _print_open(index: ClauseIndex, title: str, query: str | None, *, as_json: bool) -> int:
    if title not in index.lists:
        return _fail(f"no title {title!r}; there are {', '.join(index.lists)}")
    if not index.has_tests:
        return _fail("--open works only in the repository: this installation has no tests")
    chosen = list(index.lists[title].values())
    if query:
        matching = index.matching(query)
        if not matching:
            return _unknown(index, query)
        chosen = [clause for clause in chosen if clause in matching]
    found = [clause for clause in chosen if index.is_open(clause)]
    if as_json:
        _print_json(index, found)
        return 0
    for line in clause_lines(index, found):
        print(line)
    return 0


def _print_json(index: ClauseIndex, clauses: Iterable[Clause]) -> None:
    print(json.dumps([clause_data(index, clause) for clause in clauses], indent=2, ensure_ascii=False))


def _unknown(index: ClauseIndex, query: str) -> int:
    near = "".join(f"\n  {clause.id:<14} {clause.heading}" for clause in index.near(query))
    return _fail(f"no clause {query!r}" + (f"; perhaps one of these:{near}" if near else ""))


def _fail(text: str) -> int:
    print(f"blockfront where: {text}", file=sys.stderr)
    return 2
