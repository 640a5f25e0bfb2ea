"""`make mutants`: makes rules wrong one at a time, runs the tests that cite their clauses, and prints who was not noticed.

    python -m tests.mutants.run [--sample 200] [--seed 24] [--only BE-9.2d] [--cited-only]

The tests are collected once; every wrong rule gets a process of its own that is a copy of this one.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import gc
import hashlib
import importlib
import os
import resource
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest

from blockfront.core import data_files
from blockfront.core.citations import By, scan_tests
from tests.mutants.flips import ROOT, Flip, all_flips, put_in, wrong_code, wrong_table

FOLDERS: Final = ("tests/rules", "tests/examples", "tests/data", "tests/golden", "tests/properties")
GOLDEN: Final = {"eastfront": "[ef-", "blocks_in_the_east": "[be-", "blocks_in_the_west": "[bw-"}  # how the names of their games begin
NOTICED, SURVIVED = 1, 0
SECONDS: Final = 40  # of processor time for the tests of one wrong rule that cite it; who takes longer hangs, and that is noticed
SECONDS_OF_OTHERS: Final = 400
KILLED_AT_LEAST: Final = 0.95
KILLED_BY_CITING: Final = 0.90


def citing_tests() -> dict[str, set[tuple[str, str]]]:
    """By clause: (file, function) of the tests that cite it."""
    found: dict[str, set[tuple[str, str]]] = {}
    for citation in scan_tests(ROOT / "tests", ROOT, ("EF", "BE", "BW")).citations:
        if citation.by is By.TEST:
            found.setdefault(citation.clause, set()).add((citation.path, citation.name))
    return found


class Hunt:
    """A pytest plugin that runs wrong rules instead of the tests."""

    def __init__(self, flips: list[Flip], cited_only: bool) -> None:
        self.flips, self.cited_only, self.citing = flips, cited_only, citing_tests()
        self.results: list[tuple[Flip, str]] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        by_place: dict[tuple[str, str], list[pytest.Item]] = {}
        for item in session.items:
            path = str(Path(item.path).relative_to(ROOT))
            by_place.setdefault((path, item.nodeid.rpartition("::")[2].partition("[")[0]), []).append(item)
        for number, flip in enumerate(self.flips, start=1):
            places = sorted({place for clause in flip.clauses for place in self.citing.get(clause, ())})
            cited = [item for place in places for item in by_place.get(place, ())]
            result = "citing test" if cited and self._is_noticed(flip, cited, SECONDS) else "nobody"
            if result == "nobody" and not self.cited_only:
                known = set(cited)
                others = [item for item in session.items if item not in known and _may_notice(flip, item)]
                result = "another test" if self._is_noticed(flip, others, SECONDS_OF_OTHERS) else "nobody"
            self.results.append((flip, result))
            print(f"{number:4} {result:12} {flip}", flush=True)
        return True

    def _is_noticed(self, flip: Flip, items: list[pytest.Item], seconds: int) -> bool:
        child = os.fork()
        if child == 0:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            with contextlib.suppress(BaseException):
                os._exit(_try(flip, items))
            os._exit(NOTICED)  # the rule could not even be loaded
        _, status = os.waitpid(child, 0)
        return os.waitstatus_to_exitcode(status) != SURVIVED


def _may_notice(flip: Flip, item: pytest.Item) -> bool:
    """Whether a test is about a title that has the rule: by its folder, or by the game it plays."""
    return any(title in item.nodeid or GOLDEN[title] in item.nodeid for title in flip.titles)


def _try(flip: Flip, items: list[pytest.Item]) -> int:
    """In a process of its own: make the rule wrong and run the tests until one fails."""
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    _forget()
    if flip.is_table:
        _replace_table(flip)
    else:
        dotted, code = wrong_code(flip)
        put_in(importlib.import_module(dotted), flip.name, code)
    for item, following in zip(items, [*items[1:], None], strict=True):
        reports = _run(item, following)
        if any(report.failed for report in reports):
            return NOTICED
    return SURVIVED


def _run(item: pytest.Item, following: pytest.Item | None) -> list[Any]:
    from _pytest.runner import runtestprotocol

    return runtestprotocol(item, log=False, nextitem=following)


def _forget() -> None:
    """What was worked out with the right rules is worked out again."""
    for found in gc.get_objects():
        if isinstance(found, functools._lru_cache_wrapper):
            found.cache_clear()


def _replace_table(flip: Flip) -> None:
    right, wrong = data_files.read_text, wrong_table(flip)

    def read_text(path: Any, problems: Any) -> str | None:
        return wrong if Path(str(path)) == flip.path else right(path, problems)

    data_files.read_text = read_text


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=200, help="how many wrong rules, chosen by the seed; 0: all")
    parser.add_argument("--seed", type=int, default=24)
    parser.add_argument("--only", help="clauses, with commas: all wrong rules of these alone")
    parser.add_argument("--cited-only", action="store_true", help="do not look whether other tests notice")
    given = parser.parse_args()
    flips = all_flips()
    print(f"{len(flips)} rules can be made wrong in one place")
    if given.only:
        wanted = set(given.only.split(","))
        flips = [flip for flip in flips if flip.clauses & wanted]
    elif given.sample:
        flips = sorted(flips, key=lambda flip: hashlib.sha256(f"{given.seed} {flip.identity}".encode()).digest())[: given.sample]
    hunt = Hunt(flips, given.cited_only)
    pytest.main(["-q", "-p", "no:xdist", "-p", "no:cacheprovider", "--no-header", *FOLDERS], plugins=[hunt])
    return _report(hunt.results)


def _report(results: list[tuple[Flip, str]]) -> int:
    counted, total = Counter(result for _, result in results), max(1, len(results))
    killed, by_citing = 1 - counted["nobody"] / total, counted["citing test"] / total
    print(f"{total} wrong rules: {killed:.1%} noticed, {by_citing:.1%} by a test that cites the clause")
    for flip, result in results:
        if result != "citing test":
            print(f"  {result}: {flip}")
    return int(killed < KILLED_AT_LEAST or by_citing < KILLED_BY_CITING)


if __name__ == "__main__":
    sys.exit(main())
