"""The rules in words, as the client gets them."""

from typing import Any

from blockfront.games import catalogue
from tests.server.trial import TrialServer, found


def test_every_title_tells_its_rules(server: TrialServer) -> None:
    http = server.http()
    for title in catalogue.titles():
        answer = http.get(f"/api/titles/{title.id}/rules")
        assert "max-age" in answer.headers["cache-control"]
        told = found(answer)
        assert told["title"] == title.id
        clauses = {part["id"]: part for part in told["parts"] if part["kind"] == "clause"}
        assert clauses
        assert all(other in clauses for part in clauses.values() for other in part.get("see", ()))
    assert http.get("/api/titles/nonsense/rules").status_code == 404


def test_a_clause_has_its_words(server: TrialServer) -> None:
    told = found(server.http().get("/api/titles/eastfront/rules"))
    part = next(part for part in told["parts"] if part.get("id") == "EF-1.32b")
    assert "Forest" in part["text"]
    assert part["heading"]


def test_what_everybody_gets_is_packed_and_what_is_of_a_game_is_not(server: TrialServer, new_game: Any) -> None:
    http = server.http()
    assert http.get("/api/titles/eastfront/rules").headers["content-encoding"] == "gzip"
    assert "content-encoding" not in http.get("/api/titles/eastfront/rules", headers={"accept-encoding": "identity"}).headers
    player = new_game(server)[0]
    assert len(player.get().content) > 1000
    assert "content-encoding" not in player.get().headers
