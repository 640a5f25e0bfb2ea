"""Chat, bots, clocks, seats handed over and reclaimed."""

import json
import time
from itertools import pairwise
from typing import Any

import pytest

from blockfront.ai.thoughts import in_words, read
from blockfront.games import catalogue
from blockfront.server.play import steady_time
from blockfront.server.play.changes import nothing
from tests.server.trial import PlayerClient, TrialServer, found
from tests.server.waiting import next_message, wait_for

AGAINST_A_BOT = [{"sides": ["blue"], "player": "me"}, {"sides": ["red"], "player": "bot", "bot": "recruit"}]
TWO_BOTS = [{"sides": [side], "player": "bot", "bot": "recruit"} for side in ("blue", "red")]


def test_chat_is_kept_and_marked_unread(serve: Any, database: str, new_game: Any) -> None:
    server = serve(database)
    blue, red = new_game(server)

    def unread(player: PlayerClient) -> int:
        (game,) = found(server.http().post("/api/my_games", json={"tokens": [player.token]}))["games"]
        number: int = game["chat_unread"]
        return number

    with server.socket(red) as socket:
        next_message(socket, "update")  # now he sits at the table
        found(blue.post("/chat", {"text": "Good luck!"}))
        assert next_message(socket, "said")["line"] | {"at": 0} == {"number": 0, "seat": 0, "name": "Ann", "text": "Good luck!", "at": 0}
    assert (unread(blue), unread(red)) == (0, 1)
    found(red.post("/chat_read", {"read": 99}))
    assert unread(red) == 0
    assert found(red.get("/chat"))["lines"][0]["text"] == "Good luck!"
    assert blue.post("/chat", {"text": ""}).status_code == 400
    assert blue.post("/chat", {"text": "x" * 2001}).status_code == 400
    assert PlayerClient(server.http(), blue.game, "").get("/chat").status_code == 401


def test_a_bot_answers_from_a_process_of_its_own(serve: Any, sqlite: str, new_game: Any) -> None:
    (blue,) = new_game(serve(sqlite, bot_processes=1), AGAINST_A_BOT)
    found(blue.submit(blue.choices()[0]["action"], 0))
    wait_for(lambda: blue.state()["my_decision"])


def test_what_a_bot_planned_is_told_after_the_game_and_not_before(serve: Any, database: str, new_game: Any) -> None:
    server = serve(database, bot_processes=1)
    seats = [{"sides": ["axis"], "player": "bot", "bot": "captain"}, {"sides": ["soviet"], "player": "me"}]
    (soviet,) = new_game(server, seats, title="eastfront", scenario="edelweiss")
    wait_for(lambda: soviet.state()["my_decision"])

    def stored() -> list[str]:
        return [thought.text for thought in server.on_loop(server.inside.rooms.storage.thoughts(soviet.game))]

    kept = stored()
    assert kept
    assert all(before != after for before, after in pairwise(kept)), "a plan is kept once, not with every action that follows it"
    assert soviet.get("/thoughts").status_code == 403
    said = soviet.get().text + soviet.get("/log").text
    planned = [in_words(catalogue.game("eastfront", "edelweiss"), read(text)) for text in kept]
    assert not [text for text in (*kept, *planned) if json.dumps(text)[1:-1] in said]
    found(soviet.post("/concede"))
    told = found(soviet.get("/thoughts"))["thoughts"]
    assert [(one["side"], one["text"]) for one in told] == [(0, text) for text in planned]
    assert [json.loads(text) for text in kept] == [one["sentences"] for one in told]


def test_bots_go_on_after_a_restart(serve: Any, database: str) -> None:
    idle = serve(database, bot_processes=0)
    wanted = {"title": "proving_ground", "scenario": "border_incident", "seats": TWO_BOTS, "spectators": True}
    game = found(idle.http().post("/api/games", json=wanted))["game"]
    assert not PlayerClient(idle.http(), game, "").state()["info"]["result"]
    idle.__exit__(None, None, None)
    server = serve(database, bot_processes=1, housekeeping_seconds=0.1)
    watching = PlayerClient(server.http(), game, "")
    wait_for(lambda: watching.state()["info"]["result"])


def test_what_happens_to_seats_is_kept_for_the_log(serve: Any, sqlite: str, new_game: Any) -> None:
    server = serve(sqlite)
    blue, red = new_game(server)
    found(blue.post("/agree_to_end", {"agree": True}))
    found(red.post("/agree_to_end", {"agree": False}))
    found(red.post("/agree_to_end", {"agree": True}))
    found(red.post("/agree_to_end", {"agree": False}))
    found(blue.post("/hand_over", {"until": "back"}))
    found(blue.post("/reclaim"))
    told = [(one["seat"], one["what"]) for one in found(red.get("/happenings"))["happenings"]]
    assert told == [(0, "offered"), (1, "declined"), (1, "offered"), (1, "withdrawn"), (0, "handed_over"), (0, "back")]
    assert PlayerClient(server.http(), blue.game, "").get("/happenings").status_code == 401


def test_a_seat_is_handed_to_a_bot_and_reclaimed(serve: Any, sqlite: str, new_game: Any) -> None:
    server = serve(sqlite, bot_processes=1)
    blue, red = new_game(server)
    found(blue.post("/hand_over", {"until": "back"}))
    wait_for(lambda: not blue.state()["my_decision"])
    assert red.state()["info"]["seats"][0]["taken_over"]
    found(blue.post("/reclaim"))
    assert not red.state()["info"]["seats"][0]["taken_over"]
    found(red.submit(red.choices()[0]["action"], red.state()["decision"]))
    wait_for(lambda: blue.state()["my_decision"] or red.state()["my_decision"])


@pytest.mark.parametrize("kind", ["move", "total"])
def test_a_bot_takes_over_when_the_clock_has_run_out(serve: Any, database: str, new_game: Any, kind: str) -> None:
    server: TrialServer = serve(database, bot_processes=0)
    blue, red = new_game(server, clock={"kind": kind, "seconds": 1000})
    clocks = blue.state()["clocks"]
    assert [clock["seconds_left"] for clock in clocks] == [1000.0, 1000.0]
    assert clocks[0]["since"] > 0
    found(blue.submit(blue.choices()[0]["action"], 0))
    room = server.inside.rooms.in_memory(blue.game)
    assert room is not None
    assert room.overdue(steady_time.now()) == []
    assert room.overdue(steady_time.now() + 1001) == [1]
    server.on_loop(server.inside.changes.set_seat(room.id, 1, {"taken_over": True}, nothing))
    assert room.bots_to_act()
    found(red.post("/reclaim"))
    assert room.overdue(steady_time.now()) == []
    assert not room.bots_to_act()


@pytest.mark.parametrize("kind", ["move", "total"])
def test_a_clock_runs_out_a_bot_plays_and_the_owner_comes_back(serve: Any, sqlite: str, new_game: Any, kind: str) -> None:
    server: TrialServer = serve(sqlite, bot_processes=1, housekeeping_seconds=0.1)
    blue, red = new_game(server, clock={"kind": kind, "seconds": 2})
    found(blue.submit(blue.choices()[0]["action"], 0))
    with server.socket(red) as socket:
        wait_for(lambda: red.state()["info"]["seats"][1]["taken_over"])
        wait_for(lambda: not red.state()["my_decision"])
        assert blue.state()["log_length"] > 1, "the bot has not played"
        while not next_message(socket, "seats")["seats"][1]["taken_over"]:
            pass
    server.on_loop(server.inside.housekeeping.stop())  # whoever comes back may think as long as it takes here
    state = found(red.post("/reclaim"))
    assert not state["info"]["seats"][1]["taken_over"]
    assert state["clocks"][1]["seconds_left"] > 0
    found(blue.post("/hand_over", {"until": "back"}))
    wait_for(lambda: red.state()["my_decision"])
    before = red.state()["decision"]
    time.sleep(0.5)
    assert red.state()["decision"] == before, "the bot has played on"
    found(red.submit(red.choices()[0]["action"], before))


def test_a_reclaimed_clock_has_a_tenth_of_its_time(server: TrialServer, new_game: Any) -> None:
    blue, _ = new_game(server, clock={"kind": "total", "seconds": 1000})
    room = server.inside.rooms.in_memory(blue.game)
    assert room is not None
    room.seats[0].seconds_used = 5000.0
    server.on_loop(server.inside.changes.set_seat(room.id, 0, {"taken_over": True}, nothing))
    clocks = found(blue.post("/reclaim"))["clocks"]
    assert clocks[0]["seconds_left"] == pytest.approx(100)
    assert room.overdue(steady_time.now() + 99) == []
    assert room.overdue(steady_time.now() + 101) == [0]


def test_clocks_do_not_tell_who_has_answered(server: TrialServer, new_game: Any) -> None:
    """Both sides choose their plan in secret: what one sees of the clocks is the same before and after the other has."""
    blue, red = new_game(server, clock={"kind": "total", "seconds": 1000})
    before = red.get().content
    time.sleep(0.05)
    found(blue.submit(blue.choices()[0]["action"], 0))
    assert red.get().content == before
    found(red.submit(red.choices()[0]["action"], 0))
    used = [1000 - clock["seconds_left"] for clock in red.state()["clocks"]]
    assert all(seconds > 0.05 for seconds in used)
