"""Which clauses a title may cite."""

from functools import cache
from pathlib import Path

import blockfront
from blockfront.core.clause_lists import ClauseLists, load_clause_lists
from blockfront.core.game import Title


@cache
def _lists() -> ClauseLists:
    return load_clause_lists(Path(blockfront.__file__).parent / "games")


def clause_ids(title: Title) -> frozenset[str]:
    """Every clause of the rulebooks a title names."""
    return frozenset(
        clause.id for listed in _lists().values() for clause in listed.values() if clause.book in title.clause_prefixes
    )
