"""Why an action is not legal: a value with the clause that forbids it. Rules return it and never raise it as an exception."""

from typing import Any, Final

import msgspec

MATCH_CLAUSE: Final = "match"  # refusals that come from the table, not from a rulebook


class Refusal(msgspec.Struct, frozen=True):
    """Why an action is refused. `because` names a sentence in the title's message catalogue; `values` fill its blanks."""

    clause: str
    because: str
    values: dict[str, Any] = {}


class Refused(ValueError):
    """Raised by match, server and command line when a request cannot be carried out."""

    def __init__(self, refusal: Refusal, text: str) -> None:
        super().__init__(f"{text} [{refusal.clause}]")
        self.refusal = refusal
        self.text = text
