"""The joined campaign at the table: three seats, the Allied side divided by camp."""

from typing import Any

from blockfront.core.clauses import clause
from tests.server.trial import PlayerClient, TrialServer, found

AXIS = {"sides": ["axis"], "player": "me", "name": "Ann"}
WEST = {"sides": ["allies"], "player": "me", "name": "Ben", "parts": ["western_allies"]}
SOVIET = {"sides": ["allies"], "player": "me", "name": "Cleo", "parts": ["soviet_union"]}
END = {"type": "end"}
MOVEMENT = 4


def begin(server: TrialServer, new_game: Any, *seats: dict[str, Any]) -> list[PlayerClient]:
    """A game in which the East has been set up."""
    players: list[PlayerClient] = new_game(server, list(seats), title="blocks_east_and_west", scenario="sbew1")
    for _ in range(2):
        acting = [player for player in players if player.state()["my_decision"] and player.choices()]
        found(acting[0].submit(acting[0].choices()[0]["action"], acting[0].state()["decision"]))
    return players


def ending(player: PlayerClient) -> Any:
    """What ends a phase, or else any choice; None where there is none. Long lists are not read."""
    groups = found(player.get("/legal"))["groups"]
    answers = [choice["action"] for group in groups for choice in group["choices"]]
    if not answers and groups:
        answers = [choice["action"] for choice in choices_of(player, groups[0]["block"])]
    return END if END in answers else next(iter(answers), None)


def choices_of(player: PlayerClient, block: int) -> list[Any]:
    (group,) = found(player.get("/legal", block=block))["groups"]
    return list(group["choices"])


def end_phases(players: list[PlayerClient], *, to_side: int) -> None:
    """Everybody ends his phases until a side moves."""
    for _ in range(100):
        for player in players:
            state = player.state()
            if state["view"]["active"] == to_side and state["view"]["phase"] == MOVEMENT:
                return
            if not state["my_decision"]:
                continue
            answer = ending(player)
            if answer is not None:
                found(player.submit(answer, state["decision"]))
    raise AssertionError("the side never moved")


@clause("BW-R141", "BW-R144")
def test_the_soviets_set_up_and_command_their_own_units_alone(server: TrialServer, new_game: Any) -> None:
    players = begin(server, new_game, AXIS, WEST, SOVIET)
    _, ben, cleo = players
    end_phases(players, to_side=1)
    groups = [found(player.get("/legal"))["groups"] for player in (ben, cleo)]
    west, red = ({group["block"] for group in found_ if group["block"] is not None} for found_ in groups)
    assert west
    assert red
    assert not west & red
    move = choices_of(cleo, min(red))[0]
    refused = ben.submit(move["action"], ben.state()["decision"])
    assert refused.status_code == 422
    assert refused.json()["because"] == "not_your_part"
    assert ben.state()["view"]["blocks"] == cleo.state()["view"]["blocks"]  # one side, one view
