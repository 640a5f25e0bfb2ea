"""A write that fails harms nobody: the game goes on from what is written, whoever was waiting and whatever failed."""

import asyncio
import json
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from alembic import command
from sqlalchemy import Connection, insert, select, text, update
from sqlalchemy.exc import SQLAlchemyError

from blockfront.cli.main import main
from blockfront.core.sides import Side
from blockfront.server import wire
from blockfront.server.play import steady_time
from blockfront.server.play.changes import nothing
from blockfront.server.play.journal import Row
from blockfront.server.play.room import Room
from blockfront.server.storage import schema
from blockfront.server.storage.database import BadDatabase, driver_url, open_database
from blockfront.server.storage.migrations import config, upgrade
from blockfront.server.storage.store import Change, Conflict, Storage, check_usable
from tests.server.trial import PlayerClient, TrialServer, awaited, found
from tests.server.waiting import PATIENCE, next_message, wait_for


def numbers(server: TrialServer, game: str) -> list[int]:
    return [row.number for row in server.on_loop(server.inside.storage.journal(game))]


def is_waiting(room: Room) -> bool:
    """Whether somebody waits for his turn in a room."""
    return bool(room.lock._waiters)


def play_on(server: TrialServer, players: list[PlayerClient]) -> None:
    """Both choose their plan, now or already, and the game can be ended: it has not been bricked."""
    for player in players:
        if player.state()["my_decision"]:
            found(player.submit(player.choices()[0]["action"], player.state()["decision"]))
    written = numbers(server, players[0].game)
    assert written == list(range(len(written)))
    found(players[0].post("/concede"))


@pytest.mark.parametrize("channel", ["http", "socket"])
def test_who_waits_behind_a_write_that_fails_plays_on_from_what_is_written(
    serve: Any, sqlite: str, new_game: Any, hold_writes: Any, channel: str
) -> None:
    """Both sides choose at once; the first choice is lost, and the second is made in the game as it stands then."""
    server = serve(sqlite)
    blue, red = new_game(server)
    plans = [player.choices()[0]["action"] for player in (blue, red)]
    old = server.inside.rooms.in_memory(blue.game)
    with ThreadPoolExecutor(2) as visitors, server.socket(red) as socket:
        next_message(socket, "update")
        (write,) = hold_writes(True)
        lost = visitors.submit(blue.submit, plans[0], 0)
        assert write.is_under_way.wait(PATIENCE)
        if channel == "http":
            waiting = visitors.submit(red.submit, plans[1], 0)
        else:
            socket.send(json.dumps({"type": "submit", "id": 5, "action": plans[1], "decision": 0}))
        wait_for(lambda: is_waiting(old))
        write.let_go()
        assert lost.result(PATIENCE).status_code == 503
        if channel == "http":
            found(waiting.result(PATIENCE))
    wait_for(lambda: not red.state()["my_decision"])
    assert blue.state()["my_decision"], "the lost choice is still to be made"
    assert server.inside.rooms.in_memory(blue.game) is not old
    play_on(server, [blue, red])


def test_a_bot_that_waited_behind_a_write_that_fails_decides_in_the_game_as_it_stands(
    serve: Any, sqlite: str, new_game: Any, hold_writes: Any
) -> None:
    """Its answer comes to a room that has been given up meanwhile."""
    server = serve(sqlite)
    blue, red = new_game(server)
    old = server.inside.rooms.in_memory(blue.game)
    with ThreadPoolExecutor(2) as visitors:
        (write,) = hold_writes(True)
        lost = visitors.submit(blue.submit, blue.choices()[0]["action"], 0)
        assert write.is_under_way.wait(PATIENCE)
        plan = old.match.game.legal(old.match.state, 1).sample(Random(1))
        given = wire.Submit(msgspec.to_builtins(plan), 0, 1)
        answer = visitors.submit(lambda: server.on_loop(server.inside.changes.submit(old.id, 1, given, nothing, "because")))
        wait_for(lambda: is_waiting(old))
        write.let_go()
        assert lost.result(PATIENCE).status_code == 503
        answer.result(PATIENCE)
    assert not red.state()["my_decision"]
    play_on(server, [blue, red])


def test_a_room_that_was_given_up_changes_nothing_any_more(server: TrialServer, new_game: Any) -> None:
    """Everything that can be done at a table is done at the current one, whoever still holds an older room."""
    blue, _ = new_game(server)
    old = server.inside.rooms.in_memory(blue.game)
    assert old is not None

    before = (old.journal.rows, old.seats[0].chat_read, old.match.agreed_to_end)

    async def give_up() -> None:
        server.inside.rooms.drop(old)

    changes = server.inside.changes
    deeds = [
        changes.say(old.id, 0, "hello"),
        changes.set_orders(old.id, 0, Side(0), [], nothing),
        changes.set_seat(old.id, 0, {"taken_over": True}, nothing),
        changes.wish_to_end(old.id, 0, "agree", nothing),
        changes.reclaim(old.id, 0, nothing),
    ]
    for work in deeds:
        server.on_loop(give_up())
        server.on_loop(work)
        assert server.inside.rooms.in_memory(blue.game) is not old
    assert (old.journal.rows, old.seats[0].chat_read, old.match.agreed_to_end) == before
    state = blue.state()
    assert state["agreed_to_end"] == [0]
    assert found(blue.get("/chat"))["total"] == 1


def test_a_hand_over_that_is_refused_has_no_effect(serve: Any, database: str, new_game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    server = serve(database, bot_processes=1)
    blue, red = new_game(server)
    before = [blue.get().content, red.get().content]

    def fail(*_: Any) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(Storage, "_notify", fail)
        for what, body in (("/hand_over", {"until": "back"}), ("/reclaim", None)):
            assert blue.post(what, body).status_code == 503
    assert [blue.get().content, red.get().content] == before
    room = server.inside.rooms.in_memory(blue.game)
    assert not room.bots_to_act()
    assert len(numbers(server, blue.game)) == len(room.match.entries), "nobody has played"


def test_a_rule_that_breaks_in_the_middle_leaves_the_game_as_it_was(
    server: TrialServer, new_game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    blue, red = new_game(server)
    plan = blue.choices()[0]["action"]
    before = [blue.get().content, red.get().content]
    room = server.inside.rooms.in_memory(blue.game)
    assert room is not None
    game = room.match.game
    apply = type(game).apply

    def break_off(self: Any, state: Any, action: Any, side: Any) -> Any:
        apply(self, state, action, side)
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(type(game), "apply", break_off)
        assert blue.submit(plan, 0).status_code == 500
    assert [blue.get().content, red.get().content] == before
    found(blue.submit(plan, 0))


def test_the_journal_refuses_a_gap(database: str) -> None:
    async def write() -> None:
        storage = Storage(database)
        await storage.open()
        await storage.write(Change("game", [Row(0, "action", 0.0), Row(1, "action", 0.0)]))
        for rows in ([Row(3, "action", 0.0)], [Row(2, "action", 0.0), Row(4, "action", 0.0)]):
            with pytest.raises(Conflict):
                await storage.write(Change("game", rows))
        with pytest.raises(Conflict):
            await storage.write(Change("other", [Row(1, "action", 0.0)]))
        assert [row.number for row in await storage.journal("game")] == [0, 1]
        await storage.close()

    awaited(write())


def test_a_game_that_was_bricked_by_a_gap_goes_on_before_it(database: str) -> None:
    """A database of an older version may hold such games."""
    url = driver_url(database)

    def old(connection: Any) -> None:
        wanted = config()
        wanted.attributes["connection"] = connection
        command.upgrade(wanted, "0002")
        row = {"kind": "action", "side": 0, "seat": "", "action": "{}", "told": "[]", "digest": "", "at": 0.0}
        for game, kept in (("whole", (0, 1, 2)), ("gap", (0, 1, 3, 4))):
            connection.execute(insert(schema.journal), [{"game": game, "number": number, **row} for number in kept])
            connection.execute(insert(schema.snapshots), [{"game": game, "number": number, "state": b""} for number in (0, 2, 3, 5)])

    def values(connection: Connection, statement: Any) -> list[Any]:
        return list(connection.execute(statement).scalars())

    async def left() -> list[list[Any]]:
        database = open_database(url)
        numbers = [(table, table.c.number) for table in (schema.journal, schema.snapshots)]
        asked = [select(number).where(table.c.game == game).order_by(number) for table, number in numbers for game in ("whole", "gap")]
        found = [await database.read(partial(values, statement=one)) for one in asked]
        await database.close()
        return found

    async def make() -> None:
        database = open_database(url)
        await database.write(old)
        await database.close()

    awaited(make())
    upgrade(url)
    assert awaited(left()) == [[0, 1, 2], [0, 1], [0, 2, 3, 5], [0, 2]]


def test_when_sqlite_undoes_a_whole_transaction_nothing_of_it_is_reported_as_written(sqlite: str) -> None:
    """As it does for some errors, a full disk among them: work that shared the transaction fails with it, for the reason that was given."""
    full = SQLAlchemyError("disk is full")

    def keeps(connection: Connection) -> str:
        connection.execute(text("INSERT INTO kept VALUES (1)"))
        return "written"

    def undoes_everything(connection: Connection) -> None:
        driver: Any = connection.connection.dbapi_connection
        driver.execute("ROLLBACK")
        raise full

    async def together() -> tuple[list[Any], str, int]:
        database = open_database(driver_url(sqlite))
        await database.write(lambda connection: connection.execute(text("CREATE TABLE kept (number INTEGER)")))
        answers = await asyncio.gather(*(database.write(work) for work in (keeps, undoes_everything, keeps)), return_exceptions=True)
        rows = await database.read(lambda connection: len(connection.execute(text("SELECT * FROM kept")).all()))
        afterwards = await database.write(keeps)
        await database.close()
        return answers, afterwards, rows

    answers, afterwards, rows = awaited(together())
    assert answers == [full, full, full]
    assert (rows, afterwards) == (0, "written")


@pytest.mark.parametrize("damage", [{"scenario": "moon"}, {"options": "no JSON"}, {"title": "nowhere"}])
def test_a_game_that_cannot_be_opened_is_missing_alone_and_says_so(
    serve: Any, database: str, new_game: Any, damage: dict[str, str]
) -> None:
    server = serve(database)
    good, _ = new_game(server, listed=True, name="good")
    bad, _ = new_game(server, listed=True, name="bad")
    server.on_loop(server.inside.storage._execute(update(schema.games).where(schema.games.c.id == bad.game).values(**damage)))
    server.inside.rooms.drop(server.inside.rooms.in_memory(bad.game))
    http = server.http()
    for listed in (found(http.get("/api/games")), found(http.post("/api/my_games", json={"tokens": [good.token, bad.token]}))):
        assert [one["info"]["name"] for one in listed["games"]] == ["good"]
        ((name, message),) = [(one["name"], one["message"]) for one in listed["unreadable"]]
        assert name == "bad"
        assert "cannot be opened" in message
    assert bad.get().status_code == 503


def test_a_damaged_database_stops_the_start_with_a_sentence(sqlite: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    upgrade(driver_url(sqlite))
    with sqlite3.connect(path) as filled:
        filled.executemany("INSERT INTO settings VALUES (?, ?)", [(f"key {number}", "x" * 900) for number in range(200)])
    filled.close()
    whole = path.read_bytes()
    middle = len(whole) // 2
    for wrong in (b"no database at all " * 200, whole[:middle] + bytes(4096) + whole[middle + 4096 :], whole[: len(whole) // 3]):
        for leftover in tmp_path.glob("games.db-*"):
            leftover.unlink()
        path.write_bytes(wrong)
        assert main(["serve", "--database", sqlite, "--port", "0"]) == 2
        told = capsys.readouterr().err
        assert told.startswith("blockfront: the database sqlite:///")
        assert len(told.splitlines()) == 1
        assert path.read_bytes() == wrong


def test_a_database_of_a_newer_version_is_left_alone(database: str) -> None:
    url = driver_url(database)
    upgrade(url)

    async def make_newer() -> None:
        opened = open_database(url)
        await opened.write(lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = '9999'")))
        await opened.close()

    awaited(make_newer())
    with pytest.raises(BadDatabase, match="newer version"):
        check_usable(database)


def test_a_database_that_does_not_answer_is_named_without_its_password() -> None:
    with pytest.raises(BadDatabase, match="cannot be used") as told:
        check_usable("postgresql://ann:secret@127.0.0.1:1/games")
    assert "secret" not in str(told.value)


def test_a_clock_that_is_set_back_lengthens_nobodys_time(server: TrialServer, new_game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    blue, red = new_game(server, clock={"kind": "total", "seconds": 1000})
    wall, passed = time.time, steady_time.passed
    monkeypatch.setattr(time, "time", lambda: wall() - 7200)
    monkeypatch.setattr(steady_time, "passed", lambda: passed() + 400)
    for player in (blue, red):
        found(player.submit(player.choices()[0]["action"], 0))
    left = [clock["seconds_left"] for clock in blue.state()["clocks"]]
    assert all(550 < seconds <= 600 for seconds in left)
    monkeypatch.setattr(steady_time, "passed", lambda: passed() + 2000)
    room = server.inside.rooms.in_memory(blue.game)
    assert room is not None
    assert room.overdue(steady_time.now())
