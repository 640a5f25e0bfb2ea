"""The private notes of seats. They never leave the seat: no other seat, spectator, worker or game file gets them."""

from typing import Final, Literal

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, select

from blockfront.server.storage import schema
from blockfront.server.storage.database import Database

MOST_NOTES: Final = 300  # of a seat and side in one game

About = Literal["hex", "block"]


class Note(msgspec.Struct, frozen=True):
    """A note of one seat on a hex or a block."""

    about: About
    number: int  # of the hex or the block
    text: str
    at: float


class TooManyNotes(Exception):
    """A seat already has the largest allowed number of notes."""


class Notes:
    """Reads and writes the notes of seats."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, game: str, seat: int, side: int) -> list[Note]:
        kept = schema.notes
        wanted = select(kept).where(_of(game, seat, side)).order_by(kept.c.about, kept.c.number)

        def work(connection: Connection) -> list[Note]:
            return [Note(row["about"], row["number"], row["text"], row["at"]) for row in connection.execute(wanted).mappings()]

        return await self._database.read(work)

    async def put(self, game: str, seat: int, side: int, note: Note) -> None:
        """Store a note in place of the one on the same hex or unit; an empty text deletes it."""
        kept = schema.notes
        mine = _of(game, seat, side)
        same = and_(mine, kept.c.about == note.about, kept.c.number == note.number)

        def work(connection: Connection) -> None:
            connection.execute(delete(kept).where(same))
            if not note.text:
                return
            if int(connection.execute(select(func.count()).select_from(kept).where(mine)).scalar() or 0) >= MOST_NOTES:
                raise TooManyNotes
            connection.execute(insert(kept), [{"game": game, "seat": seat, "side": side, **msgspec.structs.asdict(note)}])

        await self._database.write(work)


def _of(game: str, seat: int, side: int) -> ColumnElement[bool]:
    kept = schema.notes
    return and_(kept.c.game == game, kept.c.seat == seat, kept.c.side == side)
