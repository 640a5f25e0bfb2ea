"""The server is killed at random moments under load: nothing acknowledged is lost, nothing is doubled, every game opens again.

`BLOCKFRONT_KILLS=200` kills it as often; the default is twenty.
"""

import os
import threading
import time
from collections import Counter
from random import Random
from typing import Any

import httpx
import pytest

from blockfront.server.trial import PlayerClient, ProcessServer, found

KILLS = int(os.environ.get("BLOCKFRONT_KILLS", "20"))
GAMES = 4
FIRST_ANSWER = 20.0  # seconds a server on a busy machine may take to it; most kills come after it
SOLO = [{"sides": ["blue", "red"], "player": "me"}]


class Hand:
    """Plays one solo game by submitting until the server dies, and remembers what was acknowledged."""

    def __init__(self, server: ProcessServer, seed: int) -> None:
        self.rng = Random(seed)
        self.acknowledged: Counter[int] = Counter()  # decisions that were answered and acknowledged
        self.decision = 0
        self.in_doubt: tuple[Any, int] | None = None  # a submission that was neither acknowledged nor refused
        self.game, self.token = self._create(server)

    def _create(self, server: ProcessServer) -> tuple[str, str]:
        wanted = {"title": "proving_ground", "scenario": "border_incident", "seats": SOLO}
        made = found(server.http().post("/api/games", json=wanted))
        return made["game"], made["seats"][0]["token"]

    def play(self, server: ProcessServer) -> None:
        with httpx.Client(base_url=server.url, timeout=10, trust_env=False) as http:
            player = PlayerClient(http, self.game, self.token)
            try:
                self._play(player, server)
            except httpx.TransportError:
                return

    def _play(self, player: PlayerClient, server: ProcessServer) -> None:
        while True:
            state = player.state()
            if state["info"]["result"]:
                self.game, self.token = self._create(server)
                self.acknowledged.clear()
                self.decision = 0
                player.game, player.token = self.game, self.token
                continue
            action = self.rng.choice(player.choices())["action"]
            self.in_doubt = (action, state["decision"])
            answer = found(player.submit(action, state["decision"]))
            self.in_doubt = None
            self.acknowledged[state["decision"]] += 1
            self.decision = answer["state"]["decision"]

    def check(self, player: PlayerClient) -> None:
        """The game is where the last acknowledgement left it; a submission in doubt was taken wholly or not at all."""
        state = player.state()
        assert state["decision"] >= self.decision, "an acknowledged action is lost"
        if self.in_doubt is None:
            assert state["decision"] == self.decision, "something happened that nobody asked for"
        else:
            again = player.submit(*self.in_doubt)
            was_taken = state["decision"] > self.in_doubt[1]
            assert again.status_code == (409 if was_taken else 200), "a submission was taken twice, or by half"
        assert max(self.acknowledged.values(), default=1) == 1, "a decision was answered twice"
        self.decision = player.state()["decision"]
        self.in_doubt = None


@pytest.mark.parametrize(("kind", "kills"), [("sqlite", KILLS), ("postgresql", KILLS // 2)])
def test_nothing_acknowledged_is_lost(request: pytest.FixtureRequest, kind: str, kills: int) -> None:
    server = ProcessServer(request.getfixturevalue(kind), "--bot-processes", "0")
    rng = Random(kills)
    server.start()
    hands = [Hand(server, seed) for seed in range(GAMES)]
    acknowledged = 0
    for _ in range(kills):
        threads = [threading.Thread(target=hand.play, args=(server,)) for hand in hands]
        for thread in threads:
            thread.start()
        until = time.monotonic() + (FIRST_ANSWER if rng.random() < 0.8 else 0.0)
        while time.monotonic() < until and not any(hand.acknowledged for hand in hands):
            time.sleep(0.01)
        time.sleep(rng.uniform(0.0, 0.8))
        server.kill()
        for thread in threads:
            thread.join()
        server.start()
        for hand in hands:
            acknowledged += len(hand.acknowledged)
            hand.check(PlayerClient(server.http(), hand.game, hand.token))
            hand.acknowledged.clear()
    server.stop()
    assert acknowledged >= max(1, kills // 2), "hardly anything was played"
