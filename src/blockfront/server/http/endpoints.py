"""What an endpoint is, and how a request to it is answered. `api` lists all endpoints.

A handler is `async def name(call) -> Answer` or `async def name(call, given: Request) -> Answer`; `given` is the JSON body of a POST
and the query of a GET. The handler's docstring is the endpoint's public description.
"""

import asyncio
import inspect
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Literal, get_type_hints

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from blockfront.server.http.problems import OUT_OF_ORDER, ApiProblem, internal, out_of_order

if TYPE_CHECKING:
    from blockfront.server.context import Server

Method = Literal["GET", "POST"]
Handler = Callable[..., Awaitable[Any]]
_log = logging.getLogger("blockfront.requests")
MAX_BODY = 100_000
BODY_SECONDS = 30.0  # for receiving a whole request body
JSON = "application/json"
DAY = "public, max-age=86400"  # for answers that change only with a new version


class Media(msgspec.Struct):
    """An answer in another format than JSON."""

    content: bytes
    media_type: str
    headers: dict[str, str] = {}


class Call:
    """One request while an endpoint answers it."""

    def __init__(self, request: Request, server: "Server") -> None:
        self.request = request
        self.server = server
        self.cookies: list[str] = []  # Set-Cookie headers of the answer

    def path(self, name: str) -> str:
        return str(self.request.path_params[name])

    @property
    def token(self) -> str:
        """The seat's token from the request; empty if there is none."""
        scheme, _, token = self.request.headers.get("authorization", "").partition(" ")
        return token.strip() if scheme.lower() == "bearer" else ""

    @property
    def address(self) -> str:
        return self.request.client.host if self.request.client else ""


class Endpoint(msgspec.Struct, frozen=True):
    """One address and method of the API, with the types of what it takes and answers."""

    method: Method
    path: str
    name: str
    handler: Handler
    given: Any  # type of the body or query, or None
    answer: Any
    status: int
    media_type: str
    seat: Literal["none", "optional", "required"]
    max_body: int
    cost: float  # what it takes from the caller's allowance
    cache: str  # how long a JSON answer may be kept
    tag: str

    @property
    def description(self) -> str:
        return inspect.getdoc(self.handler) or ""


def endpoint(
    method: Method,
    path: str,
    handler: Handler,
    *,
    status: int = 200,
    media_type: str = JSON,
    seat: Literal["none", "optional", "required"] = "none",
    max_body: int = MAX_BODY,
    cost: float = 1.0,
    cache: str = "no-store",
    tag: str = "play",
) -> Endpoint:
    """An endpoint whose types are those that its handler declares."""
    hints = get_type_hints(handler, include_extras=True)
    given, answered = hints.get("given"), hints["return"]
    return Endpoint(method, path, handler.__name__, handler, given, answered, status, media_type, seat, max_body, cost, cache, tag)


async def answer(one: Endpoint, server: "Server", request: Request) -> Response:
    """Answer a request and count it: check limits, decode, call the handler, and turn every problem into its wire form."""
    began, call = time.perf_counter(), Call(request, server)
    try:
        server.limits.take(call.address, one.cost)
        if one.method == "POST":
            server.check_origin(request.headers)
        arguments = [] if one.given is None else [await _given(one, request)]
        response = _response(one, call, await one.handler(call, *arguments))
    except ApiProblem as problem:
        response = problem_response(problem)
    except ClientDisconnect:
        response = Response(status_code=400)
    except OUT_OF_ORDER:
        _log.exception("database out of order")
        response = problem_response(out_of_order())
    except Exception:
        _log.exception("not handled")
        response = problem_response(internal())
    seconds = time.perf_counter() - began
    server.metrics.count(one.name, response.status_code, seconds)
    _log.info("request", extra={"endpoint": one.name, "status": response.status_code, "ms": round(1000 * seconds, 2)})
    return response


async def _given(one: Endpoint, request: Request) -> Any:
    try:
        if one.method == "GET":
            return msgspec.convert(dict(request.query_params), one.given, strict=False)
        return _decoded(await _body(request, one.max_body) or b"{}", one.given)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ApiProblem("malformed", f"The request cannot be understood: {error}") from None
    except RecursionError:
        raise ApiProblem("malformed", "The request cannot be understood: it is nested too deeply") from None
    except TimeoutError:
        raise ApiProblem("too_slow", "The request did not arrive in time.") from None


def _decoded(body: bytes, wanted: Any) -> Any:
    """A JSON body as the wanted type. JSON has no whole numbers, so 3.0 is accepted for 3."""
    try:
        return msgspec.json.decode(body, type=wanted)
    except msgspec.ValidationError:
        return msgspec.convert(_with_whole_numbers(msgspec.json.decode(body)), wanted)


def _with_whole_numbers(value: Any) -> Any:
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, list):
        return [_with_whole_numbers(one) for one in value]
    return {name: _with_whole_numbers(one) for name, one in value.items()} if isinstance(value, dict) else value


async def _body(request: Request, limit: int) -> bytes:
    parts: list[bytes] = []
    size = 0
    async with asyncio.timeout(BODY_SECONDS):
        async for part in request.stream():
            size += len(part)
            if size > limit:
                raise ApiProblem("too_large", f"The request is larger than {limit} bytes.")
            parts.append(part)
    return b"".join(parts)


def _response(one: Endpoint, call: Call, result: Any) -> Response:
    if isinstance(result, Media):
        response = Response(result.content, one.status, result.headers, result.media_type)
    else:
        response = Response(msgspec.json.encode(result), one.status, {"cache-control": one.cache}, JSON)
    for cookie in call.cookies:
        response.headers.append("set-cookie", cookie)
    return response


def problem_response(problem: ApiProblem) -> Response:
    """A problem as an HTTP answer with its status and headers."""
    headers = {"cache-control": "no-store"}
    if problem.retry_after:
        headers["retry-after"] = str(max(1, round(problem.retry_after)))
    if problem.status == 408:
        headers["connection"] = "close"  # the rest may still come
    if problem.status == 401:
        headers["www-authenticate"] = "Bearer"
    return Response(msgspec.json.encode(problem.problem), problem.status, headers, JSON)
