"""Replay, export, import."""

from random import Random
from typing import Any

import pytest

from blockfront.ai.player import Budget
from blockfront.core import record
from blockfront.core.chance import CommittedRandom, Dice, commitment
from blockfront.games import catalogue
from blockfront.server.play import replays
from blockfront.sim.pairing import Pairing
from blockfront.sim.run_match import play_match
from tests.server.trial import PlayerClient, TrialServer, found


def finished(server: TrialServer, new_game: Any, seed: int = 1) -> list[PlayerClient]:
    players: list[PlayerClient] = new_game(server)
    rng = Random(seed)
    while not players[0].state()["info"]["result"]:
        next(player for player in players if player.state()["my_decision"]).play(rng)
    return players


def test_while_a_game_runs_i_step_through_my_own_view(server: TrialServer, new_game: Any) -> None:
    players = new_game(server)
    rng = Random(3)
    seen: list[dict[int, Any]] = [{}, {}]
    for _ in range(60):
        player = next(player for player in players if player.state()["my_decision"])
        player.play(rng)
        for known, one in zip(seen, players, strict=True):
            state = one.state()
            known[state["log_length"] - 1] = state["view"]
    for known, player in zip(seen, players, strict=True):
        for line in rng.sample(sorted(known), 10):
            if line >= 0:
                frame = found(player.get("/replay", line=line))
                assert frame["viewers"] == [player.state()["viewer"]]
        last = max(known)
        assert found(player.get("/replay", line=last))["views"] == [known[last]]
        assert player.get("/replay", line=0, truth=True).status_code == 403
        assert player.get("/replay", line=0, side=1 - player.state()["viewer"]).status_code == 403
        assert player.get("/true_log").status_code == 403
        assert player.get("/export").status_code == 409
        assert player.get("/replay", line=10_000).status_code == 404


def test_a_game_that_was_given_up_at_once_has_its_first_position(server: TrialServer, new_game: Any) -> None:
    blue, red = new_game(server)
    start = [player.state()["view"] for player in (blue, red)]
    found(blue.post("/concede"))
    lines = found(red.get("/true_log"))["log_length"]
    assert found(red.get("/replay", line=0, truth=True))["views"] == start
    assert red.get("/replay", line=max(1, lines), truth=True).status_code == 404


def test_how_far_one_had_come_is_told_for_several_moments(server: TrialServer, new_game: Any) -> None:
    seats = [{"sides": [side], "player": "me"} for side in ("axis", "soviet")]
    players = new_game(server, seats, title="eastfront", scenario="edelweiss")
    rng = Random(3)
    stood: list[dict[int, Any]] = [{}, {}]
    for _ in range(30):
        next(player for player in players if player.state()["my_decision"]).play(rng)
        for known, one in zip(stood, players, strict=True):
            known[one.state()["log_length"]] = found(one.get("/aim"))["balance"]
    for known, player in zip(stood, players, strict=True):
        wanted = [*sorted(known)[:: max(1, len(known) // 5)], max(known)]
        told = found(player.get("/balances", lines=",".join(map(str, wanted))))["balances"]
        assert [one["lines"] for one in told] == sorted({one["lines"] for one in told})
        assert told[-1] == {"lines": max(known), "balance": known[max(known)]}
        assert player.get("/balances", lines="0", side=1 - player.state()["viewer"]).status_code == 403
        assert player.get("/balances", lines="1,x").status_code == 400


def test_several_moments_come_at_once_as_i_saw_them(server: TrialServer, new_game: Any) -> None:
    players = new_game(server)
    rng = Random(3)
    seen: list[dict[int, Any]] = [{}, {}]
    for _ in range(40):
        next(player for player in players if player.state()["my_decision"]).play(rng)
        for known, one in zip(seen, players, strict=True):
            state = one.state()
            known[state["log_length"]] = state["view"]
    for known, player in zip(seen, players, strict=True):
        wanted = [*sorted(known)[:: max(1, len(known) // 5)], max(known)]
        frames = found(player.get("/frames", lines=",".join(map(str, wanted))))["frames"]
        assert [frame["lines"] for frame in frames] == sorted({frame["lines"] for frame in frames})
        assert frames[-1] == {"lines": max(known), "view": known[max(known)]}
        first = found(player.get("/frames", lines="0"))["frames"]
        assert first[0]["view"]["viewer"] == player.state()["viewer"]
        assert player.get("/frames", lines="0", side=1 - player.state()["viewer"]).status_code == 403
        assert player.get("/frames", lines="1,x").status_code == 400
        assert player.get("/frames", lines=",".join(["1"] * 61)).status_code == 400


def test_looking_back_does_not_hold_up_the_game(server: TrialServer, new_game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long way back is gone in stages, between which others have their turn; it leads to the same place."""
    blue, _ = finished(server, new_game)
    lines = found(blue.get("/true_log"))["log_length"]
    room = server.inside.rooms.in_memory(blue.game)
    assert room is not None
    at_once = found(blue.get("/replay", line=lines - 1, truth=True))
    charts = found(blue.get("/charts", truth=True))
    monkeypatch.setattr(replays, "AT_ONCE", replays.INTERVAL)
    room.replay = replays.Replay(room.match)
    assert room.replay.state(len(room.match.entries)) is None
    assert found(blue.get("/replay", line=lines - 1, truth=True)) == at_once
    assert found(blue.get("/charts", truth=True)) == charts


def test_after_the_end_everybody_may_know_the_truth(server: TrialServer, new_game: Any) -> None:
    blue, red = finished(server, new_game)
    whole = found(blue.get("/true_log"))
    frame = found(blue.get("/replay", line=whole["log_length"] - 1, truth=True))
    assert frame["viewers"] == [0, 1]
    assert all(view["blocks"]["own"] for view in frame["views"])
    assert found(blue.get("/replay", line=0, side=1))["viewers"] == [1]
    seen_by_red = found(blue.get("/true_log", side=1))
    assert seen_by_red["lines"] == found(red.get("/log"))["lines"]
    assert seen_by_red["log_length"] < whole["log_length"]


def test_the_dice_of_a_finished_game_can_be_recomputed_by_anybody(server: TrialServer, new_game: Any) -> None:
    running, _ = new_game(server)
    assert running.get("/dice").status_code == 409, "the seed is a secret while the game runs"
    played = play_match(Pairing("eastfront", "edelweiss", (), ("recruit", "recruit"), 5, Budget(seconds=0.1)))
    made = found(server.http().post("/api/import", json={"record": played.record}))
    told = found(server.http().get(f"/api/games/{made['game']}/dice"))
    assert len(told["throws"]) > 5
    seed = bytes.fromhex(told["seed"])
    assert told["problem"] == ""
    assert told["commitment"] == commitment(seed)
    for throw in told["throws"]:
        rolled = Dice(len(throw["faces"]), told["sides"]).sample(CommittedRandom(seed, throw["number"]))
        assert list(rolled.faces) == throw["faces"]


def test_an_exported_game_verifies_and_comes_back(serve: Any, database: str, new_game: Any) -> None:
    server = serve(database)
    blue, _ = finished(server, new_game)
    exported = blue.get("/export").text
    kept = record.read(exported)
    assert record.verify(kept, record.game_of(kept, catalogue.game)) > 0
    http = server.http()
    made = found(http.post("/api/import", json={"record": exported, "name": "Old game"}))
    watching = PlayerClient(http, made["game"], "")
    assert watching.state()["info"]["result"] == blue.state()["info"]["result"]
    assert (
        watching.get("/export").text.splitlines()[-1] == exported.splitlines()[-1]
        or record.read(watching.get("/export").text).end == kept.end
    )
    assert found(watching.get("/true_log"))["log_length"] == found(blue.get("/true_log"))["log_length"]
    server.__exit__(None, None, None)
    again = PlayerClient(serve(database).http(), made["game"], "")
    assert again.state()["info"]["result"] == kept_result(kept)


def kept_result(kept: record.Record) -> Any:
    assert kept.end is not None
    return {"winner": kept.end.winner, "margin": kept.end.margin, "level": kept.end.level, "reason": kept.end.reason}


def test_a_conceded_game_comes_back_too(server: TrialServer, new_game: Any) -> None:
    blue, _ = new_game(server)
    found(blue.submit(blue.choices()[0]["action"], 0))
    found(blue.post("/concede"))
    made = found(server.http().post("/api/import", json={"record": blue.get("/export").text}))
    state = PlayerClient(server.http(), made["game"], "").state()
    assert state["info"]["result"]["reason"] == "conceded"
    assert state["info"]["result"]["winner"] == 1


def test_a_record_that_does_not_hold_is_refused(server: TrialServer, new_game: Any) -> None:
    blue, _ = finished(server, new_game)
    exported = blue.get("/export").text
    http = server.http()
    altered = exported.replace('"side":0', '"side":1', 1)
    refused = http.post("/api/import", json={"record": altered})
    assert refused.status_code == 422
    assert "line" in refused.json()["message"]
    for text in ("{}", exported[:200], "\n".join(exported.splitlines()[:-1]) + "\n"):
        assert http.post("/api/import", json={"record": text}).status_code == 422
    assert http.post("/api/import", json={"record": "x" * 9_000_000}).status_code == 413
