"""Titles, boards, making and joining games."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from blockfront.games import catalogue
from blockfront.server.http.api import ENDPOINTS
from blockfront.server.settings import Settings
from tests.server.trial import PlayerClient, TrialServer, found

INVITED = [{"sides": ["blue"], "player": "me"}, {"sides": ["red"], "player": "invited"}]


def test_titles_boards_and_maps(server: TrialServer) -> None:
    http = server.http()
    titles = found(http.get("/api/titles"))
    assert [title["id"] for title in titles["titles"]] == [title.id for title in catalogue.titles()]
    board = found(http.get("/api/titles/proving_ground/board"))
    assert board["geometry"]["hex_width"] == 70
    assert {block["side"] for block in board["blocks"]} == {0, 1}
    assert all(0 < one["x"] < board["geometry"]["width"] for one in board["hexes"])
    drawn = http.get("/api/titles/proving_ground/map.svg")
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert drawn.text.startswith("<svg")
    assert http.get("/api/titles/chess/board").status_code == 404
    assert http.get("/api/titles/..%2Fcore/map.svg").status_code == 404


def test_every_mistake_in_the_seats_is_told_at_once(server: TrialServer) -> None:
    seats = [{"sides": ["blue", "green"], "player": "me"}, {"sides": ["blue"], "player": "bot", "bot": "genius"}]
    wanted = {"title": "proving_ground", "scenario": "border_incident", "seats": seats}
    refused = server.http().post("/api/games", json=wanted)
    assert refused.status_code == 422
    details = " ".join(detail["text"] for detail in refused.json()["details"])
    assert "'green'" in details
    assert "'genius'" in details
    assert "nobody plays the side 'red'" in details
    unknown = server.http().post("/api/games", json={**wanted, "scenario": "moon"})
    assert "border_incident" in unknown.json()["message"]


def made_scenario(http: Any, made: dict[str, Any]) -> str:
    return str(PlayerClient(http, made["game"], made["seats"][0]["token"]).state()["info"]["scenario"])


def test_an_invitation_works_once_and_its_giver_cannot_look(serve: Any, database: str) -> None:
    http = serve(database).http()
    wanted = {"title": "proving_ground", "scenario": "border_incident", "seats": INVITED}
    made = found(http.post("/api/games", json=wanted))
    (invitation,) = made["invitations"]
    assert PlayerClient(http, made["game"], invitation["invitation"]).get().status_code == 401
    shown = found(http.post("/api/invitation", json={"invitation": invitation["invitation"]}))
    assert (shown["seat"], shown["info"]["scenario"], shown["info"]["game"]) == (1, made_scenario(http, made), made["game"])
    key = found(http.post("/api/join", json={"invitation": invitation["invitation"], "name": "Ben"}))
    assert http.post("/api/invitation", json={"invitation": invitation["invitation"]}).status_code == 404, "it has been used"
    assert http.post("/api/join", json={"invitation": invitation["invitation"]}).status_code == 404
    state = PlayerClient(http, made["game"], key["token"]).state()
    assert state["viewer"] == 1
    assert state["info"]["seats"][1]["name"] == "Ben"
    assert PlayerClient(http, made["game"], invitation["invitation"]).get().status_code == 401
    assert len({made["seats"][0]["token"], key["token"], invitation["invitation"]}) == 3
    assert len(key["token"]) * 6 >= 128


def test_open_seats_are_listed_and_taken_once(server: TrialServer) -> None:
    http = server.http()
    seats = [{"sides": ["blue"], "player": "me"}, {"sides": ["red"], "player": "open"}]
    wanted = {"title": "proving_ground", "scenario": "border_incident", "seats": seats, "listed": True, "name": "Tuesday"}
    game = found(http.post("/api/games", json=wanted))["game"]
    (listed,) = found(http.get("/api/games"))["games"]
    assert listed["info"]["name"] == "Tuesday"
    assert http.post(f"/api/games/{game}/join", json={"seat": 0}).status_code == 409
    assert http.post(f"/api/games/{game}/join", json={"seat": 1}).status_code == 200
    assert http.post(f"/api/games/{game}/join", json={"seat": 1}).status_code == 409
    assert http.post(f"/api/games/{game}/join", json={"seat": 9}).status_code == 409


def test_finished_games_are_listed_apart(server: TrialServer, new_game: Any) -> None:
    over, _ = new_game(server, listed=True, name="over")
    running, _ = new_game(server, listed=True, name="running")
    new_game(server, name="private")
    found(over.post("/concede"))
    http = server.http()
    assert [one["info"]["name"] for one in found(http.get("/api/games"))["games"]] == ["running"]
    (listed,) = found(http.get("/api/games", params={"finished": True}))["games"]
    assert listed["info"]["result"]["reason"] == "conceded"
    assert listed["info"]["game"] == over.game
    assert listed["to_act"] == []
    mine = found(http.post("/api/my_games", json={"tokens": [over.token, running.token]}))["games"]
    assert [one["info"]["name"] for one in mine] == ["running", "over"]


def test_my_games_tell_which_wait_for_me(server: TrialServer, new_game: Any) -> None:
    blue, _ = new_game(server)
    other, _ = new_game(server)
    found(blue.submit(blue.choices()[0]["action"], 0))
    mine = found(server.http().post("/api/my_games", json={"tokens": [blue.token, other.token, "x" * 32]}))["games"]
    assert [(one["info"]["game"], one["my_decision"]) for one in mine] == [(other.game, True), (blue.game, False)]


def test_spectators_only_where_they_are_welcome(server: TrialServer, new_game: Any) -> None:
    blue, _ = new_game(server)
    closed = PlayerClient(server.http(), blue.game, "")
    assert closed.get().status_code == 404
    assert closed.get().json() == server.http().get("/api/games/nowhere").json()
    blue, _ = new_game(server, spectators=True)
    watching = PlayerClient(server.http(), blue.game, "")
    assert watching.state()["viewer"] == -2
    assert watching.state()["view"]["blocks"]["own"] == []
    assert watching.get("/legal").status_code == 401


def test_team_seats_share_a_side(server: TrialServer, new_game: Any) -> None:
    seats = [{"sides": [side], "player": "me"} for side in ("blue", "blue", "red")]
    first, second, _ = new_game(server, seats)
    assert first.state()["view"] == second.state()["view"]
    found(second.submit(second.choices()[0]["action"], 0))
    assert first.submit(first.http.get("/").text, 0).status_code == 400
    assert first.state()["decision"] == 1


def test_without_a_built_client_a_page_says_so(sqlite: str, tmp_path: Path) -> None:
    with TrialServer(Settings(database=sqlite, bot_processes=0), tmp_path / "nothing") as server:
        page = server.http().get("/")
        assert page.status_code == 200
        assert "/api/games/{game}/submit" in page.text
        assert "/api/games/{game}/submit" in server.http().get("/api/openapi.json").text


def test_the_built_client_is_served_and_nothing_beside_it(sqlite: str, tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<p>client</p>")
    (static / "assets" / "app.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    with TrialServer(Settings(database=sqlite, bot_processes=0), static) as server:
        http = server.http()
        assert http.get("/").text == "<p>client</p>"
        assert http.get("/rules/EF-7.34a").status_code == 404
        assert http.get("/rules").text == "<p>client</p>"
        assert "immutable" in http.get("/assets/app.js").headers["cache-control"]
        assert http.get("/..%2fsecret.txt").status_code == 404
        assert http.get("/api/nothing").json()["error"] == "not_found"


def test_the_description_of_the_api_names_every_endpoint() -> None:
    text = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    missing = [one.path for one in ENDPOINTS if one.path.replace("/api/games/{game}", "…") not in text and one.path not in text]
    assert [path for path in missing if path.rpartition("/{")[0].replace("/api/games/{game}", "…") not in text] == []


def test_wire_types_are_up_to_date() -> None:
    root = Path(__file__).parents[2]
    command = [sys.executable, "-m", "blockfront.cli.main", "wire-types", "--check", str(root / "web" / "src" / "wire.ts")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
