"""Runs a server until it is told to stop."""

import gc
import socket
from collections.abc import Callable
from typing import Any

import uvicorn

from blockfront.server import logs
from blockfront.server.app import make_app
from blockfront.server.http import guarded
from blockfront.server.settings import Settings, to_environment
from blockfront.server.storage.store import check_usable

_GARBAGE = (10_000, 20, 100)  # new objects, then collections, after which the collector examines the next older generation
_GRACE = 10  # seconds for requests under way when the server stops
# Compressing every message doubles the memory of a connection and makes a broadcast nine times slower.
SOCKETS: dict[str, Any] = {"ws": "websockets-sansio", "ws_per_message_deflate": False, "ws_max_size": 131_072}
LIMITS: dict[str, Any] = {
    "timeout_graceful_shutdown": _GRACE,
    "timeout_keep_alive": 75,
    "log_config": None,
    "access_log": False,
    "server_header": False,
    "http": guarded.GuardedHttp,
    "backlog": guarded.BACKLOG,
}


def options(settings: Settings) -> dict[str, Any]:
    """The options for uvicorn. A proxy's word about a visitor's address counts only if the settings name the proxy."""
    return {**SOCKETS, **LIMITS, "proxy_headers": bool(settings.proxies), "forwarded_allow_ips": settings.proxies}


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, on_started: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_started = on_started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_started()


def bound_socket(host: str, port: int, *, or_any: bool = False) -> socket.socket:
    """A listening socket; with `or_any`, on any free port if the wanted one is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, else asyncio leaves small packets waiting
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError:
        if not or_any:
            listening.close()
            raise
        listening.bind((host, 0))
    listening.set_inheritable(True)
    return listening


def keep_pauses_rare() -> None:
    """Make full garbage collections rare: with hundreds of games in memory, each would hold up everybody for a while."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GARBAGE)


def run_one(settings: Settings, listening: socket.socket, on_started: Callable[[], None] = lambda: None) -> int:
    """Run the server in one process on a socket; returns the exit status."""
    with listening:
        check_usable(settings.database)
        logs.set_up(settings.log_level)
        guarded.raise_handles()
        server = _Server(uvicorn.Config(make_app(settings), **options(settings)), on_started)
        keep_pauses_rare()
        server.run(sockets=[listening])
    return 0 if server.started else 1


def run_many(settings: Settings, host: str, port: int) -> None:
    """Run several processes that share a port and a PostgreSQL database."""
    check_usable(settings.database)
    logs.set_up(settings.log_level)
    to_environment(settings)
    guarded.raise_handles()
    uvicorn.run("blockfront.server.app:from_settings", factory=True, host=host, port=port, workers=settings.workers, **options(settings))
