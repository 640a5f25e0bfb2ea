"""Games that older versions wrote: databases and record files open, play on, take back, export and verify.

Every folder of `tests/fixtures` was written by the version it is named after, and stays as it is for good.
"""

import gzip
import json
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from blockfront.core import record
from blockfront.core.choices import Listed
from blockfront.core.columns import Bytes, like
from blockfront.core.match import Match
from blockfront.core.refusals import Refused
from blockfront.core.steps import Stack
from blockfront.games import catalogue
from blockfront.games.blocks_series.state import SeriesState
from blockfront.games.eastfront.state import EastFrontState
from blockfront.games.proving_ground.state import State as ProvingGroundState
from blockfront.server.settings import sqlite_url
from blockfront.testing.random_play import random_answer
from tests.server.trial import PlayerClient, PostgresCluster, TrialServer, found

FIXTURES = Path(__file__).parents[1] / "fixtures"
VERSIONS = sorted(path.name for path in FIXTURES.iterdir() if (path / "games.db.gz").exists())
RECORDS = sorted(FIXTURES.glob("*/records/*.rec.gz"))
TITLES = {  # those that each version played
    "0.1.0": {"proving_ground", "eastfront", "blocks_in_the_east"},
    "0.2.0": {"proving_ground", "eastfront", "blocks_in_the_east", "blocks_in_the_west"},
}
SEED = bytes(range(32))  # of the records' dice
FURTHER = 25  # actions that a running game is played on


@pytest.fixture(params=["games.db", "games.sql"])
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The address of a database of each kind as an older version left it, and what is in it."""
    folder = FIXTURES / request.getfixturevalue("version")
    kept = gzip.decompress((folder / f"{request.param}.gz").read_bytes())
    games = json.loads((folder / f"{request.param}.json").read_text(encoding="utf-8"))
    if request.param == "games.db":
        (tmp_path / "games.db").write_bytes(kept)
        yield sqlite_url(tmp_path / "games.db"), games
        return
    cluster: PostgresCluster | None = request.getfixturevalue("postgres")
    if cluster is None:
        pytest.skip("PostgreSQL is not installed here")
    yield cluster.restored(kept.decode()), games


@pytest.mark.parametrize("version", VERSIONS)
def test_games_of_an_older_database_go_on(version: str, older: tuple[str, list[dict[str, Any]]], serve: Any) -> None:
    address, games = older
    server: TrialServer = serve(address)
    assert {game["name"].partition("-")[0] for game in games} == TITLES[version]
    undone = 0
    for game in games:
        players = [PlayerClient(server.http(), game["game"], token) for token in game["tokens"]]
        match = server.on_loop(server.inside.rooms.get(game["game"])).match
        assert len(match.entries) >= game["actions"], game["name"]  # newer rules may ask for more
        if not game["finished"]:
            assert match.to_act(), f"{game['name']}: nobody is to act"
            undone += played_on(match, players, Random(game["name"]))
            found(players[1].post("/concede"))
        check_export(players[0])
    assert undone >= 5
    server.__exit__(None, None, None)
    again: TrialServer = serve(address)
    for game in games:
        check_export(PlayerClient(again.http(), game["game"], game["tokens"][0]))


def played_on(match: Match, players: list[PlayerClient], rng: Random) -> int:
    """Play on at random over HTTP; whatever can be taken back is, once. Returns how often that was."""
    undone = 0
    for _ in range(FURTHER):
        side, action = random_answer(match.game, match.state, rng, evenly=False)
        before = match.state.to_bytes()
        found(players[side].submit(msgspec.to_builtins(action), players[side].state()["decision"], side=side))
        state = players[side].state()
        if state["can_undo"] and rng.random() < 0.5:
            found(players[side].post("/undo", {"decision": state["decision"]}))
            assert match.state.to_bytes() == before
            undone += 1
        if match.result is not None:
            break
    return undone


def check_export(player: PlayerClient) -> None:
    check(record.read(player.get("/export").text))


def check(kept: record.Record, find_game: record.FindGame = catalogue.game) -> None:
    """It holds; a game begun under older rules may be intact and no longer replayable."""
    game = record.game_of(kept, find_game)
    try:
        assert record.verify(kept, game) > 0
    except record.OtherRules:
        assert kept.header.rules < game.title.rules


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]}-{path.name.removesuffix('.rec.gz')}")
def test_an_older_record_opens(path: Path) -> None:
    """A finished one is verified; a running one plays on from its last snapshot, is taken back, finished and verified."""
    kept = record.read(gzip.decompress(path.read_bytes()).decode())
    game = record.game_of(kept, catalogue.game)
    if kept.end is not None:
        check(kept)
        return
    match = record.resume(kept, game, SEED)
    assert [entry.digest for entry in match.entries] == [taken.digest for taken in kept.taken]
    go_on(match, Random(path.name))
    match.concede(match.seats[0])
    check(record.read(record.write(match)))


def go_on(match: Match, rng: Random) -> None:
    for _ in range(FURTHER):
        if match.result is not None:
            return
        side, action = random_answer(match.game, match.state, rng, evenly=False)
        seat = match.seats[side]
        before = match.state.to_bytes()
        match.submit(seat, action, side=side)
        if match.can_undo(seat) and rng.random() < 0.5:
            match.undo(seat)
            assert match.state.to_bytes() == before
            with pytest.raises(Refused):
                match.submit(seat, action, decision=-1, side=side)


# ---- a version that is still to come: steps moved, columns added


class LaterProvingGround(ProvingGroundState):
    tired: Bytes = like("steps")
    late: int = 7


class LaterEastFront(EastFrontState):
    tired: Bytes = like("steps")
    late: int = 7


class LaterSeries(SeriesState):
    tired: Bytes = like("steps")
    late: int = 7


LATER = {
    "proving_ground": LaterProvingGround,
    "eastfront": LaterEastFront,
    "blocks_in_the_east": LaterSeries,
    "blocks_in_the_west": LaterSeries,
}


def later_game(title: str, scenario: str, options: frozenset[str] | None = None) -> Any:
    """The game as a later version might have it: its steps in another order, and columns nobody knows of today."""
    game: Any = catalogue.game(title, scenario, options)
    later = copy(game)
    later.state_type = LATER[title]
    later.stack = Stack([*game.stack.steps[5:], *game.stack.steps[:5]])
    later.setup = lambda: later.state_type.from_bytes(game.setup().to_bytes())
    return later


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]}-{path.name.removesuffix('.rec.gz')}")
def test_a_moved_step_and_a_new_column_hurt_no_record(path: Path) -> None:
    kept = record.read(gzip.decompress(path.read_bytes()).decode())
    now, later = record.game_of(kept, catalogue.game), record.game_of(kept, later_game)
    if kept.end is not None:
        check(kept, later_game)
        return
    today, match = (record.resume(kept, game, SEED) for game in (now, later))
    assert match.to_act() == today.to_act() != frozenset()
    assert match.state.digest() == today.state.digest()
    assert (type(match.state), match.state.late) == (LATER[kept.header.title], 7)
    go_on(match, Random(path.name))
    match.concede(match.seats[0])
    check(record.read(record.write(match)), later_game)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_moved_step_and_a_new_column_hurt_no_running_game(
    version: str, tmp_path: Path, serve: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = FIXTURES / version
    (tmp_path / "games.db").write_bytes(gzip.decompress((folder / "games.db.gz").read_bytes()))
    monkeypatch.setattr("blockfront.server.play.rooms.game_of", later_game)
    server: TrialServer = serve(sqlite_url(tmp_path / "games.db"))
    for game in json.loads((folder / "games.db.json").read_text(encoding="utf-8")):
        if game["finished"]:
            continue
        players = [PlayerClient(server.http(), game["game"], token) for token in game["tokens"]]
        match = server.on_loop(server.inside.rooms.get(game["game"])).match
        assert match.to_act()
        assert match.state.late == 7
        played_on(match, players, Random(game["name"]))


# ---- a version whose rules no longer allow what was done in the running turn


class Narrower:
    """A game as a later version might have it, which knows nothing of one action that was taken."""

    def __init__(self, game: Any, barred: Any) -> None:
        self._game, self._barred = game, barred
        self.title = msgspec.structs.replace(game.title, rules=game.title.rules + 1)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def legal(self, state: Any, side: Any) -> Any:
        return Listed([action for action in self._game.legal(state, side) if action != self._barred])

    def apply(self, state: Any, action: Any, side: Any) -> Any:
        if action == self._barred:
            raise LookupError(action)
        return self._game.apply(state, action, side)


def test_a_game_goes_on_where_newer_rules_bar_what_was_done_in_mid_turn(
    serve: Any, database: str, new_game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It opens at the last state that can be had, says so in every log, and stays open for good."""
    server: TrialServer = serve(database)
    players = new_game(server, spectators=True)
    rng = Random(8)
    room = server.inside.rooms.in_memory(players[0].game)
    assert room is not None
    while True:
        side = min(room.match.to_act())
        before = room.match.state.copy()
        offered = [choice["action"] for choice in players[side].choices()]
        moves = [action for action in offered if action["type"] == "Move"]
        decision = players[side].state()["decision"]
        found(players[side].submit(moves[0] if moves else rng.choice(offered), decision, side=side))
        if moves:
            break
    barred = room.match.entries[-1].action
    for _ in range(2):
        next(player for player in players if player.state()["my_decision"]).play(rng)
    lines = [found(player.get("/log"))["log_length"] for player in players]
    played = len(room.match.entries)
    monkeypatch.setattr("blockfront.server.play.rooms.game_of", lambda *given: Narrower(catalogue.game(*given), barred))
    for restart in range(2):
        server.__exit__(None, None, None)
        server = serve(database)
        players = [PlayerClient(server.http(), player.game, player.token) for player in players]
        for player, length in zip(players, lines, strict=True):
            told = found(player.get("/log"))["lines"]
            assert [line["event"]["type"] for line in told[length:]] == ["set_aside"]
            assert "rules have been corrected" in told[length]["text"]
        match = server.on_loop(server.inside.rooms.get(players[0].game)).match
        assert (match.state, len(match.entries)) == (before, played), f"restart {restart}"
        assert players[side].state()["my_decision"]
        stale = players[side].submit(moves[1] if len(moves) > 1 else {"type": "EndMovement"}, decision)
        assert stale.status_code == 409, "an answer to what was asked before the rules changed"
    assert msgspec.to_builtins(barred) not in [choice["action"] for choice in players[side].choices()]
    for _ in range(FURTHER):
        deciding = next((player for player in players if player.state()["my_decision"]), None)
        if deciding is not None:
            deciding.play(rng)
    found(players[0].post("/concede"))
    kept = record.read(players[0].get("/export").text)
    with pytest.raises(record.OtherRules):
        record.verify(kept, Narrower(catalogue.game("proving_ground", "border_incident"), barred))
