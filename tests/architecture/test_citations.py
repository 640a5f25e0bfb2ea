"""Every citation in the repository leads to a clause, and the generated document tells the truth."""

import csv
from pathlib import Path

import pytest

from blockfront.cli.rules_to_code import DOCUMENT, rules_to_code
from blockfront.core.clause_index import ClauseIndex, build_index, installed_sources
from blockfront.core.clauses import is_clause_id

REPOSITORY = Path(__file__).parents[2]
CLAUSES = {"eastfront": 690, "blocks_in_the_east": 913, "blocks_in_the_west": 860}


@pytest.fixture(scope="module")
def index() -> ClauseIndex:
    return build_index(installed_sources(REPOSITORY / "src" / "blockfront"))


def test_every_citation_leads_to_a_clause(index: ClauseIndex) -> None:
    mistakes = index.mistakes()
    assert not mistakes, "\n".join(mistakes)


def test_no_clause_is_lost_from_the_lists(index: ClauseIndex) -> None:
    assert {title: len(index.lists[title]) for title in CLAUSES} == CLAUSES


@pytest.mark.parametrize("title", CLAUSES)
def test_clauses_are_unique_and_well_formed(title: str) -> None:
    path = REPOSITORY / "src" / "blockfront" / "games" / title / "data" / "clauses.csv"
    with path.open(encoding="utf-8", newline="") as file:
        ids = [row["id"] for row in csv.DictReader(file)]
    assert [identifier for identifier in ids if not is_clause_id(identifier)] == []
    assert sorted(ids) == sorted(set(ids))


def test_headings_are_short_and_tell_clauses_apart(index: ClauseIndex) -> None:
    for title, clauses in index.lists.items():
        headings = [clause.heading for clause in clauses.values()]
        assert [heading for heading in headings if not 3 <= len(heading.split()) <= 9] == []
        assert len(set(headings)) == len(headings), title


def test_the_document_is_up_to_date(index: ClauseIndex) -> None:
    written = (REPOSITORY / DOCUMENT).read_text(encoding="utf-8")
    assert written == rules_to_code(index), f"{DOCUMENT} is out of date: run `blockfront where --write-docs`"
