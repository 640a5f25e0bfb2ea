"""Odds and proposals: from what the viewer knows, worked out elsewhere, bounded."""

from collections.abc import Callable
from math import dist
from random import Random
from typing import Any

import msgspec
import pytest

from blockfront.ai.proposals import advises
from blockfront.atlas import hex_centre
from blockfront.core.match import Match
from blockfront.core.sides import SPECTATOR, Side
from blockfront.games import catalogue, odds
from blockfront.games.catalogue import map_of
from blockfront.server.play import study
from tests.server.trial import PlayerClient, TrialServer, found

Battle = list[tuple[PlayerClient, Side, int]]  # who sees a battle, as which viewer, and where


def battle_hexes(match: Match, viewer: Side) -> list[int]:
    """Hexes in which the viewer sees blocks of both sides."""
    sights = match.game.view(match.state, viewer).blocks
    own = {(viewer, block.location) for block in sights.own if block.location >= 0}
    seen = own | {(sight.side, sight.location) for sight in sights.seen}
    return sorted({place for side, place in seen if (1 - side, place) in seen})


def advance(player: PlayerClient, title: str, rng: Random) -> None:
    """Take the choice that points nearest to the enemy, or any."""
    state, choices = player.state(), player.choices()
    enemies = [hex_centre(map_of(title), sight[2]) for sight in state["view"]["blocks"]["seen"] if sight[2] >= 0]
    pointing = [choice for choice in choices if choice["hex"] is not None and choice["action"]["type"] not in ("Rebuild", "Arrive")]

    def distance(choice: Any) -> float:
        return min(dist(hex_centre(map_of(title), choice["hex"]), enemy) for enemy in enemies)

    chosen = min(pointing, key=distance) if pointing and enemies and rng.random() < 0.8 else rng.choice(choices)
    found(player.submit(chosen["action"], state["decision"]))


@pytest.fixture
def to_battle(server: TrialServer, new_game: Any) -> Callable[[str, str], Battle]:
    """Plays at random until there is a battle."""

    def play(title: str, scenario: str) -> Battle:
        seats = [{"sides": [side], "player": "me"} for side in catalogue.title(title).sides]
        rng = Random(4)
        for _ in range(10):
            players = new_game(server, seats, title=title, scenario=scenario, spectators=True)
            room = server.inside.rooms.in_memory(players[0].game)
            assert room is not None
            everybody = [(players[0], Side(0)), (players[1], Side(1)), (PlayerClient(server.http(), room.id, ""), SPECTATOR)]
            while room.match.result is None:
                seen = [(player, viewer, hexes[0]) for player, viewer in everybody if (hexes := battle_hexes(room.match, viewer))]
                if seen:
                    return seen
                advance(next(player for player in players if player.state()["my_decision"]), title, rng)
        raise AssertionError("there was no battle")

    return play


FOUGHT = [("proving_ground", "border_incident"), ("eastfront", "edelweiss"), ("blocks_in_the_east", "sbe1")]


@pytest.mark.parametrize(("title", "scenario"), FOUGHT)
def test_odds_of_a_battle_are_those_of_my_view(to_battle: Any, server: TrialServer, title: str, scenario: str) -> None:
    for player, viewer, hex_ in to_battle(title, scenario):
        room = server.inside.rooms.in_memory(player.game)
        assert room is not None
        told = found(player.get("/odds", hex=hex_, rounds=3))
        assert told == found(player.get("/odds", hex=hex_, rounds=3)), "asked again, another answer"
        asked = study.question(room.match, viewer, hex_, 3)
        view = msgspec.msgpack.decode(asked.view, type=room.match.game.view_type)
        direct = odds.odds_from_view(room.match.game, view, hex_, Random(hex_), guesses=study.GUESSES, rounds=3)
        assert [one["clears"] for one in told["rounds"]] == [one.clears for one in direct]
        assert [one["round"] for one in told["rounds"]] == [1, 2, 3]
        for one in told["rounds"]:
            for side in ("attacker", "defender"):
                assert sum(one[side]["losses"]) == pytest.approx(1)
                mean = sum(steps * chance for steps, chance in enumerate(one[side]["losses"]))
                assert one[side]["expected_loss"] == pytest.approx(mean)
                if (steps := told[side]["steps"]) is not None:
                    assert len(one[side]["survivors"]) == steps + 1
                    assert sum(one[side]["survivors"]) == pytest.approx(1)
        mine = "attacker" if told["attacker"]["side"] == viewer else "defender"
        assert told[mine]["unknown"] == 0 or viewer == SPECTATOR
        assert told["exact"] == (told["attacker"]["unknown"] + told["defender"]["unknown"] == 0)


def test_there_are_no_odds_without_a_battle_or_a_title_that_has_them(
    server: TrialServer, new_game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    blue, _ = new_game(server)
    refused = blue.get("/odds", hex=0)
    assert (refused.status_code, refused.json()["error"]) == (422, "refused")
    assert blue.get("/odds").status_code == 400
    assert blue.get("/odds", hex=0, rounds=study.MOST_ROUNDS + 1).status_code == 400
    assert blue.get("/odds", hex=0, side=1).status_code == 403
    monkeypatch.setattr(odds, "has_odds", lambda title: False)
    missing = blue.get("/odds", hex=0)
    assert missing.status_code == 404
    assert "Proving Ground" in missing.json()["message"]


@pytest.mark.parametrize(
    ("title", "scenario"), [("eastfront", "w41"), ("blocks_in_the_east", "sbe1"), ("proving_ground", "border_incident")]
)
def test_a_proposal_can_be_carried_out_as_it_stands(server: TrialServer, new_game: Any, title: str, scenario: str) -> None:
    sides = list(catalogue.title(title).sides)
    (solo,) = new_game(server, [{"sides": sides, "player": "me"}], title=title, scenario=scenario)
    state = solo.state()
    proposed = found(solo.get("/proposal"))
    assert proposed["decision"] == state["decision"]
    assert proposed["actions"]
    assert proposed["level"] == ("captain" if advises(title) else "recruit")
    assert proposed == found(solo.get("/proposal")), "asked again, another answer"
    for one in proposed["actions"]:
        assert one["text"]
        found(solo.submit(one["action"], solo.state()["decision"], side=state["viewer"]))


def test_production_is_proposed_within_the_budget(server: TrialServer, new_game: Any) -> None:
    (solo,) = new_game(server, [{"sides": ["axis", "soviet"], "player": "me"}], title="eastfront", scenario="w41")
    rng = Random(1)
    while solo.state()["prompt"]["message"] != "ProductionPhase":
        choices = solo.choices()
        ends = [choice for choice in choices if choice["action"]["type"] == "end"]
        found(solo.submit((ends or [rng.choice(choices)])[0]["action"], solo.state()["decision"]))
    state = solo.state()
    proposed = found(solo.get("/proposal"))
    assert proposed["kind"] == "production"
    assert proposed["actions"][-1]["action"] == {"type": "end"}
    left = state["view"]["own"]["budget"]
    for one in proposed["actions"][:-1]:
        (price,) = [choice["cost"] for choice in solo.choices() if choice["action"] == one["action"]]
        after = found(solo.submit(one["action"], solo.state()["decision"], side=state["viewer"]))
        assert after["state"]["view"]["own"]["budget"] == left - price
        left -= price
    assert 0 <= left < state["view"]["own"]["budget"]
    assert all(choice["cost"] is None for choice in solo.choices() if choice["action"]["type"] in ("end", "disband"))


def test_who_has_nothing_to_decide_gets_no_proposal(server: TrialServer, new_game: Any) -> None:
    blue, _ = new_game(server)
    found(blue.submit(blue.choices()[0]["action"], 0))
    assert blue.get("/proposal").status_code == 409
    assert PlayerClient(server.http(), blue.game, "").get("/proposal").status_code == 401


def test_questions_are_bounded(server: TrialServer, new_game: Any) -> None:
    blue, _ = new_game(server)
    server.inside.study._waiting = study.WAITING
    refused = blue.get("/proposal")
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) >= 1


def test_the_odds_of_a_move_are_those_after_it_and_nothing_is_moved(server: TrialServer, new_game: Any) -> None:
    """Of an attack at Rostov that one only thinks of: as asked again once the unit is there."""
    seats = [{"sides": [side], "player": "me"} for side in ("axis", "soviet")]
    axis, soviet = new_game(server, seats, title="eastfront", scenario="edelweiss")
    first = next(one for one in axis.choices() if one["action"]["type"] == "activate" and "Army Group A" in one["text"])
    found(axis.submit(first["action"], axis.state()["decision"]))
    found(axis.submit({"type": "end"}, axis.state()["decision"]))
    rostov = map_of("eastfront").hex("Rostov")
    move = next(one["action"] for one in axis.choices() if one["hex"] == rostov and one["action"]["type"] == "move")
    before = axis.state()
    thought = found(axis.post("/odds_of_move", {"action": move, "hex": rostov}))
    assert thought == found(axis.post("/odds_of_move", {"action": move, "hex": rostov})), "asked again, another answer"
    assert axis.state()["view"] == before["view"]
    assert thought["attacker"]["blocks"] == 1
    assert thought["defender"]["unknown"] == 1
    one = thought["rounds"][0]
    assert sum(chance for _, chance in one["balance"]) == pytest.approx(1.0)
    mean = sum(steps * chance for steps, chance in one["balance"])
    assert mean == pytest.approx(one["defender"]["expected_loss"] - one["attacker"]["expected_loss"])
    joins = next(change for change in thought["changes"] if change["kind"] == "joins")
    found(axis.submit(move, before["decision"]))
    assert found(axis.get("/odds", hex=rostov))["rounds"] == thought["rounds"]
    other = next(a["action"] for a in axis.choices() if a["action"].get("block") == joins["block"] and a["hex"] == rostov)
    together = found(axis.post("/odds_of_move", {"action": other, "hex": rostov}))
    assert joins["gain"] > 0
    assert together["rounds"][0]["clears"] - one["clears"] == pytest.approx(joins["gain"], abs=0.1)
    away = {**move, "to": move["to"] + 7}
    assert axis.post("/odds_of_move", {"action": away, "hex": rostov}).status_code in (400, 422)
    assert soviet.post("/odds_of_move", {"action": move, "hex": rostov}).status_code == 409, "it is not his decision"
