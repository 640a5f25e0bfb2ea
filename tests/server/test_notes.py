"""Notes of one's own are kept: over restarts and migrations, one at a time, and whatever is given to them."""

from typing import Any

import pytest

from blockfront.server.storage import notes as kept_notes
from tests.server.trial import PlayerClient, TrialServer, found


def noted(player: PlayerClient, side: int | None = None) -> list[tuple[str, int, str]]:
    asked = {} if side is None else {"side": side}
    return [(note["about"], note["number"], note["text"]) for note in found(player.get("/notes", **asked))["notes"]]


def put(player: PlayerClient, about: str, number: int, text: str) -> Any:
    return player.post("/notes", {"about": about, "number": number, "text": text})


def test_a_note_is_kept_replaced_and_taken_away(serve: Any, database: str, new_game: Any) -> None:
    server = serve(database)
    blue, red = new_game(server)
    found(put(blue, "hex", 7, "hold at all costs"))
    found(put(blue, "block", 2, "to the north"))
    found(put(red, "hex", 7, "weak"))
    found(put(blue, "hex", 7, " give way in May "))
    server.__exit__(None, None, None)
    again = serve(database)
    blue, red = (PlayerClient(again.http(), player.game, player.token) for player in (blue, red))
    assert noted(blue) == [("block", 2, "to the north"), ("hex", 7, "give way in May")]
    assert noted(red) == [("hex", 7, "weak")]
    found(put(blue, "hex", 7, ""))
    assert noted(blue) == [("block", 2, "to the north")]


def test_bad_notes_are_refused_and_lose_nothing(server: TrialServer, new_game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    blue, _ = new_game(server)
    found(put(blue, "hex", 7, "first"))
    monkeypatch.setattr(kept_notes, "MOST_NOTES", 2)
    found(put(blue, "hex", 8, "second"))
    refused = [put(blue, "hex", 9, "third"), put(blue, "hex", 99_999, "nowhere"), put(blue, "block", 9_999, "nobody")]
    refused += [put(blue, "town", 1, "what"), put(blue, "hex", -1, "where"), put(blue, "hex", 7, "x" * 1001), put(blue, "hex", 7, "\x00")]
    assert [answer.status_code for answer in refused[:3]] == [422, 422, 422]
    assert {answer.status_code for answer in refused[3:]} <= {400, 422}
    found(put(blue, "hex", 8, "second, changed"))
    assert noted(blue) == [("hex", 7, "first"), ("hex", 8, "second, changed")]


def test_a_note_whose_write_fails_leaves_the_one_before(server: TrialServer, new_game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    blue, _ = new_game(server)
    found(put(blue, "hex", 7, "first"))

    def broken(*_: Any) -> Any:
        raise OSError("the disk is full")

    with monkeypatch.context() as failing:
        failing.setattr(kept_notes, "insert", broken)
        assert put(blue, "hex", 7, "second").status_code >= 500
    assert noted(blue) == [("hex", 7, "first")]
    found(put(blue, "hex", 7, "second"))
    assert noted(blue) == [("hex", 7, "second")]
