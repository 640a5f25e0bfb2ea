"""Citing the rulebook: `@rule` on code, `@clause` on tests.

Both only cite. They check the spelling of the identifiers once, when the module is imported, and return the very object
they were put on: nothing is registered and calls cost nothing extra. Citations are found by reading the source files (see
`blockfront.core.citations`), never by importing them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

Cited = TypeVar("Cited")

CLAUSE_ID = re.compile(
    r"""
    [A-Z]{2}-                                  # the rulebook: EF, BE, BW, …
    (?: \d+(?:\.\d+)*                          # a section number: 7.34
      | [A-Z]+\d*(?:\.\d+)* )                 # a named chapter: S41.2, R8, EDW.1, BSS
    (?: [a-z]\d* )?                            # the clause within the section: a, b2
    """,
    re.VERBOSE,
)


def is_clause_id(text: str) -> bool:
    """Whether the text is spelled like a clause identifier (it need not exist)."""
    return CLAUSE_ID.fullmatch(text) is not None


def check_clause_ids(ids: Iterable[str]) -> None:
    """Raise `ValueError` naming every identifier that is misspelled, or saying that there is none."""
    ids = tuple(ids)
    if not ids:
        raise ValueError("a citation needs at least one clause, such as 'EF-7.34a'")
    wrong = [text for text in ids if not isinstance(text, str) or not is_clause_id(text)]
    if wrong:
        listed = ", ".join(repr(text) for text in wrong)
        raise ValueError(f"not a clause identifier: {listed}; right would be 'EF-7.34a', 'BE-SBE3c' or 'BW-R12'")


def rule(*ids: str) -> Callable[[Cited], Cited]:
    """Cite the clauses that a function, method or class implements."""
    return _citation(ids)


def clause(*ids: str) -> Callable[[Cited], Cited]:
    """Cite the clauses that a test function or test class checks."""
    return _citation(ids)


def _citation(ids: tuple[str, ...]) -> Callable[[Cited], Cited]:
    check_clause_ids(ids)
    return _unchanged


def _unchanged(cited: Cited) -> Cited:
    return cited
