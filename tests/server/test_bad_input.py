"""What must not come to pass: answers of 5xx to nonsense, memory for games that are none, connections held for nothing."""

import contextlib
import json
import logging
import socket
import stat
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from blockfront.core import record
from blockfront.server.http import guarded
from blockfront.server.logs import NotTooOften
from blockfront.server.notify import webhooks
from tests.server.trial import PlayerClient, ProcessServer, TrialServer, found
from tests.server.waiting import PATIENCE, next_message, wait_for

DEEP = "[" * 2000 + "]" * 2000


# ---- ids


def test_unknown_games_cost_nothing(server: TrialServer) -> None:
    http = server.http()
    for number in range(50):
        assert http.get(f"/api/games/{number:016x}").status_code == 404
    assert http.get("/api/games/" + "a" * 60_000).status_code in (400, 404, 414, 431)
    assert server.inside.rooms._opening == {}
    assert len(server.inside.rooms) == 0


@pytest.mark.parametrize("game", ["a" * 33, "a b", "ä", "..", "x" * 3000])
def test_what_is_no_id_is_not_looked_for(server: TrialServer, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    async def game_of(id_: str) -> None:
        raise AssertionError("the database was asked")

    monkeypatch.setattr(server.inside.storage, "game", game_of)
    with pytest.raises(Exception, match="no such game"):
        server.on_loop(server.inside.rooms.get(game))


# ---- answers


@pytest.mark.parametrize("path", ["/%00", "/a%00b.js", "/" + "a" * 300, "/" + "a/" * 200 + "b" * 300 + ".js", "/..%2f" * 50])
def test_no_path_is_an_error_of_ours(server: TrialServer, path: str) -> None:
    assert server.http().get(path).status_code in (200, 404)


def test_deeply_nested_json_is_malformed(server: TrialServer, new_game: Any) -> None:
    blue, _ = new_game(server)
    for path in (f"/api/games/{blue.game}/submit", f"/api/games/{blue.game}/why_not", "/api/games", "/api/import"):
        for body in (DEEP, '{"action":' + DEEP + ',"decision":0}', '{"record":' + DEEP + "}"):
            answer = blue.http.post(path, content=body, headers=blue.headers)
            assert answer.status_code == 400, (path, answer.text)
    with server.socket(blue) as opened:
        next_message(opened, "update")
        opened.send('{"type":"submit","id":1,"decision":0,"action":' + DEEP + "}")
        assert next_message(opened, "problem")["problem"]["error"] == "malformed"


def test_characters_a_database_cannot_keep_are_refused(serve: Any, database: str, new_game: Any) -> None:
    server = serve(database, accounts=True)
    blue, _ = new_game(server)
    http = server.http()
    seats = [{"sides": ["blue"], "player": "me", "name": "A\0"}, {"sides": ["red"], "player": "open"}]
    game = {"title": "proving_ground", "scenario": "border_incident"}
    requests: list[tuple[str, Any]] = [
        ("/api/games", {**game, "seats": seats}),
        ("/api/games", {**game, "seats": [{"sides": ["blue", "red"], "player": "me"}], "name": "\0"}),
        (f"/api/games/{blue.game}/chat", {"text": "a\0b"}),
        (f"/api/games/{blue.game}/join", {"seat": 0, "name": "\0"}),
        ("/api/account", {"name": "\0", "password": "x" * 9}),
        ("/api/login", {"name": "a\0", "password": "x" * 9}),
        ("/api/join", {"invitation": "x" * 30, "name": "\0"}),
    ]
    for path, body in requests:
        assert http.post(path, json=body, headers=blue.headers).status_code == 400, path
    raw = b'{"text":"\\ud800"}'
    assert http.post(f"/api/games/{blue.game}/chat", content=raw, headers=blue.headers).status_code in (200, 400)
    orders = blue.post("/standing_orders", {"orders": ["\0", "x"]})
    assert orders.status_code < 500
    assert blue.post("/notices", {"webhook": "https://example.org/\0"}).status_code < 500


@pytest.mark.parametrize("query", ["after=9007199254740991", "after=2147483647", "after=-1", "limit=0", "after=1e9"])
def test_numbers_beyond_a_column_are_no_error_of_ours(serve: Any, database: str, new_game: Any, query: str) -> None:
    blue, _ = new_game(serve(database))
    assert blue.http.get(f"/api/games/{blue.game}/chat?{query}", headers=blue.headers).status_code in (200, 400)


def a_record(server: TrialServer, new_game: Any) -> list[dict[str, Any]]:
    blue, red = new_game(server)
    rng = Random(1)
    for _ in range(6):
        next(player for player in (blue, red) if player.state()["my_decision"]).play(rng)
    found(blue.post("/concede"))
    return [json.loads(line) for line in blue.get("/export").text.splitlines()]


def written(lines: list[dict[str, Any]]) -> str:
    """A record with the checksums its lines should have: only what they say is wrong."""
    writer = record.Writer()
    for line in lines:
        writer.add({name: value for name, value in line.items() if name != "sum"})
    return "\n".join(writer.lines) + "\n"


def changed(lines: list[dict[str, Any]], place: int, **values: Any) -> list[dict[str, Any]]:
    return [{**line, **values} if number == place % len(lines) else line for number, line in enumerate(lines)]


def nested(text: str) -> str:
    return text.replace('"action":{', '"deep":' + DEEP + ',"action":{', 1)


def huge(text: str) -> str:
    return text.replace('"n":1', '"n":' + "9" * 5000, 1)


WRONG_TEXT: list[Callable[[str], str]] = [
    nested,
    huge,
    lambda text: text.replace("border_incident", "\\ud800", 1),
    lambda text: DEEP + "\n" + text,
    lambda text: "9" * 5000 + "\n",
    lambda text: '"\\ud800"\n' + text,
]
WRONG_LINES: list[Callable[[list[dict[str, Any]]], list[dict[str, Any]]]] = [
    lambda lines: changed(lines, -1, end={**lines[-1]["end"], "winner": 99}),
    lambda lines: changed(lines, -1, end={**lines[-1]["end"], "winner": -1}),
    lambda lines: changed(lines, -1, end={**lines[-1]["end"], "winner": None}),
    lambda lines: changed(lines, -1, end={**lines[-1]["end"], "margin": 10**40}),
    lambda lines: changed(lines, -1, end={**lines[-1]["end"], "margin": 7}),
    lambda lines: changed(lines, -1, end={**lines[-1]["end"], "reason": "agreed"}),
    lambda lines: changed(lines, -1, end={**lines[-1]["end"], "level": "\0"}),
    lambda lines: changed(lines, -1, end=[]),
    lambda lines: changed(lines, 0, engine="²"),
    lambda lines: changed(lines, 0, options=["\0"]),
    lambda lines: changed(lines, 0, title={}),
    lambda lines: changed(lines, 2, side=10**30),
    lambda lines: changed(lines, 2, side="x"),
    lambda lines: changed(lines, 2, action=None),
    lambda lines: changed(lines, 2, state=[]),
]


@pytest.mark.parametrize("number", range(len(WRONG_TEXT) + len(WRONG_LINES)))
def test_a_record_that_cannot_be_is_refused(serve: Any, sqlite: str, new_game: Any, number: int) -> None:
    server = serve(sqlite)
    lines = a_record(server, new_game)
    http = server.http()
    games = found(http.get("/api/games", params={"finished": True}))
    good = written(lines)
    text = WRONG_TEXT[number](good) if number < len(WRONG_TEXT) else written(WRONG_LINES[number - len(WRONG_TEXT)](lines))
    answer = http.post("/api/import", json={"record": text})
    assert answer.status_code in (400, 422), answer.text
    assert found(http.get("/api/games", params={"finished": True})) == games
    if not number:
        assert http.post("/api/import", json={"record": good}).status_code == 201


def test_a_refused_method_is_told_with_those_that_are_taken(server: TrialServer, new_game: Any) -> None:
    blue, _ = new_game(server)
    http = server.http()
    for method, path, allowed in (
        ("PUT", "/api/games", "GET, HEAD, POST"),
        ("DELETE", f"/api/games/{blue.game}", "GET, HEAD"),
        ("GET", f"/api/games/{blue.game}/submit", "POST"),
        ("PATCH", f"/api/games/{blue.game}/chat", "GET, HEAD, POST"),
        ("POST", "/", "GET, HEAD"),
    ):
        answer = http.request(method, path)
        assert (answer.status_code, answer.headers.get("allow")) == (405, allowed), (method, path)
    assert http.post("/api/nowhere").status_code == 404


# ---- headers, files, addresses


@pytest.mark.parametrize("path", ["/", "/api/health", "/api/nowhere", "/api/titles/proving_ground/map.svg"])
def test_answers_tell_browsers_to_be_careful(server: TrialServer, path: str) -> None:
    headers = server.http().get(path).headers
    assert "script-src 'self';" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"


def test_the_database_is_its_owners_alone(serve: Any, sqlite: str, new_game: Any, tmp_path: Path) -> None:
    (tmp_path / "games.db").touch(0o644)
    new_game(serve(sqlite))
    for file in tmp_path.glob("games.db*"):
        if not file.name.endswith(".lock"):
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


@pytest.mark.parametrize(("proxies", "is_believed"), [("", False), ("10.9.9.9", False), ("127.0.0.1", True)])
def test_forwarded_addresses_are_believed_from_named_proxies_only(serve: Any, sqlite: str, proxies: str, is_believed: bool) -> None:
    """Who asks for too much is told to wait; pretending to be somebody else does not help."""
    http = serve(sqlite, rate=0.01, burst=3.0, proxies=proxies).http()
    answers = [http.get("/api/health", headers={"x-forwarded-for": f"203.0.113.{number}"}).status_code for number in range(6)]
    assert answers == [200] * 6 if is_believed else answers[3:] == [429] * 3
    assert http.get("/api/metrics", headers={"x-forwarded-for": "203.0.113.99"}).status_code in (404, 429)


@pytest.mark.parametrize("address", ["fec0::1", "feff::1", "::10.0.0.1", "::93.184.215.14", "::2"])
def test_old_kinds_of_addresses_are_no_targets_of_webhooks(address: str) -> None:
    assert not webhooks.is_public(address)
    assert webhooks.why_not_webhook(f"https://[{address}]/hook")


# ---- connections


def connect(server: Any) -> socket.socket:
    host, port = server.url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=PATIENCE)


def is_closed(held: socket.socket) -> bool:
    try:
        return held.recv(4096) == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("sent", [b"", b"GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: "])
def test_a_request_that_is_not_sent_is_not_waited_for(server: TrialServer, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(guarded, "REQUEST_SECONDS", 0.3)
    with connect(server) as held:
        held.sendall(sent)
        assert is_closed(held)
    assert not guarded._idle


def test_a_body_that_is_not_sent_is_not_waited_for(server: TrialServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("blockfront.server.http.endpoints.BODY_SECONDS", 0.3)
    with connect(server) as held:
        held.sendall(b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{")
        told = b""
        while part := held.recv(4096):  # until it is closed
            told += part
        assert told.startswith(b"HTTP/1.1 408 ")


def test_deadlines_do_not_touch_those_who_play(server: TrialServer, new_game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarded, "REQUEST_SECONDS", 0.3)
    blue, _ = new_game(server)
    with server.socket(blue) as opened:
        next_message(opened, "update")
        time.sleep(1)
        opened.send('{"type":"ping","id":3}')
        assert next_message(opened, "answer")["id"] == 3
        found(blue.get())


def test_nothing_is_kept_of_connections_that_are_gone(server: TrialServer, new_game: Any) -> None:
    blue, _ = new_game(server)
    for number in range(40):
        with connect(server) as gone:
            gone.sendall(f"GET /api/games/{blue.game}?{number} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {blue.token}\r\n\r\n".encode())
            if number % 3 == 0:
                gone.recv(100)
    server.close_clients()
    wait_for(lambda: not guarded._idle)


def test_idle_connections_make_place_and_do_not_fill_the_log(sqlite: str, tmp_path: Path) -> None:
    """Few file handles, many who hold connections: everybody is still served, and the log stays short."""
    log = tmp_path / "log"
    server = ProcessServer(sqlite, "--bot-processes", "0", handles=260, errors=log)
    server.start()
    with contextlib.ExitStack() as held:
        try:
            for number in range(400):
                idle = held.enter_context(connect(server))
                with contextlib.suppress(OSError):
                    idle.sendall(b"GET / HTTP/1.1\r\nX: " if number % 2 else b"")
            for _ in range(20):
                with httpx.Client(base_url=server.url, timeout=PATIENCE, trust_env=False) as http:
                    assert http.get("/api/health").status_code == 200
                    assert http.get("/").status_code == 200
            before = len([line for line in log.read_text().splitlines() if '"level": "info"' not in line])
            for _ in range(300):
                with connect(server) as noisy, contextlib.suppress(OSError):
                    noisy.sendall(b"no HTTP at all\r\n\r\n")
            wait_for(lambda: httpx.get(server.url + "/api/health", timeout=PATIENCE, trust_env=False).status_code == 200)
            after = [line for line in log.read_text().splitlines() if '"level": "info"' not in line]
            assert before <= 10
            assert len(after) <= before + 3 * NotTooOften.MOST
        finally:
            server.stop()


def test_the_same_warning_is_not_written_over_and_over() -> None:
    now = [0.0]
    often = NotTooOften(lambda: now[0])

    def passes(level: int = logging.WARNING, what: str = "again") -> bool:
        return often.filter(logging.LogRecord("x", level, "", 0, what, (), None))

    assert sum(passes() for _ in range(1000)) == NotTooOften.MOST
    assert passes(what="something else")
    assert all(passes(logging.INFO) for _ in range(100))
    now[0] = 61.0
    assert passes()


def test_one_more_game_than_is_kept_is_opened_while_all_are_watched(
    server: TrialServer, new_game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("blockfront.server.play.rooms.KEPT", 1)
    first, _ = new_game(server)
    second, _ = new_game(server)
    with server.socket(first) as one, server.socket(second) as two:
        next_message(one, "update")
        next_message(two, "update")
        third, _ = new_game(server)

        async def put_away() -> None:
            server.inside.rooms._rooms.pop(third.game)

        server.on_loop(put_away())
        assert PlayerClient(third.http, third.game, third.token).state()["decision"] == 0
