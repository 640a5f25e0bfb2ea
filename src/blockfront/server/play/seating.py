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

    @property
    def is_bot(self) -> bool:
        return self.player == "bot" or self.taken_over


def seat_row(row: dict[str, Any]) -> SeatRow:
    values = {name: row[name] for name in SeatRow.__struct_fields__}
    values["sides"] = msgspec.json.decode(row["sides"])
    values["orders"] = msgspec.json.decode(row["orders"])
    return msgspec.convert(values, SeatRow)


def clock_of(facts: dict[str, Any]) -> wire.ClockSettings:
    return msgspec.json.decode(facts["clock"], type=wire.ClockSettings) if facts["clock"] else wire.ClockSettings()
