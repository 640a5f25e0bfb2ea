"""Why an action is not legal: a value with the clause that forbids it, never an exception inside rules."""

from typing import Any, Final

import msgspec

MATCH_CLAUSE: Final = "match"  # refusals that come from the table, not from a rulebook


class Refusal(msgspec.Struct, frozen=True):
    """`because` names a sentence of the title's message catalogue; `values` fill its blanks."""

    clause: str
    because: str
    values: dict[str, Any] = {}


class Refused(ValueError):
    """Raised at the border (match, server, command line) when something asked for cannot be done."""

    def __init__(self, refusal: Refusal, text: str) -> None:
        super().__init__(f"{text} [{refusal.clause}]")
        self.refusal = refusal
        self.text = text
