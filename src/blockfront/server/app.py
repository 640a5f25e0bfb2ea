"""The ASGI application: endpoints, the WebSocket, the OpenAPI document, the built client."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache, partial
from pathlib import Path

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute, compile_path
from starlette.websockets import WebSocket

from blockfront.server.context import Server
from blockfront.server.http import guarded, openapi
from blockfront.server.http.api import ENDPOINTS
from blockfront.server.http.endpoints import JSON, Endpoint, answer, problem_response
from blockfront.server.http.problems import ApiProblem, internal
from blockfront.server.http.safe_headers import SafeHeaders
from blockfront.server.play.connection import Connection
from blockfront.server.settings import Settings, from_environment

STATIC = Path(__file__).parent / "static"
OF_GAMES = "/api/games"
COMPRESSED = [Middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)]  # for what is the same for everybody


def make_app(settings: Settings, static: Path = STATIC) -> Starlette:
    """The ASGI application of one server, with its own database, rooms and client."""
    server = Server(settings)
    guarded.limit(settings.connections)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await server.start()
        yield
        await server.stop()

    async def socket(websocket: WebSocket) -> None:
        await Connection(server, websocket).run()

    document = msgspec.json.encode(openapi.document())

    async def openapi_json(request: Request) -> Response:
        return Response(document, media_type=JSON)

    routes: list[BaseRoute] = [
        Route(
            one.path,
            partial(answer, one, server),
            methods=[one.method],
            middleware=None if one.path.startswith(OF_GAMES) else COMPRESSED,  # answers about a game are small
        )
        for one in ENDPOINTS
    ]
    routes.append(Route("/api/openapi.json", openapi_json, middleware=COMPRESSED))
    routes.append(WebSocketRoute(OF_GAMES + "/{game}/socket", socket))
    routes.append(Route("/{path:path}", _client(static), middleware=COMPRESSED))
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={HTTPException: _http_problem, 500: _internal})
    app.add_middleware(SafeHeaders)
    app.state.server = server
    return app


def from_settings() -> Starlette:
    """The application as worker processes create it: they read their settings from the environment."""
    from blockfront.server.run import keep_pauses_rare  # which runs this application

    app = make_app(from_environment())
    keep_pauses_rare()
    return app


def _http_problem(request: Request, error: Exception) -> Response:
    path = request.url.path
    allowed = sorted({one.method for one, known in _known_paths() if known.match(path)})
    if not allowed and not path.startswith("/api/") and request.method not in ("GET", "HEAD"):
        allowed = ["GET"]  # a page
    if not allowed:
        return problem_response(ApiProblem("not_found", "There is nothing at this address."))
    response = problem_response(ApiProblem("wrong_method", "This address does not take this method."))
    response.headers["allow"] = ", ".join(allowed).replace("GET", "GET, HEAD")
    return response


@cache
def _known_paths() -> list[tuple[Endpoint, re.Pattern[str]]]:
    return [(one, compile_path(one.path)[0]) for one in ENDPOINTS]


def _internal(request: Request, error: Exception) -> Response:
    return problem_response(internal())


def _client(static: Path) -> Callable[[Request], Awaitable[Response]]:
    """The built client, or a page that says it is missing."""
    root = static.resolve()
    async def page(request: Request) -> Response:
        wanted = request.path_params["path"]
        if wanted.startswith("api/"):
            raise HTTPException(404)
        if (file := _file_below(root, wanted)) is not None:
            return FileResponse(file, headers=_caching(wanted))
        index = root / "index.html"
        if index.is_file() and "." not in wanted.rpartition("/")[2]:
            return FileResponse(index, headers={"cache-control": "no-cache"})
        if wanted:
            raise HTTPException(404)
        return HTMLResponse(_without_client())

    return page


def _file_below(root: Path, wanted: str) -> Path | None:
    """The file of the client that a path names, or None; a path may contain anything."""
    try:
        file = (root / wanted).resolve()
        return file if wanted and file.is_file() and file.is_relative_to(root) else None
    except (OSError, ValueError):  # names that are too long, or hold what no name may
        return None


def _caching(path: str) -> dict[str, str]:
    """How long a file may be cached: built files have a fingerprint in their name and never change, others are checked each time."""
    return {"cache-control": "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"}


def _without_client() -> str:
    rows = "".join(
        f"<tr><td>{one.method}</td><td>{one.path}</td><td>{one.description.partition(chr(10))[0]}</td></tr>" for one in ENDPOINTS
    )
    return (
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>blockfront</title>"
        "<h1>blockfront</h1><p>The client is not built: run <code>make web</code>. The API is there "
        f"(<a href='/api/openapi.json'>OpenAPI document</a>):</p><table>{rows}</table></html>"
    )
