"""The rules of a title in words, clause by clause."""

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
    """The rules of a title, every clause with its words."""
    return rules_of(known_title(call.path("title")))


@cache
def rules_of(title_id: str) -> Rules:
    listed = load_clause_lists(Path(blockfront.games.__path__[0]))
    return Rules(title_id, list(rules_text(catalogue.contract(title_id).data, listed.get(title_id, {}))))
