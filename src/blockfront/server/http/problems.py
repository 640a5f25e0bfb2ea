"""What can go wrong with a request, as exceptions that know their HTTP status and their wire form."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from blockfront.core.game import AnyGame
from blockfront.core.refusals import MATCH_CLAUSE, Refusal
from blockfront.server.wire import Detail, Problem

OUT_OF_ORDER: Final = (OSError, SQLAlchemyError)  # what a database that fails raises
STATUS: Final = {
    "malformed": 400,
    "not_logged_in": 401,
    "unknown_token": 401,
    "forbidden": 403,
    "wrong_origin": 403,
    "not_found": 404,
    "wrong_method": 405,
    "too_slow": 408,
    "stale_decision": 409,
    "conflict": 409,
    "too_large": 413,
    "refused": 422,
    "too_many": 429,
    "internal": 500,
    "unavailable": 503,
}


class ApiProblem(Exception):
    """Raised anywhere below an endpoint; the caller gets it as a `Problem` with the HTTP status of its error."""

    def __init__(
        self,
        error: str,
        message: str,
        *,
        clause: str = "",
        because: str = "",
        values: Mapping[str, Any] | None = None,
        details: Sequence[Detail] = (),
        retry_after: float = 0,
    ) -> None:
        super().__init__(message)
        self.problem = Problem(error, message, clause, because, dict(values or {}), list(details))
        self.retry_after = retry_after

    @property
    def status(self) -> int:
        return STATUS[self.problem.error]


def reason_of(game: AnyGame, refusal: Refusal) -> tuple[Detail, list[Detail]]:
    """A refusal in its wire form; refusals among its values become reasons of their own."""
    values = {name: value for name, value in refusal.values.items() if not _refusals(value)}
    inner = [reason_of(game, one)[0] for value in refusal.values.values() for one in _refusals(value)]
    return Detail(game.refusal_text(refusal), refusal.because, msgspec.to_builtins(values), refusal.clause), inner


def _refusals(value: Any) -> list[Refusal]:
    return [one for one in value if isinstance(one, Refusal)] if isinstance(value, list | tuple) else []


def of_refusal(game: AnyGame, refusal: Refusal) -> ApiProblem:
    """The problem for a refusal by the rules or by the match."""
    reason, details = reason_of(game, refusal)
    is_stale = refusal.clause == MATCH_CLAUSE and refusal.because == "stale_decision"
    return ApiProblem(
        "stale_decision" if is_stale else "refused",
        reason.text,
        clause=reason.clause,
        because=reason.because,
        values=reason.values,
        details=details,
    )


def out_of_order() -> ApiProblem:
    """The problem for a database that fails; nothing has changed."""
    return ApiProblem("unavailable", "The server cannot read or write its games now; please try again.", retry_after=5)


def internal() -> ApiProblem:
    """The problem for an error in the server itself."""
    return ApiProblem("internal", "Something went wrong here; it has been noted.")


def unknown_game() -> ApiProblem:
    return ApiProblem("not_found", "There is no such game.")


def unknown_token() -> ApiProblem:
    return ApiProblem("unknown_token", "This link does not open a seat of this game.")
