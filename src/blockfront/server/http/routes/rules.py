"""The rulebook of a title, clause by clause."""

from functools import cache
from pathlib import Path

import msgspec

import blockfront.games
from blockfront.core.clause_lists import load_clause_lists
from blockfront.core.rules_text import RulesPart, rules_text
from blockfront.games import catalogue
from blockfront.server.boards.board import known_title
from blockfront.server.http.endpoints import Call


class Rules(msgspec.Struct):
    """A rulebook from its first to its last part; clauses belong to the heading before them."""

    title: str
    parts: list[RulesPart]


async def rules(call: Call) -> Rules:
    """The rulebook of a title: headings, clauses and tables in order."""
    return rules_of(known_title(call.path("title")))


@cache
def rules_of(title_id: str) -> Rules:
    """The rulebook of a title; a campaign that joins several titles has their books one after the other."""
    listed = load_clause_lists(Path(blockfront.games.__path__[0]))
    prefixes = catalogue.title(title_id).clause_prefixes
    of_books = {clause.book: title for title, clauses in listed.items() for clause in clauses.values()}
    titles = [title_id] if title_id in listed else [of_books[prefix] for prefix in prefixes if prefix in of_books]
    return Rules(title_id, [part for title in titles for part in rules_text(catalogue.contract(title).data, listed[title])])
