"""The decorators that cite clauses."""

from collections.abc import Callable
from typing import Any

import pytest

from blockfront.core.clauses import check_clause_ids, clause, is_clause_id, rule


def plain() -> int:
    return 7


class Plain:
    pass


@pytest.mark.parametrize("decorator", [rule, clause])
@pytest.mark.parametrize("cited", [plain, Plain, staticmethod(plain), property(lambda self: 7)])
def test_citing_hands_back_the_very_object(decorator: Callable[..., Callable[[object], object]], cited: object) -> None:
    assert decorator("EF-7.34a", "EF-7.34b")(cited) is cited


@pytest.mark.parametrize(
    "text",
    ["EF-7.34a", "EF-R8", "EF-S41.0a", "EF-EDW.1b", "BE-7.7.15a", "BE-BSSo", "BE-SBE9h", "BE-E138", "BW-13.8.1d6"],
)
def test_clauses_of_the_three_books_are_well_formed(text: str) -> None:
    assert is_clause_id(text)


@pytest.mark.parametrize(
    "text", ["", "EF-", "EF7.34a", "EF-7.", "ef-7.34a", "EF-7.34A", "EF-7.34ab", " EF-7.34a", "E-7a"]
)
def test_anything_else_is_not(text: str) -> None:
    assert not is_clause_id(text)


def test_all_misspelled_clauses_are_named_at_once() -> None:
    with pytest.raises(ValueError, match=r"'EF7', 'EF-7\.'.*right would be 'EF-7\.34a'"):
        rule("EF7", "EF-7.34a", "EF-7.")


def test_a_citation_of_nothing_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="at least one clause"):
        clause()


def test_forgotten_parentheses_are_a_mistake() -> None:
    function: Any = plain
    with pytest.raises(ValueError, match="not a clause identifier"):
        check_clause_ids((function,))
