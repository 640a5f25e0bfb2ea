"""The joined campaign at the table: three seats, the Allied side divided by camp."""

import os
import time
from typing import Any

from blockfront.core.clauses import clause
from blockfront.games.blocks_east_and_west.scenario import tables as joined_tables
from tests.server.trial import PlayerClient, TrialServer, found
from tests.server.waiting import PATIENCE, wait_for

AXIS = {"sides": ["axis"], "player": "me", "name": "Ann"}
WEST = {"sides": ["allies"], "player": "me", "name": "Ben", "parts": ["western_allies"]}
SOVIET = {"sides": ["allies"], "player": "me", "name": "Cleo", "parts": ["soviet_union"]}
END = {"type": "end"}
SET_UP, MOVEMENT = 0, 4
LEVEL = "captain" if int(os.environ.get("BLOCKFRONT_GAMES", "1")) > 1 else "recruit"  # who plans takes a minute over the whole front


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
    """Everybody ends his phases until a side moves; a bot may take its time in between."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for player in players:
            state = player.state()
            if state["view"]["active"] == to_side and state["view"]["phase"] == MOVEMENT:
                return
            if not state["my_decision"] or players.index(player) in state["ready"]:
                continue
            action = ending(player)
            if action is not None:
                answer = player.submit(action, state["decision"])
                assert answer.status_code < 400 or answer.json()["error"] == "stale_decision", answer.text  # a bot may have been quicker
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


@clause("BW-R141", "BW-R144")
def test_a_bot_commands_the_soviets_beside_a_person(serve: Any, sqlite: str, new_game: Any) -> None:
    """The bot sets up and moves the Soviets alone; the person goes on with the Western Allies."""
    server = serve(sqlite, bot_processes=1)
    helper = {"sides": ["allies"], "player": "bot", "bot": LEVEL, "parts": ["soviet_union"]}
    players: list[PlayerClient] = new_game(server, [AXIS, WEST, helper], title="blocks_east_and_west", scenario="sbew1")
    ann, ben = players[:2]
    found(ann.submit(ann.choices()[0]["action"], ann.state()["decision"]))
    wait_for(lambda: ann.state()["view"]["phase"] > SET_UP)
    end_phases([ann, ben], to_side=1)  # before it moves the bot has ended its other phases together with Ben
    wait_for(lambda: marched(ben))
    order, moved = joined_tables().order, marched(ben)
    assert {order[block].nation for block in moved} == {"ussr"}
    mine = {group["block"] for group in found(ben.get("/legal"))["groups"] if group["block"] is not None}
    assert mine
    assert "ussr" not in {order[block].nation for block in mine}


def marched(player: PlayerClient) -> set[int]:
    """Units of the player's side that have moved by land."""
    return {line["event"]["block"] for line in found(player.get("/log"))["lines"] if line["event"].get("mode") == "land"}
