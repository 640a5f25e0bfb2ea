"""Seats and clocks of a game as the database has them."""

from typing import Any

import msgspec

from blockfront.server import wire


class SeatRow(msgspec.Struct):
    """A seat as the database has it, without its secrets."""

    seat: int
    name: str
    sides: list[int]
    player: str
    bot: str
    taken_over: bool
    orders: dict[str, list[str]]
    chat_read: int
    seconds_used: float
    seconds_aside: float
    user: str | None
    term: wire.Term = "back"  # how long a bot plays for the person, when one does
    term_mark: int = 0  # the phase or player turn in which it began
    key: str | None = None  # fingerprint of the seat's key

    @property
    def is_bot(self) -> bool:
        return self.player == "bot" or self.taken_over


def seat_row(row: dict[str, Any]) -> SeatRow:
    values = {name: row[name] for name in SeatRow.__struct_fields__}
    values["sides"] = msgspec.json.decode(row["sides"])
    values["orders"] = msgspec.json.decode(row["orders"])
    return msgspec.convert(values, SeatRow)


def clock_of(facts: dict[str, Any]) -> wire.ClockSettings:
    return with_grace(msgspec.json.decode(facts["clock"], type=wire.ClockSettings)) if facts["clock"] else wire.ClockSettings()


def with_grace(clock: wire.ClockSettings) -> wire.ClockSettings:
    """A clock that says what is left when it has run out."""
    if clock.kind != "total":
        return msgspec.structs.replace(clock, grace=None)
    return msgspec.structs.replace(clock, grace=clock.grace or max(1, clock.seconds // 10))
