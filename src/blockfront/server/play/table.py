"""A match that writes a journal and can be resumed from it.

A row is an action (of a seat, of chance, of standing orders), an undo, a concession, or a wish to end the game. Rows are only ever
appended, so their number tells how far a reader is behind. What was told is kept with each row: it serves the log and the counting of
decisions, never the state, which comes from a snapshot and the actions after it.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec

from blockfront.core.actions import Action
from blockfront.core.columns import Columns
from blockfront.core.events import Event
from blockfront.core.game import AnyGame
from blockfront.core.match import Entry, Match, Origin, Seat
from blockfront.core.record import Answer, Record, retaken
from blockfront.core.refusals import Refused
from blockfront.core.sides import Side

Kind = Literal["action", "undo", "concede", "agree", "disagree"]


class Row(msgspec.Struct, frozen=True):
    """One row of the journal."""

    number: int
    kind: Kind
    at: float
    side: int = -1
    seat: str = ""
    action: str = ""  # JSON
    told: str = "[]"  # JSON list of events, audience included
    digest: str = ""


class CannotOpen(ValueError):
    """A journal this version of the rules cannot take up; the game stays as it is in the database."""


class Table(Match):
    """A match with its journal. `rows` counts the rows so far, `times` has the time of each entry."""

    def __init__(
        self,
        game: AnyGame,
        seats: Iterable[Seat],
        *,
        seed: bytes,
        now: float,
        state: Columns | None = None,
        entries: Sequence[Entry] = (),
        held: bool = False,
        origin: Origin | None = None,
    ) -> None:
        self._held = held  # while a journal is read, chance and standing orders do not answer by themselves
        self.rows = 0
        self.times: list[float] = []
        super().__init__(game, seats, seed=seed, state=state, entries=entries, origin=origin)
        self._stored: list[int] = []  # rows before each snapshot that is in the database
        self.times += [now] * (len(self.entries) - len(self.times))

    def _let_others_answer(self) -> None:
        if not self._held:
            super()._let_others_answer()

    def seat_named(self, name: str) -> Seat:
        return next(seat for seat in self.seats if seat.name == name)

    @property
    def agreed_to_end(self) -> frozenset[Side]:
        return frozenset(self._agreed_end)

    def answer_by_orders(self) -> None:
        """Let new standing orders answer what is pending."""
        self._let_others_answer()

    def disagree(self, seat: Seat) -> None:
        """Take back the wish to end the game."""
        self._agreed_end -= seat.sides

    # ---- writing

    def record(self, now: float) -> list[Row]:
        """Rows for the entries that have none yet."""
        new = self.entries[len(self.times) :] if self.rows else self.entries
        rows = [self._row_of(entry, now, place) for place, entry in enumerate(new)]
        self.times += [now] * (len(self.entries) - len(self.times))
        self.rows += len(rows)
        return rows

    def _row_of(self, entry: Entry, now: float, place: int) -> Row:
        return Row(
            number=self.rows + place,
            kind="action",
            at=now,
            side=entry.side,
            seat=entry.seat,
            action=msgspec.json.encode(entry.action).decode(),
            told=told_by(entry),
            digest=entry.digest,
        )

    def record_other(self, kind: Kind, seat: Seat, now: float) -> Row:
        """The row of something that is not an action; for an undo see `take_back`."""
        self.rows += 1
        return Row(self.rows - 1, kind, now, seat=seat.name)

    def take_back(self, seat: Seat, now: float) -> tuple[int, Action, Row]:
        """Undo the seat's last action: the entry's number, the action, and the row.

        The row has the digests of what others did unseen since then: their states are others now.
        """
        number, action = self._undone(seat)
        later = [entry.digest for entry in self.entries[number:]]
        row = self.record_other("undo", seat, now)
        return number, action, msgspec.structs.replace(row, action=msgspec.json.encode(later).decode() if later else "")

    def _undone(self, seat: Seat) -> tuple[int, Action]:
        number = next(iter(self.undoable(seat)), 0)
        action = self.undo(seat).action
        del self.times[number]
        return number, action

    def new_snapshots(self) -> list[tuple[int, bytes]]:
        """States to be stored, with the number of rows before each. Entries and rows drift apart by what is not an action."""
        offset = self.rows - len(self.entries)
        new = [(number + offset, state.to_bytes()) for number, state in self.snapshots[len(self._stored) :]]
        self._stored += [number for number, _ in new]
        return new

    def forget_snapshots(self) -> int | None:
        """After an undo: the row from which on stored snapshots no longer hold, if there are such."""
        gone = self._stored[len(self.snapshots) :]
        del self._stored[len(self.snapshots) :]
        return min(gone, default=None)

    # ---- reading

    def follow(self, rows: Iterable[Row]) -> None:
        """Do what rows of the journal say was done."""
        self._held = True
        try:
            for row in rows:
                self._follow(row)
                self.rows += 1
                self._stored += [self.rows] * (len(self.snapshots) - len(self._stored))
                self.forget_snapshots()
        except Refused as refused:
            raise CannotOpen(f"row {self.rows}: {refused.text}") from None
        self._held = False

    def _follow(self, row: Row) -> None:
        match row.kind:
            case "action":
                self._follow_action(row)
            case "undo":
                self._undone(self.seat_named(row.seat))
            case "concede":
                self.concede(self.seat_named(row.seat))
            case "agree":
                self.agree_to_end(self.seat_named(row.seat))
            case "disagree":
                self.disagree(self.seat_named(row.seat))

    def _follow_action(self, row: Row) -> None:
        action = _decoded(row.action, self.game.action_type, row)
        for side, answer in self._taken_by(row, Side(row.side), action):
            self._take(side, answer, row.seat if answer is action else "")
            self._throws += side < 0
            self.times.append(row.at)

    def _taken_by(self, row: Row, side: Side, action: Action) -> list[Answer]:
        """What to take for a row: its action; under newer rules also what they ask before it."""
        offered: Any = self.game.chance(self.state) if side < 0 and side in self.game.to_act(self.state) else None
        offered = offered or self.game.legal(self.state, side)
        if action in offered:
            return [(side, action)]
        same_rules = self.origin.rules == self.game.title.rules
        answers = None if same_rules else retaken(self.game, self.state, side, action)
        if answers is None:
            raise CannotOpen(f"row {row.number}: the action is not legal under this version of the rules")
        return answers


def told_by(entry: Entry) -> str:
    return msgspec.json.encode(entry.events).decode()


def rows_of_record(kept: Record, now: float) -> list[Row]:
    """The journal of a finished game that comes as a record file; seats are named by their side."""
    rows = [
        Row(
            number=number,
            kind="action",
            at=now,
            side=taken.side,
            seat=str(taken.side) if taken.side >= 0 else "",
            action=msgspec.json.encode(taken.action).decode(),
            digest=taken.digest,
        )
        for number, taken in enumerate(kept.taken)
    ]
    end = kept.end
    if end is not None and end.reason == "conceded" and end.winner is not None:
        rows.append(Row(len(rows), "concede", now, seat=str(1 - end.winner)))
    elif end is not None and end.reason == "agreed":
        rows += [Row(len(rows) + side, "agree", now, seat=str(side)) for side in (0, 1)]
    return rows


def _decoded(text: str, kind: Any, row: Row) -> Any:
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.ValidationError as error:
        raise CannotOpen(f"row {row.number}: {error}") from None


def reopened(
    game: AnyGame,
    seats: Sequence[Seat],
    seed: bytes,
    rows: Sequence[Row],
    snapshot: tuple[int, bytes] | None,
    origin: Origin | None = None,
) -> Table:
    """The match of a journal: its state from the snapshot, or from the set-up, and the rows after it."""
    number, state = 0, None
    if snapshot is not None:
        number = snapshot[0]
        try:
            state = game.state_type.from_bytes(snapshot[1])
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            raise CannotOpen(f"the snapshot before row {number} cannot be read: {error}") from None
    before = rows[:number]
    entries, times = _entries_of(game, before)
    table = Table(game, seats, seed=seed, now=0.0, state=state, entries=entries, held=True, origin=origin)
    table.times = times
    table.rows = number
    table._stored = [number]
    table._decisions = _decisions_of(table, before)
    table.follow(rows[number:])
    return table


def _entries_of(game: AnyGame, rows: Sequence[Row]) -> tuple[list[Entry], list[float]]:
    """The entries that stand after the rows, without asking the rules."""
    entries: list[Entry] = []
    times: list[float] = []
    for row in rows:
        if row.kind == "action":
            entries.append(entry_of(game, row))
            times.append(row.at)
        elif row.kind == "undo":
            number = _number_undone(entries, row)
            del entries[number], times[number]
            later = digests_after(row)
            entries[number:] = [msgspec.structs.replace(entry, digest=new) for entry, new in zip(entries[number:], later, strict=True)]
    return entries, times


def digests_after(row: Row) -> list[str]:
    """The digests of what others had done unseen after the entry that a row takes back."""
    return msgspec.json.decode(row.action, type=list[str]) if row.action else []


def _number_undone(entries: Sequence[Entry], row: Row) -> int:
    return next(number for number in range(len(entries) - 1, -1, -1) if entries[number].seat == row.seat)


def entry_of(game: AnyGame, row: Row) -> Entry:
    action = _decoded(row.action, game.action_type, row)
    many: Any = tuple.__class_getitem__((game.event_type, ...))
    events: tuple[Event, ...] = _decoded(row.told, many, row)
    return Entry(Side(row.side), action, events, row.seat, row.digest)


def _decisions_of(table: Table, rows: Sequence[Row]) -> dict[str, int]:
    """How many decisions each seat has counted, undone ones included."""
    table._decisions = {}
    standing: list[Entry] = []
    for row in rows:
        if row.kind == "action":
            standing.append(entry_of(table.game, row))
            table._count_decision(standing[-1])
        elif row.kind == "undo":
            table._count_decision(standing.pop(_number_undone(standing, row)))
    return table._decisions
