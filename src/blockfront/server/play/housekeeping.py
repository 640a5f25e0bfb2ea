"""Periodic maintenance: clocks that run out, and bots that are due after a restart."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import msgspec

from blockfront.server.http.problems import ApiProblem
from blockfront.server.play import steady_time
from blockfront.server.play.changes import Changes, nothing
from blockfront.server.play.rooms import Rooms
from blockfront.server.wire import ClockSettings

_log = logging.getLogger("blockfront.housekeeping")


class Housekeeping:
    """Runs the periodic maintenance every few seconds."""

    def __init__(self, rooms: Rooms, changes: Changes, seconds: float, leads: Callable[[], Awaitable[bool]]) -> None:
        self._rooms = rooms
        self._changes = changes
        self._leads = leads  # whether this worker is the one that does the maintenance
        self._seconds = seconds
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                if await self._leads():
                    await self.run_once()
            except Exception:
                _log.exception("the round was not finished")
            await asyncio.sleep(self._seconds)

    async def run_once(self) -> None:
        """Wake bots that have to decide, and hand seats whose clock has run out to bots."""
        for game in await self._rooms.storage.games_due():
            await self._wake(game)
        now = steady_time.now()
        for row in await self._rooms.storage.games_on_the_clock():
            clock = msgspec.json.decode(row["clock"], type=ClockSettings)
            if clock.kind == "total" or now - row["since"] > clock.seconds:
                await self._take_over(row["id"], now)

    async def _wake(self, game: str) -> None:
        try:
            self._rooms.wake(await self._rooms.get(game))
        except ApiProblem as problem:
            _log.warning("game not opened", extra={"game": game, "problem": problem.problem.message})

    async def _take_over(self, game: str, now: float) -> None:
        try:
            room = await self._rooms.get(game)
            for seat in room.overdue(now):
                await self._changes.hand_over(game, seat, "back", nothing, is_late=True)
        except ApiProblem as problem:
            _log.warning("game not opened", extra={"game": game, "problem": problem.problem.message})
