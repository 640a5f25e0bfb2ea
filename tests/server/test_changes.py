"""Updates that say what has changed come to the same as whole ones, and to less."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any

import msgspec
import pytest

from blockfront.core.match import Match
from blockfront.games import catalogue
from blockfront.server import wire
from blockfront.server.play import offers
from blockfront.server.play.offers import legal_of
from tests.server.trial import PlayerClient, TrialServer, found
from tests.server.waiting import sent_so_far

Json = dict[str, Any]
GAMES = [("proving_ground", "border_incident", 60), ("eastfront", "edelweiss", 30), ("blocks_in_the_east", "sbe1", 30)]


class Follower:
    """What a client knows that is told by changes."""

    def __init__(self) -> None:
        self.state: Json = {}
        self.legal: Json | None = None
        self.lines: list[Json] = []
        self.bytes = 0

    def hear(self, message: Json) -> None:
        if message["type"] not in ("update", "change"):
            return
        self.bytes += len(json.dumps(message))
        self.lines = [*(line for line in self.lines if line["number"] < message["log_from"]), *message["lines"]]
        if message["type"] == "update":
            self.state, self.legal = message["state"], message.get("legal")
            return
        view = self.state["view"]
        for path, value in message["view"]:
            place = view
            for name in path[:-1]:
                place = place[name]
            place[path[-1]] = value
        self.state = {**self.state, **message["state"], "view": view}
        self._choose(message["legal"])

    def _choose(self, change: Json | None) -> None:
        known = {group["block"]: group for group in (self.legal or {}).get("groups", [])}
        if change is None:
            self.legal = None
            return
        known |= {group["block"]: group for group in change["groups"]}
        self.legal = {"decision": change["decision"], "count": change["count"], "groups": [known[block] for block in change["blocks"]]}


def with_defaults(view: Json, title: str) -> Json:
    """A view with what is left out when it is at its default."""
    kind: Any = catalogue.game(title, catalogue.title(title).scenarios[0].id).view_type
    packed: Json = msgspec.to_builtins({name: getattr(msgspec.convert(view, kind), name) for name in kind.__struct_fields__})
    return packed


@pytest.mark.parametrize(("title", "scenario", "decisions"), GAMES)
def test_changes_add_up_to_the_whole(server: TrialServer, new_game: Any, title: str, scenario: str, decisions: int) -> None:
    seats = [{"sides": [side], "player": "me", "name": side} for side in catalogue.title(title).sides]
    players: list[PlayerClient] = new_game(server, seats, title=title, scenario=scenario, spectators=True)
    watching = [*players, PlayerClient(server.http(), players[0].game, "")]
    followers, whole, rng = [Follower() for _ in watching], 0, Random(5)
    with _sockets(server, watching) as sockets:
        for number in range(decisions):
            _hear(followers, sockets)
            for player, follower in zip(watching, followers, strict=True):
                state = player.state()
                assert with_defaults(follower.state.pop("view"), title) == with_defaults(state.pop("view"), title)
                assert {**follower.state, "info": None} == {**state, "info": None}
                follower.state = player.state()
                assert follower.lines == found(player.get("/log"))["lines"]
                if follower.legal is not None:
                    assert follower.legal == found(player.get("/legal"))
                elif state["my_decision"]:
                    assert number < 4, "only the choices of a set-up have to be asked for"
            acting = next((player for player in players if player.state()["my_decision"]), None)
            if acting is None:
                break
            state = acting.state()
            if state["can_undo"] and rng.random() < 0.25:
                update = found(acting.post("/undo", {"decision": state["decision"]}))
            else:
                update = acting.play(rng)
            whole += len(json.dumps(update["state"]))
    assert sum(follower.bytes for follower in followers) < 3 * whole, "changes are no smaller than states"


def _hear(followers: list[Follower], sockets: list[Any]) -> None:
    for follower, socket in zip(followers, sockets, strict=True):
        for message in sent_so_far(socket):
            follower.hear(message)


@contextmanager
def _sockets(server: TrialServer, watching: list[PlayerClient]) -> Iterator[list[Any]]:
    with ExitStack() as stack:
        yield [stack.enter_context(server.socket(player, hello={"changes": True})) for player in watching]


def plain_legal(match: Match, side: Any) -> tuple[int, list[Json]]:
    """Groups of the whole list, action by action."""
    found: dict[Any, list[Json]] = {}
    actions = list(match.game.legal(match.state, side))
    for action in actions:
        fields = msgspec.to_builtins(action)
        block = next((fields[name] for name in ("block", "hq") if type(fields.get(name)) is int and fields[name] >= 0), None)
        found.setdefault(block, []).append(fields)
    groups = []
    for block, its in found.items():
        pointing = [next((one[n] for n in ("to", "target", "hex") if type(one.get(n)) is int and one[n] >= 0), -1) for one in its]
        hexes = {hex_ for hex_ in pointing if hex_ >= 0}
        kinds = list(dict.fromkeys(one["type"] for one in its))
        groups.append({"block": block, "count": len(its), "hexes": sorted(hexes), "kinds": kinds})
    return len(actions), groups


@pytest.mark.parametrize(("title", "scenario"), [("eastfront", "s43"), ("blocks_in_the_east", "sbe4"), ("blocks_in_the_west", "sbw1")])
def test_groups_are_those_of_the_whole_list(title: str, scenario: str) -> None:
    game = catalogue.game(title, scenario)
    match, rng = Match(game, seed=bytes(32)), Random(6)
    for _ in range(150):
        if match.result is not None:
            break
        side = min(match.to_act())
        offered = legal_of(match, side, side)
        if offers.quick_legal_of(match, side, side) is not None:
            told = [{"block": one.block, "count": one.count, "hexes": one.hexes, "kinds": one.kinds} for one in offered.groups]
            assert (offered.count, told) == plain_legal(match, side)
            for group in offered.groups[:3]:
                assert offered.count > offers.LONG_LIST or len(group.choices) == group.count
                (one,) = legal_of(match, side, side, group.block).groups if group.block is not None else (group,)
                assert len(one.choices) == group.count
        match.submit(match.seats[side], game.legal(match.state, side).sample(rng), side=side)


def test_a_client_that_does_not_ask_for_changes_gets_whole_updates(server: TrialServer, new_game: Any) -> None:
    blue, _ = new_game(server)
    with server.socket(blue) as socket:
        greeting = json.loads(socket.recv())
        assert "legal" not in greeting
        blue.play(Random(1))
        news = next(message for message in sent_so_far(socket) if message["type"] == "update")
    assert set(news["state"]) == set(wire.GameState.__struct_fields__)
