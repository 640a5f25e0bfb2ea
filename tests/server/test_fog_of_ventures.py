"""Fog of landings and raids over the wire, where they are planned: sheets, prospects and situations tell nobody what he cannot know."""

from random import Random
from typing import Any

import pytest

from tests.server.test_fog import compare, table_of, traffic
from tests.server.trial import TrialServer
from tests.western_play import play_to

__all__ = ["table_of"]  # a fixture
WEST = "blocks_in_the_west"
TWINS = 2


@pytest.mark.parametrize(
    ("scenario", "side", "kind", "question"),
    [("sbw4", 1, "land", "GroundMovement"), ("sbw8", 1, "land", "GroundMovement"), ("sbw5", 0, "bomb", ""), ("sbw5", 1, "bomb", "")],
)
def test_plans_rest_on_what_the_planner_knows(
    server: TrialServer,
    table_of: Any,
    scenario: str,
    side: int,
    kind: str,
    question: str,
) -> None:
    room, players = table_of(WEST, scenario)
    planner = play_to(players[:-1], side, kind, question)
    asked = traffic(server, planner, [])
    told = [what for what in asked if what.startswith("prospects") and b'"outcomes"' in asked[what]]
    assert told, "no prospects were told: the test could not have failed"
    rng, hidden = Random(24), 0
    for _ in range(TWINS):
        hidden += compare(server, room, players, rng)[1]
    assert hidden >= TWINS, "the twins did not differ: the test could not have failed"
