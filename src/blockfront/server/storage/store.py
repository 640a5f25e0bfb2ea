"""The database: SQLite for one process, PostgreSQL for many. Every change is one transaction."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import IO, Any

import msgspec
from sqlalchemy import Connection, and_, bindparam, delete, func, insert, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from blockfront.server.accounts.keys import new_id
from blockfront.server.play.journal import Row
from blockfront.server.storage import schema
from blockfront.server.storage.database import BadDatabase, driver_url, execute_plain, open_database
from blockfront.server.storage.file_lock import lock_file
from blockfront.server.storage.migrations import upgrade
from blockfront.server.storage.notes import Notes
from blockfront.server.storage.told import ToldLines

CHANNEL = "blockfront"


class Conflict(Exception):
    """Another process has already written the row, such as the next one of this journal."""


class Thought(msgspec.Struct, frozen=True):
    """What a bot was thinking when it wrote a row of the journal."""

    number: int
    side: int
    text: str
    at: float


class TeamTalk(msgspec.Struct):
    """A line in the talk between seats of one side, or a hex that one of them points at."""

    side: int
    number: int
    seat: int
    text: str
    hex: int | None
    at: float


class Happening(msgspec.Struct, frozen=True):
    """Something that happened to a seat, such as a bot taking it over."""

    seat: int
    what: str
    at: float


class Change(msgspec.Struct):
    """Everything that one transaction writes about a game."""

    game: str
    rows: Sequence[Row] = ()
    snapshots: Sequence[tuple[int, bytes]] = ()
    drop_snapshots_from: int | None = None
    facts: Mapping[str, Any] = {}  # columns of `games`
    seats: Mapping[int, Mapping[str, Any]] = {}  # columns of `seats`, by seat
    chat: tuple[int, int, str, float] | None = None  # number, seat, text, at
    team: TeamTalk | None = None
    thought: Thought | None = None
    happened: Sequence[Happening] = ()
    topic: str = "game"  # what other workers are told has changed


class Statement:
    """A frequent SQL statement, compiled only once because compiling takes longer than running it. SQLite gets it as plain text."""

    def __init__(self, statement: Any) -> None:
        self._statement = statement
        self._plain: tuple[str, tuple[str, ...]] | None = None  # its text, and the names of its values in their order

    def run(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Run the statement with the values of each row."""
        if connection.dialect.name != "sqlite":
            connection.execute(self._statement, rows)
            return
        if self._plain is None:
            compiled = self._statement.compile(dialect=connection.dialect)
            self._plain = str(compiled), tuple(compiled.positiontup)
        text_, names = self._plain
        for row in rows:
            execute_plain(connection, text_, [row[name] for name in names])


_ADD_ROWS, _ADD_SNAPSHOTS = Statement(insert(schema.journal)), Statement(insert(schema.snapshots))
_ADD_CHAT, _ADD_TEAM_TALK = Statement(insert(schema.chat)), Statement(insert(schema.team_talk))
_ADD_THOUGHT = Statement(insert(schema.thoughts))
_ADD_HAPPENINGS = insert(schema.happenings)  # seldom
_DROP_SNAPSHOTS = Statement(
    delete(schema.snapshots).where(schema.snapshots.c.game == bindparam("of_game"), schema.snapshots.c.number >= bindparam("first"))
)


@cache
def _set_facts(columns: tuple[str, ...]) -> Statement:
    games = schema.games
    return Statement(update(games).where(games.c.id == bindparam("of_game")).values({name: bindparam(name) for name in columns}))


@cache
def _set_seat(columns: tuple[str, ...]) -> Statement:
    seats = schema.seats
    its = and_(seats.c.game == bindparam("of_game"), seats.c.seat == bindparam("of_seat"))
    return Statement(update(seats).where(its).values({name: bindparam(name) for name in columns}))


def check_usable(url: str) -> None:
    """Refuse, before anything starts, a database that another server uses, that is damaged or that does not answer."""
    given = driver_url(url)
    path = make_url(given).database
    if given.startswith("sqlite") and path and Path(path).parent.is_dir():
        lock = lock_file(Path(f"{path}.lock"))
        if lock is None:
            raise BadDatabase(f"{path} is used by another blockfront server")
        lock.close()
    shown = make_url(given).render_as_string(hide_password=True).replace("+asyncpg", "")
    try:
        damage = asyncio.run(_damage(given))
        if not damage:
            upgrade(given)
    except (OSError, SQLAlchemyError) as error:
        reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
        raise BadDatabase(f"the database {shown} cannot be used: {reason}") from None
    if damage:
        raise BadDatabase(f"the database {shown} is damaged: {damage}; please restore a backup")


async def _damage(url: str) -> str:
    """What is wrong with a database; empty if no damage is found."""

    def look(connection: Connection) -> str:
        if connection.dialect.name != "sqlite":
            return ""
        found = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
        return "" if found == "ok" else " ".join(found.split())

    database = open_database(url)
    try:
        return await database.read(look)
    finally:
        await database.close()


class Storage:
    """Every query and every change that the server makes in its database."""

    def __init__(self, url: str) -> None:
        self.url = driver_url(url)
        self.worker = new_id()
        self.is_sqlite = self.url.startswith("sqlite")
        self._database = open_database(self.url)
        self.notes = Notes(self._database)
        self.told = ToldLines(self._database)
        self._lock: IO[bytes] | None = None

    async def open(self) -> None:
        """Bring the database to the present schema. Only one server at a time may use an SQLite file."""
        if self.is_sqlite and (path := make_url(self.url).database):
            self._lock = lock_file(Path(f"{path}.lock"))
            if self._lock is None:
                raise BadDatabase(f"{path} is used by another blockfront server")
        await asyncio.to_thread(upgrade, self.url)

    async def close(self) -> None:
        await self._database.close()
        if self._lock is not None:
            self._lock.close()

    # ---- writing

    async def create_game(self, facts: Mapping[str, Any], seats: Sequence[Mapping[str, Any]], change: Change) -> None:
        """Write a new game with its seats and first rows."""
        def work(connection: Connection) -> None:
            connection.execute(insert(schema.games), [dict(facts)])
            connection.execute(insert(schema.seats), [dict(seat) for seat in seats])
            self._write(connection, change)

        await self._database.write(work)

    async def write(self, change: Change) -> None:
        """Write a change, or raise `Conflict` if another process was faster."""
        try:
            await self._database.write(partial(self._write, change=change))
        except IntegrityError:
            raise Conflict(change.game) from None

    def _write(self, connection: Connection, change: Change) -> None:
        game = change.game
        if change.rows:
            _ADD_ROWS.run(connection, [{"game": game, **msgspec.structs.asdict(row)} for row in change.rows])
        if change.drop_snapshots_from is not None:
            _DROP_SNAPSHOTS.run(connection, [{"of_game": game, "first": change.drop_snapshots_from}])
        if change.snapshots:
            _ADD_SNAPSHOTS.run(connection, [{"game": game, "number": number, "state": state} for number, state in change.snapshots])
        if change.facts:
            _set_facts(tuple(change.facts)).run(connection, [{"of_game": game, **change.facts}])
        for seat, values in change.seats.items():
            _set_seat(tuple(values)).run(connection, [{"of_game": game, "of_seat": seat, **values}])
        if change.chat is not None:
            number, seat, said, at = change.chat
            _ADD_CHAT.run(connection, [{"game": game, "number": number, "seat": seat, "text": said, "at": at}])
        if change.team is not None:
            _ADD_TEAM_TALK.run(connection, [{"game": game, **msgspec.structs.asdict(change.team)}])
        if change.thought is not None:
            _ADD_THOUGHT.run(connection, [{"game": game, **msgspec.structs.asdict(change.thought)}])
        if change.happened:
            connection.execute(_ADD_HAPPENINGS, [{"game": game, **msgspec.structs.asdict(one)} for one in change.happened])
        self._notify(connection, f"{change.topic} {game} {self.worker}")

    def _notify(self, connection: Connection, what: str) -> None:
        """Tell other workers and servers once the transaction is committed."""
        if not self.is_sqlite:
            connection.execute(text("SELECT pg_notify(:channel, :what)"), {"channel": CHANNEL, "what": what})

    async def notify_presence(self, game: str, seats: Iterable[int]) -> None:
        what = f"here {game} {self.worker} {','.join(map(str, seats))}"
        await self._database.write(lambda connection: self._notify(connection, what))

    async def claim_seat(self, change: Change, seat: int, kind: str, invitation: str | None, values: Mapping[str, Any]) -> bool:
        """Give a free seat to a person and write the change that goes with it; False if the seat is no longer free."""
        free = and_(schema.seats.c.game == change.game, schema.seats.c.seat == seat, schema.seats.c.player == kind)
        if invitation is not None:
            free = and_(free, schema.seats.c.invitation == invitation)

        def work(connection: Connection) -> bool:
            is_taken = connection.execute(update(schema.seats).where(free).values(**values)).rowcount == 1
            if is_taken:
                self._write(connection, change)
            return is_taken

        return await self._database.write(work)

    # ---- reading

    async def _all(self, statement: Any) -> list[dict[str, Any]]:
        def work(connection: Connection) -> list[dict[str, Any]]:
            return [{str(name): value for name, value in row.items()} for row in connection.execute(statement).mappings()]

        return await self._database.read(work)

    async def _one(self, statement: Any) -> dict[str, Any] | None:
        found = await self._all(statement)
        return found[0] if found else None

    async def game(self, game: str) -> dict[str, Any] | None:
        return await self._one(select(schema.games).where(schema.games.c.id == game))

    async def seats(self, game: str) -> list[dict[str, Any]]:
        return await self._all(select(schema.seats).where(schema.seats.c.game == game).order_by(schema.seats.c.seat))

    async def journal(self, game: str, first: int = 0) -> list[Row]:
        rows = schema.journal
        wanted = select(rows).where(rows.c.game == game, rows.c.number >= first).order_by(rows.c.number)
        return [Row(**{name: row[name] for name in Row.__struct_fields__}) for row in await self._all(wanted)]

    async def thoughts(self, game: str) -> list[Thought]:
        kept = schema.thoughts
        wanted = select(kept).where(kept.c.game == game).order_by(kept.c.number)
        return [Thought(row["number"], row["side"], row["text"], row["at"]) for row in await self._all(wanted)]

    async def happenings(self, game: str) -> list[Happening]:
        kept = schema.happenings
        wanted = select(kept).where(kept.c.game == game).order_by(kept.c.id)
        return [Happening(row["seat"], row["what"], row["at"]) for row in await self._all(wanted)]

    async def snapshots(self, game: str, up_to: int, limit: int = 3) -> list[tuple[int, bytes]]:
        """The last snapshots of a game, the newest first, each with the number of rows before it."""
        states = schema.snapshots
        wanted = select(states).where(states.c.game == game, states.c.number <= up_to).order_by(states.c.number.desc())
        return [(found["number"], bytes(found["state"])) for found in await self._all(wanted.limit(limit))]

    async def seat_of_key(self, key: str) -> dict[str, Any] | None:
        return await self._one(select(schema.seats).where(schema.seats.c.key == key))

    async def seat_of_user(self, game: str, user: str) -> dict[str, Any] | None:
        seats = schema.seats
        return await self._one(select(seats).where(seats.c.game == game, seats.c.user == user).order_by(seats.c.seat))

    async def seat_of_invitation(self, invitation: str) -> dict[str, Any] | None:
        return await self._one(select(schema.seats).where(schema.seats.c.invitation == invitation))

    async def seats_of(self, keys: Sequence[str], user: str | None) -> list[dict[str, Any]]:
        """The seats opened by some keys, and those of a user."""
        seats = schema.seats
        mine = seats.c.key.in_(list(keys))
        wanted = select(seats).where(mine | (seats.c.user == user) if user else mine)
        return await self._all(wanted.limit(500))

    async def listed_games(self, *, finished: bool, limit: int = 100) -> list[str]:
        games = schema.games
        wanted = select(games.c.id).where(games.c.listed, games.c.finished == finished)
        return [row["id"] for row in await self._all(wanted.order_by(games.c.changed.desc()).limit(limit))]

    async def games_due(self, limit: int = 1000) -> list[str]:
        """The games in which a bot has to decide."""
        games = schema.games
        wanted = select(games.c.id).where(~games.c.finished, games.c.bots_due).limit(limit)
        return [row["id"] for row in await self._all(wanted)]

    async def games_on_the_clock(self, limit: int = 10_000) -> list[dict[str, Any]]:
        games = schema.games
        columns = (games.c.id, games.c.clock, games.c.since)
        return await self._all(select(*columns).where(~games.c.finished, games.c.clock != "").limit(limit))

    async def chat(self, game: str, after: int = 0, limit: int = 200) -> list[dict[str, Any]]:
        lines = schema.chat
        wanted = select(lines).where(lines.c.game == game, lines.c.number >= after).order_by(lines.c.number)
        return await self._all(wanted.limit(limit))

    async def chat_length(self, game: str) -> int:
        found = await self._one(select(func.count().label("number")).where(schema.chat.c.game == game))
        return int(found["number"]) if found else 0

    async def team_talk(self, game: str, side: int, after: int = 0, limit: int = 200) -> list[TeamTalk]:
        lines = schema.team_talk
        wanted = select(lines).where(lines.c.game == game, lines.c.side == side, lines.c.number >= after).order_by(lines.c.number)
        return [TeamTalk(**{name: row[name] for name in TeamTalk.__struct_fields__}) for row in await self._all(wanted.limit(limit))]

    async def team_talk_length(self, game: str, side: int) -> int:
        lines = schema.team_talk
        found = await self._one(select(func.count().label("number")).where(lines.c.game == game, lines.c.side == side))
        return int(found["number"]) if found else 0

    async def counts(self) -> dict[str, int]:
        """Numbers of rows in the main tables, for the metrics."""
        tables = (schema.games, schema.seats, schema.journal, schema.users)
        found = await self._all(select(*(select(func.count()).select_from(table).scalar_subquery().label(table.name) for table in tables)))
        return {name: int(number) for name, number in found[0].items()}

    # ---- accounts and settings

    async def setting(self, key: str) -> str | None:
        found = await self._one(select(schema.settings.c.value).where(schema.settings.c.key == key))
        return found["value"] if found else None

    async def add_setting(self, key: str, value: str) -> None:
        """Add a setting; raises `Conflict` if it exists already."""
        await self._insert(schema.settings, {"key": key, "value": value})

    async def add_user(self, values: Mapping[str, Any]) -> None:
        """Add a user; raises `Conflict` if another user has the same name or one that looks like it."""
        await self._name_user(insert(schema.users).values(**values), values)

    async def rename_user(self, user: str, values: Mapping[str, Any]) -> None:
        await self._name_user(update(schema.users).where(schema.users.c.id == user).values(**values), {"id": user, **values})

    async def _name_user(self, statement: Any, values: Mapping[str, Any]) -> None:
        users = schema.users
        alike = select(users.c.id).where(users.c.skeleton == values["skeleton"], users.c.id != values["id"])

        def work(connection: Connection) -> None:
            if connection.execute(alike).first() is not None:
                raise Conflict("users")
            connection.execute(statement)

        try:
            await self._database.write(work)
        except IntegrityError:
            raise Conflict("users") from None

    async def delete_user(self, user: str) -> list[str]:
        """Delete a user; the seats stay, without name, account, notices and notes. Returns the games they are in."""
        seats = schema.seats

        def work(connection: Connection) -> list[str]:
            games = list(connection.execute(select(seats.c.game).where(seats.c.user == user).distinct()).scalars())
            for game, seat in connection.execute(select(seats.c.game, seats.c.seat).where(seats.c.user == user)).all():
                for own in (schema.notes, schema.told):
                    connection.execute(delete(own).where(own.c.game == game, own.c.seat == seat))
            connection.execute(update(seats).where(seats.c.user == user).values(user=None, notices="", name=""))
            connection.execute(delete(schema.sessions).where(schema.sessions.c.user == user))
            connection.execute(delete(schema.users).where(schema.users.c.id == user))
            for game in games:
                self._write(connection, Change(game, topic="seats"))
            return games

        return await self._database.write(work)

    async def end_sessions(self, user: str) -> None:
        await self._execute(delete(schema.sessions).where(schema.sessions.c.user == user))

    async def give_seats(self, keys: Sequence[str], user: str) -> list[str]:
        """Give the user the seats of these keys that belong to no account yet; returns their games."""
        seats = schema.seats
        free = and_(seats.c.key.in_(list(keys)), seats.c.user.is_(None))

        def work(connection: Connection) -> list[str]:
            games = list(connection.execute(select(seats.c.game).where(free).distinct()).scalars())
            connection.execute(update(seats).where(free).values(user=user))
            for game in games:
                self._write(connection, Change(game, topic="seats"))
            return games

        return await self._database.write(work)

    async def add_session(self, values: Mapping[str, Any]) -> None:
        await self._insert(schema.sessions, values)

    async def _insert(self, table: Any, values: Mapping[str, Any]) -> None:
        try:
            await self._execute(insert(table).values(**values))
        except IntegrityError:
            raise Conflict(str(table.name)) from None

    async def user_named(self, folded: str) -> dict[str, Any] | None:
        return await self._one(select(schema.users).where(schema.users.c.folded == folded))

    async def set_password(self, user: str, password: str) -> None:
        await self._execute(update(schema.users).where(schema.users.c.id == user).values(password=password))

    async def user_of_session(self, key: str, now: float) -> dict[str, Any] | None:
        joined = schema.users.join(schema.sessions, schema.sessions.c.user == schema.users.c.id)
        valid = and_(schema.sessions.c.key == key, schema.sessions.c.expires > now)
        return await self._one(select(schema.users).select_from(joined).where(valid))

    async def end_session(self, key: str, now: float) -> None:
        """End a session, and delete all sessions that have expired."""
        over = (schema.sessions.c.key == key) | (schema.sessions.c.expires <= now)
        await self._execute(delete(schema.sessions).where(over))

    async def _execute(self, statement: Any) -> None:
        def work(connection: Connection) -> None:
            connection.execute(statement)

        await self._database.write(work)
