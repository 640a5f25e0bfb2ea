"""Compresses what is the same for everybody: the client, boards, map drawings, rules. Answers about a game are small: sent as they are."""

from typing import Final

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

SMALLEST: Final = 1000  # bytes worth packing
LEVEL: Final = 6
OF_GAMES: Final = "/api/games"


class StaticGzip:
    """An application whose large common answers are compressed for those who understand it."""

    def __init__(self, app: ASGIApp) -> None:
        self._plain = app
        self._packed = GZipMiddleware(app, minimum_size=SMALLEST, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_common = scope["type"] == "http" and not scope["path"].startswith(OF_GAMES)
        await (self._packed if is_common else self._plain)(scope, receive, send)
