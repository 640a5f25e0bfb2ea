"""How much of its log a seat was told is kept with the seat: over restarts, for every device, and never more than there is."""

from random import Random
from typing import Any

from tests.server.trial import PlayerClient, TrialServer, found


def told(player: PlayerClient) -> int | None:
    lines: int | None = found(player.get("/told"))["lines"]
    return lines


def played_until(blue: PlayerClient, red: PlayerClient, lines: int) -> int:
    """Play until the log has so many lines, and tell how many it has."""
    rng = Random(2)
    while (length := int(blue.state()["log_length"])) < lines:
        next(player for player in (blue, red) if player.state()["my_decision"]).play(rng)
    return length


def test_another_device_goes_on_where_the_first_stopped(serve: Any, database: str, new_game: Any) -> None:
    server = serve(database)
    blue, red = new_game(server)
    length = played_until(blue, red, 2)
    assert found(blue.get("/told")) == {"lines": None, "at": 0.0}
    found(blue.post("/told", {"lines": 1}))
    other_device = PlayerClient(server.http(), blue.game, blue.token)
    assert (told(other_device), told(red)) == (1, None)
    found(other_device.post("/told", {"lines": length}))
    found(blue.post("/told", {"lines": 1}))  # a device that is behind takes nothing back
    server.__exit__(None, None, None)
    again = PlayerClient(serve(database).http(), blue.game, blue.token)
    assert told(again) == length
    assert found(again.get("/told"))["at"] > 0


def test_nobody_is_told_more_than_has_happened(server: TrialServer, new_game: Any) -> None:
    blue, red = new_game(server)
    found(blue.post("/told", {"lines": 10_000}))
    first = told(blue) or 0
    assert first == blue.state()["log_length"]
    played_until(blue, red, first + 1)
    assert told(blue) == first, "what came since has not been told"
    assert blue.post("/told", {"lines": -1}).status_code in (400, 422)
    assert blue.post("/told", {"lines": 2**40}).status_code in (400, 422)
