"""All rooms: found in memory or loaded from the database, kept in step with it, and put away when nobody watches."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Sequence

import msgspec

from blockfront.core.match import begun
from blockfront.core.options import options_as_begun
from blockfront.games import catalogue
from blockfront.server import wire
from blockfront.server.accounts.keys import is_id
from blockfront.server.http.problems import ApiProblem, unknown_game
from blockfront.server.play import steady_time
from blockfront.server.play.game_cache import game_of
from blockfront.server.play.journal import CannotOpen, entries_kept, reopened
from blockfront.server.play.room import Room
from blockfront.server.play.seats import match_seats, seat_row
from blockfront.server.storage.store import Conflict, Storage

_log = logging.getLogger("blockfront.rooms")
KEPT = 400  # rooms in memory; above that, rooms that nobody watches are dropped


class Rooms:
    """All rooms by game id. `wake` tells bots to check whether they have to decide in a room."""

    def __init__(self, storage: Storage, *, is_alone: bool) -> None:
        self.storage = storage
        self.is_alone = is_alone  # no other process writes to this database
        self.wake: Callable[[Room], None] = lambda room: None
        self._rooms: dict[str, Room] = {}
        self._announcing: set[asyncio.Task[None]] = set()
        self._opening: dict[str, asyncio.Task[Room]] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    def open_rooms(self) -> list[Room]:
        return list(self._rooms.values())

    def in_memory(self, game: str) -> Room | None:
        return self._rooms.get(game)

    def add(self, room: Room) -> None:
        """Add the room of a new game that is already in the database."""
        self._rooms[room.id] = room
        self.wake(room)

    @contextlib.asynccontextmanager
    async def held(self, game: str) -> AsyncIterator[Room]:
        """The room of a game, locked for one change, with nothing in memory that is not in the database; `not_found` if there is none.

        If a change fails after it has begun, memory may differ from the database: then the room is dropped, and the next caller gets the
        game from the database.
        """
        if not is_id(game):
            raise unknown_game()
        while True:
            room = self._rooms.get(game) or await self._open(game)
            async with room.lock:
                if self._rooms.get(game) is not room:
                    continue  # a change failed while we waited
                try:
                    yield room
                except ApiProblem:
                    raise
                except BaseException:
                    self.drop(room)
                    raise
                return

    async def get(self, game: str) -> Room:
        """The room of a game for reading, after any change that is on its way to the database."""
        async with self.held(game) as room:
            return room

    async def _open(self, game: str) -> Room:
        """Read a room once for all callers that wait for it; a caller that is cancelled does not stop it for the others."""
        task = self._opening.get(game)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._read_in(game))
            self._opening[game] = task
            task.add_done_callback(lambda _: self._opening.pop(game, None))
        return await asyncio.shield(task)

    async def _read_in(self, game: str) -> Room:
        room = await self._read(game)
        self._put_away()
        self._rooms[game] = room
        return room

    async def _read(self, game: str) -> Room:
        """The room of a game, read from the database."""
        facts = await self.storage.game(game)
        if facts is None:
            raise unknown_game()
        seats = [seat_row(row) for row in await self.storage.seats(game)]
        rows = await self.storage.journal(game)
        snapshots = await self.storage.snapshots(game, len(rows))
        try:
            named = frozenset(msgspec.json.decode(facts["options"]))
            options = options_as_begun(named, catalogue.title(facts["title"]).retired, facts["rules"])
            played = await asyncio.to_thread(game_of, facts["title"], facts["scenario"], options)
            journal = reopened(played, match_seats(seats), facts["seed"], rows, snapshots, begun(facts["rules"], facts["engine"]))
            room = Room(facts, seats, journal)
            if facts["finished"] and room.match.result is None:
                raise CannotOpen("it ended under other rules")
        except CannotOpen as error:
            raise ApiProblem("unavailable", f"This game cannot be opened by this version: {error}") from None
        except Exception:
            _log.exception("game not opened", extra={"game": game})  # whatever is wrong with it, other games are not
            raise ApiProblem("unavailable", "This game cannot be opened by this version.") from None
        try:
            await self._write_news(room)
        except Conflict:  # another worker opened it, too
            return await self._read(game)
        return room

    async def _write_news(self, room: Room) -> None:
        """Write what opening the game has added (actions set aside, answers of chance or standing orders) before anybody sees it."""
        before, now = room.match.to_act(), steady_time.now()
        room.match.let_others_answer()
        rows = [*room.journal.notes(), *room.journal.new_rows(now)]
        if rows:
            await self.storage.write(room.change(rows, {}, before, now))

    def drop(self, room: Room) -> None:
        """Forget a room whose memory may differ from the database; watchers have to come back."""
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]
        for watcher in list(room.watchers):
            watcher.send(None)

    def _put_away(self) -> None:
        """Make space for one more room: drop rooms that nobody watches, the longest unused first."""
        idle = [room for room in self._rooms.values() if not room.watchers and not room.lock.locked()]
        idle.sort(key=lambda room: room.used)
        for room in idle[: max(0, len(self._rooms) + 1 - KEPT)]:
            del self._rooms[room.id]

    # ---- staying in step with other workers

    async def catch_up(self, room: Room) -> bool:
        """Repeat what other workers have written; returns whether there was anything."""
        rows = await self.storage.journal(room.id, room.journal.rows)
        if not rows:
            return False
        kept = entries_kept(len(room.match.entries), rows)
        known = [(watcher, room.log(watcher.viewer).lines[: watcher.log_length]) for watcher in room.watchers]
        try:
            room.journal.follow(rows)
        except CannotOpen:
            await self.reload(room)
            return True
        room.forget(kept)
        for watcher, lines in known:
            watcher.log_length = _same(lines, room.log(watcher.viewer).lines)
        await self._read_seats(room)
        return True

    async def _read_seats(self, room: Room) -> None:
        facts = await self.storage.game(room.id)
        room.set_rows(facts or room.facts, [seat_row(row) for row in await self.storage.seats(room.id)])

    async def reload(self, room: Room) -> None:
        """Read a room again from the database, also for the clients that watch it."""
        try:
            room.become(await self._read(room.id))
        except ApiProblem:
            self.drop(room)
            raise

    async def refresh(self, games: Iterable[str]) -> None:
        """Catch up with games that another worker has changed, and tell the clients connected here."""
        for game in games:
            if game not in self._rooms:
                continue
            async with self.held(game) as room:
                if self.is_alone or not await self.catch_up(room):
                    await self._read_seats(room)
                room.tell()
                room.tell_seats()

    async def hear(self, game: str, number: int) -> None:
        """Pass on a line of chat that another worker has received."""
        if (room := self._rooms.get(game)) is not None:
            for row in await self.storage.chat(game, number, 1):
                room.seats[row["seat"]].chat_read = number + 1
                room.tell_said(number, row["seat"], row["text"], row["at"])

    async def hear_team(self, game: str, side: int, number: int) -> None:
        """Pass on a team's message that another worker has received."""
        if (room := self._rooms.get(game)) is not None:
            for line in await self.storage.team_talk(game, side, number, 1):
                room.tell_team(line)

    def presence_changed(self, room: Room) -> None:
        """Tell watchers and other workers that somebody here has connected or left."""
        room.tell_seats()
        self.announce(room)

    def announce(self, room: Room) -> None:
        """Tell other workers who is connected here."""
        if self.is_alone:
            return
        seats = sorted({watcher.seat for watcher in room.watchers if watcher.seat is not None})
        task = asyncio.get_running_loop().create_task(self.storage.notify_presence(room.id, seats))
        self._announcing.add(task)
        task.add_done_callback(self._announcing.discard)


def _same(lines: Sequence[wire.LogLine], now: Sequence[wire.LogLine]) -> int:
    """How many lines two logs have in common at their beginning."""
    differ = (number for number, (one, other) in enumerate(zip(lines, now, strict=False)) if one != other)
    return next(differ, min(len(lines), len(now)))
