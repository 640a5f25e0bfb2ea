"""Several workers on one PostgreSQL: a game played by people at different ones stays in step."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from typing import Any

import pytest

from tests.server.trial import PlayerClient, ProcessServer, TrialServer, found
from tests.server.waiting import next_message, sent_so_far, wait_for


def two_workers(serve: Any, database: str, workers: int = 2) -> list[TrialServer]:
    return [serve(database, workers=workers) for _ in range(2)]


def is_in_step(here: PlayerClient, there: PlayerClient) -> bool:
    return here.state() == there.state()


def has_gone_on(player: PlayerClient, decision: int) -> bool:
    return bool(player.state()["decision"] > decision)


@pytest.mark.parametrize("workers", [1, 2])
def test_people_at_different_workers_play_in_step(serve: Any, postgresql: str, new_game: Any, workers: int) -> None:
    """Also where each is a server of its own that was not told of the other."""
    first, second = two_workers(serve, postgresql, workers)
    blue, red = new_game(first)
    red = PlayerClient(second.http(), red.game, red.token)
    rng = Random(6)
    with first.socket(blue) as at_first, second.socket(red) as at_second:
        latest: dict[PlayerClient, Any] = {}

        def is_up_to_date(player: PlayerClient, socket: Any) -> bool:
            for message in sent_so_far(socket):
                if message["type"] == "update":
                    latest[player] = message["state"]
            return bool(latest[player]["view"] == player.state()["view"])

        for _ in range(40):
            player = next((one for one in (blue, red) if one.state()["my_decision"]), None)
            if player is None:
                break
            player.play(rng)
            state = player.state()
            if state["can_undo"] and rng.random() < 0.5:
                found(player.post("/undo", {"decision": state["decision"]}))
            wait_for(lambda: blue.state()["my_decision"] or red.state()["my_decision"] or blue.state()["info"]["result"])
        wait_for(lambda: is_up_to_date(blue, at_first))
        wait_for(lambda: is_up_to_date(red, at_second))
    for seat in (blue, red):
        here, there = PlayerClient(first.http(), seat.game, seat.token), PlayerClient(second.http(), seat.game, seat.token)
        wait_for(partial(is_in_step, here, there))
        assert found(here.get("/log")) == found(there.get("/log"))


def test_of_two_submissions_at_different_workers_one_wins(serve: Any, postgresql: str, new_game: Any) -> None:
    workers = two_workers(serve, postgresql)
    (solo,) = new_game(workers[0], [{"sides": ["blue", "red"], "player": "me"}])
    rng = Random(2)
    for _ in range(15):
        decision = solo.state()["decision"]
        action = rng.choice(solo.choices())["action"]
        clients = [PlayerClient(workers[number % 2].http(), solo.game, solo.token) for number in range(4)]
        with ThreadPoolExecutor(4) as pool:
            answers = [pool.submit(client.submit, action, decision) for client in clients]
        assert sorted(answer.result().status_code for answer in answers) == [200, 409, 409, 409]
        wait_for(partial(has_gone_on, solo, decision))


def test_chat_presence_and_joining_reach_other_workers(serve: Any, postgresql: str) -> None:
    first, second = two_workers(serve, postgresql)
    seats = [{"sides": ["blue"], "player": "me"}, {"sides": ["red"], "player": "invited"}]
    made = found(first.http().post("/api/games", json={"title": "proving_ground", "scenario": "border_incident", "seats": seats}))
    blue = PlayerClient(first.http(), made["game"], made["seats"][0]["token"])
    blue.state()
    key = found(second.http().post("/api/join", json={"invitation": made["invitations"][0]["invitation"], "name": "Ben"}))
    wait_for(lambda: blue.state()["info"]["seats"][1]["player"] == "person")
    red = PlayerClient(second.http(), made["game"], key["token"])
    with first.socket(blue) as at_first, second.socket(red):
        next_message(at_first, "update")
        wait_for(lambda: blue.state()["info"]["seats"][1]["connected"])
        found(red.post("/chat", {"text": "Hello from over here"}))
        assert next_message(at_first, "said")["line"]["text"] == "Hello from over here"
    wait_for(lambda: not blue.state()["info"]["seats"][1]["connected"])


def test_one_worker_leads(serve: Any, postgresql: str) -> None:
    workers = two_workers(serve, postgresql)
    listener = [worker.inside.listener for worker in workers]

    def leads() -> list[bool]:
        return [worker.on_loop(one.leads()) for one, worker in zip(listener, workers, strict=True) if one is not None]

    assert sorted(leads()) == [False, True]


def test_worker_processes_share_a_port_and_a_game(postgresql: str) -> None:
    """Each request on a connection of its own, so that any of the processes may answer."""
    server = ProcessServer(postgresql, "--workers", "2", "--bot-processes", "0")
    server.start()
    try:
        seats = [{"sides": ["blue", "red"], "player": "me"}]
        wanted = {"title": "proving_ground", "scenario": "border_incident", "seats": seats}
        made = found(server.http().post("/api/games", json=wanted))
        rng = Random(9)
        taken = 0
        for _ in range(25):
            solo = PlayerClient(server.http(), made["game"], made["seats"][0]["token"])
            state = solo.state()
            other = PlayerClient(server.http(), solo.game, solo.token)
            answer = other.submit(rng.choice(solo.choices())["action"], state["decision"])
            assert answer.status_code in (200, 409)
            taken += answer.status_code == 200
            server.close_clients()
        assert taken > 15
    finally:
        server.stop()


def test_nothing_said_at_once_at_different_workers_is_lost(serve: Any, postgresql: str, new_game: Any) -> None:
    workers = two_workers(serve, postgresql)
    blue, red = new_game(workers[0])
    speakers = [PlayerClient(workers[number].http(), seat.game, seat.token) for number, seat in enumerate((blue, red))]
    with ThreadPoolExecutor(2) as pool:
        said = [pool.submit(speakers[number % 2].post, "/chat", {"text": f"line {number}"}) for number in range(20)]
    assert {one.result().status_code for one in said} == {200}
    lines = found(blue.get("/chat"))["lines"]
    assert sorted(line["text"] for line in lines) == sorted(f"line {number}" for number in range(20))
