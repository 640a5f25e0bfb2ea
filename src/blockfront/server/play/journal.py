"""The journal of a match: how it is written to the database, and read back.

A row is an action (of a seat, of chance, of standing orders), an undo, a concession, a wish to end the game, a seat that waits for its
team mates, or a note that newer rules could not repeat some actions. Rows are only ever appended, so their number tells how far behind
a reader is. The events of each row are kept for the log and for counting decisions; the state never comes from them, but from a
snapshot and the actions after it.
"""

import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal

import msgspec

from blockfront.core.actions import Action
from blockfront.core.events import Event
from blockfront.core.following import CannotFollow, retaken
from blockfront.core.game import AnyGame
from blockfront.core.match import Entry, Match, Origin, Seat
from blockfront.core.record import Record
from blockfront.core.refusals import Refused
from blockfront.core.sides import Side
from blockfront.server.play import steady_time

_log = logging.getLogger("blockfront.journal")
Kind = Literal["action", "undo", "concede", "agree", "disagree", "ready", "set_aside"]


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
    """A journal that this version of the rules cannot continue; the game stays as it is in the database."""


# errors that rules may raise for an action or a state of other rules; `Refused` and `CannotFollow` are among them
CANNOT: Final = (ArithmeticError, AssertionError, LookupError, RuntimeError, TypeError, ValueError)


class Journal:
    """A match and what is written of it. `rows` counts the rows so far, `times` has the time of each entry that has a row."""

    def __init__(self, match: Match, rows: int = 0, times: Iterable[float] = (), stored: Iterable[int] = ()) -> None:
        self.match = match
        self.rows = rows
        self.times = list(times)
        self._stored = list(stored)  # rows before each snapshot that is in the database
        self.note: Row | None = None  # of what was set aside when the journal was read: to be written first
        self._stale_from: int | None = None  # the row from which on stored snapshots are of no use

    # ---- writing

    def new_rows(self, now: float) -> list[Row]:
        """Rows for the entries that do not have one yet."""
        rows: list[Row] = []
        for entry in self.match.entries[len(self.times) :]:
            action, told = msgspec.json.encode(entry.action).decode(), msgspec.json.encode(entry.events).decode()
            rows.append(Row(self.rows + len(rows), "action", now, entry.side, entry.seat, action, told, entry.digest))
        self.times += [now] * len(rows)
        self.rows += len(rows)
        return rows

    def notes(self) -> list[Row]:
        """The row that says what was set aside when the journal was read, if it is still to be written; it is given only once."""
        noted, self.note = self.note, None
        return [] if noted is None else [noted]

    def other_row(self, kind: Kind, seat: Seat, now: float, content: str = "") -> Row:
        """A row for something other than an action; an undo is written by `take_back`."""
        self.rows += 1
        return Row(self.rows - 1, kind, now, seat=seat.name, action=content)

    def take_back(self, seat: Seat, now: float) -> tuple[int, Action, Row]:
        """Undo the seat's last action; returns the entry's number, the action, and the row of the undo.

        The row has new digests for what others have done unseen since then, because their states have changed.
        """
        number, action = self._undo(seat)
        later = [entry.digest for entry in self.match.entries[number:]]
        return number, action, self.other_row("undo", seat, now, msgspec.json.encode(later).decode() if later else "")

    def _undo(self, seat: Seat) -> tuple[int, Action]:
        number = next(iter(self.match.undoable(seat)), 0)
        action = self.match.undo(seat).action
        del self.times[number]
        return number, action

    def snapshots(self) -> tuple[list[tuple[int, bytes]], int | None]:
        """New states to store, each with the number of rows before it; and, after an undo, the row from which stored ones are invalid.

        The numbers of rows and entries differ, because not every row is an action.
        """
        gone = self._stored[len(self.match.snapshots) :]
        if self._stale_from is not None:
            gone.append(self._stale_from)
            self._stale_from = None
        del self._stored[len(self.match.snapshots) :]
        new, offset = [], self.rows - len(self.match.entries)
        for number, state in self.match.snapshots[len(self._stored) :]:
            new.append((number + offset, state.to_bytes()))
            self._stored.append(number + offset)
        return new, min(gone, default=None)

    # ---- reading

    def follow(self, rows: Iterable[Row]) -> None:
        """Repeat in the match what rows of the journal record."""
        for row in rows:
            try:
                self._follow(row)
            except CANNOT as error:
                reason = error.text if isinstance(error, Refused) else error
                raise CannotOpen(f"row {self.rows}: {reason}") from None
            self.rows += 1
            self._stored += [self.rows] * (len(self.match.snapshots) - len(self._stored))
            del self._stored[len(self.match.snapshots) :]

    def _follow(self, row: Row) -> None:
        match row.kind:
            case "action":
                self.match.follow(Side(row.side), _decoded(row.action, self.match.game.action_type, row), row.seat)
                self.times += [row.at] * (len(self.match.entries) - len(self.times))
            case "undo":
                self._undo(self._seat(row))
            case "concede":
                self.match.concede(self._seat(row), Side(int(row.action)) if row.action else None)
            case "agree":
                self.match.agree_to_end(self._seat(row))
            case "disagree":
                self.match.disagree(self._seat(row))
            case "ready":
                self.match.is_ready(self._seat(row))
            case "set_aside":
                raise CannotFollow("the game goes on from an earlier state")

    def _seat(self, row: Row) -> Seat:
        return next(seat for seat in self.match.seats if seat.name == row.seat)


def reopened(
    game: AnyGame,
    seats: Sequence[Seat],
    seed: bytes,
    rows: Sequence[Row],
    snapshots: Iterable[tuple[int, bytes]] = (),
    origin: Origin | None = None,
) -> Journal:
    """The journal with its match, from the newest snapshot that can be read (or the set-up) and the rows after it.

    An action that the present rules cannot repeat is set aside with all after it: the game goes on from the state before it.
    """
    number, state = _last_state(game, snapshots)
    before = None if state is None else state.copy()
    journal = _opened(game, seats, seed, rows[:number], state, origin)
    try:
        journal.follow(rows[number:])
    except CannotOpen as error:
        _log.warning("not followed", extra={"problem": str(error)})
        return _from_state(journal.match, rows, number, game.setup() if before is None else before)
    return journal


def _last_state(game: AnyGame, snapshots: Iterable[tuple[int, bytes]]) -> tuple[int, Any]:
    """The newest stored state that can be read, with the number of rows before it; 0 and None if there is only the set-up."""
    for number, packed in snapshots:
        try:
            return number, game.state_type.from_bytes(packed)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            _log.warning("snapshot not read", extra={"problem": str(error)})
    return 0, None


def _opened(game: AnyGame, seats: Sequence[Seat], seed: bytes, rows: Sequence[Row], state: Any, origin: Origin | None) -> Journal:
    """A journal whose rows are taken as they are, without asking the rules, and whose match is in the given state."""
    past = _Past(game, seats, rows)
    match = Match(
        game,
        seats,
        seed=seed,
        state=state,
        entries=past.entries,
        decisions=past.decisions,
        origin=origin,
        set_aside=past.set_aside,
        is_followed=True,
    )
    match.agreed_to_end |= past.agreed_to_end
    return Journal(match, len(rows), past.times, [len(rows)])


def _from_state(match: Match, rows: Sequence[Row], snapshot: int, state: Any) -> Journal:
    """A journal whose rows cannot all be repeated: its actions are repeated from a snapshot as far as possible.

    An additional row, still to be written, says what was set aside; a new snapshot is stored with it.
    """
    game, seats = match.game, match.seats
    standing = _Past(game, seats, rows).entries
    first = len(_Past(game, seats, rows[:snapshot]).entries)
    while first < len(standing):
        before = state.copy()
        try:
            for side, action in retaken(game, state, standing[first].side, standing[first].action, match.origin.rules):
                game.apply(state, action, side)
        except CANNOT:
            state = before
            break
        first += 1
    note = Row(len(rows), "set_aside", steady_time.now(), action=msgspec.json.encode((first, len(standing))).decode())
    journal = _opened(game, seats, match.seed, [*rows, note], state, match.origin)
    if rows[-1].kind in ("concede", "agree"):
        journal._follow(rows[-1])
    journal.note, journal._stored, journal._stale_from = note, [], snapshot + 1
    return journal


class _Past:
    """What rows before a snapshot add up to, without asking the rules: the entries not undone, and the decisions counted for each seat."""

    def __init__(self, game: AnyGame, seats: Sequence[Seat], rows: Sequence[Row]) -> None:
        self.entries: list[Entry] = []
        self.times: list[float] = []
        self.decisions: Counter[str] = Counter()  # undone ones included
        self.agreed_to_end: set[Side] = set()
        self.set_aside: range | None = None
        for row in rows:
            match row.kind:
                case "action":
                    self._act(entry_of(game, row), row.at, seats)
                case "undo":
                    self._undo(row, seats)
                case "agree":
                    self.agreed_to_end |= next(seat.sides for seat in seats if seat.name == row.seat)
                case "disagree":
                    self.agreed_to_end.clear()
                case "set_aside":
                    self.set_aside = range(*msgspec.json.decode(row.action, type=tuple[int, int]))
                    self.decisions.update(seat.name for seat in seats)

    def _act(self, entry: Entry, at: float, seats: Sequence[Seat]) -> None:
        self.entries.append(entry)
        self.times.append(at)
        self.agreed_to_end.discard(entry.side)
        self._count(entry, seats)

    def _undo(self, row: Row, seats: Sequence[Seat]) -> None:
        number = next(number for number in range(len(self.entries) - 1, -1, -1) if self.entries[number].seat == row.seat)
        self._count(self.entries[number], seats)
        del self.entries[number], self.times[number]
        for place, digest in enumerate(digests_after(row), start=number):
            self.entries[place] = msgspec.structs.replace(self.entries[place], digest=digest)

    def _count(self, entry: Entry, seats: Sequence[Seat]) -> None:
        self.decisions.update(seat.name for seat in seats if seat.knows_of(entry))


def digests_after(row: Row) -> list[str]:
    """The new digests that an undo row has for what others did unseen after the entry it takes back."""
    return msgspec.json.decode(row.action, type=list[str]) if row.action else []


def entry_of(game: AnyGame, row: Row) -> Entry:
    """The match entry that a row records."""
    action = _decoded(row.action, game.action_type, row)
    many: Any = tuple.__class_getitem__((game.event_type, ...))
    events: tuple[Event, ...] = _decoded(row.told, many, row)
    return Entry(Side(row.side), action, events, row.seat, row.digest)


def entries_kept(number: int, rows: Sequence[Row]) -> int:
    """How many of the first `number` entries are left unchanged by all these rows."""
    kept = number
    for row in rows:
        number += {"action": 1, "undo": -1}.get(row.kind, 0)
        kept = min(kept, number - (len(digests_after(row)) if row.kind == "undo" else 0))
    return kept


def rows_of_record(kept: Record, now: float) -> list[Row]:
    """Journal rows of a finished game from a record file; each seat has the name of its side."""
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
