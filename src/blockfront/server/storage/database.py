"""SQLite and PostgreSQL behind one interface: work on a connection, in a transaction.

SQLite is read in threads, one whole piece of work at a time. It has one writer; everything that waits when the writer is free is
committed together, so that many games share the cost of one write to the disk. The statements of a change take microseconds and are run
directly: a thread would have to wait for the interpreter after each of them. Only the wait for the disk is in a thread. PostgreSQL is
used through its asynchronous driver.
"""

import asyncio
import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError

T = TypeVar("T")
Work = Callable[[Connection], T]
BUSY_MILLISECONDS = 10_000  # how long a locked file is waited for
_OWNER = 0o600  # may read and write
_PAUSE = 0.01  # seconds between two tries to open a file that another process has locked
_TOGETHER = 64  # pieces of work committed at once, at most


class BadDatabase(ValueError):
    """The address of a database that cannot be used."""


def driver_url(url: str) -> str:
    """The address with the name of the driver used here; an unusable address raises an error that shows a good one."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        parsed = None
    drivers = {"sqlite": "sqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    backend = parsed.drivername.partition("+")[0] if parsed else ""
    if parsed is None or backend not in drivers:
        raise BadDatabase(f"{url!r} is not a database address: sqlite:///file.db or postgresql://user@host/name")
    return parsed.set(drivername=drivers[backend]).render_as_string(hide_password=False)


class Database(Protocol):
    """What both kinds of database can do: run work in a transaction."""

    async def read(self, work: Work[T]) -> T: ...
    async def write(self, work: Work[T]) -> T:
        """Do the work in a transaction; when this returns, it is on the disk."""
        ...

    async def close(self) -> None: ...


class Postgres:
    """PostgreSQL: every piece of work has a transaction of its own."""

    def __init__(self, url: str) -> None:
        from sqlalchemy.ext.asyncio import create_async_engine  # brings much that SQLite does not need

        self._engine = create_async_engine(url, pool_size=8, max_overflow=8, pool_pre_ping=True)

    async def read(self, work: Work[T]) -> T:
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Work[T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        await self._engine.dispose()


class Sqlite:
    """SQLite: one writer, which commits together all work that arrived while it was busy."""

    def __init__(self, url: str) -> None:
        if path := make_url(url).database:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            _keep_private(Path(path))
        self._readers = ThreadPoolExecutor(2, "sqlite-reader")
        self._writer = ThreadPoolExecutor(1, "sqlite-writer")
        self._reading = _engine(url, "BEGIN", BUSY_MILLISECONDS)
        self._writing = _engine(url, "BEGIN IMMEDIATE", 0)  # it must not hold up everything else: see `_begun`
        self._idle: Connection | None = None  # kept for the next transaction: to take one out of the pool takes longer than a statement
        self._waiting: list[tuple[Work[Any], asyncio.Future[Any]]] = []
        self._busy: asyncio.Task[None] | None = None

    async def read(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    def _read(self, work: Work[T]) -> T:
        with self._reading.connect() as connection:
            return work(connection)

    async def write(self, work: Work[T]) -> T:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._waiting.append((work, done))
        if self._busy is None or self._busy.done():
            self._busy = loop.create_task(self._write_waiting())
        return await done

    async def _write_waiting(self) -> None:
        while self._waiting:
            together, self._waiting = self._waiting[:_TOGETHER], self._waiting[_TOGETHER:]
            try:
                results = await self._written([work for work, _ in together])
            except Exception as error:
                results = [error] * len(together)
            for (_, done), result in zip(together, results, strict=True):
                if done.cancelled():
                    continue
                if isinstance(result, Exception):
                    done.set_exception(result)
                else:
                    done.set_result(result)

    async def _written(self, works: list[Work[Any]]) -> list[Any]:
        """Do all pieces of work in one transaction; if that fails, again with a savepoint each, so that only the bad ones fail."""
        try:
            try:
                return await self._committed(lambda connection: [work(connection) for work in works])
            except _NotDone:
                if len(works) == 1:
                    raise
            return await self._committed(lambda connection: _each_apart(connection, works))
        except _NotDone as error:
            raise error.reason from None

    async def _committed(self, work: Work[list[Any]]) -> list[Any]:
        """Do the work and commit it; the connection is kept for the next time unless something failed."""
        connection = await self._begun()
        try:
            try:
                results = work(connection)
            except Exception as error:
                raise _NotDone(error) from None
            await asyncio.get_running_loop().run_in_executor(self._writer, connection.commit)
        except BaseException:
            connection.close()  # which rolls back
            raise
        self._idle = connection
        return results

    async def _begun(self) -> Connection:
        """A connection with a transaction begun; raises an error if another process locks the file for too long."""
        until = time.monotonic() + BUSY_MILLISECONDS / 1000
        while True:
            connection, self._idle = self._idle or self._writing.connect(), None
            try:
                connection.begin()
            except OperationalError as error:
                connection.close()
                if time.monotonic() >= until or getattr(error.orig, "sqlite_errorname", "") != "SQLITE_BUSY":
                    raise
                await asyncio.sleep(_PAUSE)
            else:
                return connection

    async def close(self) -> None:
        if self._busy is not None:
            await asyncio.gather(self._busy, return_exceptions=True)
        if self._idle is not None:
            self._idle.close()
        for pool, engine in ((self._readers, self._reading), (self._writer, self._writing)):
            pool.shutdown()
            engine.dispose()


class _NotDone(Exception):
    """Work that failed before anything was committed."""

    def __init__(self, reason: Exception) -> None:
        super().__init__(reason)
        self.reason = reason


def execute_plain(connection: Connection, statement: str, values: Sequence[Any] = ()) -> None:
    """Run a statement directly with SQLite's driver, five times as fast as through SQLAlchemy; errors are the same as there."""
    driver: Any = connection.connection.dbapi_connection
    try:
        driver.execute(statement, values)
    except sqlite3.Error as error:
        raise DBAPIError.instance(statement, tuple(values), error, sqlite3.Error) from error


def _each_apart(connection: Connection, works: list[Work[Any]]) -> list[Any]:
    results: list[Any] = []
    for work in works:
        savepoint = connection.begin_nested()
        try:
            results.append(work(connection))
            savepoint.commit()
        except Exception as error:  # of this piece of work
            if not _is_in_transaction(connection):
                raise  # what was done before this piece is undone as well, as it may be when the disk is full
            savepoint.rollback()
            results.append(error)
    return results


def _is_in_transaction(connection: Connection) -> bool:
    """Whether SQLite still has our transaction: after some errors it rolls back all of it by itself."""
    driver: Any = connection.connection.dbapi_connection
    return bool(driver.in_transaction)


def _keep_private(path: Path) -> None:
    """Let only its owner read a database file; the files that SQLite puts beside it get the same permissions."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _OWNER))
    for file in (path, *(path.with_name(path.name + ending) for ending in ("-wal", "-shm", "-journal"))):
        with contextlib.suppress(OSError):  # another's, or not there
            file.chmod(_OWNER)


def _engine(url: str, begin: str, patience: int) -> Engine:
    engine = create_engine(url, pool_size=2, connect_args={"check_same_thread": False})

    def prepare(connection: Any, record: Any) -> None:
        """Set up a connection: write-ahead log, commits that wait for the disk, transactions begun by us and not by the driver."""
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (f"busy_timeout={BUSY_MILLISECONDS}", "journal_mode=WAL", "synchronous=FULL", f"busy_timeout={patience}"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", lambda connection: execute_plain(connection, begin))
    return engine


def open_database(url: str) -> Database:
    """The database at an address made by `driver_url`."""
    return Sqlite(url) if url.startswith("sqlite") else Postgres(url)
