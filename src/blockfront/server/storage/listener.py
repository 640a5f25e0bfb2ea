"""Staying in step with other workers on the same PostgreSQL: its LISTEN and NOTIFY tell which games have changed.

Every transaction notifies. A worker that has the game in memory reads the new rows of the journal and tells its own watchers.
"""

import asyncio
import logging
import time
from typing import Any, Protocol, cast

import asyncpg

from blockfront.server.play.room import Room
from blockfront.server.play.rooms import Rooms
from blockfront.server.storage.store import CHANNEL

_log = logging.getLogger("blockfront.listening")
_LEADER = 7100243  # the advisory lock of the worker that runs clocks and bots
_PAUSE = 1.0  # seconds before a lost connection is opened again
_ANNOUNCED = 30.0  # seconds after which presence is announced again


class _Connection(Protocol):
    async def add_listener(self, channel: str, callback: Any) -> None: ...
    async def fetchval(self, query: str, *arguments: Any) -> Any: ...
    async def close(self) -> None: ...
    def is_closed(self) -> bool: ...


class PgListener:
    """Listens to other workers, and knows whether this worker is the leader."""

    def __init__(self, rooms: Rooms, url: str) -> None:
        self._rooms = rooms
        self._dsn = url.replace("postgresql+asyncpg", "postgresql")
        self._connection: _Connection | None = None
        self._task: asyncio.Task[None] | None = None
        self._work: set[asyncio.Task[None]] = set()
        self._asking = asyncio.Lock()  # a connection answers one question at a time

    async def start(self) -> None:
        await self._connect()
        self._task = asyncio.get_running_loop().create_task(self._keep())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
        await asyncio.gather(*filter(None, [self._task, *self._work]), return_exceptions=True)
        if self._connection is not None:
            await self._connection.close()

    async def leads(self) -> bool:
        """Whether this worker runs clocks and bots; the lock that decides it is released when the connection closes."""
        if self._connection is None or self._connection.is_closed():
            return False
        async with self._asking:
            return bool(await self._connection.fetchval(f"SELECT pg_try_advisory_lock({_LEADER})"))

    async def _connect(self) -> None:
        connection = cast(_Connection, await asyncpg.connect(self._dsn))
        await connection.add_listener(CHANNEL, self._heard)
        self._connection = connection

    async def _keep(self) -> None:
        """Reconnect when the connection is lost, after which everything may have changed; announce presence from time to time."""
        told = time.monotonic()
        while True:
            await asyncio.sleep(_PAUSE)
            if self._connection is None or self._connection.is_closed():
                try:
                    await self._connect()
                except (OSError, asyncpg.PostgresError):
                    _log.warning("the database does not answer")
                    continue
                for room in self._rooms.open_rooms():
                    self._begin(room, "game", "")
            if time.monotonic() - told > _ANNOUNCED:
                told = time.monotonic()
                for room in self._rooms.open_rooms():
                    if room.watchers:
                        self._rooms.announce(room)

    def _heard(self, connection: Any, pid: int, channel: str, payload: str) -> None:
        topic, game, worker, *rest = payload.split(" ")
        room = self._rooms.in_memory(game)
        if room is not None and worker != self._rooms.storage.worker:
            self._begin(room, topic, " ".join([worker, *rest]))

    def _begin(self, room: Room, topic: str, rest: str) -> None:
        task = asyncio.get_running_loop().create_task(self._follow(room, topic, rest))
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _follow(self, room: Room, topic: str, rest: str) -> None:
        if topic == "here":
            worker, _, seats = rest.partition(" ")
            room.presence_elsewhere(worker, frozenset(int(seat) for seat in seats.split(",") if seat))
        elif topic.startswith("chat-"):
            await self._rooms.hear(room.id, int(topic.partition("-")[2]))
        elif topic.startswith("team-"):
            side, _, number = topic.removeprefix("team-").partition("-")
            await self._rooms.hear_team(room.id, int(side), int(number))
        else:
            await self._rooms.refresh([room.id])
