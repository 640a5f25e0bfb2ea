"""Servers for tests and measurements: on loopback, with a database of their own."""

import asyncio
import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx
import msgspec
import uvicorn
from websockets.sync.client import ClientConnection, connect

from blockfront.server.app import make_app
from blockfront.server.context import Server
from blockfront.server.run import bound_socket, options
from blockfront.server.settings import Settings

Json = dict[str, Any]
T = TypeVar("T")
_STARTING = 60.0  # seconds a server may take


class PlayerClient:
    """A seat, as a program plays it."""

    def __init__(self, http: httpx.Client, game: str, token: str) -> None:
        self.http = http
        self.game = game
        self.token = token

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}

    def get(self, what: str = "", **query: Any) -> httpx.Response:
        return self.http.get(f"/api/games/{self.game}{what}", params=query, headers=self.headers)

    def post(self, what: str, body: Mapping[str, Any] | None = None) -> httpx.Response:
        return self.http.post(f"/api/games/{self.game}{what}", json=body, headers=self.headers)

    def state(self, **query: Any) -> Json:
        return found(self.get(**query))

    def choices(self) -> list[Json]:
        """Every legal action, long lists included."""
        groups = found(self.get("/legal"))["groups"]
        whole = [group if group["choices"] else found(self.get("/legal", block=group["block"]))["groups"][0] for group in groups]
        return [choice for group in whole for choice in group["choices"]]

    def submit(self, action: Any, decision: int, **more: Any) -> httpx.Response:
        return self.post("/submit", {"action": action, "decision": decision, **more})

    def play(self, rng: Random) -> Json:
        """Take any legal action; returns the update."""
        decision = self.state()["decision"]
        return found(self.submit(rng.choice(self.choices())["action"], decision))


def awaited(coroutine: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine, on an event loop of its own in a thread of its own: the caller's thread may have one running."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, coroutine).result()


def found(response: httpx.Response) -> Json:
    """The JSON of an answer that must be a good one."""
    if response.status_code >= 400:
        raise AssertionError(f"{response.status_code}: {response.text}")
    answer: Json = response.json()
    return answer


class _Trial:
    """What both kinds of trial server share."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._clients: list[httpx.Client] = []

    def http(self, **options: Any) -> httpx.Client:
        """A client that is closed with the server."""
        self._clients.append(httpx.Client(base_url=self.url, timeout=30, trust_env=False, **options))
        return self._clients[-1]

    def close_clients(self) -> None:
        for client in self._clients:
            client.close()
        self._clients.clear()

    @contextmanager
    def socket(self, player: PlayerClient, *, hello: Json | None = None, **options: Any) -> Iterator[ClientConnection]:
        """A WebSocket that has said hello."""
        address = f"{self.url.replace('http', 'ws')}/api/games/{player.game}/socket"
        with connect(address, compression=None, proxy=None, **options) as opened:
            greeting = {"type": "hello", **({"token": player.token} if player.token else {}), **(hello or {})}
            opened.send(msgspec.json.encode(greeting).decode())
            yield opened


class TrialServer(_Trial):
    """A server in a thread of this process."""

    def __init__(self, settings: Settings, static: Path | None = None) -> None:
        self.settings = settings
        self.app = make_app(settings, static) if static else make_app(settings)
        self._listening = bound_socket("127.0.0.1", 0)
        super().__init__(f"http://127.0.0.1:{self._listening.getsockname()[1]}")
        self._server = uvicorn.Server(uvicorn.Config(self.app, **options(settings)))
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._listening]})

    @property
    def inside(self) -> Server:
        server: Server = self.app.state.server
        return server

    def on_loop(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """The result of a coroutine on the server's own event loop."""
        assert self.inside.loop is not None
        return asyncio.run_coroutine_threadsafe(coroutine, self.inside.loop).result(30)

    def __enter__(self) -> Self:
        self._thread.start()
        until = time.monotonic() + _STARTING
        while not self._server.started:
            if not self._thread.is_alive() or time.monotonic() > until:
                raise RuntimeError("the server did not start")
            time.sleep(0.01)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close_clients()
        self._server.should_exit = True
        self._thread.join()
        self._listening.close()


class ProcessServer(_Trial):
    """A server in a process of its own, which can be killed."""

    def __init__(self, database: str, *options: str, handles: int = 0, errors: Path | None = None, source: Path | None = None) -> None:
        """`handles`: file handles the process may have; `errors`: where its log goes; `source`: another tree's `src`."""
        self._database = database
        self._options = options
        self._handles = handles
        self._errors = errors
        self._environment = os.environ | ({"PYTHONPATH": str(source)} if source else {})
        with closing(socket.socket()) as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        super().__init__(f"http://127.0.0.1:{self._port}")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "blockfront.cli.main", "serve", "--database", self._database, "--port", str(self._port)]
        command += ["--rate", "0", *([] if self._errors else ["--log-level", "error"]), *self._options]
        if self._handles:
            command = ["sh", "-c", f'ulimit -n {self._handles} && exec "$@"', "sh", *command]
        with contextlib.nullcontext() if self._errors is None else self._errors.open("ab") as errors:
            self._process = subprocess.Popen(command, stderr=errors, env=self._environment)
        until = time.monotonic() + _STARTING
        with httpx.Client(base_url=self.url, timeout=10, trust_env=False) as client:
            while time.monotonic() < until and self._process.poll() is None:
                try:
                    if client.get("/api/health").status_code == 200:
                        return
                except httpx.TransportError:
                    time.sleep(0.02)
        self.kill()
        raise RuntimeError("the server did not start")

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """End it without any warning."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        assert self._process is not None
        self.close_clients()
        if self._process.poll() is None:
            self._process.send_signal(how)
        return self._process.wait(30)


class PostgresCluster:
    """A PostgreSQL of its own in a folder; `None` from `start` where its programs are missing."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self._folder = folder
        self.programs = programs
        self._user = _unprivileged()
        self._databases = 0
        with closing(socket.socket()) as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]

    @classmethod
    def start(cls, folder: Path, *, also: tuple[str, str] | None = None) -> "PostgresCluster | None":
        """`also`: an address of this machine to listen at besides loopback, and the network that is let in there."""
        programs = _postgres_programs()
        if programs is None or (os.geteuid() == 0 and _unprivileged() is None):
            return None
        cluster = cls(folder, programs)
        if cluster._user is not None:
            folder.mkdir(parents=True, exist_ok=True)
            shutil.chown(folder, cluster._user)
        data = str(folder / "data")
        cluster._run("initdb", "-D", data, "-U", "blockfront", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync")
        addresses = "127.0.0.1"
        if also is not None:
            addresses += f",{also[0]}"
            with (folder / "data" / "pg_hba.conf").open("a", encoding="utf-8") as let_in:
                let_in.write(f"host all all {also[1]} trust\n")
        options = f"-p {cluster._port} -c listen_addresses={addresses} -c unix_socket_directories={folder} -c max_connections=200"
        cluster._run("pg_ctl", "-D", data, "-l", str(folder / "log"), "-w", "-o", options, "start")
        return cluster

    def new_database(self) -> str:
        """The address of an empty database."""
        self._databases += 1
        name = f"trial_{self._databases}"
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self._port), "-U", "blockfront", name)
        return f"postgresql://blockfront@127.0.0.1:{self._port}/{name}"

    def dump(self, address: str) -> str:
        """A database as a script that makes it again."""
        script = self._folder / "dumped.sql"
        self._run("pg_dump", "--no-owner", "--dbname", address, "--file", str(script))
        return script.read_text(encoding="utf-8")

    def restored(self, dump: str) -> str:
        """The address of a new database, made by such a script."""
        address = self.new_database()
        script = self._folder / "restored.sql"
        script.write_text(dump, encoding="utf-8")
        self._run("psql", "--quiet", "--set", "ON_ERROR_STOP=1", "--dbname", address, "--file", str(script))
        return address

    def restart(self) -> None:
        """Break every connection and come back, as after a crash."""
        self._run("pg_ctl", "-D", str(self._folder / "data"), "-l", str(self._folder / "log"), "-m", "immediate", "-w", "restart")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self._folder / "data"), "-m", "immediate", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), *arguments]
        done = subprocess.run(command, user=self._user, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stderr}")


def _postgres_programs() -> Path | None:
    if direct := shutil.which("initdb"):
        return Path(direct).resolve().parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return versions[-1].parent if versions else None


def _unprivileged() -> str | None:
    """Who runs PostgreSQL when we are root, which it refuses."""
    if os.geteuid() != 0:
        return None
    return next((name for name in ("postgres", "nobody") if name in {entry.pw_name for entry in pwd.getpwall()}), None)
