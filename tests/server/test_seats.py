"""Seats and their clocks: empty ones, handed-over ones, those that come back; links, accounts and notices that belong to them."""

import contextlib
import json
from random import Random
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from blockfront.server import wire
from blockfront.server.play import steady_time
from blockfront.server.play.changes import nothing
from blockfront.server.play.room import Room
from tests.server.trial import PlayerClient, TrialServer, found
from tests.server.waiting import next_message, wait_for

BLUE_AND_OPEN = [{"sides": ["blue"], "player": "me", "name": "Ann"}, {"sides": ["red"], "player": "open"}]
AGAINST_A_BOT = [{"sides": ["blue"], "player": "me"}, {"sides": ["red"], "player": "bot", "bot": "recruit"}]
ANN = {"name": "Ann", "password": "correct horse battery"}


def room_of(server: TrialServer, player: PlayerClient) -> Room:
    room = server.inside.rooms.in_memory(player.game)
    assert room is not None
    return room


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets time pass at once."""
    passed, gone = steady_time.passed, [0.0]
    monkeypatch.setattr(steady_time, "passed", lambda: passed() + gone[0])

    def go(seconds: float) -> None:
        gone[0] += seconds

    return go


# ---- clocks


@pytest.mark.parametrize("kind", ["move", "total"])
def test_no_clock_runs_while_a_side_has_no_player(serve: Any, database: str, new_game: Any, later: Any, kind: str) -> None:
    server = serve(database)
    (blue,) = new_game(server, BLUE_AND_OPEN, clock={"kind": kind, "seconds": 100})
    later(10_000)
    room = room_of(server, blue)
    server.on_loop(server.inside.housekeeping.run_once())
    assert [seat["taken_over"] for seat in blue.state()["info"]["seats"]] == [False, False]
    assert [clock["since"] for clock in blue.state()["clocks"]] == [0, 0]
    found(blue.submit(blue.choices()[0]["action"], 0))
    later(10_000)
    key = found(blue.http.post(f"/api/games/{blue.game}/join", json={"seat": 1, "name": "Ben"}))
    server.on_loop(server.inside.housekeeping.run_once())
    red = PlayerClient(blue.http, blue.game, key["token"])
    state = red.state()
    assert state["my_decision"], "somebody has decided for who just sat down"
    assert [clock["seconds_left"] for clock in state["clocks"]] == [100, 100]
    later(101)
    assert room.overdue(steady_time.now()) == [1]


def test_a_total_that_is_used_up_leaves_a_grace_for_every_decision(serve: Any, database: str, new_game: Any, later: Any) -> None:
    server = serve(database)
    blue, red = new_game(server, clock={"kind": "total", "seconds": 1000, "grace": 60})
    assert blue.state()["info"]["clock"] == {"kind": "total", "seconds": 1000, "grace": 60}
    found(red.submit(red.choices()[0]["action"], 0))
    later(1001)
    room = room_of(server, blue)
    assert room.overdue(steady_time.now()) == [0]
    server.on_loop(server.inside.housekeeping.run_once())
    assert blue.state()["info"]["seats"][0] | {"connected": False} == {
        "seat": 0, "name": "Ann", "sides": [0], "player": "person", "bot": "", "taken_over": True, "until": "back", "connected": False,
        "parts": []
    }  # fmt: skip
    rng = Random(1)
    for _ in range(5):  # every time he comes back, he has a grace
        found(blue.post("/reclaim"))
        later(59)
        assert room.overdue(steady_time.now()) == []
        blue.play(rng)
        while not blue.state()["my_decision"]:
            if blue.state()["info"]["result"]:
                return
            red.play(rng)
        assert blue.state()["clocks"][0]["seconds_left"] == 60
        later(61)
        assert room.overdue(steady_time.now()) == [0]
        server.on_loop(server.inside.housekeeping.run_once())


def test_a_grace_is_a_tenth_unless_it_is_chosen_and_told_beforehand(server: TrialServer, new_game: Any) -> None:
    blue, _ = new_game(server, clock={"kind": "total", "seconds": 3600})
    assert blue.state()["info"]["clock"]["grace"] == 360
    blue, _ = new_game(server, clock={"kind": "move", "seconds": 3600})
    assert blue.state()["info"]["clock"]["grace"] is None


# ---- handing over


def test_handing_over_says_for_how_long_to_everybody(server: TrialServer, new_game: Any) -> None:
    blue, red = new_game(server)
    assert blue.post("/hand_over").status_code == 400
    with server.socket(red) as socket:
        next_message(socket, "update")
        found(blue.post("/hand_over", {"until": "turn"}))
        while not (told := next_message(socket, "seats")["seats"][0])["taken_over"]:
            pass
        assert told["until"] == "turn"


@pytest.mark.parametrize("until", ["phase", "turn"])
def test_a_seat_comes_back_when_its_term_is_over(serve: Any, database: str, new_game: Any, until: str) -> None:
    """EastFront: the bot plays the phase, or the player turn, and no decision after it; a restart does not lengthen it."""
    server = serve(database)
    seats = [{"sides": [side], "player": "me"} for side in ("axis", "soviet")]
    axis, soviet = new_game(server, seats, title="eastfront", scenario="edelweiss")
    found(axis.post("/hand_over", {"until": until}))
    room = room_of(server, axis)
    began = (room.mark("phase"), room.mark("turn"))
    server.on_loop(_drop(server, room))
    rng = Random(2)
    for _ in range(400):
        room = server.on_loop(server.inside.rooms.get(axis.game))
        is_bot = room.seats[0].taken_over
        assert is_bot == ((room.mark("phase"), room.mark("turn"))[until == "turn"] == began[until == "turn"])
        if not is_bot:
            return
        due = room.bots_to_act()
        seat = due[0][0] if due else 1
        side = (axis, soviet)[seat]
        action = room.match.game.legal(room.match.state, seat).sample(rng)
        given = wire.Submit(msgspec.to_builtins(action), side.state()["decision"], seat)
        server.on_loop(server.inside.changes.submit(room.id, seat, given, nothing))
    raise AssertionError("the bot plays on")


async def _drop(server: TrialServer, room: Room) -> None:
    server.inside.rooms.drop(room)


def test_a_game_without_people_waits(serve: Any, sqlite: str, new_game: Any) -> None:
    """Against a bot as well as when bots play for both sides: nobody's game is played to its end while he is away."""
    server = serve(sqlite)
    (blue,) = new_game(server, AGAINST_A_BOT)
    state = found(blue.post("/hand_over", {"until": "back"}))
    assert state["info"]["paused"]
    assert room_of(server, blue).bots_to_act() == []
    state = found(blue.post("/hand_over", {"until": "turn"}))
    assert not state["info"]["paused"]
    assert room_of(server, blue).bots_to_act()
    first, second = new_game(server)
    found(first.post("/hand_over", {"until": "back"}))
    assert room_of(server, first).bots_to_act() == [(0, 0)]
    found(second.post("/hand_over", {"until": "back"}))
    assert room_of(server, first).bots_to_act() == []
    assert not found(second.post("/reclaim"))["info"]["paused"]
    assert room_of(server, first).bots_to_act() == [(0, 0)]


def test_both_clocks_run_out_and_the_game_waits(serve: Any, sqlite: str, new_game: Any, later: Any) -> None:
    server = serve(sqlite, bot_processes=1, housekeeping_seconds=0.1)
    blue, red = new_game(server, clock={"kind": "move", "seconds": 1000})
    later(1001)
    wait_for(lambda: blue.state()["info"]["paused"])
    room = room_of(server, blue)
    server.on_loop(server.inside.housekeeping.run_once())
    assert room.bots_to_act() == []
    entries = len(room.match.entries)
    found(blue.post("/reclaim"))
    wait_for(lambda: len(room.match.entries) > entries or not red.state()["my_decision"])
    assert blue.state()["my_decision"]


# ---- links


def test_a_renewed_link_opens_the_seat_and_the_old_one_no_longer_does(serve: Any, database: str, new_game: Any) -> None:
    server = serve(database)
    blue, _ = new_game(server)
    blue.state()
    with server.socket(blue) as socket:
        next_message(socket, "update")
        key = found(blue.post("/renew_link"))
        with contextlib.suppress(ConnectionClosed):
            while True:
                next_message(socket)
        assert socket.close_code == 1012
    again = PlayerClient(blue.http, blue.game, key["token"])
    assert again.state()["viewer"] == 0
    assert blue.get().status_code == 401
    assert blue.submit(again.choices()[0]["action"], 0).status_code == 401
    with server.socket(blue) as socket:
        assert next_message(socket)["problem"]["error"] == "unknown_token"
    server.__exit__(None, None, None)
    fresh = serve(database)
    assert PlayerClient(fresh.http(), blue.game, blue.token).get().status_code == 401
    assert PlayerClient(fresh.http(), blue.game, key["token"]).state()["viewer"] == 0


# ---- accounts


@pytest.fixture
def club(serve: Any, database: str) -> TrialServer:
    server: TrialServer = serve(database, accounts=True)
    return server


def session(answer: Any) -> dict[str, str]:
    assert answer.status_code < 300, answer.text
    return {"cookie": answer.headers["set-cookie"].partition(";")[0]}


def test_seats_taken_before_registering_follow_into_the_account(club: TrialServer, new_game: Any) -> None:
    blue, red = new_game(club)
    http = club.http()
    mine = session(http.post("/api/account", json={**ANN, "tokens": [blue.token]}))
    (listed,) = found(http.post("/api/my_games", json={}, headers=mine))["games"]
    assert (listed["info"]["game"], listed["seat"]) == (blue.game, 0)
    assert found(http.get(f"/api/games/{blue.game}", headers=mine))["viewer"] == 0
    other = session(http.post("/api/account", json={"name": "Ben", "password": "x" * 8, "tokens": [blue.token]}))
    assert found(http.post("/api/my_games", json={}, headers=other))["games"] == [], "the seat is another's"
    later = session(http.post("/api/login", json={"name": "Ben", "password": "x" * 8, "tokens": [red.token]}))
    assert len(found(http.post("/api/my_games", json={}, headers=later))["games"]) == 1


def test_an_account_is_renamed_and_given_another_password(club: TrialServer) -> None:
    http = club.http()
    here = session(http.post("/api/account", json=ANN))
    elsewhere = session(http.post("/api/login", json=ANN))
    http.cookies.clear()
    wrong = {"name": "Anna", "password": "wrong horse"}
    assert http.post("/api/account/rename", json=wrong, headers=here).status_code == 401
    assert http.post("/api/account/rename", json=wrong).status_code == 401
    assert found(http.post("/api/account/rename", json={**ANN, "name": "Anna"}, headers=here)) == {"name": "Anna"}
    assert found(http.get("/api/account", headers=elsewhere)) == {"name": "Anna"}
    change = {"password": ANN["password"], "new_password": "another horse"}
    there = session(http.post("/api/account/password", json=change, headers=here))
    http.cookies.clear()
    assert http.get("/api/account", headers=elsewhere).status_code == 401
    assert http.get("/api/account", headers=here).status_code == 401
    assert http.get("/api/account", headers=there).status_code == 200
    assert http.post("/api/login", json={**ANN, "name": "Anna"}).status_code == 401
    assert http.post("/api/login", json={"name": "anna", "password": "another horse"}).status_code == 200


def test_an_account_is_deleted_with_what_belongs_to_it(club: TrialServer, new_game: Any) -> None:
    blue, red = new_game(club)
    found(blue.post("/notices", {"webhook": "https://discord.com/api/webhooks/1/x"}))
    http = club.http()
    here = session(http.post("/api/account", json={**ANN, "tokens": [blue.token]}))
    http.cookies.clear()
    assert http.post("/api/account/delete", json={"password": "wrong horse"}, headers=here).status_code == 401
    found(http.post("/api/account/delete", json={"password": ANN["password"]}, headers=here))
    assert http.get("/api/account", headers=here).status_code == 401
    assert http.post("/api/login", json=ANN).status_code == 401
    assert red.state()["info"]["seats"][0]["name"] == ""
    assert found(blue.get("/notices")) == {"webhook": "", "email": "", "push": None}
    found(blue.submit(blue.choices()[0]["action"], 0))
    assert http.post("/api/account", json=ANN).status_code == 201


@pytest.mark.parametrize("name", ["Аnn", "ANN", "Ánn", "A n n", "Αnn", "An\u0301n"])
def test_names_that_look_alike_are_refused(club: TrialServer, name: str) -> None:
    http = club.http()
    http.post("/api/account", json=ANN)
    assert http.post("/api/account", json={**ANN, "name": name}).status_code == 409
    here = session(http.post("/api/account", json={**ANN, "name": "Ben"}))
    assert http.post("/api/account/rename", json={**ANN, "name": name}, headers=here).status_code == 409


@pytest.mark.parametrize("name", ["Paul\u200b", "\u202eluaP", "Pa\nul", "\u2060", "  "])
def test_names_of_letters_that_nobody_sees_are_refused(club: TrialServer, name: str) -> None:
    assert club.http().post("/api/account", json={**ANN, "name": name}).status_code == 422


def test_nobody_sits_down_under_a_name_that_looks_like_another_at_the_table(server: TrialServer, new_game: Any) -> None:
    (blue,) = new_game(server, BLUE_AND_OPEN)
    join = f"/api/games/{blue.game}/join"
    assert blue.http.post(join, json={"seat": 1, "name": "Аnn"}).status_code == 409
    assert blue.http.post(join, json={"seat": 1, "name": "Ben"}).status_code == 200


def test_a_session_never_forbids_watching(club: TrialServer, new_game: Any) -> None:
    blue, _ = new_game(club, spectators=True)
    http = club.http()
    here = session(http.post("/api/account", json=ANN))
    expired = {"cookie": "blockfront_session=" + "z" * 32}
    http.cookies.clear()
    for cookies in (here, expired):
        assert found(http.get(f"/api/games/{blue.game}", headers=cookies))["viewer"] == -2
        watching = PlayerClient(http, blue.game, "")
        with club.socket(watching, additional_headers=cookies) as socket:
            assert next_message(socket, "update")["state"]["viewer"] == -2
        assert http.get(f"/api/games/{blue.game}/legal", headers=cookies).status_code == 401


# ---- notices


def test_notices_are_shown_as_kept_and_saving_one_keeps_the_others(serve: Any, database: str, new_game: Any) -> None:
    blue, red = new_game(serve(database, smtp_host="127.0.0.1"))
    hook = "https://discord.com/api/webhooks/1/x"
    assert found(blue.post("/notices", {"webhook": hook})) == {"webhook": hook, "email": "", "push": None}
    assert found(blue.post("/notices", {"email": "ann@example.org"})) == {"webhook": hook, "email": "ann@example.org", "push": None}
    assert found(blue.get("/notices")) == {"webhook": hook, "email": "ann@example.org", "push": None}
    assert found(blue.post("/notices", {"webhook": ""})) == {"webhook": "", "email": "ann@example.org", "push": None}
    assert blue.post("/notices", {"webhook": "http://nowhere"}).status_code == 422
    assert found(blue.get("/notices"))["email"] == "ann@example.org"
    assert found(red.get("/notices")) == {"webhook": "", "email": "", "push": None}
    assert PlayerClient(blue.http, blue.game, "").get("/notices").status_code == 401


def test_the_lobby_is_in_an_order_that_tells_nothing_of_what_is_done_unseen(
    serve: Any, database: str, new_game: Any, later: Any
) -> None:
    server = serve(database)
    games = []
    for name in ("older", "newer"):
        games.append(new_game(server, listed=True, name=name))
        later(10)
    http = server.http()

    def order() -> Any:
        return http.get("/api/games").content

    before = order()
    assert [one["info"]["name"] for one in json.loads(before)["games"]] == ["newer", "older"]
    blue, red = games[0]
    found(blue.submit(blue.choices()[0]["action"], 0))  # a plan, chosen in secret
    assert order() == before
    found(red.submit(red.choices()[0]["action"], 0))  # now both are chosen, and something is to be seen
    assert [one["info"]["name"] for one in found(http.get("/api/games"))["games"]] == ["older", "newer"]
