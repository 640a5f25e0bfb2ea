"""The seats of a running game: who holds which, and how their clocks run."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from blockfront.core.match import Seat
from blockfront.core.sides import Side
from blockfront.server import wire

SeatColumns = dict[int, dict[str, Any]]  # columns of `seats` to be written, by seat


class SeatRow(msgspec.Struct):
    """A seat as stored in the database, without its secrets."""

    seat: int
    name: str
    sides: list[int]
    player: wire.SeatedPlayer
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
    parts: list[str] = []  # what it commands of a side that it shares

    @property
    def is_bot(self) -> bool:
        return self.player == "bot" or self.taken_over


def seat_row(row: dict[str, Any]) -> SeatRow:
    """The `SeatRow` of a row from the database."""
    values = {name: row[name] for name in SeatRow.__struct_fields__}
    values["sides"] = msgspec.json.decode(row["sides"])
    values["orders"] = msgspec.json.decode(row["orders"])
    values["parts"] = msgspec.json.decode(row["parts"])
    return msgspec.convert(values, SeatRow)


def match_seats(rows: Iterable[SeatRow]) -> list[Seat]:
    """The seats in the form a match needs; the journal calls each by its number."""
    return [Seat(str(row.seat), frozenset(map(Side, row.sides)), frozenset(row.parts)) for row in rows]


def clock_of(facts: dict[str, Any]) -> wire.ClockSettings:
    return with_grace(msgspec.json.decode(facts["clock"], type=wire.ClockSettings)) if facts["clock"] else wire.ClockSettings()


def with_grace(clock: wire.ClockSettings) -> wire.ClockSettings:
    """The clock settings with `grace` filled in: the seconds for each decision once the total time is used up."""
    if clock.kind != "total":
        return msgspec.structs.replace(clock, grace=None)
    return msgspec.structs.replace(clock, grace=clock.grace or max(1, clock.seconds // 10))


class Seats:
    """The seats of one game in order, with their clocks. `since`: when the clocks of those who have to decide began to run."""

    def __init__(self, rows: list[SeatRow], sides: int, clock: wire.ClockSettings, since: float) -> None:
        self._rows = rows
        self._sides = sides
        self.clock = clock
        self.since = since

    def __getitem__(self, seat: int) -> SeatRow:
        return self._rows[seat]

    def __iter__(self) -> Iterator[SeatRow]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def with_values(self, seat: int, values: dict[str, Any]) -> "Seats":
        """A copy of the seats with some values of one seat changed; values without a column in `SeatRow` are ignored."""
        known = {name: value for name, value in values.items() if name in SeatRow.__struct_fields__}
        rows = [msgspec.structs.replace(row, **known) if row.seat == seat else row for row in self._rows]
        return Seats(rows, self._sides, self.clock, self.since)

    @property
    def is_complete(self) -> bool:
        """Whether every side has a player; until then no clock runs."""
        held = {side for row in self._rows if row.player in ("person", "bot") for side in row.sides}
        return len(held) == self._sides

    @property
    def is_paused(self) -> bool:
        """Whether the game waits for people: there are some, and bots play for all of them until they return."""
        away = [row.taken_over and row.term == "back" for row in self._rows if row.player == "person"]
        return bool(away) and all(away)

    def bots_to_act(self, to_act: Collection[Side], ready: Collection[str] = ()) -> list[tuple[int, Side]]:
        """The seats and sides for which a bot has to decide; a bot that shares its side decides for its own part until it is `ready`."""
        if self.is_paused or not any(row.is_bot for row in self._rows):
            return []
        found = []
        for side in sorted(to_act):
            holders = [row for row in self._rows if side in row.sides]
            waiting = [row for row in holders if str(row.seat) not in ready]
            able = [row for row in waiting or holders if row.is_bot and row.parts]
            if not able and holders and all(row.is_bot for row in holders):
                able = holders[:1]
            found += [(row.seat, side) for row in able]
        return found

    def team_of(self, seat: int) -> list[int]:
        """All seats that share the side of this seat, including itself; empty for a seat that holds several sides."""
        sides = self._rows[seat].sides
        return [row.seat for row in self._rows if row.sides == sides] if len(sides) == 1 else []

    # ---- clocks

    def clocks(self, running: Sequence[int]) -> list[wire.ClockInfo]:
        """The clocks as they stood at the last hand-over. `running`: sides whose clocks run, as far as the viewer may know."""
        if not self.is_complete:
            running = ()
        return [
            wire.ClockInfo(side, self.seconds_left(side), self.since if side in running else 0.0) for side in range(self._sides)
        ]

    def seconds_left(self, side: int, *, is_told: bool = True) -> float:
        """A side's seconds at the last hand-over. With `is_told` false, time set aside is subtracted too; players are not told it."""
        if self.clock.kind == "move":
            return float(self.clock.seconds)
        used = max(row.seconds_used + (0.0 if is_told else row.seconds_aside) for row in self._rows if side in row.sides)
        return max(float(self.clock.grace or 0), self.clock.seconds - used)

    def overdue(self, to_act: Collection[Side], now: float) -> list[int]:
        """The seats whose persons have run out of time."""
        if self.clock.kind == "none" or not self.is_complete:
            return []
        late = {side for side in to_act if self.seconds_left(side, is_told=False) < now - self.since}
        return [row.seat for row in self._rows if row.player == "person" and not row.taken_over and late & set(row.sides)]

    def settle(self, before: frozenset[Side], after: frozenset[Side], mark: Callable[[wire.Term], int], now: float) -> SeatColumns:
        """Columns of seats that change when other sides have to decide: clocks, and seats that bots give back.

        Where several decide in secret, the time of those who have answered is set aside until all have: clocks must not tell who did. When
        the phase or player turn for which a bot played is over, the clock of its person begins again.
        """
        is_handed_over = not after <= before
        passed = max(0.0, now - self.since)
        changed: SeatColumns = {}
        for row in self._rows if self.clock.kind == "total" else ():
            is_charged = self.is_complete and not row.is_bot and (before - after) & set(row.sides)
            row.seconds_aside += passed if is_charged else 0.0
            if is_handed_over:
                row.seconds_used, row.seconds_aside = row.seconds_used + row.seconds_aside, 0.0
            changed[row.seat] = {"seconds_used": row.seconds_used, "seconds_aside": row.seconds_aside}
        if is_handed_over or not self.is_complete:
            self.since = now
        for row in self._rows:
            if row.taken_over and row.term != "back" and row.term_mark != mark(row.term):
                row.taken_over = False
                self.since = now
                changed.setdefault(row.seat, {})["taken_over"] = False
        return changed

    def time_spent(self, seat: int, to_act: Collection[Side], now: float, *, is_told: bool) -> dict[str, float]:
        """The clock column with the seat's time on the pending decision added: shown at once, or set aside until all have answered."""
        row = self._rows[seat]
        is_deciding = self.is_complete and not row.is_bot and bool(set(to_act) & set(row.sides))
        if self.clock.kind != "total" or not is_deciding:
            return {}
        passed = max(0.0, now - self.since)
        return {"seconds_used": row.seconds_used + passed} if is_told else {"seconds_aside": row.seconds_aside + passed}
