"""One person plays both sides, one after the other, and the fog stays."""

from typing import Any

import pytest

from blockfront.core.clauses import clause
from tests.server.trial import PlayerClient, TrialServer, found

CASES = [("blocks_in_the_east", "sbe1", ["axis", "soviet"]), ("blocks_in_the_west", "sbw1", ["axis", "allies"])]


@clause("BE-38.2a", "BW-38.2a")
@pytest.mark.parametrize(("title", "scenario", "sides"), CASES)
def test_one_person_plays_both_sides_under_fog(server: TrialServer, new_game: Any, title: str, scenario: str, sides: list[str]) -> None:
    alone: PlayerClient = new_game(server, [{"sides": sides, "player": "me"}], title=title, scenario=scenario)[0]
    for _ in range(40):  # whoever has to decide, it is he
        state = alone.state()
        assert state["my_decision"]
        actions = found(alone.get("/legal"))["groups"]
        action = next(choice["action"] for group in actions for choice in group["choices"])
        found(alone.submit(action, state["decision"]))
        if {event["side"] for event in _phases(alone)} == {0, 1}:
            break
    first, second = alone.state(side=0)["view"], alone.state(side=1)["view"]
    for mine, theirs in ((first, second), (second, first)):
        assert any(block[1] >= 0 for block in theirs["blocks"]["own"])
        faces = [block[3] for block in mine["blocks"]["seen"]]
        assert faces
        assert faces.count(-1) > len(faces) / 2, "as one side he sees the faces of the other"
    assert alone.get("/legal", side=1).status_code == 200


def _phases(player: PlayerClient) -> list[dict[str, Any]]:
    lines = found(player.get("/log"))["lines"]
    return [line["event"] for line in lines if line["event"].get("type") == "phase"]
