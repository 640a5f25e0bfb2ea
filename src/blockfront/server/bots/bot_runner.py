"""Asks bots for decisions: they think in worker processes, and each game that waits for a bot has one task."""

import asyncio
import logging
import zlib
from concurrent.futures.process import BrokenProcessPool

import msgspec

from blockfront.core.chance import BITS
from blockfront.core.sides import Side
from blockfront.server.bots import worker as bots
from blockfront.server.http.problems import OUT_OF_ORDER, ApiProblem
from blockfront.server.play.changes import Changes, nothing
from blockfront.server.play.offers import secret_numbers
from blockfront.server.play.room import Room
from blockfront.server.play.rooms import Rooms
from blockfront.server.wire import Submit
from blockfront.server.workers import Worker

_log = logging.getLogger("blockfront.bots")
_TRIES = 3  # answers of a bot that are refused before the game is left to the next wake
_PAUSE = 1.0  # before a broken worker is tried again


class BotRunner:
    """Lets bots decide whenever a room is woken and a bot has to act. After a restart, rooms are woken again."""

    def __init__(self, rooms: Rooms, changes: Changes, processes: int, budget: float) -> None:
        self._rooms = rooms
        self._changes = changes
        self._budget = budget
        self._workers = [Worker() for _ in range(processes)]
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._is_closed = False
        self._left: dict[tuple[str, int], int] = {}  # rows of the journal when a bot left a decision to its team mates

    def wake(self, room: Room) -> None:
        """Start a task for a room if a bot has to decide there and no task is running yet."""
        if not self._is_closed and self._workers and room.id not in self._tasks and self._due(room):
            task = asyncio.get_running_loop().create_task(self._play(room))
            self._tasks[room.id] = task
            task.add_done_callback(lambda _: self._tasks.pop(room.id, None))

    def _due(self, room: Room) -> list[tuple[int, Side]]:
        """The bots that have to decide, except those that have left this decision to their team mates."""
        return [due for due in room.bots_to_act() if self._left.get((room.id, due[0])) != room.journal.rows]

    async def close(self) -> None:
        """Stop all thinking: no new decisions, no worker processes."""
        self._is_closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in self._workers:
            worker.close()

    async def _play(self, room: Room) -> None:
        failures = 0
        while failures < _TRIES:
            try:
                room = await self._rooms.get(room.id)
                if not (due := self._due(room)):
                    return
                await self._decide(room, *due[0])
                failures = 0
            except ApiProblem as problem:
                failures += 1
                _log.warning("bot answer refused", extra={"game": room.id, "problem": problem.problem.error})
            except BrokenProcessPool:
                failures += 1
                await asyncio.sleep(_PAUSE)
            except OUT_OF_ORDER:
                failures += 1
                _log.warning("database out of order", extra={"game": room.id})
                await asyncio.sleep(_PAUSE)

    async def _decide(self, room: Room, seat: int, side: Side) -> None:
        decision, rows = room.match.decision_of(room.match.seats[seat]), room.journal.rows
        answer = await self._ask(room, seat, side)
        if bytes(answer.action) == b"null":
            self._left[room.id, seat] = rows
            return
        given = Submit(msgspec.json.decode(answer.action), decision, side)
        await self._changes.submit(room.id, seat, given, nothing, answer.explanation)

    async def _ask(self, room: Room, seat: int, side: Side) -> bots.Answer:
        match, game = room.match, room.match.game
        question = bots.Question(
            table=room.id,
            title=game.title.id,
            scenario=game.scenario,
            options=sorted(game.options),
            side=side,
            level=room.seats[seat].bot or bots.STAND_IN,
            seconds=self._budget,
            seed=secret_numbers(match, "bot", side, match.decision_of(match.seats[seat])).getrandbits(BITS).to_bytes(BITS // 8),
            view=msgspec.msgpack.encode(game.view(match.state, side)),
            parts=room.seats[seat].parts,
            is_led=any(not room.seats[mate].is_bot for mate in room.seats.team_of(seat)),
        )
        worker = self._workers[zlib.crc32(room.id.encode()) % len(self._workers)]  # always the same one: it keeps the bot's plans
        return msgspec.json.decode(await worker.run(bots.answer, msgspec.msgpack.encode(question)), type=bots.Answer)
