"""All rooms: found in memory or loaded from the database, created, and dropped from memory when nobody watches."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from blockfront import __version__
from blockfront.core.chance import commitment, new_seed
from blockfront.core.game import AnyGame
from blockfront.core.match import Seat, begun
from blockfront.core.options import BadOptions, options_as_begun
from blockfront.core.record import Record
from blockfront.core.sides import Side
from blockfront.games import catalogue
from blockfront.server import wire
from blockfront.server.accounts.keys import fingerprint, is_id, new_id, new_key
from blockfront.server.bots.worker import levels_for
from blockfront.server.http.problems import ApiProblem, unknown_game
from blockfront.server.play import steady_time
from blockfront.server.play.game_cache import game_of
from blockfront.server.play.room import Room
from blockfront.server.play.seating import SeatRow, seat_row, with_grace
from blockfront.server.play.table import CannotOpen, Table, reopened, rows_of_record, told_by
from blockfront.server.storage.store import Change, Storage

_log = logging.getLogger("blockfront.rooms")
KEPT = 400  # rooms in memory; beyond them, those nobody looks at are put away
Listener = Callable[[Room, frozenset[Side]], None]


class Rooms:
    """Every game by its id. `on_change` is called after each change with the sides that had to decide before it."""

    def __init__(self, storage: Storage, *, is_alone: bool) -> None:
        self.storage = storage
        self.is_alone = is_alone  # no other process writes to this database
        self.on_change: list[Listener] = []
        self.on_wake: list[Callable[[Room], None]] = []
        self._rooms: dict[str, Room] = {}
        self._announcing: set[asyncio.Task[None]] = set()
        self._opening: dict[str, asyncio.Task[Room]] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    def open_rooms(self) -> list[Room]:
        return list(self._rooms.values())

    def in_memory(self, game: str) -> Room | None:
        return self._rooms.get(game)

    async def get(self, game: str) -> Room:
        """The room of a game, with nothing in memory that the database has not got; `not_found` when there is none."""
        if not is_id(game):
            raise unknown_game()
        while True:
            room = self._rooms.get(game) or await self._open(game)
            async with room.lock:  # a change may be on its way to the database; if it fails there, the room is dropped
                if self._rooms.get(game) is room:
                    return room

    async def _open(self, game: str) -> Room:
        """Read a room once for all who ask for it meanwhile; who goes away does not take it from the others."""
        task = self._opening.get(game)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._read_in(game))
            self._opening[game] = task
            task.add_done_callback(lambda _: self._opening.pop(game, None))
        return await asyncio.shield(task)

    async def _read_in(self, game: str) -> Room:
        room = await self.read(game)
        self._put_away()
        self._rooms[game] = room
        return room

    async def read(self, game: str) -> Room:
        """A room as the database has it."""
        facts = await self.storage.game(game)
        if facts is None:
            raise unknown_game()
        seats = [seat_row(row) for row in await self.storage.seats(game)]
        rows = await self.storage.journal(game)
        snapshot = await self.storage.last_snapshot(game, len(rows))
        try:
            named = frozenset(msgspec.json.decode(facts["options"]))
            options = options_as_begun(named, catalogue.title(facts["title"]).retired, facts["rules"])
            played = await asyncio.to_thread(game_of, facts["title"], facts["scenario"], options)
            table = reopened(played, match_seats(seats), facts["seed"], rows, snapshot, begun(facts["rules"], facts["engine"]))
            return Room(facts, seats, table, self)
        except CannotOpen as error:
            raise ApiProblem("unavailable", f"This game cannot be opened by this version: {error}") from None
        except Exception:
            _log.exception("game not opened", extra={"game": game})  # whatever is wrong with it, other games are not
            raise ApiProblem("unavailable", "This game cannot be opened by this version.") from None

    async def refresh(self, games: Iterable[str]) -> None:
        """Read again what was written past the rooms of these games."""
        for room in filter(None, map(self.in_memory, games)):
            await room.refresh()

    def drop(self, room: Room) -> None:
        """Forget a room whose memory may differ from the database; watchers have to come back."""
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]
        for watcher in list(room.watchers):
            watcher.send(None)

    def _put_away(self) -> None:
        """Make place for one more."""
        idle = [room for room in self._rooms.values() if not room.watchers and not room.lock.locked()]
        idle.sort(key=lambda room: room.used)
        for room in idle[: max(0, len(self._rooms) + 1 - KEPT)]:
            del self._rooms[room.id]

    def changed(self, room: Room, before: frozenset[Side]) -> None:
        for listener in self.on_change:
            listener(room, before)
        self.wake(room)

    def wake(self, room: Room) -> None:
        for listener in self.on_wake:
            listener(room)

    def announce(self, room: Room) -> None:
        """Tell other workers who is connected here."""
        if self.is_alone:
            return
        seats = sorted({watcher.seat for watcher in room.watchers if watcher.seat is not None})
        task = asyncio.get_running_loop().create_task(self.storage.notify_presence(room.id, seats))
        self._announcing.add(task)
        task.add_done_callback(self._announcing.discard)

    # ---- new games

    async def create(self, wanted: wire.CreateGame, user: str | None) -> wire.GameCreated:
        """A new game with its seats; the secrets of seats are told here and never again."""
        options = None if wanted.options is None else frozenset(wanted.options)
        try:
            game = await asyncio.to_thread(game_of, wanted.title, wanted.scenario, options)
        except (BadOptions, ValueError) as error:
            raise ApiProblem("refused", str(error)) from None
        rows = _seat_rows(wanted, game, levels_for(game.title.id))
        seed, now, id_ = new_seed(), steady_time.now(), new_id()
        table = Table(game, match_seats(rows), seed=seed, now=now)
        facts = _facts(id_, wanted, game, seed, now)
        keys = {row.seat: new_key() for row in rows if row.player == "person"}
        invitations = {row.seat: new_key() for row in rows if row.player == "invited"}
        for seat, key in keys.items():
            rows[seat].key, rows[seat].user = fingerprint(key), user
        room = Room(facts, rows, table, self)
        change = Change(id_, table.record(now), table.new_snapshots())
        facts.update(room.list_facts())
        stored = [_stored(id_, row, invitations) for row in rows]
        await self.storage.create_game(facts, stored, change)
        self._rooms[id_] = room
        self.wake(room)  # nobody can have chosen yet how to be told
        return wire.GameCreated(
            game=id_,
            seats=[seat_key(room, seat, key) for seat, key in keys.items()],
            invitations=[_invitation(room, seat, key) for seat, key in invitations.items()],
        )

    async def take_in(self, kept: Record, game: AnyGame, name: str, now: float) -> wire.GameCreated:
        """A finished game from a verified record: nobody's seats, open to spectators, with its own dice."""
        assert kept.seed is not None
        assert kept.end is not None
        wanted = wire.CreateGame(game.title.id, game.scenario, [], name=name, spectators=True)
        rows = [SeatRow(side, title, [side], "person", "", False, {}, 0, 0.0, 0.0, None) for side, title in enumerate(game.title.sides)]
        table = Table(game, match_seats(rows), seed=kept.seed, now=now, held=True, origin=kept.header.origin)
        journal = rows_of_record(kept, now)
        if kept.end.winner in (None, *range(len(game.title.sides))):
            table.follow(journal)
        if table.result != kept.end:
            raise ApiProblem("refused", "The record does not hold: the game cannot have ended like that.")
        told = [msgspec.structs.replace(row, told=told_by(entry)) for row, entry in zip(journal, table.entries, strict=False)]
        id_ = new_id()
        facts = {**_facts(id_, wanted, game, kept.seed, now), "imported": True, "engine": kept.header.engine, "rules": kept.header.rules}
        room = Room(facts, rows, table, self)
        facts.update(room.list_facts())
        change = Change(id_, [*told, *journal[len(told) :]])
        await self.storage.create_game(facts, [_stored(id_, row, {}) for row in rows], change)
        self._rooms[id_] = room
        return wire.GameCreated(id_, [], [])


def match_seats(rows: list[SeatRow]) -> list[Seat]:
    """Seats as a match knows them; their names in the journal are their numbers."""
    return [Seat(str(row.seat), frozenset(map(Side, row.sides))) for row in rows]


def _seat_rows(wanted: wire.CreateGame, game: AnyGame, bots: frozenset[str]) -> list[SeatRow]:
    """The seats asked for, or a problem that lists everything that is wrong with them."""
    problems: list[str] = []
    names = game.title.sides
    rows = []
    for number, seat in enumerate(wanted.seats):
        unknown = [side for side in seat.sides if side not in names]
        problems += [f"seat {number}: there is no side {side!r}; there are {', '.join(names)}" for side in unknown]
        if seat.player == "bot" and seat.bot not in bots:
            problems.append(f"seat {number}: there is no bot {seat.bot!r}; there are {', '.join(sorted(bots))}")
        sides = sorted({names.index(side) for side in seat.sides if side in names})
        player = "person" if seat.player == "me" else seat.player
        bot = seat.bot if seat.player == "bot" else ""
        name = seat.name or (f"Bot ({bot})" if bot else "")
        rows.append(SeatRow(number, name, sides, player, bot, False, {}, 0, 0.0, 0.0, None))
    for side, name in enumerate(names):
        if not any(side in row.sides for row in rows):
            problems.append(f"nobody plays the side {name!r}")
    if problems:
        raise ApiProblem("refused", "; ".join(problems), details=[wire.Detail(problem) for problem in problems])
    return rows


def _facts(id_: str, wanted: wire.CreateGame, game: AnyGame, seed: bytes, now: float) -> dict[str, Any]:
    return {
        "id": id_,
        "title": game.title.id,
        "scenario": game.scenario,
        "options": msgspec.json.encode(sorted(game.options)).decode(),
        "engine": __version__,
        "rules": game.title.rules,
        "seed": seed,
        "commitment": commitment(seed),
        "name": wanted.name or game.title.scenario(game.scenario).name,
        "clock": "" if wanted.clock.kind == "none" else msgspec.json.encode(with_grace(wanted.clock)).decode(),
        "listed": wanted.listed,
        "spectators": wanted.spectators,
        "imported": False,
        "created": now,
        "since": now,
    }


def _stored(game: str, row: SeatRow, invitations: dict[int, str]) -> dict[str, Any]:
    values = msgspec.structs.asdict(row)
    return {
        **values,
        "game": game,
        "sides": msgspec.json.encode(row.sides).decode(),
        "orders": "{}",
        "invitation": fingerprint(invitations[row.seat]) if row.seat in invitations else None,
        "notices": "",
    }


def seat_key(room: Room, seat: int, key: str) -> wire.SeatKey:
    return wire.SeatKey(room.id, seat, _side_names(room, seat), key, f"/#/game/{room.id}/seat/{key}")


def _invitation(room: Room, seat: int, key: str) -> wire.Invitation:
    return wire.Invitation(room.id, seat, _side_names(room, seat), key, f"/#/join/{key}")


def _side_names(room: Room, seat: int) -> list[str]:
    names = room.table.game.title.sides
    return [names[side] for side in room.seats[seat].sides]
