"""Limits on HTTP connections: a deadline for each request to arrive, and a maximum number of open connections."""

import asyncio
import contextlib
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

try:
    import resource
except ImportError:  # a system without limits of that kind
    resource = None  # type: ignore[assignment]

BACKLOG: Final = 128  # connections that the system accepts before we handle them
REQUEST_SECONDS: Final = 20.0  # from a connection's opening, or a request's first byte, to the end of its headers
_RESERVED: Final = BACKLOG + 72  # file handles for the database, files and bots, and for connections not handled yet
_FEWEST: Final = 16
_WANTED: Final = 65_536  # handles, where the system allows as many

_limit = 10_000
_idle: dict["GuardedHttp", None] = {}  # connections without a request under way, oldest first


def raise_handles() -> None:
    """Raise the limit on file handles as far as the system allows."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _WANTED if hard == resource.RLIM_INFINITY else min(_WANTED, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            with contextlib.suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def limit(connections: int) -> None:
    """The most connections this process keeps open; 0 means as many as its file handles allow."""
    global _limit
    handles = resource.getrlimit(resource.RLIMIT_NOFILE)[0] if resource is not None else 0
    allowed = handles - _RESERVED if handles > 0 else 10_000
    _limit = max(_FEWEST, min(connections or allowed, allowed))


class GuardedHttp(H11Protocol):
    """A connection that is closed if a request does not arrive in time, or if it is idle and a new connection needs its place."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if len(self.connections) > _limit and not self._make_place():
            transport.abort()
            return
        self._wait()

    def _make_place(self) -> bool:
        """Close the connection that has been idle the longest."""
        oldest = next(iter(_idle), None)
        if oldest is None:
            return False
        oldest._rest()
        oldest.transport.abort()
        self.connections.discard(oldest)
        return True

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_under_way:
            self._rest()
        elif self._deadline is None:
            self._wait()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self._is_under_way and not self.transport.is_closing():
            _idle[self] = None  # kept alive for the next request, unless somebody needs its place

    def connection_lost(self, exc: Exception | None) -> None:
        self._rest()
        super().connection_lost(exc)

    @property
    def _is_under_way(self) -> bool:
        """Whether a request is being answered, or the connection has become a WebSocket."""
        is_answering = self.cycle is not None and not self.cycle.response_complete
        return is_answering or self.transport.get_protocol() is not self

    def _wait(self) -> None:
        _idle[self] = None
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self._too_late)

    def _rest(self) -> None:
        _idle.pop(self, None)
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_late(self) -> None:
        is_held = not self._is_under_way
        self._rest()
        if is_held:
            self.transport.abort()
