"""Two servers on two hosts share one PostgreSQL: games are played across both, one host dies, nothing is lost. Needs root and iproute2.

    python bench/two_hosts.py                    50 games, 20 seconds
    python bench/two_hosts.py --games 100 --seconds 30

The hosts are network namespaces of this machine, joined by virtual cables. Every game has one player at each host. After half the time
the first host is killed and its players reconnect at the second. Everything that the servers had confirmed must be in the database.
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import asyncpg
import httpx
from server_load import PATIENCE, Seat, Table, memory_of, open_tables, processor_seconds
from websockets.exceptions import WebSocketException

sys.path.insert(0, str(Path(__file__).parents[1]))  # to import the tests' servers
from tests.server.trial import PostgresCluster

PORT = 8642
CONTEST = ("proving_ground", "border_incident")  # title and scenario: a small one, because the servers are measured, not the rules
NETWORK = "10.213.77"  # network of the virtual cables, not used outside this machine
OUR_END, BRIDGE = f"{NETWORK}.1", "bftrial"
SEATS = 10_000  # seats to which the figures are scaled
ACTS_EVERY = 60.0  # seconds between two submissions of a playing seat


class Host(NamedTuple):
    """A network namespace with a server running in it."""

    name: str
    address: str
    server: "subprocess.Popen[bytes]"

    @property
    def url(self) -> str:
        return f"http://{self.address}:{PORT}"


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


@contextmanager
def network(hosts: int) -> Iterator[list[tuple[str, str]]]:
    """Yields network namespaces with an address each, joined by a bridge with its own address."""
    names = [f"bftrial{number}" for number in range(hosts)]
    found = [(name, f"{NETWORK}.{number + 2}") for number, name in enumerate(names)]
    try:
        ip("link", "add", BRIDGE, "type", "bridge")
        ip("addr", "add", f"{OUR_END}/24", "dev", BRIDGE)
        ip("link", "set", BRIDGE, "up")
        for name, address in found:
            ip("netns", "add", name)
            ip("link", "add", f"{name}c", "type", "veth", "peer", "name", "eth0", "netns", name)
            ip("link", "set", f"{name}c", "master", BRIDGE, "up")
            ip("-n", name, "addr", "add", f"{address}/24", "dev", "eth0")
            ip("-n", name, "link", "set", "eth0", "up")
            ip("-n", name, "link", "set", "lo", "up")
        yield found
    finally:
        for name in names:
            subprocess.run(["ip", "netns", "del", name], check=False, stderr=subprocess.DEVNULL)
        subprocess.run(["ip", "link", "del", BRIDGE], check=False, stderr=subprocess.DEVNULL)


def start(name: str, address: str, database: str) -> Host:
    """Starts a server on a host and waits until it answers."""
    command = [sys.executable, "-m", "blockfront.cli.main", "serve", "--database", database, "--host", address, "--port", str(PORT)]
    command += ["--rate", "0", "--bot-processes", "0", "--log-level", "error"]
    host = Host(name, address, subprocess.Popen(["ip", "netns", "exec", name, *command]))
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and host.server.poll() is None:
        try:
            if httpx.get(f"{host.url}/api/health", timeout=5, trust_env=False).status_code == 200:
                return host
        except httpx.TransportError:
            time.sleep(0.05)
    host.server.kill()
    raise RuntimeError(f"the server at {name} did not start")


async def listen_all(seats: list[Seat], url: str) -> None:
    await asyncio.gather(*(seat.listen(url) for seat in seats))


async def play(tables: list[Table], url: str, seconds: float) -> tuple[Counter[str], list[float]]:
    """Plays all tables; returns confirmed submissions by game, and the delays. A game stops when its server does."""
    answered: Counter[str] = Counter()
    delays: list[float] = []

    async def one(table: Table) -> None:
        try:
            answered[table.seats[0].game] += await table.play(url, time.perf_counter() + seconds, 2.0, delays)
        except (OSError, asyncio.IncompleteReadError, WebSocketException, TimeoutError):
            return

    await asyncio.gather(*(one(table) for table in tables))
    return answered, delays


async def stored(database: str) -> Counter[str]:
    """Returns the number of players' actions in the journal, by game."""
    connection = await asyncpg.connect(database)
    try:
        rows = await connection.fetch("SELECT game, count(*) AS number FROM journal WHERE side >= 0 GROUP BY game")
    finally:
        await connection.close()
    return Counter({row["game"]: row["number"] for row in rows})


async def trial(first: Host, second: Host, database: str, games: int, seconds: float) -> None:
    async with httpx.AsyncClient(base_url=first.url, timeout=PATIENCE, trust_env=False) as http:
        tables = await open_tables(http, CONTEST, games)
    ours, theirs = [table.seats[0] for table in tables], [table.seats[1] for table in tables]
    before = memory_of(second.server.pid)
    await listen_all(ours, first.url)
    await listen_all(theirs, second.url)
    kilobytes = (memory_of(second.server.pid) - before) / len(theirs) / 1024
    used, began = processor_seconds(first.server.pid) + processor_seconds(second.server.pid), time.perf_counter()
    answered, delays = await play(tables, second.url, seconds / 2)
    passed = time.perf_counter() - began
    processor = (processor_seconds(first.server.pid) + processor_seconds(second.server.pid) - used) / max(1, answered.total())
    first.server.kill()
    first.server.wait()
    for seat in ours:
        await seat.close()
        seat.news.clear()
    await listen_all(ours, second.url)
    more, _ = await play(tables, second.url, seconds / 2)
    kept = await stored(database)
    lost = [game for game, number in (answered + more).items() if kept[game] < number]
    for seat in (*ours, *theirs):
        await seat.close()
    cuts = statistics.quantiles(delays, n=100) if len(delays) > 1 else [0.0] * 99
    print(f"{games} games across two hosts: {answered.total() / passed:.1f} submissions a second at leisure")
    print(f"submit at one host to the event at the other: p50 {1000 * cuts[49]:.1f} ms, p99 {1000 * cuts[98]:.1f} ms")
    print(f"one host killed: {more.total()} submissions afterwards, {len(lost)} games lost anything that had been answered")
    print(f"processor time of a submission with its legal list: {1000 * processor:.2f} ms; memory of a connection: {kilobytes:.0f} kB")
    print(
        f"scaled to {SEATS} seats that act every {ACTS_EVERY:.0f} s: {SEATS / ACTS_EVERY:.0f} submissions a second = "
        f"{SEATS / ACTS_EVERY * processor:.2f} cores of servers, {SEATS * kilobytes / 1024:.0f} MiB of connections"
    )
    if lost:
        raise SystemExit(f"lost: {', '.join(lost)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20.0)
    args = parser.parse_args()
    if os.geteuid() != 0:
        raise SystemExit("network namespaces need root")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name, network(2) as hosts:
        folder = Path(name)
        folder.chmod(0o755)
        cluster = PostgresCluster.start(folder / "cluster", also=(OUR_END, f"{NETWORK}.0/24"))
        if cluster is None:
            raise SystemExit("PostgreSQL is not installed here")
        try:
            here = cluster.new_database()
            database = here.replace("127.0.0.1", OUR_END)
            first, second = (start(host, address, database) for host, address in hosts)
            try:
                asyncio.run(trial(first, second, here, args.games, args.seconds))
            finally:
                for host in (first, second):
                    host.server.kill()
                    host.server.wait()
        finally:
            cluster.stop()


if __name__ == "__main__":
    main()
