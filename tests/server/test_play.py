"""Playing over HTTP and the WebSocket."""

import contextlib
import json
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from blockfront.server.settings import Settings
from tests.server.trial import PlayerClient, TrialServer, found
from tests.server.waiting import PATIENCE, next_message, sent_so_far


def to_decide(players: list[PlayerClient]) -> PlayerClient:
    return next(player for player in players if player.state()["my_decision"])


def test_a_whole_game_is_played_over_http(serve: Any, database: str, new_game: Any) -> None:
    players = new_game(serve(database))
    rng = Random(1)
    for _ in range(2000):
        state = players[0].state()
        if state["info"]["result"]:
            break
        to_decide(players).play(rng)
    state = players[0].state()
    assert state["info"]["result"]["reason"]
    assert state["info"]["seed"]
    assert state["to_act"] == []
    assert players[0].submit({"type": "EndMovement"}, state["decision"]).status_code == 422


def test_a_seat_sees_its_own_side_and_the_log_it_may_know(server: TrialServer, new_game: Any) -> None:
    blue, red = new_game(server)
    decision = blue.state()["decision"]
    found(blue.submit(blue.choices()[0]["action"], decision))
    assert [line["event"]["type"] for line in found(blue.get("/log"))["lines"]][-1] == "PlanChosen"
    assert "PlanChosen" not in red.get("/log").text
    assert red.state()["decision"] == 0
    assert blue.state()["viewer"] == 0
    assert red.state()["viewer"] == 1


def test_a_stale_decision_is_refused_and_changes_nothing(server: TrialServer, new_game: Any) -> None:
    blue, _ = new_game(server)
    action = blue.choices()[0]["action"]
    decision = blue.state()["decision"]
    assert blue.submit(action, decision).status_code == 200
    before = blue.get().content
    again = blue.submit(action, decision)
    assert again.status_code == 409
    assert again.json()["error"] == "stale_decision"
    assert blue.get().content == before


def test_of_two_simultaneous_submissions_one_wins(serve: Any, database: str, new_game: Any) -> None:
    server = serve(database)
    (solo,) = new_game(server, [{"sides": ["blue", "red"], "player": "me"}])
    rng = Random(3)
    for _ in range(10):
        decision = solo.state()["decision"]
        action = rng.choice(solo.choices())["action"]
        clients = [PlayerClient(server.http(), solo.game, solo.token) for _ in range(4)]
        with ThreadPoolExecutor(len(clients)) as pool:
            answers = [pool.submit(client.submit, action, decision) for client in clients]
        assert sorted(answer.result().status_code for answer in answers) == [200, 409, 409, 409]


def test_an_illegal_action_is_refused_with_its_clause(server: TrialServer, new_game: Any) -> None:
    blue, _ = new_game(server)
    before = blue.get().content
    refused = blue.submit({"type": "Move", "block": 0, "target": 1}, blue.state()["decision"])
    assert refused.status_code == 422
    assert refused.json()["clause"].startswith("PG-")
    reason = found(blue.post("/why_not", {"action": {"type": "Move", "block": 0, "target": 1}}))
    assert not reason["allowed"]
    assert reason["text"] == refused.json()["message"]
    assert all(reason[name] == refused.json()[name] for name in ("clause", "because", "values", "details"))
    allowed = found(blue.post("/why_not", {"action": blue.choices()[0]["action"]}))
    assert allowed == {"allowed": True, "text": "", "clause": "", "because": "", "values": {}, "details": []}
    assert blue.submit({"type": "Nonsense"}, 0).status_code == 400
    assert blue.get().content == before


def test_a_refused_deployment_tells_every_problem_by_name_and_values(server: TrialServer, new_game: Any) -> None:
    seats = [{"sides": ["axis", "soviet"], "player": "me"}]
    (solo,) = new_game(server, seats, title="eastfront", scenario="w41")
    proposed = solo.choices()[0]["action"]
    placements = [*proposed["placements"][2:], [proposed["placements"][2][0], 9, proposed["placements"][2][2]]]
    wrong = {**proposed, "placements": placements}
    refused = solo.submit(wrong, solo.state()["decision"]).json()
    assert (refused["because"], refused["values"]) == ("deployment", {})
    assert len(refused["details"]) > 2
    twice = next(detail for detail in refused["details"] if detail["because"] == "placed_twice")
    assert (twice["values"], twice["clause"]) == ({"block": placements[0][0]}, "EF-1.2a")
    assert all(detail["text"] in refused["message"] and detail["clause"] for detail in refused["details"])
    assert found(solo.post("/why_not", {"action": wrong}))["details"] == refused["details"]


def test_the_other_side_cannot_act_for_me(server: TrialServer, new_game: Any) -> None:
    blue, red = new_game(server)
    action = blue.choices()[0]["action"]
    assert PlayerClient(blue.http, blue.game, "x" * 32).submit(action, 0).status_code == 401
    assert red.submit(action, 0, side=0).status_code == 403
    (elsewhere, _) = new_game(server)
    assert PlayerClient(blue.http, blue.game, elsewhere.token).submit(action, 0).status_code == 401


def test_choices_are_grouped_by_block_and_lazy_when_many(server: TrialServer, new_game: Any) -> None:
    (solo,) = new_game(server, [{"sides": ["axis", "soviet"], "player": "me"}], title="eastfront", scenario="edelweiss")
    to_movement(solo)
    legal = found(solo.get("/legal"))
    assert legal["count"] > 120
    assert all(not group["choices"] for group in legal["groups"] if group["block"] is not None)
    assert all(group["choices"] for group in legal["groups"] if group["block"] is None)
    block = next(group for group in legal["groups"] if group["hexes"])
    (asked,) = found(solo.get("/legal", block=block["block"]))["groups"]
    assert len(asked["choices"]) == block["count"] == asked["count"]
    assert {choice["hex"] for choice in asked["choices"]} - {None} == set(block["hexes"])
    assert sum(group["count"] for group in legal["groups"]) == legal["count"]


def test_watchers_are_told_at_once_and_only_what_they_may_know(server: TrialServer, new_game: Any) -> None:
    blue, red = new_game(server)
    with server.socket(blue) as at_blue, server.socket(red) as at_red:
        first = next_message(at_blue, "update")
        next_message(at_red, "update")
        choice = blue.choices()[0]["action"]
        at_blue.send(json.dumps({"type": "submit", "id": 7, "action": choice, "decision": first["state"]["decision"]}))
        told = next_message(at_blue, "update")
        assert told["lines"][-1]["event"]["type"] == "PlanChosen"
        assert next_message(at_blue) == {"type": "answer", "id": 7}
        assert "update" not in [message["type"] for message in sent_so_far(at_red)]


def test_undo_takes_back_and_tells_a_shorter_log(server: TrialServer, new_game: Any) -> None:
    (solo,) = new_game(server, [{"sides": ["blue", "red"], "player": "me"}])
    rng = Random(5)
    with server.socket(solo) as socket:
        next_message(socket, "update")
        for _ in range(60):
            before = solo.state()
            solo.play(rng)
            after = solo.state()
            if not after["can_undo"]:
                continue
            undone = found(solo.post("/undo", {"decision": after["decision"]}))
            assert undone["state"]["view"] == solo.state(side=undone["state"]["viewer"])["view"]
            assert undone["state"]["decision"] == after["decision"] + 1
            if before["viewer"] == undone["state"]["viewer"]:
                assert undone["state"]["view"] == before["view"]
                assert undone["state"]["log_length"] == before["log_length"]
                return
    raise AssertionError("nothing could be undone")


def to_movement(player: PlayerClient) -> None:
    """Of EastFront's solo Edelweiss: as far as the first movement."""
    found(player.submit(next(c for c in player.choices() if c["action"].get("blitz") is False)["action"], 0))
    while player.state()["prompt"]["message"] != "MovementPhase":
        found(player.submit({"type": "end"}, player.state()["decision"]))


def test_a_turn_is_reset_and_done_again(serve: Any, database: str, new_game: Any) -> None:
    server = serve(database)
    (solo,) = new_game(server, [{"sides": ["axis", "soviet"], "player": "me"}], title="eastfront", scenario="edelweiss")
    to_movement(solo)
    rng = Random(8)
    stations = [solo.state()]
    for _ in range(4):
        moves = [choice for choice in solo.choices() if choice["action"]["type"] == "move"]
        found(solo.submit(rng.choice(moves)["action"], solo.state()["decision"]))
        stations.append(solo.state())
    first, last = stations[0], stations[-1]
    assert last["undo_to"] <= first["log_length"]
    assert solo.post("/undo", {"decision": last["decision"], "to": last["log_length"] + 1}).status_code == 422
    half = found(solo.post("/undo", {"decision": last["decision"], "to": stations[2]["log_length"]}))
    assert half["state"]["view"] == stations[2]["view"]
    assert len(half["actions"]) == 2
    for action in half["actions"]:
        found(solo.submit(action, solo.state()["decision"]))
    assert solo.state()["view"] == last["view"], "done again, it is not the same"
    again = found(solo.post("/undo", {"decision": solo.state()["decision"], "to": solo.state()["undo_to"]}))
    assert again["state"]["undo_to"] is None
    assert not again["state"]["can_undo"]
    assert len(again["actions"]) >= 4
    assert again["state"]["log_length"] == len(again["lines"]) == last["undo_to"]
    server.__exit__(None, None, None)
    reopened = PlayerClient(serve(database).http(), solo.game, solo.token).state()
    assert {**reopened, "info": 0} == {**again["state"], "info": 0}, "the database does not have it"


def test_conceding_and_agreeing_end_a_game(serve: Any, database: str, new_game: Any) -> None:
    server = serve(database)
    blue, red = new_game(server)
    assert found(blue.post("/concede"))["info"]["result"]["winner"] == 1
    assert red.post("/concede").status_code == 422
    blue, red = new_game(server)
    assert found(blue.post("/agree_to_end", {}))["agreed_to_end"] == [0]
    assert found(blue.post("/agree_to_end", {"agree": False}))["agreed_to_end"] == []
    found(blue.post("/agree_to_end", {}))
    assert found(red.post("/agree_to_end", {"agree": False}))["agreed_to_end"] == [], "declined by the other side"
    found(blue.post("/agree_to_end", {}))
    ended = found(red.post("/agree_to_end", {}))
    assert ended["info"]["result"]["reason"] == "agreed"


def test_standing_orders_answer_by_themselves_and_stay_secret(server: TrialServer, new_game: Any) -> None:
    blue, red = new_game(server)
    assert found(blue.post("/standing_orders", {"orders": ["take_losses"]}))["standing_orders"] == ["take_losses"]
    assert "take_losses" not in red.get().text
    rng = Random(2)
    while not blue.state()["info"]["result"]:
        player = to_decide([blue, red])
        if player is blue:
            assert all(choice["action"]["type"] != "TakeLoss" for choice in blue.choices())
        player.play(rng)


def test_an_order_that_the_title_does_not_have_is_refused(server: TrialServer, new_game: Any) -> None:
    blue, _ = new_game(server)
    refused = blue.post("/standing_orders", {"orders": ["take_losses", "losses"]})
    assert refused.status_code == 422
    assert refused.json()["message"] == "'losses': no such standing order; this title has take_losses, withdraw."
    assert blue.state()["standing_orders"] == []


@pytest.mark.parametrize("text", ["", "{", "[]", '{"type": "hello"', '{"type": "nothing"}', '{"type": "ping"}'])
def test_a_socket_that_does_not_say_hello_is_closed(server: TrialServer, new_game: Any, text: str) -> None:
    blue, _ = new_game(server)
    with server.socket(PlayerClient(blue.http, blue.game, "x" * 30)) as refused:
        assert next_message(refused)["problem"]["error"] == "unknown_token"
        with pytest.raises(ConnectionClosed):
            refused.recv(timeout=PATIENCE)
    address = f"{server.url.replace('http', 'ws')}/api/games/{blue.game}/socket"
    with connect(address, compression=None, proxy=None) as socket:
        socket.send(text)
        assert next_message(socket)["type"] == "problem"
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=PATIENCE)


def test_a_server_that_stops_sends_everybody_to_come_back(sqlite: str, new_game: Any) -> None:
    """What was acknowledged before is there when it is back."""
    settings = Settings(database=sqlite, bot_processes=0)
    with TrialServer(settings) as server:
        blue, _ = new_game(server)
        stack = contextlib.ExitStack()
        socket = stack.enter_context(server.socket(blue))
        next_message(socket, "update")
        found(blue.submit(blue.choices()[0]["action"], 0))
    with stack, contextlib.suppress(ConnectionClosed):
        while True:
            socket.recv(timeout=PATIENCE)
    assert socket.close_code == 1012
    with TrialServer(settings) as again:
        assert PlayerClient(again.http(), blue.game, blue.token).state()["decision"] == 1
