"""The server is killed at random moments under load: nothing acknowledged is lost, nothing is doubled, every game opens again.

`BLOCKFRONT_KILLS=200` kills it as often; the default is six.
"""

import os
import threading
import time
from random import Random
from typing import Any

import httpx
import pytest

from blockfront.core import record
from blockfront.games import catalogue
from tests.server.trial import PlayerClient, ProcessServer, found
from tests.server.waiting import PATIENCE, wait_for

KILLS = int(os.environ.get("BLOCKFRONT_KILLS", "6"))
SPARE = 8  # further kills if too few of them came while somebody was submitting
GAMES = 4
MOST_ANSWERS = 12  # acknowledgements after which a kill comes at the latest
SOLO = [{"sides": ["blue", "red"], "player": "me"}]


class Hand:
    """Plays one solo game after the other by submitting until the server dies, and remembers what was acknowledged."""

    def __init__(self, server: ProcessServer, seed: int) -> None:
        self.rng = Random(seed)
        self.answers = 0  # acknowledgements since the last kill
        self.finished: list[tuple[str, str, int]] = []  # game, token, actions
        self.in_doubt: tuple[Any, int] | None = None  # a submission that was neither acknowledged nor refused
        self._begin(server.http())

    def _begin(self, http: httpx.Client) -> None:
        wanted = {"title": "proving_ground", "scenario": "border_incident", "seats": SOLO}
        made = found(http.post("/api/games", json=wanted))
        self.taken = 0  # actions that the game must have, no more and no fewer
        self.decision = 0
        self.game, self.token = made["game"], made["seats"][0]["token"]

    def play(self, server: ProcessServer) -> None:
        with httpx.Client(base_url=server.url, timeout=PATIENCE, trust_env=False) as http:
            player = PlayerClient(http, self.game, self.token)
            try:
                while True:
                    if self._is_over(player):
                        self.finished.append((self.game, self.token, self.taken))
                        self._begin(http)
                        player.game, player.token = self.game, self.token
                    self._submit(player)
            except httpx.TransportError:
                return

    def _is_over(self, player: PlayerClient) -> bool:
        state = player.state()
        assert state["decision"] == self.decision, "something happened that nobody asked for"
        return bool(state["info"]["result"])

    def _submit(self, player: PlayerClient) -> None:
        action = self.rng.choice(player.choices())["action"]
        self.in_doubt = (action, self.decision)
        self._acknowledged(found(player.submit(*self.in_doubt)))
        self.answers += 1

    def _acknowledged(self, update: Any) -> None:
        self.decision = update["state"]["decision"]
        self.taken += 1
        self.in_doubt = None

    def check(self, player: PlayerClient) -> str:
        """The game is where the last acknowledgement left it; a submission in doubt was taken wholly or not at all."""
        decision = player.state()["decision"]
        assert decision >= self.decision, "an acknowledged action is lost"
        if self.in_doubt is None:
            assert decision == self.decision, "something happened that nobody asked for"
            return "idle"
        again = player.submit(*self.in_doubt)
        if decision > self.decision:
            assert again.status_code == 409, "a submission was taken twice"
            self._acknowledged({"state": player.state()})
            return "taken"
        self._acknowledged(found(again))
        return "not taken"

    def verify(self, http: httpx.Client) -> int:
        """The records of all games hold, and have every action once; returns how many there are."""
        player = PlayerClient(http, self.game, self.token)
        if not player.state()["info"]["result"]:
            found(player.post("/agree_to_end", {}))
        games = dict.fromkeys([*self.finished, (self.game, self.token, self.taken)])
        for game, token, taken in games:
            kept = record.read(PlayerClient(http, game, token).get("/export").text)
            record.verify(kept, record.game_of(kept, catalogue.game))
            assert sum(one.side >= 0 for one in kept.taken) == taken
        return sum(taken for _, _, taken in games)


@pytest.mark.parametrize(("kind", "kills"), [("sqlite", KILLS), ("postgresql", max(2, KILLS // 4))])
def test_nothing_acknowledged_is_lost(request: pytest.FixtureRequest, kind: str, kills: int) -> None:
    server = ProcessServer(request.getfixturevalue(kind), "--bot-processes", "0")
    rng = Random(kills)
    server.start()
    hands = [Hand(server, seed) for seed in range(GAMES)]
    found_after: list[str] = []
    for number in range(kills + SPARE):
        if number >= kills and under_way(found_after) >= kills // 2:
            break
        threads = [threading.Thread(target=hand.play, args=(server,)) for hand in hands]
        for thread in threads:
            thread.start()
        wanted = rng.randint(0, MOST_ANSWERS)
        wait_for(lambda: sum(hand.answers for hand in hands) >= wanted, 0.002)  # noqa: B023
        time.sleep(rng.uniform(0.0, 0.02))
        server.kill()
        for thread in threads:
            thread.join()
        server.start()
        for hand in hands:
            hand.answers = 0
            found_after.append(hand.check(PlayerClient(server.http(), hand.game, hand.token)))
    actions = sum(hand.verify(server.http()) for hand in hands)
    server.stop()
    print(f"{kind}: {kills} kills, {actions} actions; submissions under way were", end=" ")
    print(", ".join(f"{what} {found_after.count(what)}" for what in ("taken", "not taken")))
    assert under_way(found_after) >= kills // 2, "hardly a kill came while somebody was submitting"


def under_way(found: list[str]) -> int:
    """Returns how often a kill came while somebody was submitting."""
    return len(found) - found.count("idle")
