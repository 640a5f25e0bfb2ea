"""Measures the server under load, on loopback, for a limited time: part of `make bench`, or by itself.

    python bench/server_load.py                          SQLite, and PostgreSQL where it is installed
    python bench/server_load.py --games 50 --seconds 5
    python bench/server_load.py --before b4c7f20         and an older revision's server, in the same run

First 500 seats in 250 games play at leisure, to measure the time from a submission to the opponent's event (p50, p99) and the memory
of each idle connection. Then some games are played as fast as the server answers, to measure submissions a second. Driver, server,
database and other programs share the machine, so the server's processor time is given beside the wall-clock time.
"""

import argparse
import asyncio
import json
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx
import msgspec
from felt import checked_out
from timing import Absent, Amount, Row
from websockets.asyncio.client import ClientConnection, connect

from blockfront.games import catalogue

sys.path.insert(0, str(Path(__file__).parents[1]))  # to import the tests' servers
from tests.server.trial import PostgresCluster, ProcessServer, found

CONTESTS = (("eastfront", "s43"), ("blocks_in_the_east", "sbe7"))  # title and scenario: a usual one and a large one
GAMES = 250
LEISURE = 10.0  # longest pause in seconds before a submission of those who play at leisure
AT_ONCE = 24  # games that are played as fast as the server answers
COMMON = 0.5  # chance to choose an action that concerns no unit
SET_UP = 2  # submissions of a game before measuring begins
OPENING = 50  # connections made at a time
PATIENCE = 60.0  # seconds to wait for an answer before it counts as an error


class Info(msgspec.Struct):
    result: Any


class State(msgspec.Struct):
    """The parts of a state that the driver needs; the rest is skipped."""

    info: Info
    my_decision: bool
    decision: int


class StateChange(msgspec.Struct):
    info: Info | msgspec.UnsetType = msgspec.UNSET
    my_decision: bool | msgspec.UnsetType = msgspec.UNSET
    decision: int | msgspec.UnsetType = msgspec.UNSET


class ChoiceOfAction(msgspec.Struct):
    action: msgspec.Raw


class Group(msgspec.Struct):
    block: int | None
    count: int
    choices: list[ChoiceOfAction]


class LegalList(msgspec.Struct):
    decision: int
    groups: list[Group]


class LegalChange(LegalList):
    blocks: list[int | None] = []


class Update(msgspec.Struct, tag="update"):
    state: State
    legal: LegalList | None = None


class Change(msgspec.Struct, tag="change"):
    state: StateChange
    legal: LegalChange | None = None


class Problem(msgspec.Struct, tag="problem"):
    problem: Any


class Answer(msgspec.Struct, tag="answer"): ...


class Seats(msgspec.Struct, tag="seats"): ...


_messages = msgspec.json.Decoder(Update | Change | Problem | Answer | Seats)
_legal = msgspec.json.Decoder(LegalList)


class Figures(NamedTuple):
    """The measurements of one database."""

    seats: int
    delays: list[float]  # seconds from submission to the opponent's event
    kilobytes: float  # of memory for each idle connection
    leisurely: float  # submissions a second of seats that play at leisure
    at_leisure: float  # seconds of processor time for each of these submissions
    fastest: float  # submissions a second
    processor: float  # seconds of processor time for each submission, including its legal list


class PlainHttp:
    """Sends GET requests over one open connection: a client that costs less than the server it measures."""

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
        body = await reader.readexactly(length)
        if b" 200 " not in head.partition(b"\r\n")[0]:
            raise RuntimeError(f"{path}: {body.decode()}")
        return body

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class Seat:
    """A connected seat that remembers its last state and when it arrived."""

    def __init__(self, game: str, token: str) -> None:
        self.game, self.token = game, token
        self.state: State | None = None
        self.legal: LegalList | None = None  # the choices that came with the state
        self.told_at = 0.0
        self.refused: Any = None
        self.news = asyncio.Event()
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    async def listen(self, url: str) -> None:
        address = f"{url.replace('http', 'ws')}/api/games/{self.game}/socket"
        self._socket = await connect(address, compression=None, proxy=None, open_timeout=PATIENCE, ping_interval=None)
        await self._socket.send(json.dumps({"type": "hello", "token": self.token, "changes": True}))
        self._reader = asyncio.get_running_loop().create_task(self._read(self._socket))
        await asyncio.wait_for(self.news.wait(), PATIENCE)

    async def _read(self, socket: ClientConnection) -> None:
        async for text in socket:
            message = _messages.decode(text)
            match message:
                case Update():
                    self.state, self.legal = message.state, message.legal
                case Change():
                    self._follow(message)
                case Problem():
                    self.refused = message.problem
                case _:
                    continue
            self.told_at = time.perf_counter()
            self.news.set()

    def _follow(self, change: Change) -> None:
        assert self.state is not None
        told = {name: value for name in StateChange.__struct_fields__ if (value := getattr(change.state, name)) is not msgspec.UNSET}
        self.state = msgspec.structs.replace(self.state, **told)
        if change.legal is None:
            self.legal = None
            return
        known = {group.block: group for group in (*(self.legal.groups if self.legal else ()), *change.legal.groups)}
        self.legal = LegalList(change.legal.decision, [known[block] for block in change.legal.blocks])

    async def submit(self, action: msgspec.Raw, decision: int) -> None:
        """Submits an action and waits for its effect."""
        assert self._socket is not None
        self.news.clear()
        await self._socket.send(msgspec.json.encode({"type": "submit", "id": 1, "action": action, "decision": decision}).decode())
        await asyncio.wait_for(self.news.wait(), PATIENCE)
        refused, self.refused = self.refused, None
        if refused is not None and refused["error"] != "stale_decision":  # an action of the other side may still be on its way
            raise RuntimeError(f"a legal action was refused: {refused}")

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await asyncio.gather(self._reader, return_exceptions=True)


class Table(NamedTuple):
    """A game with both seats connected, and the random numbers it is played with."""

    seats: tuple[Seat, Seat]
    rng: Random

    async def set_up(self, url: str) -> None:
        """Makes the first submissions, in which both sides deploy: only once a game, and costlier than any other."""
        await self.play(url, time.perf_counter() + PATIENCE, 0.0, [], at_most=SET_UP)

    async def play(self, url: str, until: float, leisure: float, delays: list[float], at_most: int = 1 << 30) -> int:
        """Plays until the time or the game is over; returns the number of submissions.

        Nothing else happens in the game meanwhile, so whatever reaches the opponent is the effect of the last submission.
        """
        submitted = 0
        http = PlainHttp(url)
        await asyncio.sleep(self.rng.uniform(0.0, leisure))
        while time.perf_counter() < until and submitted < at_most and not self._is_over():
            acting = next((seat for seat in self.seats if seat.state and seat.state.my_decision), None)
            chosen = await self._chosen(http, acting) if acting else None
            if acting is None or chosen is None:
                await asyncio.sleep(0.005)
                continue
            action, decision = chosen
            began = time.perf_counter()
            await acting.submit(action, decision)
            submitted += 1
            await asyncio.sleep(self.rng.uniform(0.2, max(0.2, leisure)) if leisure else 0)
            other = self.seats[acting is self.seats[0]]
            if leisure and other.told_at > began:
                delays.append(other.told_at - began)
        http.close()
        return submitted

    async def _chosen(self, http: PlainHttp, acting: Seat) -> tuple[msgspec.Raw, int] | None:
        """Returns any choice and its decision number, asking the server for choices that did not come with the state, as a client does.

        None if the game has gone on and there is nothing to choose any more.
        """
        path = f"/api/games/{acting.game}/legal"
        legal = acting.legal or _legal.decode(await http.get(path, acting.token))
        if not legal.groups:
            return None
        common = [group for group in legal.groups if group.block is None]  # these end phases and reach the opponent
        weights = [group.count for group in legal.groups]
        group = common[0] if common and self.rng.random() < COMMON else self.rng.choices(legal.groups, weights)[0]
        if not group.choices:
            groups = _legal.decode(await http.get(f"{path}?block={group.block}", acting.token)).groups
            if not groups:
                return None
            (group,) = groups
        return self.rng.choice(group.choices).action, legal.decision

    def _is_over(self) -> bool:
        state = self.seats[0].state
        return state is not None and state.info.result is not None


def processor_seconds(pid: int) -> float:
    """Returns the processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(pid: int) -> int:
    """Returns the resident memory of a process in bytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


async def open_tables(http: httpx.AsyncClient, contest: tuple[str, str], games: int) -> list[Table]:
    title, scenario = contest
    sides = catalogue.title(title).sides
    wanted = {"title": title, "scenario": scenario, "seats": [{"sides": [side], "player": "me"} for side in sides]}
    tables = []
    for number in range(games):
        made = found(await http.post("/api/games", json=wanted))
        first, second = (Seat(made["game"], seat["token"]) for seat in made["seats"])
        tables.append(Table((first, second), Random(number)))
    return tables


async def play_all(tables: list[Table], server: ProcessServer, seconds: float, leisure: float) -> tuple[float, float, list[float]]:
    """Plays all tables; returns submissions a second, processor time for each, and the delays."""
    delays: list[float] = []
    used, began = processor_seconds(server.pid), time.perf_counter()
    submitted = sum(await asyncio.gather(*(table.play(server.url, began + seconds, leisure, delays) for table in tables)))
    passed = time.perf_counter() - began
    return submitted / passed, (processor_seconds(server.pid) - used) / max(1, submitted), delays


async def measure(server: ProcessServer, contest: tuple[str, str], games: int, seconds: float) -> Figures:
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE, trust_env=False) as http:
        tables = await open_tables(http, contest, games)
        seats = [seat for table in tables for seat in table.seats]
        before = memory_of(server.pid)
        for start in range(0, len(seats), OPENING):
            await asyncio.gather(*(seat.listen(server.url) for seat in seats[start : start + OPENING]))
        kilobytes = (memory_of(server.pid) - before) / len(seats) / 1024
        await asyncio.gather(*(table.set_up(server.url) for table in tables))
        leisurely, at_leisure, delays = await play_all(tables, server, seconds, LEISURE)
        fastest, processor, _ = await play_all(tables[:AT_ONCE], server, seconds / 2, 0.0)
        for start in range(0, len(seats), OPENING):
            await asyncio.gather(*(seat.close() for seat in seats[start : start + OPENING]))
    return Figures(len(seats), delays, kilobytes, leisurely, at_leisure, fastest, processor)


@contextmanager
def databases(folder: Path) -> Iterator[dict[str, str]]:
    """Yields the addresses of empty databases, with PostgreSQL if its programs are found."""
    cluster = PostgresCluster.start(folder / "cluster")
    addresses = {"SQLite": f"sqlite:///{folder}/games.db"}
    try:
        yield addresses | ({"PostgreSQL": cluster.new_database()} if cluster else {})
    finally:
        if cluster is not None:
            cluster.stop()


def rows(kind: str, seen: Figures) -> Iterator[Row]:
    cuts = statistics.quantiles(seen.delays, n=100) if len(seen.delays) > 1 else [0.0] * 99
    crowd = f"{kind}, {seen.seats} connected seats"
    yield Amount(f"{crowd}: submit to the opponent's event, p50", 1000 * cuts[49], "ms")
    yield Amount(f"{crowd}: submit to the opponent's event, p99", 1000 * cuts[98], "ms")
    yield Amount(f"{crowd}: submissions meanwhile", seen.leisurely, "a second")
    yield Amount(f"{crowd}: processor time of a submission meanwhile", 1000 * seen.at_leisure, "ms")
    yield Amount(f"{kind}: memory of an idle connection", seen.kilobytes, "kB")
    yield Amount(f"{kind}: submissions as fast as answered", seen.fastest, "a second")
    yield Amount(f"{kind}: processor time of a submission and its legal list", 1000 * seen.processor, "ms")
    yield Amount(f"{kind}: submissions for a second of processor time", 1 / max(seen.processor, 1e-9), "")


def _under_load(name: str, server: ProcessServer, contest: tuple[str, str], games: int, seconds: float) -> Iterator[Row]:
    """Yields the measurements of one contest; on a machine too busy to answer in time only that."""
    try:
        seen = asyncio.run(measure(server, contest, games, seconds))
    except (TimeoutError, httpx.TimeoutException):
        yield Absent(name, f"an answer took more than {PATIENCE:.0f} s")
        return
    yield from rows(name, seen)


def timings(before: str | None = None, games: int = GAMES, seconds: float = 20.0) -> Iterator[Row]:
    """Yields the measurements of each database; with an older revision, also those of its server."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name, checked_out(before) if before else nullcontext() as tree:
        folder = Path(name)
        folder.chmod(0o755)
        sources = {"": None} | ({f"before ({before}), ": tree / "src"} if tree else {})
        for number, (whose, source) in enumerate(sources.items()):
            part = folder / str(number)
            part.mkdir(mode=0o755)
            with databases(part) as found_here:
                for kind, address in found_here.items():
                    server = ProcessServer(address, "--bot-processes", "0", source=source)
                    server.start()
                    try:
                        for contest in CONTESTS:
                            yield from _under_load(f"{whose}{kind}, {contest[1]}", server, contest, games, seconds)
                    finally:
                        server.stop()
                if "PostgreSQL" not in found_here:
                    yield Absent("PostgreSQL", "not installed here")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seconds", type=float, default=20.0, help="of leisurely play, for each database; half as long at full speed")
    parser.add_argument("--before", help="an older revision whose server is measured in the same run")
    args = parser.parse_args()
    for row in timings(args.before, args.games, args.seconds):
        print(f"{row.name}: left out, {row.reason}" if isinstance(row, Absent) else f"{row.name}: {row[1]:.1f} {row[2]}", flush=True)


if __name__ == "__main__":
    main()
