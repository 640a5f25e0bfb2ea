"""A game in figures: right, complete after the end, and silent about what a side does not know."""

from random import Random
from typing import Any

import pytest

from blockfront.core.sides import SPECTATOR, Side
from blockfront.games import catalogue
from blockfront.server.http.routes.charts import Counted, known_numbers, share_below, true_numbers
from tests.server.trial import PlayerClient, TrialServer, found

EDELWEISS = {"title": "eastfront", "scenario": "edelweiss"}
BOTH = [{"sides": ["axis"], "player": "me"}, {"sides": ["soviet"], "player": "me"}]


def play(players: list[PlayerClient], rng: Random, decisions: int) -> None:
    for _ in range(decisions):
        next(player for player in players if player.state()["my_decision"]).play(rng)


def last(player: PlayerClient, **query: Any) -> dict[str, Any]:
    values: dict[str, Any] = found(player.get("/charts", **query))["points"][-1]["values"]
    return values


def test_a_side_counts_its_own_and_sees_the_others_blocks(server: TrialServer, new_game: Any) -> None:
    players = new_game(server, BOTH, **EDELWEISS)
    play(players, Random(5), 40)
    for side, player in enumerate(players):
        view = player.state()["view"]
        values = last(player)
        own = [one for one in view["blocks"]["own"] if one[1] >= 0]
        assert values["blocks"][side] == len(own)
        assert values["steps"][side] == sum(one[3] for one in own)
        assert values["blocks"][1 - side] == len(view["blocks"]["seen"])
        assert values["steps"][1 - side] is None
        assert "victory_points" not in values
        assert player.get("/charts", truth=True).status_code == 403
        assert player.get("/charts", side=1 - side).status_code == 403
        rolled = [line["event"] for line in found(player.get("/log"))["lines"] if line["event"]["type"] == "rolled"]
        assert values["dice"] == [sum(len(one["faces"]) for one in rolled if one["side"] == who) for who in (0, 1)]
        assert values["hits"] == [sum(one["hits"] for one in rolled if one["side"] == who) for who in (0, 1)]


def test_what_is_done_unseen_changes_no_figure(server: TrialServer, new_game: Any) -> None:
    players = new_game(server, BOTH, **EDELWEISS)
    rng = Random(8)
    unseen = 0
    for _ in range(60):
        acting = next((player for player in players if player.state()["my_decision"]), None)
        if acting is None:
            break
        waiting = players[1 - players.index(acting)]
        before, length = waiting.get("/charts").content, waiting.state()["log_length"]
        acting.play(rng)
        if waiting.state()["log_length"] == length:
            unseen += 1
            assert waiting.get("/charts").content == before
    assert unseen > 5, "nothing was done in secret: the test could not have failed"


@pytest.mark.parametrize("title", ["eastfront", "blocks_in_the_east", "proving_ground"])
def test_states_that_look_alike_give_the_same_figures(title: str) -> None:
    game = catalogue.game(title, catalogue.title(title).scenarios[0].id)
    state, rng, differing = game.setup(), Random(4), 0
    for number in range(120):
        actors = sorted(game.to_act(state))
        if not actors:
            break
        side = actors[0]
        offered: Any = game.chance(state) if side < 0 else game.legal(state, side)
        game.apply(state, offered.sample(rng), side)
        if number % 10 == 0:
            for viewer in (Side(0), Side(1), SPECTATOR):
                view = game.view(state, viewer)
                twin = game.guess(view, rng)
                differing += true_numbers(game, twin) != true_numbers(game, state)
                assert known_numbers(game, game.view(twin, viewer)) == known_numbers(game, view)
    assert differing, "the twins had the same figures: the test could not have failed"


def test_after_the_end_the_truth_is_told(server: TrialServer, new_game: Any) -> None:
    players = new_game(server, BOTH, **EDELWEISS)
    play(players, Random(2), 60)
    axis, soviet = players
    found(axis.post("/concede", {}))
    values = last(axis, truth=True)
    assert values["steps"] == [sum(one[3] for one in player.state()["view"]["blocks"]["own"] if one[1] >= 0) for player in players]
    assert all(isinstance(points, int) for points in values["victory_points"])
    assert last(soviet, side=0)["steps"][0] == values["steps"][0]
    points = found(axis.get("/charts", truth=True))["points"]
    assert [point["line"] for point in points] == sorted(point["line"] for point in points)
    assert len({point["turn"] for point in points}) > 1
    assert all(point["phase"]["month"] for point in points[1:])
    length = found(axis.get("/true_log"))["log_length"]
    assert points[-1]["line"] == length - 1


def test_taking_back_takes_the_figures_back(server: TrialServer, new_game: Any) -> None:
    players = new_game(server, BOTH, **EDELWEISS)
    rng = Random(9)
    for _ in range(80):
        player = next(player for player in players if player.state()["my_decision"])
        before = player.get("/charts").content
        player.play(rng)
        state = player.state()
        if state["can_undo"]:
            assert player.get("/charts").status_code == 200
            found(player.post("/undo", {"decision": state["decision"]}))
            assert player.get("/charts").content == before
            return
    raise AssertionError("nothing could be taken back")


def test_dice_are_counted_with_the_hits_they_should_bring() -> None:
    from blockfront.games.blocks_series.events import Rolled as SeriesRolled
    from blockfront.games.eastfront.events import LostStep, Rolled

    game = catalogue.game("eastfront", "edelweiss")
    roll = Rolled(hex=1, kind="offensive", side=0, block=0, faces=(1, 5, 6), lowest=5, hits=2)
    counted = Counted(game, None)
    counted._count(roll)
    counted._count(LostStep(block=0, steps=2, hex=1, cause="battle"))
    values = counted.close()
    assert (values["dice"], values["hits"], values["expected"]) == ([3, 0], [2, 0], [1.0, 0.0])
    assert values["lost"] == [1, 0] or values["lost"] == [0, 1]
    measures = catalogue.contract("blocks_in_the_east").measures
    assert measures is not None
    found_roll = measures.roll(SeriesRolled(hex=1, step="ground", side=1, shots=((3, 2, 6), (4, 3, 5)), faces=(1, 2, 3, 4, 5), hits=1))
    assert found_roll is not None
    assert found_roll[:3] == (1, 5, 1)
    assert found_roll.expected == pytest.approx(2 / 6 + 1.0)


def test_what_was_expected_is_told_when_the_game_is_over(server: TrialServer, new_game: Any) -> None:
    players = new_game(server, BOTH, **EDELWEISS)
    play(players, Random(5), 40)
    assert players[0].get("/expectations").status_code == 403
    found(players[1].post("/concede"))
    moments = found(players[0].get("/charts", truth=True))["points"]
    told = found(players[0].get("/expectations"))
    assert (told["judge"], told["in_points"]) == ("captain", False)
    assert len(told["values"]) == len(moments) > 2
    assert told["values"][0] == 0
    assert any(told["values"])
    assert found(players[1].get("/expectations")) == told


def test_a_game_whose_players_judge_no_positions_says_so(server: TrialServer, new_game: Any) -> None:
    blue, _ = new_game(server)
    found(blue.post("/concede"))
    assert found(blue.get("/expectations")) == {"judge": "", "in_points": False, "values": []}


def test_how_often_dice_are_worse_is_exact() -> None:
    assert share_below({0.5: 2}, 1) == pytest.approx(0.25)
    assert share_below({0.5: 1, 1 / 3: 1}, 2) == pytest.approx(1 - 1 / 6)
    assert share_below({}, 0) == 0
    assert share_below({1 / 3: 1200}, 400) == pytest.approx(0.5, abs=0.02)
