"""Nonsense of every kind: answers are constant and documented, nothing changes, nothing breaks."""

import contextlib
import json
import os
from collections.abc import Callable
from random import Random
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings, strategies
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.parameters import ParameterLocation
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from blockfront.server.http import openapi
from blockfront.server.http.api import ENDPOINTS
from tests.server.trial import PlayerClient, TrialServer, found
from tests.server.waiting import PATIENCE, next_message, wait_for

EXAMPLES = int(os.environ.get("BLOCKFRONT_FUZZ", "12"))
load_all_checks()
ALL_CHECKS = CHECKS.get_all()
EXPECTED = ("malformed", "stale_decision", "refused", "forbidden", "too_large")
DOCUMENT = schemathesis.openapi.from_dict(openapi.document())
FOUND: list[Any] = list(DOCUMENT.get_all_operations())
OPERATIONS = [one.ok() for one in FOUND]
# What the schema allows may be refused by the rules (422); what an action is, the title says (400).
REFUSALS = ["2xx", 401, 403, 404, 409, 422]
NOT_ACCEPTED = (400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429)
ACTIONS = ("submit", "why_not", "way", "odds_of_move", "prospects")


class Target:
    """A server with a game to be attacked."""

    def __init__(self, server: TrialServer, players: list[PlayerClient]) -> None:
        self.server = server
        self.players = players

    def state(self) -> list[bytes]:
        return [player.get(what).content for player in self.players for what in ("", "/log", "/legal", "/chat")]


@pytest.fixture
def target(server: TrialServer, new_game: Any) -> Target:
    return Target(server, new_game(server))


def attack(operation: Any, target: Target, try_one: Callable[[Any], None]) -> None:
    """Call an operation with everything its schema allows, and with what it does not."""
    modes = [schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE]

    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(data=strategies.data())
    def run(data: Any) -> None:
        case = data.draw(operation.as_strategy(generation_mode=data.draw(strategies.sampled_from(modes))))
        if "game" in (case.path_parameters or {}):
            case.path_parameters["game"] = target.players[0].game
        try_one(case)

    run()


def test_every_endpoint_is_attacked() -> None:
    assert {operation.label for operation in OPERATIONS} == {f"{one.method} {one.path}" for one in ENDPOINTS}
    assert len(OPERATIONS) == len(ENDPOINTS)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_the_api_keeps_to_its_document(operation: Any, target: Target) -> None:
    """With the key of a seat, so that what is behind it is reached too."""

    of_actions = [400] if operation.path.endswith(ACTIONS) else []
    # a list that is too long may also make a request that is too large: that is refused before it is read
    DOCUMENT.config.checks.negative_data_rejection.expected_statuses = [*map(str, NOT_ACCEPTED)]
    DOCUMENT.config.checks.positive_data_acceptance.expected_statuses = [*map(str, REFUSALS), *map(str, of_actions)]

    def try_one(case: Any) -> None:
        sent = {"base_url": target.server.url}
        is_without_key = case.meta.is_negative_at(ParameterLocation.HEADER)  # that is what is tried then
        headers = {} if is_without_key else target.players[0].headers
        answer = case.call(headers=headers, **sent)
        case.validate_response(answer, checks=ALL_CHECKS, headers=headers, transport_kwargs=sent)

    attack(operation, target, try_one)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_without_a_key_nothing_changes(operation: Any, target: Target) -> None:
    before = target.state()

    def try_one(case: Any) -> None:
        assert case.call(base_url=target.server.url, headers={"authorization": "Bearer " + "z" * 32}).status_code < 500

    attack(operation, target, try_one)
    assert target.state() == before


def nonsense(rng: Random, decision: int, action: Any) -> str | bytes:
    """A message that must not change anything."""
    wild: Any = rng.choice([None, True, -1, 10**30, 1.5, "x" * 300, [], {}, [[[]]], "\u0000", "🪖"])
    sensible: dict[str, Any] = {"type": rng.choice(["submit", "undo", "look_as"]), "id": 1}
    sensible |= {"action": action, "decision": decision, "side": 0}
    sensible[rng.choice(["type", "decision", "action"])] = wild
    stale = {"type": "submit", "id": 2, "action": action, "decision": decision + rng.choice([-1, 1, 1000])}
    other_side = {"type": "submit", "id": 3, "action": action, "decision": decision, "side": 1}
    far_back = {"type": "undo", "id": 4, "decision": decision, "to": rng.choice([0, 1, 10**15, -1, "0", None, wild])}
    messages: list[str | bytes] = [
        json.dumps(stale),
        json.dumps(far_back),
        json.dumps(other_side),
        json.dumps(sensible),
        json.dumps(wild),
        json.dumps(stale)[: rng.randint(0, 40)],
        rng.randbytes(rng.randint(0, 200)),
        "[" * 5000,
        json.dumps({"type": "hello", "token": "w" * 32}),
    ]
    return rng.choice(messages)


def test_a_socket_shrugs_off_nonsense(target: Target) -> None:
    """Frames, JSON, wrong seats, stale numbers: an answer or a close, never a change, never a 5xx."""
    rng = Random(8)
    blue = target.players[0]
    before = target.state()
    decision, action = blue.state()["decision"], blue.choices()[0]["action"]
    for _ in range(25 * EXAMPLES):
        with target.server.socket(blue) as socket, contextlib.suppress(ConnectionClosed):
            for _ in range(rng.randint(1, 6)):
                socket.send(nonsense(rng, decision, action))
                answer = next_message(socket)
                assert answer["type"] in ("update", "seats", "problem", "answer")
                assert answer.get("problem", {"error": "refused"})["error"] in EXPECTED
        assert socket.close_code in (1000, 1007, 1008)
    wait_for(lambda: not any(seat["connected"] for seat in blue.state()["info"]["seats"]))  # a server notes late that somebody left
    assert target.state() == before


@pytest.mark.parametrize("token", ["", "short", "q" * 32, "ü" * 30, None])
def test_a_wrong_key_always_gets_the_same_answer(target: Target, token: str | None) -> None:
    answers = set()
    for game in (target.players[0].game, "0" * 16, "..", "%00"):
        hello = {} if token is None else {"token": token}
        with connect(f"{target.server.url.replace('http', 'ws')}/api/games/{game}/socket", compression=None, proxy=None) as socket:
            socket.send(json.dumps({"type": "hello", **hello}))
            answers.add(socket.recv(timeout=PATIENCE))
    assert len(answers) == 1


def test_strange_http_gets_plain_answers(target: Target) -> None:
    http = target.server.http()
    game = target.players[0].game
    before = target.state()
    requests: list[tuple[str, str, dict[str, Any]]] = [
        ("POST", f"/api/games/{game}/submit", {"content": b"\xff\xfe"}),
        ("POST", f"/api/games/{game}/submit", {"content": b"[" * 50_000}),
        ("POST", f"/api/games/{game}/submit", {"content": b"null"}),
        ("PUT", f"/api/games/{game}/submit", {}),
        ("DELETE", f"/api/games/{game}", {}),
        ("GET", f"/api/games/{game}?side=999999999999999999999999", {}),
        ("GET", f"/api/games/{game}/legal?block=-1", {}),
        ("GET", f"/api/games/{game}/log?log_from=9007199254740993", {}),
        ("GET", f"/api/games/{game}/replay?line=9007199254740991", {}),
        ("GET", "/api/games/%F0%9F%AA%96", {}),
        ("GET", "/" + "a/" * 2000 + "x.js", {}),
        ("TRACE", "/", {}),
    ]
    for method, path, more in requests:
        answer = http.request(method, path, headers=target.players[0].headers, **more)
        assert 400 <= answer.status_code < 500, (method, path, answer.status_code)
    bad_header = httpx.Headers([(b"authorization", b"Bearer \xff\xff"), (b"cookie", b"blockfront_session=\xff; ;;=")])
    assert http.get(f"/api/games/{game}", headers=bad_header).status_code == 401
    assert target.state() == before
    found(target.players[0].get())
