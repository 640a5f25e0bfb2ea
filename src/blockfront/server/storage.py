"""The database: SQLite for one process, PostgreSQL for many. Every change is one transaction."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

import msgspec
from sqlalchemy import and_, delete, event, func, insert, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from blockfront.server import schema
from blockfront.server.file_lock import lock_file
from blockfront.server.keys import new_id
from blockfront.server.migrations import upgrade
from blockfront.server.table import Row

CHANNEL = "blockfront"


class Conflict(Exception):
    """Somebody else has written the next row of this journal."""


class BadDatabase(ValueError):
    """A database address that cannot be used."""


class Change(msgspec.Struct):
    """What one transaction writes about a game."""

    game: str
    rows: Sequence[Row] = ()
    snapshots: Sequence[tuple[int, bytes]] = ()
    drop_snapshots_from: int | None = None
    facts: Mapping[str, Any] = {}  # columns of `games`
    seats: Mapping[int, Mapping[str, Any]] = {}  # columns of `seats`, by seat
    chat: tuple[int, int, str, float] | None = None  # number, seat, text, at
    topic: str = "game"  # what other workers are told has changed


def async_url(url: str) -> str:
    """The address with the driver that is used here; says what a good address looks like when it is none."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        parsed = None
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    backend = parsed.drivername.partition("+")[0] if parsed else ""
    if parsed is None or backend not in drivers:
        raise BadDatabase(f"{url!r} is not a database address: sqlite:///file.db or postgresql://user@host/name")
    return parsed.set(drivername=drivers[backend]).render_as_string(hide_password=False)


def check_free(url: str) -> None:
    """Refuse a database another server has, before anything is started."""
    given = async_url(url)
    path = make_url(given).database
    if given.startswith("sqlite") and path and Path(path).parent.is_dir():
        lock = lock_file(Path(f"{path}.lock"))
        if lock is None:
            raise BadDatabase(f"{path} is used by another blockfront server")
        lock.close()


class Storage:
    """One engine, and every question and change the server has for it."""

    def __init__(self, url: str) -> None:
        self.url = async_url(url)
        self.worker = new_id()
        self.is_sqlite = self.url.startswith("sqlite")
        if self.is_sqlite and (path := make_url(self.url).database):
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        self.engine: AsyncEngine = self._engine()
        self._lock: IO[bytes] | None = None
        self._writing = asyncio.Lock()  # SQLite has one writer: waiting here is fairer than in the database

    def _engine(self) -> AsyncEngine:
        if not self.is_sqlite:
            return create_async_engine(self.url, pool_size=8, max_overflow=8, pool_pre_ping=True)
        engine = create_async_engine(self.url, pool_size=4)
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        return engine

    async def open(self) -> None:
        """Bring the database to the present schema. One server at a time may have an SQLite file."""
        if self.is_sqlite and (path := make_url(self.url).database):
            self._lock = lock_file(Path(f"{path}.lock"))
            if self._lock is None:
                raise BadDatabase(f"{path} is used by another blockfront server")
        await asyncio.to_thread(upgrade, self.url)

    async def close(self) -> None:
        await self.engine.dispose()
        if self._lock is not None:
            self._lock.close()

    # ---- writing

    async def create_game(self, facts: Mapping[str, Any], seats: Sequence[Mapping[str, Any]], change: Change) -> None:
        async with self._transaction() as connection:
            await connection.execute(insert(schema.games), [dict(facts)])
            await connection.execute(insert(schema.seats), [dict(seat) for seat in seats])
            await self._write(connection, change)

    async def write(self, change: Change) -> None:
        """Carry a change out, or raise `Conflict` when another process was faster."""
        try:
            async with self._transaction() as connection:
                await self._write(connection, change)
        except IntegrityError:
            raise Conflict(change.game) from None

    def _transaction(self) -> "_Transaction":
        return _Transaction(self.engine, self._writing if self.is_sqlite else None)

    async def _write(self, connection: AsyncConnection, change: Change) -> None:
        if change.rows:
            rows = [{"game": change.game, **msgspec.structs.asdict(row)} for row in change.rows]
            await connection.execute(insert(schema.journal), rows)
        if change.drop_snapshots_from is not None:
            dropped = and_(schema.snapshots.c.game == change.game, schema.snapshots.c.number >= change.drop_snapshots_from)
            await connection.execute(delete(schema.snapshots).where(dropped))
        if change.snapshots:
            states = [{"game": change.game, "number": number, "state": state} for number, state in change.snapshots]
            await connection.execute(insert(schema.snapshots), states)
        if change.facts:
            await connection.execute(update(schema.games).where(schema.games.c.id == change.game).values(**change.facts))
        for seat, values in change.seats.items():
            its = and_(schema.seats.c.game == change.game, schema.seats.c.seat == seat)
            await connection.execute(update(schema.seats).where(its).values(**values))
        if change.chat is not None:
            number, seat, said, at = change.chat
            await connection.execute(insert(schema.chat), [{"game": change.game, "number": number, "seat": seat, "text": said, "at": at}])
        await self._notify(connection, f"{change.topic} {change.game} {self.worker}")

    async def _notify(self, connection: AsyncConnection, what: str) -> None:
        """Tell other workers, when the transaction is committed."""
        if not self.is_sqlite:
            await connection.execute(text("SELECT pg_notify(:channel, :what)"), {"channel": CHANNEL, "what": what})

    async def notify_presence(self, game: str, seats: Iterable[int]) -> None:
        async with self._transaction() as connection:
            await self._notify(connection, f"here {game} {self.worker} {','.join(map(str, seats))}")

    async def claim_seat(self, game: str, seat: int, kind: str, invitation: str | None, values: Mapping[str, Any]) -> bool:
        """Give a free seat to somebody; False when it is no longer free."""
        free = and_(schema.seats.c.game == game, schema.seats.c.seat == seat, schema.seats.c.player == kind)
        if invitation is not None:
            free = and_(free, schema.seats.c.invitation == invitation)
        async with self._transaction() as connection:
            found = await connection.execute(update(schema.seats).where(free).values(**values))
            if found.rowcount == 1:
                await self._write(connection, Change(game, topic="seats"))
        return bool(found.rowcount == 1)

    # ---- reading

    async def _all(self, statement: Any) -> list[dict[str, Any]]:
        async with self.engine.connect() as connection:
            found = await connection.execute(statement)
            return [{str(name): value for name, value in row.items()} for row in found.mappings()]

    async def _one(self, statement: Any) -> dict[str, Any] | None:
        found = await self._all(statement)
        return found[0] if found else None

    async def game(self, game: str) -> dict[str, Any] | None:
        return await self._one(select(schema.games).where(schema.games.c.id == game))

    async def seats(self, game: str) -> list[dict[str, Any]]:
        return await self._all(select(schema.seats).where(schema.seats.c.game == game).order_by(schema.seats.c.seat))

    async def journal(self, game: str, first: int = 0) -> list[Row]:
        rows = schema.journal
        wanted = select(rows).where(rows.c.game == game, rows.c.number >= first).order_by(rows.c.number)
        return [Row(**{name: row[name] for name in Row.__struct_fields__}) for row in await self._all(wanted)]

    async def last_snapshot(self, game: str, up_to: int | None = None) -> tuple[int, bytes] | None:
        states = schema.snapshots
        wanted = select(states).where(states.c.game == game).order_by(states.c.number.desc()).limit(1)
        if up_to is not None:
            wanted = wanted.where(states.c.number <= up_to)
        found = await self._one(wanted)
        return (found["number"], bytes(found["state"])) if found else None

    async def seat_of_key(self, key: str) -> dict[str, Any] | None:
        return await self._one(select(schema.seats).where(schema.seats.c.key == key))

    async def seat_of_user(self, game: str, user: str) -> dict[str, Any] | None:
        seats = schema.seats
        return await self._one(select(seats).where(seats.c.game == game, seats.c.user == user).order_by(seats.c.seat))

    async def seat_of_invitation(self, invitation: str) -> dict[str, Any] | None:
        return await self._one(select(schema.seats).where(schema.seats.c.invitation == invitation))

    async def seats_of(self, keys: Sequence[str], user: str | None) -> list[dict[str, Any]]:
        seats = schema.seats
        mine = seats.c.key.in_(list(keys))
        wanted = select(seats).where(mine | (seats.c.user == user) if user else mine)
        return await self._all(wanted.limit(500))

    async def listed_games(self, *, finished: bool, limit: int = 100) -> list[str]:
        games = schema.games
        wanted = select(games.c.id).where(games.c.listed, games.c.finished == finished)
        return [row["id"] for row in await self._all(wanted.order_by(games.c.changed.desc()).limit(limit))]

    async def games_due(self, limit: int = 1000) -> list[str]:
        """Games in which a bot has to decide."""
        games = schema.games
        wanted = select(games.c.id).where(~games.c.finished, games.c.bots_due).limit(limit)
        return [row["id"] for row in await self._all(wanted)]

    async def games_on_the_clock(self, limit: int = 10_000) -> list[dict[str, Any]]:
        games = schema.games
        columns = (games.c.id, games.c.clock, games.c.since)
        return await self._all(select(*columns).where(~games.c.finished, games.c.clock != "").limit(limit))

    async def chat(self, game: str, after: int = 0, limit: int = 200) -> list[dict[str, Any]]:
        lines = schema.chat
        wanted = select(lines).where(lines.c.game == game, lines.c.number >= after).order_by(lines.c.number)
        return await self._all(wanted.limit(limit))

    async def chat_length(self, game: str) -> int:
        found = await self._one(select(func.count().label("number")).where(schema.chat.c.game == game))
        return int(found["number"]) if found else 0

    async def counts(self) -> dict[str, int]:
        """Rows of the tables that tell how much is going on."""
        tables = (schema.games, schema.seats, schema.journal, schema.users)
        found = await self._all(select(*(select(func.count()).select_from(table).scalar_subquery().label(table.name) for table in tables)))
        return {name: int(number) for name, number in found[0].items()}

    # ---- accounts and settings

    async def setting(self, key: str) -> str | None:
        found = await self._one(select(schema.settings.c.value).where(schema.settings.c.key == key))
        return found["value"] if found else None

    async def add_setting(self, key: str, value: str) -> None:
        """Add a setting that is not there yet; `Conflict` when it is."""
        await self._insert(schema.settings, {"key": key, "value": value})

    async def add_user(self, values: Mapping[str, Any]) -> None:
        await self._insert(schema.users, values)

    async def add_session(self, values: Mapping[str, Any]) -> None:
        await self._insert(schema.sessions, values)

    async def _insert(self, table: Any, values: Mapping[str, Any]) -> None:
        try:
            async with self._transaction() as connection:
                await connection.execute(insert(table), [dict(values)])
        except IntegrityError:
            raise Conflict(str(table.name)) from None

    async def user_named(self, folded: str) -> dict[str, Any] | None:
        return await self._one(select(schema.users).where(schema.users.c.folded == folded))

    async def set_password(self, user: str, password: str) -> None:
        async with self._transaction() as connection:
            await connection.execute(update(schema.users).where(schema.users.c.id == user).values(password=password))

    async def user_of_session(self, key: str, now: float) -> dict[str, Any] | None:
        joined = schema.users.join(schema.sessions, schema.sessions.c.user == schema.users.c.id)
        valid = and_(schema.sessions.c.key == key, schema.sessions.c.expires > now)
        return await self._one(select(schema.users).select_from(joined).where(valid))

    async def end_session(self, key: str, now: float) -> None:
        """End a session, and forget those that have run out."""
        over = (schema.sessions.c.key == key) | (schema.sessions.c.expires <= now)
        async with self._transaction() as connection:
            await connection.execute(delete(schema.sessions).where(over))


class _Transaction:
    """A connection whose changes are committed together, or not at all."""

    def __init__(self, engine: AsyncEngine, lock: asyncio.Lock | None) -> None:
        self._lock = lock
        self._begun = engine.begin()

    async def __aenter__(self) -> AsyncConnection:
        if self._lock is not None:
            await self._lock.acquire()
        try:
            return await self._begun.__aenter__()
        except BaseException:
            self._release()
            raise

    async def __aexit__(self, *error: Any) -> None:
        try:
            await self._begun.__aexit__(*error)
        finally:
            self._release()

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()


def _prepare_sqlite(connection: Any, record: Any) -> None:
    """WAL, and a commit that is on the disk before it is acknowledged."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
