"""The server under load, on loopback: 500 connected seats in 250 games, bounded in time.

    python bench/server_load.py                      SQLite
    python bench/server_load.py --postgresql         a PostgreSQL started for the purpose
    python bench/server_load.py --games 50 --seconds 5

Tells the time from submit to the opponent's event (p50, p99), memory for each idle connection, and submits a second.
"""

import argparse
import asyncio
import json
import resource
import statistics
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from blockfront.games import catalogue
from blockfront.server.trial import PostgresCluster, ProcessServer, found

TITLE, SCENARIO = "proving_ground", "border_incident"


class Seat:
    """A connected seat that remembers its last state and when updates came."""

    def __init__(self, game: str, token: str, number: int) -> None:
        self.game, self.token, self.number = game, token, number
        self.state: dict[str, Any] = {}
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
            message = json.loads(text)
            if message["type"] == "update":
                self.state = message["state"]
                self.updated.set()


async def play(seats: list[Seat], http: httpx.AsyncClient, until: float, rng: Random, delays: list[float]) -> int:
    """Play one game with two connected seats; returns the number of submissions."""
    submitted = 0
    while time.perf_counter() < until:
        acting = next((seat for seat in seats if seat.state.get("my_decision")), None)
        if acting is None:
            if seats[0].state["info"]["result"]:
                break
            await asyncio.sleep(0.002)
            continue
        headers = {"authorization": f"Bearer {acting.token}"}
        legal = (await http.get(f"/api/games/{acting.game}/legal", headers=headers)).json()
        choices = [choice for group in legal["groups"] for choice in group["choices"]]
        other = seats[1 - seats.index(acting)]
        acting.updated.clear()
        other.updated.clear()
        began = time.perf_counter()
        message = {"type": "submit", "id": 1, "action": rng.choice(choices)["action"], "decision": legal["decision"]}
        assert acting.socket is not None
        await acting.socket.send(json.dumps(message))
        await asyncio.wait_for(acting.updated.wait(), 30)
        submitted += 1
        if other.updated.is_set() or await _soon(other.updated):
            delays.append(time.perf_counter() - began)
        await asyncio.sleep(rng.uniform(0.0, 0.2))
    return submitted


async def _soon(event: asyncio.Event) -> bool:
    """Most actions are seen by the other side at once, some not at all."""
    try:
        await asyncio.wait_for(event.wait(), 0.02)
    except TimeoutError:
        return False
    return True


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
        began = time.perf_counter()
        plays = (play(table, http, began + seconds, Random(number), delays) for number, table in enumerate(tables))
        submitted = sum(await asyncio.gather(*plays))
        passed = time.perf_counter() - began
        for seat in everybody:
            assert seat.socket is not None
            await seat.socket.close()
    quantiles = statistics.quantiles(delays, n=100)
    print(f"{len(everybody)} connected seats in {games} games, {passed:.1f} s")
    print(f"submits a second: {submitted / passed:.0f}")
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
