"""What can go wrong with a request, as exceptions that know their HTTP status and their wire form."""

from collections.abc import Sequence
from typing import Final

from blockfront.core.refusals import MATCH_CLAUSE, Refused
from blockfront.server.wire import Problem

STATUS: Final = {
    "malformed": 400,
    "not_logged_in": 401,
    "unknown_token": 401,
    "forbidden": 403,
    "wrong_origin": 403,
    "not_found": 404,
    "wrong_method": 405,
    "stale_decision": 409,
    "conflict": 409,
    "too_large": 413,
    "refused": 422,
    "too_many": 429,
    "internal": 500,
    "unavailable": 503,
}


class ApiProblem(Exception):
    """Raised anywhere below an endpoint; answered as a `Problem` with the status of its error."""

    def __init__(
        self,
        error: str,
        message: str,
        *,
        clause: str = "",
        because: str = "",
        details: Sequence[str] = (),
        retry_after: float = 0,
    ) -> None:
        super().__init__(message)
        self.problem = Problem(error, message, clause, because, list(details))
        self.retry_after = retry_after

    @property
    def status(self) -> int:
        return STATUS[self.problem.error]


def of_refusal(refused: Refused) -> ApiProblem:
    """A refusal of the rules or of the table."""
    refusal = refused.refusal
    is_stale = refusal.clause == MATCH_CLAUSE and refusal.because == "stale_decision"
    return ApiProblem("stale_decision" if is_stale else "refused", refused.text, clause=refusal.clause, because=refusal.because)


def unknown_game() -> ApiProblem:
    return ApiProblem("not_found", "There is no such game.")


def unknown_token() -> ApiProblem:
    return ApiProblem("unknown_token", "This link does not open a seat of this game.")
