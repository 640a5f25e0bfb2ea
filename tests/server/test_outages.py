"""The database fails under play, again and again, with both sides submitting at once: no game is lost, none is bricked.

`BLOCKFRONT_OUTAGES=50` lets it fail as often; the default is three. A disk that is full is a database that may not grow.
"""

import contextlib
import json
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from blockfront.core import record
from blockfront.games import catalogue
from blockfront.server.storage import database as databases
from tests.server.trial import PlayerClient, PostgresCluster, TrialServer, found
from tests.server.waiting import PATIENCE, wait_for

OUTAGES = int(os.environ.get("BLOCKFRONT_OUTAGES", "3"))
PEOPLE = [{"sides": [side], "player": "me"} for side in ("blue", "red")]
AGAINST_A_BOT = [PEOPLE[0], {"sides": ["red"], "player": "bot", "bot": "recruit"}]
BROKEN = (ConnectionClosed, InvalidHandshake, httpx.TransportError, OSError, TimeoutError)
BUSY = 200  # milliseconds a locked file is waited for here


class Seat:
    """Plays one seat over its WebSocket as fast as it can; comes back whenever it is sent away."""

    def __init__(self, server: TrialServer, player: PlayerClient, seed: int) -> None:
        self._server = server
        self.player = player
        self._rng = Random(seed)
        self.acknowledged = 0
        self.in_doubt = 0  # submissions that were neither acknowledged nor refused
        self.is_over = False
        self._thread = threading.Thread(target=self._run)
        self._goes_on = threading.Event()
        self._goes_on.set()
        self._thread.start()

    def stop(self) -> None:
        self._goes_on.clear()
        self._thread.join()

    def _run(self) -> None:
        with httpx.Client(base_url=self._server.url, timeout=PATIENCE, trust_env=False) as http:
            player = PlayerClient(http, self.player.game, self.player.token)
            while self._goes_on.is_set() and not self.is_over:
                try:
                    with self._server.socket(player) as socket:
                        self._sit(player, socket)
                except BROKEN:
                    time.sleep(0.02)

    def _sit(self, player: PlayerClient, socket: Any) -> None:
        state = self._next_state(socket)
        while state and self._goes_on.is_set() and not self.is_over:
            if not state["my_decision"] or not (action := self._choice(player, state)):
                state = self._next_state(socket) or state
                continue
            self.in_doubt += 1
            socket.send(json.dumps({"type": "submit", "id": 1, "action": action, "decision": state["decision"]}))
            state = self._answered(socket, state)

    def _choice(self, player: PlayerClient, state: Any) -> Any:
        answer = player.get("/legal", side=state["viewer"])
        groups = answer.json()["groups"] if answer.status_code == 200 else []
        choices = [choice["action"] for group in groups for choice in group["choices"]]
        return self._rng.choice(choices) if choices and answer.json()["decision"] == state["decision"] else None

    def _next_state(self, socket: Any) -> Any:
        with contextlib.suppress(TimeoutError):
            while True:
                message = json.loads(socket.recv(timeout=0.3))
                if message["type"] == "update":
                    self.is_over = bool(message["state"]["info"]["result"])
                    return message["state"]
                if message["type"] == "problem":
                    raise OSError("sent away")
        return None

    def _answered(self, socket: Any, state: Any) -> Any:
        while (message := json.loads(socket.recv(timeout=PATIENCE)))["type"] not in ("answer", "problem"):
            if message["type"] == "update":
                state = message["state"]
                self.is_over = bool(state["info"]["result"])
        self.acknowledged += message["type"] == "answer"
        if message["type"] == "answer" or message["problem"]["error"] != "unavailable":
            self.in_doubt -= 1
        return state


class Duel:
    """One game after the other, played by both sides at once until the outages are over."""

    def __init__(self, server: TrialServer, seats: list[dict[str, Any]], seed: int) -> None:
        self._server, self._wanted, self._seed = server, seats, seed
        self.ended: list[list[Seat]] = []
        self._begin()

    def _begin(self) -> None:
        body = {"title": "proving_ground", "scenario": "border_incident", "seats": self._wanted}
        with httpx.Client(base_url=self._server.url, timeout=PATIENCE, trust_env=False) as http:
            made: list[Any] = []

            def make() -> bool:
                answer = http.post("/api/games", json=body)
                made.extend([answer.json()] if answer.status_code == 201 else [])
                return bool(made)

            wait_for(make)
        self._seed += 10
        players = [PlayerClient(self._server.http(), made[0]["game"], seat["token"]) for seat in made[0]["seats"]]
        self.seats = [Seat(self._server, player, self._seed + number) for number, player in enumerate(players)]

    def go_on(self) -> None:
        if all(seat.is_over for seat in self.seats):
            self.stop()
            self._begin()

    def stop(self) -> None:
        for seat in self.seats:
            seat.stop()
        self.ended.append(self.seats)

    def check(self) -> tuple[int, int]:
        """Every game opens, holds what was acknowledged and can be ended; returns games and acknowledged actions."""
        for seats in self.ended:
            for seat in seats:
                if not seat.player.state()["info"]["result"]:
                    found(seat.player.post("/agree_to_end", {}))
            if not seats[0].player.state()["info"]["result"]:
                found(seats[0].player.post("/concede"))
            kept = record.read(seats[0].player.get("/export").text)
            record.verify(kept, record.game_of(kept, catalogue.game))
            for side, seat in enumerate(seats):
                taken = sum(one.side == side for one in kept.taken)
                assert seat.acknowledged <= taken <= seat.acknowledged + seat.in_doubt, "something is lost or doubled"
        return len(self.ended), sum(seat.acknowledged for seats in self.ended for seat in seats)


# ---- outages


@contextlib.contextmanager
def restarts(server: TrialServer, path: Path, cluster: PostgresCluster | None) -> Iterator[None]:
    assert cluster is not None
    cluster.restart()
    yield


@contextlib.contextmanager
def locked(server: TrialServer, path: Path, cluster: PostgresCluster | None) -> Iterator[None]:
    """Somebody else has the file, for longer than we wait."""
    with contextlib.closing(sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        time.sleep(3 * BUSY / 1000)
        yield
        other.execute("ROLLBACK")


@contextlib.contextmanager
def full(server: TrialServer, path: Path, cluster: PostgresCluster | None) -> Iterator[None]:
    storage = server.inside.storage._database

    def may_have(pages: str) -> bool:
        with contextlib.suppress(SQLAlchemyError):  # what is committed together with a write that fails, fails as well
            server.on_loop(storage.write(lambda connection: connection.execute(text(f"PRAGMA max_page_count = {pages}"))))
            return True
        return False

    wait_for(lambda: may_have("1"))  # as many as there are already, and no more
    time.sleep(0.2)
    yield
    wait_for(lambda: may_have("1073741823"))


OUTAGE: dict[str, Callable[..., Any]] = {"restarts": restarts, "locked": locked, "full": full}


@pytest.mark.parametrize("kind", OUTAGE)
def test_no_game_is_lost_or_bricked(
    request: pytest.FixtureRequest, serve: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(databases, "BUSY_MILLISECONDS", BUSY)
    database = request.getfixturevalue("postgresql" if kind == "restarts" else "sqlite")
    cluster = request.getfixturevalue("postgres") if kind == "restarts" else None
    server = serve(database, bot_processes=1, housekeeping_seconds=0.2)
    rng = Random(OUTAGES)
    duels = [Duel(server, seats, seed) for seed, seats in enumerate((PEOPLE, PEOPLE, AGAINST_A_BOT))]
    try:
        for _ in range(OUTAGES):
            before = sum(seat.acknowledged for duel in duels for seat in duel.seats)
            wait_for(lambda: sum(seat.acknowledged for duel in duels for seat in duel.seats) > before or _next(duels))  # noqa: B023
            time.sleep(rng.uniform(0.0, 0.1))
            with OUTAGE[kind](server, tmp_path / "games.db", cluster):
                pass
            wait_for(lambda: server.http().get("/api/health").status_code == 200)
    finally:
        for duel in duels:
            duel.stop()
    games, actions = map(sum, zip(*(duel.check() for duel in duels), strict=True))
    doubtful = sum(seat.in_doubt for duel in duels for seats in duel.ended for seat in seats)
    print(f"{kind}: {OUTAGES} outages, {games} games, {actions} actions acknowledged, {doubtful} in doubt; none lost, none bricked")


def _next(duels: list[Duel]) -> bool:
    """Begin new games where old ones are over."""
    is_over = any(all(seat.is_over for seat in duel.seats) for duel in duels)
    for duel in duels:
        duel.go_on()
    return is_over
