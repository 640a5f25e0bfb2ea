"""The server under load, on loopback: 500 connected seats in 250 games, bounded in time.

    python bench/server_load.py                      SQLite
    python bench/server_load.py --postgresql         a PostgreSQL started for the purpose
    python bench/server_load.py --games 50 --seconds 5

Tells the time from submit to the opponent's event (p50, p99), memory for each idle connection, and submits a second.
"""

import argparse
import asyncio
import json
import os
import resource
import statistics
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from blockfront.games import catalogue
from blockfront.server.trial import PostgresCluster, ProcessServer, found

THINKING = 1.0  # seconds, at most, before each submission
TITLE, SCENARIO = "proving_ground", "border_incident"


class Info(msgspec.Struct):
    result: Any


class State(msgspec.Struct):
    """What the driver needs of a state; the rest is skipped unread."""

    info: Info
    my_decision: bool


class Message(msgspec.Struct):
    type: str
    state: State | None = None


class ChoiceOfAction(msgspec.Struct):
    action: msgspec.Raw


class Group(msgspec.Struct):
    choices: list[ChoiceOfAction]


class LegalList(msgspec.Struct):
    decision: int
    groups: list[Group]


class PlainHttp:
    """GET requests over one kept connection: a client that costs less than the server it measures."""

    def __init__(self, url: str) -> None:
        self._host, port = url.removeprefix("http://").split(":")
        self._port = int(port)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str, token: str) -> bytes:
        if self._streams is None:
            self._streams = await asyncio.open_connection(self._host, self._port)
        reader, writer = self._streams
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {self._host}\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        return await reader.readexactly(length)

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()


class Seat:
    """A connected seat that remembers its last state and when updates came."""

    def __init__(self, game: str, token: str, number: int) -> None:
        self.game, self.token, self.number = game, token, number
        self.state: State | None = None
        self.socket: ClientConnection | None = None
        self.updated = asyncio.Event()

    async def listen(self, url: str) -> None:
        address = f"{url.replace('http', 'ws')}/api/games/{self.game}/socket"
        self.socket = await connect(address, compression=None, proxy=None, open_timeout=60)
        await self.socket.send(json.dumps({"type": "hello", "token": self.token}))
        asyncio.get_running_loop().create_task(self._read())

    async def _read(self) -> None:
        assert self.socket is not None
        async for text in self.socket:
            message = _messages.decode(text)
            if message.type == "update":
                self.state = message.state
                self.updated.set()


_messages = msgspec.json.Decoder(Message)
_legal = msgspec.json.Decoder(LegalList)


async def play(seats: list[Seat], url: str, until: float, rng: Random, delays: list[float]) -> int:
    """Play one game with two connected seats, each thinking a moment; returns the number of submissions."""
    submitted = 0
    http = PlainHttp(url)
    await asyncio.sleep(rng.uniform(0.0, THINKING))
    while time.perf_counter() < until:
        acting = next((seat for seat in seats if seat.state and seat.state.my_decision), None)
        if acting is None:
            if seats[0].state and seats[0].state.info.result:
                break
            await asyncio.sleep(0.01)
            continue
        legal = _legal.decode(await http.get(f"/api/games/{acting.game}/legal", acting.token))
        choice = rng.choice([choice for group in legal.groups for choice in group.choices])
        other = seats[1 - seats.index(acting)]
        acting.updated.clear()
        other.updated.clear()
        began = time.perf_counter()
        message = {"type": "submit", "id": 1, "action": choice.action, "decision": legal.decision}
        assert acting.socket is not None
        await acting.socket.send(msgspec.json.encode(message).decode())
        await asyncio.wait_for(acting.updated.wait(), 30)
        submitted += 1
        if other.updated.is_set() or await _soon(other.updated):
            delays.append(time.perf_counter() - began)
        await asyncio.sleep(rng.uniform(0.0, THINKING))
    http.close()
    return submitted


async def _soon(event: asyncio.Event) -> bool:
    """Most actions are seen by the other side at once, some not at all."""
    try:
        await asyncio.wait_for(event.wait(), 0.02)
    except TimeoutError:
        return False
    return True


def processor_seconds(pid: int) -> float:
    """Time a process has had on a processor."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(pid: int) -> int:
    """Resident bytes of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


async def measure(server: ProcessServer, games: int, seconds: float) -> None:
    sides = catalogue.title(TITLE).sides
    seats = [{"sides": [side], "player": "me"} for side in sides]
    async with httpx.AsyncClient(base_url=server.url, timeout=60, trust_env=False) as http:
        tables = []
        for _ in range(games):
            made = found(await http.post("/api/games", json={"title": TITLE, "scenario": SCENARIO, "seats": seats}))
            tables.append([Seat(made["game"], seat["token"], number) for number, seat in enumerate(made["seats"])])
        everybody = [seat for table in tables for seat in table]
        before = memory_of(server.pid)
        for start in range(0, len(everybody), 50):
            await asyncio.gather(*(seat.listen(server.url) for seat in everybody[start : start + 50]))
        await asyncio.gather(*(seat.updated.wait() for seat in everybody))
        after = memory_of(server.pid)
        delays: list[float] = []
        used = processor_seconds(server.pid)
        began = time.perf_counter()
        plays = (play(table, server.url, began + seconds, Random(number), delays) for number, table in enumerate(tables))
        submitted = sum(await asyncio.gather(*plays))
        passed = time.perf_counter() - began
        used = processor_seconds(server.pid) - used
        for seat in everybody:
            assert seat.socket is not None
            await seat.socket.close()
    quantiles = statistics.quantiles(delays, n=100)
    print(f"{len(everybody)} connected seats in {games} games, {passed:.1f} s")
    print(f"submits a second: {submitted / passed:.0f}; {1000 * used / submitted:.1f} ms of processor time each, legal list included")
    print(f"the server had {used / passed:.2f} processors")
    print(f"submit to opponent's event: p50 {1000 * quantiles[49]:.1f} ms, p99 {1000 * quantiles[98]:.1f} ms ({len(delays)} measured)")
    print(f"memory for each idle connection: {(after - before) / len(everybody) / 1024:.1f} kB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--postgresql", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        cluster = PostgresCluster.start(Path(folder) / "cluster") if args.postgresql else None
        if args.postgresql and cluster is None:
            print("PostgreSQL is not installed here")
            return
        database = cluster.new_database() if cluster else f"sqlite:///{folder}/games.db"
        server = ProcessServer(database, "--bot-processes", "0")
        server.start()
        try:
            print("PostgreSQL" if cluster else "SQLite")
            asyncio.run(measure(server, args.games, args.seconds))
        finally:
            server.stop()
            if cluster:
                cluster.stop()


if __name__ == "__main__":
    main()
