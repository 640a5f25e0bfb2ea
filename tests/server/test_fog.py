"""Fog over the wire: whoever cannot know of a difference gets the same bytes, on every channel.

In the first test the server's table is exchanged for a twin that differs only in what the viewer cannot know: another state he must
hold possible, and none of the entries he has not seen. In the second one side acts in secret, and the others' traffic must not change.
"""

import contextlib
import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from blockfront.core.events import visible_to
from blockfront.core.sides import CHANCE, SPECTATOR, Side
from blockfront.server import webhooks
from blockfront.server.room import Room
from blockfront.server.table import Table
from blockfront.server.trial import PlayerClient, TrialServer
from blockfront.testing.random_play import scrambled

GAMES = [("proving_ground", "border_incident", 50), ("eastfront", "edelweiss", 30)]


@pytest.fixture
def table_of(server: TrialServer, new_game: Any) -> Callable[[str, str], tuple[Room, list[PlayerClient]]]:
    """A game with a client for each side and one for the spectator."""

    def make(title: str, scenario: str) -> tuple[Room, list[PlayerClient]]:
        from blockfront.games import catalogue

        seats = [{"sides": [side], "player": "me"} for side in catalogue.title(title).sides]
        players = new_game(server, seats, title=title, scenario=scenario, spectators=True, listed=True)
        room = server.inside.rooms.in_memory(players[0].game)
        assert room is not None
        return room, [*players, PlayerClient(server.http(), players[0].game, "")]

    return make


def viewer_of(player: PlayerClient, players: list[PlayerClient]) -> Side:
    return SPECTATOR if not player.token else Side(players.index(player))


def traffic(server: TrialServer, player: PlayerClient, illegal: list[Any]) -> dict[str, bytes]:
    """Every answer a viewer can get without changing anything."""
    answers = {what: player.get(what).content for what in ("", "/log", "/legal", "/chat", "/export", "/true_log")}
    for group in json.loads(answers["/legal"]).get("groups", ()):
        if not group["choices"]:
            answers[f"/legal {group['block']}"] = player.get("/legal", block=group["block"]).content
    for kind in ("control", "zones", "supply", "command", "rail", "weather", "ground"):
        answers[f"overlay {kind}"] = player.get(f"/overlays/{kind}").content
    for hex_ in {group_hex for group in json.loads(answers["/legal"]).get("groups", ()) for group_hex in group["hexes"][:1]}:
        answers[f"modifiers {hex_}"] = player.get("/modifiers", hex=hex_).content
    for action in illegal:
        answers[f"way {action}"] = player.post("/way", {"action": action}).content
    answers["unknown block"] = player.get("/legal", block=9999).content
    answers["truth"] = player.get("/replay", line=0, truth=True).content
    answers["other side"] = player.get(side=1 - json.loads(answers[""])["viewer"]).content if player.token else b""
    decision = json.loads(answers[""])["decision"]
    for action in illegal:
        answers[f"why not {action}"] = player.post("/why_not", {"action": action}).content
        answers[f"stale {action}"] = player.submit(action, decision + 1).content
        answers[f"refused {action}"] = player.submit(action, decision).content
    answers["undo"] = player.post("/undo", {"decision": decision + 1}).content
    answers["my games"] = player.http.post("/api/my_games", json={"tokens": [player.token] if player.token else []}).content
    answers["lobby"] = player.http.get("/api/games").content
    with server.socket(player) as socket:
        answers["hello"] = str(socket.recv(timeout=5)).encode()
    return answers


def twin_of(table: Table, viewer: Side, rng: Random) -> Table:
    """A table the viewer must hold possible: another state, and nothing of what was done unseen."""
    twin = copy.copy(table)
    twin.state = table.game.guess(table.game.view(table.state, viewer), rng)
    kept = [number for number, entry in enumerate(table.entries) if entry.side == viewer or visible_to(list(entry.events), viewer)]
    twin.entries = [table.entries[number] for number in kept]
    twin.times = [table.times[number] for number in kept]
    if not kept or kept[-1] != len(table.entries) - 1:
        twin._before = []
    return twin


def exchange(room: Room, table: Table) -> None:
    room.table = table
    room._logs.clear()


def illegal_for(room: Room, viewer: Side, rng: Random) -> list[Any]:
    """Actions that are not legal for the viewer: strange ones, and true ones of others."""
    table = room.table
    pool = []
    for side in sorted(table.to_act() - {CHANCE}):
        sample = table.game.legal(table.state, side).sample(rng)
        pool += [sample, scrambled(sample, rng)] if side != viewer else [scrambled(sample, rng)]
    if viewer not in table.to_act():
        offered: Any = ()
    else:
        offered = table.game.legal(table.state, viewer)
    return [msgspec.to_builtins(action) for action in pool if action not in offered][:2]


def differences(truth: dict[str, bytes], guess: dict[str, bytes]) -> list[str]:
    return [f"{what}: {truth.get(what)!r} / {guess.get(what)!r}" for what in truth | guess if truth.get(what) != guess.get(what)]


@pytest.mark.parametrize(("title", "scenario", "decisions"), GAMES)
def test_paired_states_give_the_same_bytes(server: TrialServer, table_of: Any, title: str, scenario: str, decisions: int) -> None:
    room, players = table_of(title, scenario)
    rng = Random(11)
    hidden = 0
    for number in range(decisions):
        if room.table.result is not None:
            break
        if rng.random() < 0.2 or number < 3:
            for player in players:
                viewer = viewer_of(player, players)
                illegal = illegal_for(room, viewer, rng) if player.token else []
                table = room.table
                truth = traffic(server, player, illegal)
                twin = twin_of(table, viewer, rng)
                hidden += len(table.entries) - len(twin.entries) + (twin.state != table.state)
                exchange(room, twin)
                guess = traffic(server, player, illegal)
                assert room.table is twin, "something changed the table"
                exchange(room, table)
                found = differences(truth, guess)
                assert not found, f"viewer {viewer} could tell by\n" + "\n".join(found)
        next(player for player in players[:-1] if player.state()["my_decision"]).play(rng)
    assert hidden > 20, "the twins hardly differed: the test could not have failed"


@pytest.mark.parametrize(("title", "scenario", "decisions"), GAMES)
def test_what_is_done_unseen_sends_nothing(server: TrialServer, table_of: Any, title: str, scenario: str, decisions: int) -> None:
    room, players = table_of(title, scenario)
    rng = Random(12)
    unseen = 0
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(server.socket(player)) for player in players]
        for _ in range(decisions):
            if room.table.result is not None:
                break
            acting = next(player for player in players[:-1] if player.state()["my_decision"])
            before = {player: room_answers(player) for player in players}
            views = {player: room.table.game.view(room.table.state, viewer_of(player, players)) for player in players}
            first = len(room.table.entries)
            drain(sockets)
            acting.play(rng)
            new = room.table.entries[first:]
            for player, socket in zip(players, sockets, strict=True):
                viewer = viewer_of(player, players)
                saw = any(visible_to(list(entry.events), viewer) or entry.side == viewer for entry in new)
                if saw or room.table.game.view(room.table.state, viewer) != views[player]:
                    continue
                unseen += 1
                assert drain([socket]) == []
                assert room_answers(player) == before[player]
    assert unseen > 5, "nothing was done unseen: the test could not have failed"


def room_answers(player: PlayerClient) -> list[bytes]:
    lines = json.loads(player.get("/log").content)["log_length"]
    last = player.get("/replay", line=lines - 1).content if lines else b""
    return [player.get(what).content for what in ("", "/log", "/legal")] + [last]


def drain(sockets: list[Any]) -> list[Any]:
    """Messages that have come, presence apart."""
    found = []
    for socket in sockets:
        with contextlib.suppress(TimeoutError):
            while True:
                message = json.loads(socket.recv(timeout=0.03))
                if message["type"] != "seats":
                    found.append(message)
    return found


def test_notices_name_the_game_and_nothing_that_happens_in_it(
    serve: Any, sqlite: str, new_game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games that differ in a secret plan send the same notice."""
    sent: list[tuple[str, str]] = []

    async def post(url: str, text: str) -> None:
        sent.append((url, text))

    monkeypatch.setattr(webhooks, "post", post)
    server = serve(sqlite)
    for choice in (0, -1):
        blue, red = new_game(server, name="Tuesday")
        assert red.post("/notices", {"webhook": "https://discord.com/api/webhooks/1/x"}).status_code == 200
        blue.submit(blue.choices()[choice]["action"], 0)
        red.submit(red.choices()[0]["action"], red.state()["decision"])
        rng = Random(1)
        while not red.state()["my_decision"]:
            blue.play(rng)
        token = red.token
        assert all(token not in text and "discord" in url for url, text in sent)
    texts = {text for _, text in sent}
    assert texts == {"blockfront: your decision in Tuesday (Proving Ground)."}
