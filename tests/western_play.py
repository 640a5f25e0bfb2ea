"""Quick ways to decisions of Blocks in the West that take a few phases to come to: both seats answer as simply as they can."""

from typing import Any

from tests.server.trial import PlayerClient, found

MOST = 400


def play_to(players: list[PlayerClient], side: int, kind: str, question: str = "") -> PlayerClient:
    """Play until a side may take an action of a kind, in answer to a certain question where one is named; whoever is asked then."""
    led: set[int] = set()
    for _ in range(MOST):
        for number, player in enumerate(players):
            state = player.state()
            if not state["my_decision"]:
                continue
            groups = found(player.get("/legal"))["groups"]
            asked = state["prompt"]["message"]
            if number == side and question in ("", asked) and any(kind in group["kinds"] for group in groups):
                return player
            action = _lead(player, groups, led) if number == side and asked == "RailPhase" else None
            found(player.submit(action or _simplest(player, groups), state["decision"]))
            break
    raise AssertionError(f"nobody came to {kind}")


def answer_simply(player: PlayerClient) -> None:
    """Answer whatever is asked of a seat as simply as possible, until nothing is."""
    for _ in range(MOST):
        state = player.state()
        if not state["my_decision"]:
            return
        found(player.submit(_simplest(player, found(player.get("/legal"))["groups"]), state["decision"]))


def _lead(player: PlayerClient, groups: list[Any], led: set[int]) -> Any:
    """An action of a leader who has done nothing yet: it activates him, and those who are active order landings."""
    for group in groups:
        for choice in choices_of(player, group) if "special" in group["kinds"] else ():
            action = choice["action"]
            if action["type"] == "special" and action["hq"] not in led:
                led.add(action["hq"])
                return action
    return None


def _simplest(player: PlayerClient, groups: list[Any]) -> Any:
    """To go on, or else whatever comes first."""
    listed = [choice["action"] for group in groups for choice in group["choices"]]
    return next((action for action in listed if action["type"] == "end"), None) or choices_of(player, groups[0])[0]["action"]


def choices_of(player: PlayerClient, group: Any) -> list[Any]:
    """The choices of a group, which long lists leave out."""
    listed: list[Any] = group["choices"] or found(player.get("/legal", block=group["block"]))["groups"][0]["choices"]
    return listed
