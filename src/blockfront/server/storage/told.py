"""How much of its own log each seat has been told. Nobody else learns of it: no other seat, no spectator, no file of a game."""

from contextlib import suppress

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, insert, select
from sqlalchemy.exc import IntegrityError

from blockfront.server.storage import schema
from blockfront.server.storage.database import Database


class ToldSoFar(msgspec.Struct, frozen=True):
    """How many lines of my log I have been told, and when this was noted (seconds of the epoch); null before the first time."""

    lines: int | None = None
    at: float = 0.0


class ToldLines:
    """Reads and writes how much of its log each seat has been told."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, game: str, seat: int, side: int) -> ToldSoFar:
        def work(connection: Connection) -> ToldSoFar:
            row = connection.execute(select(schema.told).where(_of(game, seat, side))).mappings().one_or_none()
            return ToldSoFar(row["lines"], row["at"]) if row else ToldSoFar()

        return await self._database.read(work)

    async def put(self, game: str, seat: int, side: int, told: ToldSoFar) -> None:
        def work(connection: Connection) -> None:
            connection.execute(delete(schema.told).where(_of(game, seat, side)))
            connection.execute(insert(schema.told), [{"game": game, "seat": seat, "side": side, **msgspec.structs.asdict(told)}])

        with suppress(IntegrityError):  # another device of the same seat has said so in the same moment
            await self._database.write(work)


def _of(game: str, seat: int, side: int) -> ColumnElement[bool]:
    kept = schema.told
    return and_(kept.c.game == game, kept.c.seat == seat, kept.c.side == side)
