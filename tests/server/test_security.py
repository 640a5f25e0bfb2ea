"""Accounts, origins, limits, webhooks, logs: what keeps others out and secrets in."""

import base64
import json
import logging
from typing import Any

import http_ece
import httpx
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from websockets.exceptions import InvalidStatus

from blockfront.server.http.limits import Allowances
from blockfront.server.http.problems import ApiProblem
from blockfront.server.logs import JsonLines
from blockfront.server.notify import webhooks
from blockfront.server.settings import Settings
from blockfront.server.wire.people import PushSubscription
from tests.server.trial import PlayerClient, TrialServer, awaited, found
from tests.server.waiting import next_message

ANN = {"name": "Ann", "password": "correct horse battery"}


def test_accounts_remember_my_seats(serve: Any, database: str) -> None:
    server = serve(database, accounts=True, secure_cookies=True)
    home = server.http()
    made = home.post("/api/account", json=ANN)
    assert made.status_code == 201
    cookie = made.headers["set-cookie"]
    assert all(flag in cookie for flag in ("HttpOnly", "SameSite=Lax", "Secure", "Path=/"))
    session = cookie.partition(";")[0]
    key = session.partition("=")[2]
    assert len(key) * 6 >= 128
    seats = [{"sides": ["blue"], "player": "me"}, {"sides": ["red"], "player": "open"}]
    wanted = {"title": "proving_ground", "scenario": "border_incident", "seats": seats}
    game = found(home.post("/api/games", json=wanted, headers={"cookie": session}))["game"]
    elsewhere = server.http()
    assert elsewhere.post("/api/login", json=ANN | {"password": "wrong password"}).status_code == 401
    login = elsewhere.post("/api/login", json={"name": " ANN", "password": ANN["password"]})
    there = {"cookie": login.headers["set-cookie"].partition(";")[0]}
    (mine,) = found(elsewhere.post("/api/my_games", json={}, headers=there))["games"]
    assert mine["info"]["game"] == game
    assert found(elsewhere.get(f"/api/games/{game}", headers=there))["viewer"] == 0
    assert found(elsewhere.get("/api/account", headers=there)) == {"name": "Ann"}
    elsewhere.post("/api/logout", headers=there)
    assert elsewhere.get("/api/account", headers=there).status_code == 401
    assert home.post("/api/account", json=ANN | {"name": "ann"}).status_code == 409


def test_wrong_name_and_wrong_password_are_told_alike(serve: Any, sqlite: str) -> None:
    http = serve(sqlite, accounts=True).http()
    http.post("/api/account", json=ANN)
    wrong = http.post("/api/login", json={"name": "Ann", "password": "x" * 10})
    unknown = http.post("/api/login", json={"name": "Nobody", "password": "x" * 10})
    assert (wrong.status_code, wrong.content) == (unknown.status_code, unknown.content)


def test_passwords_and_keys_are_not_in_the_database(serve: Any, sqlite: str, new_game: Any, tmp_path: Any) -> None:
    server = serve(sqlite, accounts=True)
    server.http().post("/api/account", json=ANN)
    blue, _ = new_game(server)
    server.__exit__(None, None, None)
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("games.db*"))
    assert b"$argon2id$" in stored
    assert ANN["password"].encode() not in stored
    assert blue.token.encode() not in stored


def test_a_server_without_accounts_has_none(server: TrialServer) -> None:
    assert server.http().post("/api/account", json=ANN).status_code == 404


def test_pages_of_other_sites_are_refused(server: TrialServer, new_game: Any) -> None:
    blue, _ = new_game(server)
    before = blue.get().content
    evil = {"origin": "https://evil.example", **blue.headers}
    body = {"action": blue.choices()[0]["action"], "decision": 0}
    refused = blue.http.post(f"/api/games/{blue.game}/submit", json=body, headers=evil)
    assert refused.json()["error"] == "wrong_origin"
    assert blue.get().content == before
    with pytest.raises(InvalidStatus), server.socket(blue, origin="https://evil.example"):
        pass
    own = {"origin": server.url, **blue.headers}
    assert blue.http.post(f"/api/games/{blue.game}/submit", json=body, headers=own).status_code == 200


def test_no_get_changes_anything(server: TrialServer, new_game: Any) -> None:
    blue, red = new_game(server)
    before = [blue.get().content, red.get().content]
    document = found(blue.http.get("/api/openapi.json"))
    for path, methods in document["paths"].items():
        if "get" in methods:
            blue.http.get(path.replace("{game}", blue.game).replace("{title}", "proving_ground"), headers=blue.headers)
        if "post" in methods and "get" not in methods:
            refused = blue.http.get(path.replace("{game}", blue.game), headers=blue.headers)
            assert refused.status_code == 405
    assert [blue.get().content, red.get().content] == before


def test_too_many_requests_are_told_to_wait(serve: Any, sqlite: str) -> None:
    http = serve(sqlite, rate=5.0, burst=10.0).http()
    answers = [http.get("/api/health") for _ in range(30)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused
    assert all(int(answer.headers["retry-after"]) >= 1 for answer in refused)


def test_too_many_messages_are_told_to_wait_too(serve: Any, sqlite: str, new_game: Any) -> None:
    server = serve(sqlite, rate=0.5, burst=40)
    blue, _ = new_game(server)
    with server.socket(blue) as socket:
        for number in range(1, 60):
            socket.send(json.dumps({"type": "ping", "id": number}))
        answers: list[Any] = []
        while len(answers) < 59:
            message = next_message(socket)
            answers += [message] if message["type"] in ("answer", "problem") else []
    refused = [answer for answer in answers if answer["type"] == "problem"]
    assert 0 < len(refused) < 59
    assert {answer["problem"]["error"] for answer in refused} == {"too_many"}
    assert [answer["id"] for answer in answers] == list(range(1, 60))


def test_an_allowance_refills_with_time() -> None:
    now = [0.0]
    allowances = Allowances(2.0, 4.0, lambda: now[0])
    for _ in range(4):
        allowances.take("a")
    with pytest.raises(ApiProblem) as refused:
        allowances.take("a", 2.0)
    assert refused.value.retry_after == 1.0
    allowances.take("b", 4.0)
    now[0] = 1.0
    allowances.take("a", 2.0)


def test_oversized_requests_are_refused(server: TrialServer, new_game: Any) -> None:
    blue, _ = new_game(server)
    assert blue.http.post("/api/games", content=b"x" * 200_000).status_code == 413
    with server.socket(blue) as socket:
        next_message(socket)
        socket.send('{"type":"say","id":1,"text":"' + "x" * 70_000 + '"}')
        while next_message(socket).get("problem", {}).get("error") != "too_large":
            pass


PRIVATE = [
    "127.0.0.1",
    "10.0.0.8",
    "192.168.1.1",
    "169.254.169.254",
    "::1",
    "fd00::1",
    "::ffff:10.0.0.1",
    "0.0.0.0",
    "100.64.0.1",
    "64:ff9b::a00:1",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_webhooks_never_reach_private_addresses(address: str) -> None:
    assert not webhooks.is_public(address)
    host = f"[{address}]" if ":" in address else address
    assert webhooks.why_not_webhook(f"https://{host}/hook")

    async def find(host: str, port: int) -> list[str]:
        return ["93.184.215.14", address]

    with pytest.raises(webhooks.WebhookRefused):
        awaited(webhooks.post("https://hooks.example.org/x", "text", find=find))


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "https://localhost/",
        "https://user:pw@example.org/",
        "https://example.org:8443/",
        "file:///etc/passwd",
        "https://",
    ],
)
def test_webhook_addresses_that_are_none(server: TrialServer, new_game: Any, url: str) -> None:
    blue, _ = new_game(server)
    assert blue.post("/notices", {"webhook": url}).status_code == 422


def test_a_webhook_is_called_at_the_resolved_address_and_redirects_are_refused() -> None:
    calls: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        calls.append(request)
        return httpx.Response(302, headers={"location": "https://10.0.0.1/"}) if "moved" in request.url.path else httpx.Response(204)

    async def find(host: str, port: int) -> list[str]:
        return ["93.184.215.14"]

    transport = httpx.MockTransport(answer)
    awaited(webhooks.post("https://discord.com/api/webhooks/1?wait=true", "Your decision", find=find, transport=transport))
    assert calls[0].url.host == "93.184.215.14"
    assert calls[0].headers["host"] == "discord.com"
    assert calls[0].extensions["sni_hostname"] == "discord.com"
    assert json.loads(calls[0].content)["content"] == "Your decision"
    assert json.loads(webhooks.payload("https://hooks.slack.com/services/x", "Hi")) == {"text": "Hi"}
    with pytest.raises(webhooks.WebhookRefused):
        awaited(webhooks.post("https://discord.com/moved", "Hi", find=find, transport=transport))
    assert len(calls) == 2


def test_logs_hold_named_fields_only() -> None:
    record = logging.LogRecord("blockfront", logging.INFO, "", 0, "request", (), None)
    record.__dict__.update(endpoint="submit", status=200, token="secret", body="secret")
    line = json.loads(JsonLines().format(record))
    assert line["endpoint"] == "submit"
    assert "secret" not in json.dumps(line)


def test_requests_are_logged_without_keys(server: TrialServer, new_game: Any, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        blue, _ = new_game(server)
        blue.state()
    written = "\n".join(str(record.__dict__) for record in caplog.records if record.name.startswith("blockfront"))
    assert "game_state" in written
    assert blue.token not in written


def test_health_and_metrics(server: TrialServer) -> None:
    http = server.http()
    assert found(http.get("/api/health"))["status"] == "ok"
    assert 'blockfront_requests_total{endpoint="health",status="200"} 1' in http.get("/api/metrics").text


def test_settings_reach_workers_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    from blockfront.server.settings import from_environment, to_environment

    monkeypatch.setenv("BLOCKFRONT_SETTINGS", "")
    settings = Settings(database="postgresql://x/y", workers=3)
    to_environment(settings)
    assert from_environment() == settings


def test_a_wrong_seat_key_and_a_wrong_game_look_the_same(server: TrialServer, new_game: Any) -> None:
    blue, _ = new_game(server)
    wrong_key = PlayerClient(blue.http, blue.game, "y" * 32).get()
    wrong_game = PlayerClient(blue.http, "0" * 16, blue.token).get()
    assert (wrong_key.status_code, wrong_key.content) == (wrong_game.status_code, wrong_game.content)


def test_a_push_message_is_for_its_browser_alone(server: TrialServer, new_game: Any) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    secret = bytes(range(16))
    point = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    to = PushSubscription("https://push.example.org/send/1", plain64(point), plain64(secret))
    body, headers = server.inside.push.message(to, "Your decision")
    assert b"decision" not in body
    assert http_ece.decrypt(body, private_key=key, auth_secret=secret, version="aes128gcm") == b"Your decision"
    assert found(server.http().get("/api/titles"))["web_push_key"] in headers["Authorization"]
    blue, _ = new_game(server)
    wanted = {"endpoint": to.endpoint, "p256dh": to.p256dh, "auth": to.auth}
    assert blue.post("/notices", {"push": wanted}).status_code == 200
    for wrong in ({"endpoint": "https://10.0.0.1/"}, {"p256dh": "AAAA"}, {"auth": "AA"}, {"auth": "\u00e9"}):
        assert blue.post("/notices", {"push": wanted | wrong}).status_code == 422


def plain64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def test_the_push_key_outlives_a_restart(serve: Any, database: str) -> None:
    keys = set()
    for _ in range(2):
        server = serve(database)
        keys.add(found(server.http().get("/api/titles"))["web_push_key"])
        server.__exit__(None, None, None)
    assert len(keys) == 1
    assert "" not in keys
