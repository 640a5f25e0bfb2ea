"""What is acknowledged is kept: restarts, journals, migrations, one server to a database."""

import subprocess
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import msgspec
import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, select

from blockfront.cli.main import main
from blockfront.core.match import Match
from blockfront.core.sides import CHANCE
from blockfront.games import catalogue
from blockfront.server.play.journal import Journal, Row, reopened
from blockfront.server.play.seats import SeatRow, match_seats
from blockfront.server.storage.database import BadDatabase, driver_url, open_database
from blockfront.server.storage.migrations import HEAD, config, upgrade
from blockfront.server.storage.schema import metadata, snapshots
from blockfront.server.storage.store import Change, Conflict, Storage, check_usable
from tests.server.trial import PlayerClient, awaited, found
from tests.server.waiting import PATIENCE


def states(players: list[PlayerClient]) -> list[Any]:
    seen = []
    for player in players:
        state = player.state()
        seen.append((state["view"], state["decision"], state["can_undo"], state["prompt"], found(player.get("/log"))))
    return seen


def test_a_restart_changes_nothing(serve: Any, database: str, new_game: Any) -> None:
    """Views, logs, decision numbers and the right to undo are the same after any number of restarts."""
    server = serve(database)
    players = new_game(server)
    rng = Random(4)
    for _ in range(6):
        for _ in range(rng.randint(3, 12)):
            player = next((player for player in players if player.state()["my_decision"]), None)
            if player is None:
                return
            player.play(rng)
            state = player.state()
            if state["can_undo"] and rng.random() < 0.4:
                found(player.post("/undo", {"decision": state["decision"]}))
        before = states(players)
        server.__exit__(None, None, None)
        server = serve(database)
        players = [PlayerClient(server.http(), player.game, player.token) for player in players]
        assert states(players) == before


def random_game(seed: int) -> tuple[Journal, list[Row], list[tuple[int, bytes]]]:
    """A game after random play with undos: its journal, the rows and the snapshots."""
    game = catalogue.game("proving_ground", "border_incident")
    rng = Random(seed)
    match = Match(game, match_seats(_seats()), seed=bytes(32))
    journal = Journal(match)
    rows, stored = journal.new_rows(0.0), dict(journal.snapshots()[0])
    while match.result is None and len(rows) < 150:
        side = rng.choice(sorted(match.to_act()))
        seat = match.seats[side]
        if match.can_undo(seat) and rng.random() < 0.3:
            rows.append(journal.take_back(seat, 1.0)[2])
        else:
            match.submit(seat, game.legal(match.state, side).sample(rng), side=side)
            rows += journal.new_rows(1.0)
        new, dropped = journal.snapshots()
        stored = {number: state for number, state in stored.items() if dropped is None or number < dropped}
        stored |= dict(new)
    return journal, rows, sorted(stored.items())


def _seats() -> Any:
    return [SeatRow(side, "", [side], "person", "", False, {}, 0, 0.0, 0.0, None) for side in (0, 1)]


@pytest.mark.parametrize("seed", range(8))
def test_a_journal_gives_the_same_table_from_every_snapshot(seed: int) -> None:
    journal, rows, stored = random_game(seed)
    match = journal.match
    assert [row.number for row in rows] == list(range(len(rows)))
    for snapshot in [(), *((one,) for one in stored), ((len(rows), b"unreadable"), *reversed(stored))]:
        again = reopened(match.game, list(match.seats), match.seed, rows, snapshot)
        assert again.match.state == match.state
        assert again.match.entries == match.entries
        assert again.times == journal.times
        assert [again.match.decision_of(seat) for seat in match.seats] == [match.decision_of(seat) for seat in match.seats]
        assert again.match.agreed_to_end == match.agreed_to_end
        assert again.rows == len(rows)


@pytest.mark.parametrize("seed", range(4))
def test_a_journal_goes_on_from_before_an_action_that_is_no_longer_legal(seed: int) -> None:
    """The action and those after it stay in the log; the state is the one before it, and the next to open it finds it so."""
    kept, rows, stored = random_game(seed)
    game, seats, dice = kept.match.game, list(kept.match.seats), kept.match.seed
    last = stored[-1][0]
    place = next(row.number for row in rows[last + 1 :] if row.kind == "action" and row.side >= 0)
    wrong = msgspec.structs.replace(rows[place], action='{"type":"ChoosePlan","plan":0}')
    changed = [row for row in (*rows[:place], wrong, *rows[place + 1 :]) if row.number <= place or row.kind == "action"]
    before = reopened(game, seats, dice, rows[:place], [stored[-1]])
    opened = reopened(game, seats, dice, changed, [stored[-1]])
    assert opened.match.state == before.match.state
    assert opened.match.to_act()
    assert len(opened.match.entries) > len(before.match.entries)
    assert opened.match.set_aside == range(len(before.match.entries), len(opened.match.entries))
    assert all(opened.match.decision_of(seat) > before.match.decision_of(seat) for seat in seats), "an older answer would count"
    assert not any(opened.match.can_undo(seat) for seat in seats)
    (note,) = opened.notes()
    ((number, state),), dropped = opened.snapshots()
    assert (number, dropped) == (len(changed) + 1, last + 1)
    again = reopened(game, seats, dice, [*changed, note], [(number, state)])
    assert again.notes() == []
    assert (again.match.state, again.match.entries, again.match.set_aside) == (
        opened.match.state,
        opened.match.entries,
        opened.match.set_aside,
    )
    assert [again.match.decision_of(seat) for seat in seats] == [opened.match.decision_of(seat) for seat in seats]
    throws = sum(entry.side == CHANCE for entry in opened.match.entries)
    assert again.match._throws == throws, "dice that were seen are not thrown again"


def test_a_row_number_is_written_once(database: str) -> None:
    async def write_twice() -> None:
        storage = Storage(database)
        await storage.open()
        row = Row(0, "action", 0.0, 0, "0", "{}")
        await storage.write(Change("game", [row]))
        with pytest.raises(Conflict):
            await storage.write(Change("game", [Row(1, "action", 0.0), row]))
        assert len(await storage.journal("game")) == 1
        await storage.close()

    awaited(write_twice())


def test_a_change_that_fails_halfway_is_not_there_at_all(
    serve: Any, database: str, new_game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is acknowledged that is not written, and nothing is written by half."""
    server = serve(database)
    blue, red = new_game(server)
    before = states([blue, red])

    def fail(self: Storage, connection: Any, what: str) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(Storage, "_notify", fail)  # the last thing a transaction does
        refused = blue.submit(blue.choices()[0]["action"], 0)
        assert (refused.status_code, refused.json()["error"]) == (503, "unavailable")
        assert "disk" not in refused.text
    assert states([blue, red]) == before
    found(blue.submit(blue.choices()[0]["action"], 0))


def test_what_is_not_yet_written_is_seen_by_nobody(serve: Any, database: str, new_game: Any, hold_writes: Any) -> None:
    """Who asks while a change is on its way waits for it, and learns nothing of one that fails."""
    server = serve(database)
    blue, red = new_game(server)
    before = states([blue, red])
    plan = blue.choices()[0]["action"]
    with ThreadPoolExecutor(2) as visitors:
        (write,) = hold_writes(True)
        submitted = visitors.submit(blue.submit, plan, 0)
        assert write.is_under_way.wait(PATIENCE)
        seen = visitors.submit(states, [blue, red])
        with pytest.raises(TimeoutError):
            seen.result(0.5)
        write.let_go()
        assert submitted.result(PATIENCE).status_code == 503
        assert seen.result(PATIENCE) == before


def test_an_answer_tells_nothing_that_others_do_meanwhile_until_it_is_written(
    serve: Any, database: str, new_game: Any, hold_writes: Any
) -> None:
    """Both sides choose a plan in secret at once; what follows from both is not told when the second is lost."""
    server = serve(database)
    blue, red = new_game(server)
    plans = [player.choices()[0]["action"] for player in (blue, red)]
    with ThreadPoolExecutor(2) as visitors:
        first, second = hold_writes(False, True)
        answer = visitors.submit(blue.submit, plans[0], 0)
        assert first.is_under_way.wait(PATIENCE)
        lost = visitors.submit(red.submit, plans[1], 0)
        with pytest.raises(TimeoutError):
            lost.result(0.5)  # it waits for its turn
        first.let_go()
        assert second.is_under_way.wait(PATIENCE)
        told = found(answer.result(PATIENCE))  # while the second is on its way
        second.let_go()
        assert lost.result(PATIENCE).status_code == 503
    assert [line["event"]["type"] for line in told["lines"]] == ["PlanChosen"]
    assert not told["state"]["my_decision"]


def test_a_snapshot_begins_every_player_turn(serve: Any, database: str, new_game: Any) -> None:
    server = serve(database)
    blue, red = new_game(server)
    rng = Random(3)
    room = server.inside.rooms.in_memory(blue.game)
    turns = {room.match.game.player_turn(room.match.state)}
    for _ in range(60):
        next(player for player in (blue, red) if player.state()["my_decision"]).play(rng)
        turns.add(room.match.game.player_turn(room.match.state))
    stored = server.on_loop(server.inside.storage._all(select(snapshots.c.number).where(snapshots.c.game == blue.game)))
    assert len(stored) == len(turns) > 2


def test_migrations_lead_to_the_schema(database: str) -> None:
    url = driver_url(database)
    upgrade(url)
    upgrade(url)

    def described(connection: Any) -> dict[str, dict[str, tuple[str, bool]]]:
        found = inspect(connection)
        return {
            table: {column["name"]: (str(column["type"]), bool(column["nullable"])) for column in found.get_columns(table)}
            for table in found.get_table_names()
            if table != "alembic_version"
        }

    def both(connection: Any) -> Any:
        migrated = described(connection)
        metadata.drop_all(connection)
        metadata.create_all(connection)
        return migrated, described(connection)

    async def compare() -> None:
        database = open_database(url)
        migrated, made = await database.write(both)
        assert migrated == made
        await database.close()

    awaited(compare())


def test_the_newest_migration_is_known_without_looking(database: str) -> None:
    assert ScriptDirectory.from_config(config()).get_current_head() == HEAD
    upgrade(driver_url(database))
    upgrade(driver_url(database))


def test_one_server_to_an_sqlite_file(serve: Any, sqlite: str) -> None:
    serve(sqlite)
    with pytest.raises(BadDatabase, match="another blockfront server"):
        check_usable(sqlite)


@pytest.mark.parametrize("address", ["games.db", "mysql://localhost/x", "postgresql"])
def test_a_bad_database_address_says_what_a_good_one_is(address: str) -> None:
    with pytest.raises(BadDatabase, match="sqlite:///"):
        driver_url(address)


def test_several_workers_need_postgresql(capsys: pytest.CaptureFixture[str], sqlite: str) -> None:
    assert main(["serve", "--database", sqlite, "--workers", "2"]) == 2
    assert "postgresql://" in capsys.readouterr().err


def test_a_backup_made_while_playing_is_served_again(
    request: pytest.FixtureRequest, serve: Any, database: str, new_game: Any, tmp_path: Any
) -> None:
    server = serve(database)
    blue, _ = new_game(server)
    found(blue.submit(blue.choices()[0]["action"], 0))
    copy = tmp_path / "copy.db"
    assert main(["backup", "--database", database, "-o", str(copy)]) == 0
    assert main(["backup", "--database", database, "-o", str(copy)]) == 2
    restored = f"sqlite:///{copy}"
    if not database.startswith("sqlite"):
        restored = request.getfixturevalue("postgres").new_database()
        command = ["pg_restore", "--no-owner", "--exit-on-error", "--dbname", restored, str(copy)]
        subprocess.run(command, check=True, capture_output=True)
    again = PlayerClient(serve(restored).http(), blue.game, blue.token)
    assert again.state() == blue.state()
    assert again.get("/log").content == blue.get("/log").content
    found(again.post("/concede"))
