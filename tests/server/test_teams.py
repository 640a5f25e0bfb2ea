"""Teams: two seats of a side with a part each, what they say among themselves, and a bot at one of them."""

from typing import Any

import httpx
import pytest

from blockfront.core.clauses import clause
from tests.server.trial import PlayerClient, TrialServer, found
from tests.server.waiting import next_message, wait_for

NORTH = {"sides": ["axis"], "player": "me", "name": "Ann", "parts": ["north"]}
SOUTH = {"sides": ["axis"], "player": "me", "name": "Ben", "parts": ["south"]}
SOVIET = {"sides": ["soviet"], "player": "me", "name": "Cleo"}
END = {"type": "end"}


def begin(server: TrialServer, new_game: Any, *seats: dict[str, Any]) -> list[PlayerClient]:
    """A game in which both sides have set up."""
    players: list[PlayerClient] = new_game(server, list(seats or (NORTH, SOUTH, SOVIET)), title="blocks_in_the_east", scenario="sbe4")
    for _ in range(2):
        acting = next(player for player in players if player.state()["my_decision"])
        found(acting.submit(acting.choices()[0]["action"], acting.state()["decision"]))
    return players


def to_movement(*team: PlayerClient) -> None:
    """The side ends its phases before the first movement."""
    while team[0].state()["view"]["phase"] != 4:
        for player in team:
            state = player.state()
            if state["my_decision"] and state["view"]["phase"] != 4:
                found(player.submit(END, state["decision"]))


def blocks_of(player: PlayerClient) -> set[int]:
    groups = found(player.get("/legal"))["groups"]
    return {group["block"] for group in groups if group["block"] is not None}


@pytest.mark.parametrize(
    ("parts", "wrong"),
    [((["north"], ["north"]), "the same part"), ((["north"], ["east"]), "no part 'east'"), ((["germany"], ["finland"]), "nobody has")],
)
def test_seats_must_divide_their_side(server: TrialServer, parts: tuple[list[str], list[str]], wrong: str) -> None:
    seats = [{**NORTH, "parts": parts[0]}, {**SOUTH, "parts": parts[1]}, SOVIET]
    answer = server.http().post("/api/games", json={"title": "blocks_in_the_east", "scenario": "sbe4", "seats": seats})
    assert answer.status_code == 422
    assert wrong in answer.json()["message"]


@clause("BE-38.1a")
def test_each_seat_commands_its_part(server: TrialServer, new_game: Any) -> None:
    ann, ben, _ = begin(server, new_game)
    to_movement(ann, ben)
    assert blocks_of(ann)
    assert blocks_of(ben)
    assert not blocks_of(ann) & blocks_of(ben)
    move = next(choice for choice in ben.choices() if choice["block"] is not None)
    refused = ann.submit(move["action"], ann.state()["decision"])
    assert refused.status_code == 422
    assert refused.json()["because"] == "not_your_part"
    found(ben.submit(move["action"], ben.state()["decision"]))
    assert ann.state()["view"]["blocks"] == ben.state()["view"]["blocks"]  # one side, one view
    assert [seat["parts"] for seat in ann.state()["info"]["seats"]] == [["north"], ["south"], []]


@clause("BE-38.1a")
def test_a_phase_ends_when_both_are_ready(server: TrialServer, new_game: Any) -> None:
    ann, ben, cleo = begin(server, new_game)
    to_movement(ann, ben)
    before = cleo.state()
    found(ann.submit(END, ann.state()["decision"]))
    assert ben.state()["ready"] == [0]
    assert cleo.state() == before  # the enemy cannot tell
    assert ann.state()["view"]["phase"] == 4
    found(ben.submit(END, ben.state()["decision"]))
    assert ann.state()["view"]["phase"] != 4
    assert ben.state()["ready"] == []


def test_who_is_ready_is_known_after_a_restart(serve: Any, sqlite: str, new_game: Any) -> None:
    server = serve(sqlite)
    ann, ben, _ = begin(server, new_game)
    to_movement(ann, ben)
    found(ann.submit(END, ann.state()["decision"]))
    again = serve_again(serve, server, sqlite)
    mate = PlayerClient(again, ben.game, ben.token)
    assert mate.state()["ready"] == [0]


def serve_again(serve: Any, server: TrialServer, database: str) -> httpx.Client:
    server.__exit__(None, None, None)
    client: httpx.Client = serve(database).http()
    return client


# ---- talking


def test_a_team_talks_unheard(server: TrialServer, new_game: Any) -> None:
    ann, ben, cleo = begin(server, new_game)
    with server.socket(ben) as mate, server.socket(cleo) as enemy:
        next_message(mate, "update")
        next_message(enemy, "update")
        found(ann.post("/team", {"text": "Take Riga", "hex": 700}))
        line = next_message(mate, "team_said")["line"]
        assert (line["name"], line["text"], line["hex"]) == ("Ann", "Take Riga", 700)
        found(ann.post("/chat", {"text": "Hello"}))
        assert next_message(enemy, "said")["line"]["number"] == 0  # the first the enemy hears of
    assert [line["text"] for line in found(ben.get("/team"))["lines"]] == ["Take Riga"]
    assert found(cleo.get("/team"))["lines"] == []
    assert found(cleo.get("/chat"))["total"] == 1


def test_who_has_no_team_has_nobody_to_talk_to(server: TrialServer, new_game: Any) -> None:
    _, _, cleo = begin(server, new_game)
    assert cleo.post("/team", {"text": "Hello?"}).status_code == 403
    assert cleo.http.get(f"/api/games/{cleo.game}/team").status_code in (401, 403)


def test_a_ping_needs_no_words_and_silence_is_refused(server: TrialServer, new_game: Any) -> None:
    ann, ben, _ = begin(server, new_game)
    found(ann.post("/team", {"hex": 12}))
    assert ann.post("/team", {}).status_code == 422
    assert found(ben.get("/team"))["lines"][0]["hex"] == 12


# ---- a bot at one seat


def test_a_bot_holds_one_seat_of_a_team(serve: Any, sqlite: str, new_game: Any) -> None:
    server = serve(sqlite, bot_processes=1)
    helper = {"sides": ["axis"], "player": "bot", "bot": "captain", "parts": ["south"]}
    players: list[PlayerClient] = new_game(server, [NORTH, helper, SOVIET], title="blocks_in_the_east", scenario="sbe4")
    for _ in range(2):
        acting = next(player for player in players if player.state()["my_decision"])
        found(acting.submit(acting.choices()[0]["action"], acting.state()["decision"]))
    ann = players[0]
    while ann.state()["view"]["phase"] != 4:
        wait_for(lambda: 1 in ann.state()["ready"])
        found(ann.submit(END, ann.state()["decision"]))
    wait_for(lambda: 1 in ann.state()["ready"])
    south = {line["event"]["block"] for line in found(ann.get("/log"))["lines"] if line["event"].get("mode") == "land"}
    assert south, "the bot has moved nobody"
    assert not south & blocks_of(ann)
    found(ann.submit(END, ann.state()["decision"]))
    wait_for(lambda: ann.state()["view"]["phase"] != 4)
