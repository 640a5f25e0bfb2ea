"""Servers for the tests: everything runs on SQLite, and on PostgreSQL where its programs are found."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any

import pytest
from sqlalchemy import Connection

from blockfront.server.settings import Settings, sqlite_url
from blockfront.server.storage.store import Storage
from tests.server.trial import PlayerClient, PostgresCluster, TrialServer, found
from tests.server.waiting import PATIENCE

Serve = Callable[..., TrialServer]
NewGame = Callable[..., list[PlayerClient]]


@pytest.fixture(autouse=True)
def same_dice_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games made in this process get the same seeds in every run: what fails once fails again."""
    numbers = count()
    monkeypatch.setattr("blockfront.server.play.new_games.new_seed", lambda: sha256(b"%d" % next(numbers)).digest())


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresCluster | None]:
    with TemporaryDirectory(prefix="blockfront-postgres-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        cluster = PostgresCluster.start(Path(folder) / "cluster")
        yield cluster
        if cluster is not None:
            cluster.stop()


def _postgres_database(request: pytest.FixtureRequest) -> str:
    cluster: PostgresCluster | None = request.getfixturevalue("postgres")
    if cluster is None:
        pytest.skip("PostgreSQL is not installed here")
    return cluster.new_database()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind in turn."""
    return sqlite_url(tmp_path / "games.db") if request.param == "sqlite" else _postgres_database(request)


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return sqlite_url(tmp_path / "games.db")


@pytest.fixture
def postgresql(request: pytest.FixtureRequest) -> str:
    return _postgres_database(request)


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts servers that are stopped when the test is over."""
    running: list[TrialServer] = []

    def start(database: str, **settings: Any) -> TrialServer:
        chosen: dict[str, Any] = {"bot_processes": 0, "housekeeping_seconds": 3600.0, **settings}
        server = TrialServer(Settings(database=database, **chosen))
        server.__enter__()
        running.append(server)
        return server

    yield start
    for server in running:
        server.__exit__(None, None, None)


@pytest.fixture
def server(serve: Serve, sqlite: str) -> TrialServer:
    return serve(sqlite)


@pytest.fixture
def new_game() -> NewGame:
    """Creates a game of Proving Ground with a person on each side, or as told; returns the clients of my seats."""

    def create(server: TrialServer, seats: list[dict[str, Any]] | None = None, **more: Any) -> list[PlayerClient]:
        both = [{"sides": ["blue"], "player": "me", "name": "Ann"}, {"sides": ["red"], "player": "me", "name": "Ben"}]
        http = server.http()
        wanted = {"title": "proving_ground", "scenario": "border_incident", "seats": seats or both, **more}
        made = found(http.post("/api/games", json=wanted))
        return [PlayerClient(http, made["game"], seat["token"]) for seat in made["seats"]]

    return create


class HeldWrite:
    """A transaction that waits at its end until it is let go, and then may fail."""

    def __init__(self, *, fails: bool) -> None:
        self.is_under_way, self._goes_on, self._fails = Event(), Event(), fails

    def wait(self) -> None:
        self.is_under_way.set()
        self._goes_on.wait(PATIENCE)
        if self._fails:
            raise OSError("the disk is full")

    def let_go(self) -> None:
        self._goes_on.set()


@pytest.fixture
def hold_writes(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., list[HeldWrite]]]:
    """Holds the next writes, each with whether it fails in the end; those after them pass."""
    held: list[HeldWrite] = []

    def hold(*failing: bool) -> list[HeldWrite]:
        held.extend(HeldWrite(fails=fails) for fails in failing)
        coming = iter(held)

        def wait_for_the_next() -> None:
            if (write := next(coming, None)) is not None:
                write.wait()

        def commit(connection: Connection) -> None:
            wait_for_the_next()
            committed(connection)

        def notify(storage: Storage, *_: Any) -> None:
            if not storage.is_sqlite:
                wait_for_the_next()

        committed = Connection.commit
        monkeypatch.setattr(Connection, "commit", commit)  # which nothing but the writer of SQLite calls
        monkeypatch.setattr(Storage, "_notify", notify)  # the last thing a transaction of PostgreSQL does
        return held

    yield hold
    for write in held:
        write.let_go()
