"""A game being played: one lock, everything a player can do in it, and how it keeps in step with the database."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from blockfront.core.actions import Action
from blockfront.core.match import Seat
from blockfront.core.refusals import MATCH_CLAUSE, Refusal, Refused
from blockfront.core.sides import SPECTATOR, Side
from blockfront.server import wire
from blockfront.server.http.problems import ApiProblem, of_refusal
from blockfront.server.play import steady_time
from blockfront.server.play.replays import Replay
from blockfront.server.play.seating import SeatRow, seat_row
from blockfront.server.play.table import CannotOpen, Kind, Row, Table, digests_after
from blockfront.server.play.watching import WatchedTable
from blockfront.server.storage.store import Change, Conflict, Thought
from blockfront.server.wire import people as wire_people

if TYPE_CHECKING:
    from blockfront.server.play.rooms import Rooms

CHAT_TRIES = 8
T = TypeVar("T")
SeatColumns = dict[int, dict[str, Any]]  # columns of `seats` to be written, by seat


class Superseded(Exception):
    """This room is no longer the current one of its game: what was to be done is done in the one that is."""


class Room(WatchedTable):
    """A table at which things are done. Changes go through `_change`: memory, then database, then watchers."""

    def __init__(self, facts: dict[str, Any], seats: list[SeatRow], table: Table, rooms: "Rooms") -> None:
        super().__init__(facts, seats, table)
        self.lock = asyncio.Lock()
        self.used = time.monotonic()
        self.replay = Replay(table)
        self._rooms = rooms
        self._last_thoughts: dict[int, str] = {}  # of each side: a plan is kept once, not with every action that follows it
        self._restore_orders()

    def _restore_orders(self) -> None:
        for seat in self.seats:
            for side, orders in seat.orders.items():
                self.table.standing_orders[Side(int(side))] = frozenset(orders)

    def presence_changed(self) -> None:
        """Somebody came or went here."""
        self.tell_seats()
        self._rooms.announce(self)

    # ---- acting

    def match_seat(self, seat: int) -> Seat:
        return self.table.seats[seat]

    def action(self, given: Any) -> Action:
        """An action of this title from what a client sent."""
        try:
            action: Action = msgspec.convert(given, self.table.game.action_type)
        except (msgspec.ValidationError, RecursionError) as error:
            raise ApiProblem("malformed", f"This is not an action of the game: {error}") from None
        return action

    async def submit(self, seat: int, action: Action, decision: int | None, side: int | None, thought: str = "") -> None:
        """Take an action; when this returns it is in the database, with what a bot thought if it says so."""

        def act(room: Room) -> list[Row]:
            which = None if side is None else Side(side)
            if decision is not None:
                room._check_decision(room.match_seat(seat), decision)
            room.table.submit(room.match_seat(seat), action, decision=decision, side=which)
            return room.table.record(steady_time.now())

        await self._change(act, thought=(side or 0, thought))

    async def undo(self, seat: int, viewer: Side, decision: int, to: int | None) -> list[Action]:
        """Take back a seat's last action, or all those after a line of its log; returns them in the order they were taken."""
        undone: list[Action] = []

        def act(room: Room) -> list[Row]:
            held, table = room.match_seat(seat), room.table
            room._check_decision(held, decision)
            undoable = table.undoable(held)
            number = len(undoable) if to is None else room.log(viewer).entries_after(to, undoable)
            if not number:
                raise of_refusal(table.game, Refusal(MATCH_CLAUSE, "nothing_to_undo"))
            rows = []
            for _ in range(1 if to is None else number):
                first, action, row = table.take_back(held, steady_time.now())
                undone.insert(0, action)
                rows.append(row)
            room._forget(first)
            return rows

        await self._change(act)
        return undone

    def _forget(self, entries: int) -> None:
        """Entries from this one on were taken back."""
        self.replay.forget(entries)
        for log in self._logs.values():
            log.forget(entries)

    def _check_decision(self, seat: Seat, decision: int) -> None:
        expected = self.table.decision_of(seat)
        if decision != expected:
            message = f"The game has moved on: this answers decision {decision}, pending is {expected}."
            raise ApiProblem("stale_decision", message, because="stale_decision")

    async def end(self, seat: int, kind: Kind) -> None:
        """Concede, or wish (no longer) to end the game."""

        def act(room: Room) -> list[Row]:
            held = room.match_seat(seat)
            match kind:
                case "concede":
                    room.table.concede(held)
                case "agree":
                    room.table.agree_to_end(held)
                case _:
                    room.table.disagree(held)
            return [room.table.record_other(kind, held, steady_time.now())]

        await self._change(act)

    async def set_orders(self, seat: int, side: Side, orders: Sequence[str]) -> None:

        def act(room: Room) -> list[Row]:
            room.table.standing_orders[side] = frozenset(orders)
            room.seats[seat].orders[str(side)] = sorted(set(orders))
            room.table.answer_by_orders()
            return room.table.record(steady_time.now())

        await self._change(act, seats=lambda room: {seat: {"orders": msgspec.json.encode(room.seats[seat].orders).decode()}})

    async def say(self, seat: int, text: str) -> None:
        """A line of chat; its author has read it."""
        await self._in_current(lambda room: room._say(seat, text))

    async def _say(self, seat: int, text: str) -> None:
        """Another worker may take the same number first: then the next is tried."""
        async with self._held():
            for _ in range(CHAT_TRIES):
                number = await self._rooms.storage.chat_length(self.id)
                now = steady_time.now()
                change = Change(self.id, chat=(number, seat, text, now), seats={seat: {"chat_read": number + 1}}, topic=f"chat-{number}")
                try:
                    await self._rooms.storage.write(change)
                except Conflict:
                    continue
                self.seats[seat].chat_read = number + 1
                self.tell_said(wire_people.ChatLine(number, seat, self.seats[seat].name, text, now))
                return
        raise ApiProblem("conflict", "Too many are talking at once; please say it again.")

    async def hear(self, number: int) -> None:
        """Pass on a line of chat that another worker has taken."""
        for row in await self._rooms.storage.chat(self.id, number, 1):
            seat = self.seats[row["seat"]]
            seat.chat_read = number + 1
            self.tell_said(wire_people.ChatLine(number, row["seat"], seat.name, row["text"], row["at"]))

    def wake(self) -> None:
        """Let bots look whether they have to decide."""
        self._rooms.wake(self)

    async def set_seat(self, seat: int, **values: Any) -> None:
        """Change columns of a seat, and what lists say of the game on account of it."""
        await self._in_current(lambda room: room._set_seat(seat, values))

    async def _set_seat(self, seat: int, values: dict[str, Any], since: float | None = None) -> None:
        """Nothing here knows of it before it is written."""
        async with self._held():
            known = {name: value for name, value in values.items() if name in SeatRow.__struct_fields__}
            seats = [msgspec.structs.replace(row, **known) if row.seat == seat else row for row in self.seats]
            facts = {"bots_due": bool(self.bots_to_act(seats)), "since": self.facts["since"] if since is None else since}
            await self._rooms.storage.write(Change(self.id, facts=facts, seats={seat: values}, topic="seats"))
            self.seats = seats
            self.facts.update(facts)
            self.tell()
            self.tell_seats()
        self.wake()

    async def reclaim(self, seat: int) -> None:
        """A person takes a seat back from a bot: the clock of the pending decision starts anew."""
        await self._in_current(lambda room: room._set_seat(seat, {"taken_over": False}, since=steady_time.now()))

    async def hand_over(self, seat: int, term: wire.Term, *, is_late: bool = False) -> None:
        """Let a bot play for the person at a seat, by his wish or because he is late. His own time until now counts, the bot's does not."""

        def handed_over(room: Room) -> Awaitable[None]:
            values = {"taken_over": True, "term": term, "term_mark": room.mark(term)}
            return room._set_seat(seat, {**values, **room.time_spent(seat, steady_time.now(), is_told=is_late)})

        await self._in_current(handed_over)

    async def renew_key(self, seat: int, key: str) -> None:
        """Another key opens the seat from now on; who sits there has to come back with it."""
        await self._in_current(lambda room: room._set_seat(seat, {"key": key}))
        for watcher in [watcher for watcher in (await self.current()).watchers if watcher.seat == seat]:
            watcher.send(None)

    async def take_seat(self, seat: int, kind: str, invitation: str | None, name: str, user: str | None, key: str) -> bool:
        """Give a free seat to a person; False when it is no longer free."""
        return await self._in_current(lambda room: room._take_seat(seat, kind, invitation, name, user, key))

    async def _take_seat(self, seat: int, kind: str, invitation: str | None, name: str, user: str | None, key: str) -> bool:
        async with self._held():
            values = {"player": "person", "name": name, "user": user, "key": key}
            was_complete, now = self.is_complete, steady_time.now()
            facts = {"since": self.facts["since"] if was_complete else now}  # who sits down has all his time
            stored = {**values, "invitation": None}
            if not await self._rooms.storage.claim_seat(Change(self.id, facts=facts, topic="seats"), seat, kind, invitation, stored):
                return False
            self.seats = [msgspec.structs.replace(row, **values) if row.seat == seat else row for row in self.seats]
            self.facts.update(facts)
            self.tell()
            self.tell_seats()
            return True

    # ---- changes

    async def current(self) -> "Room":
        """The room of this game as the database has it: this one, unless a write failed here."""
        return await self._rooms.get(self.id)

    async def _in_current(self, work: Callable[["Room"], Awaitable[T]]) -> T:
        """Do something in the current room of this game: another one has taken this one's place when a write failed here."""
        room = self
        while True:
            try:
                return await work(room)
            except Superseded:
                room = await self._rooms.get(self.id)

    @contextlib.asynccontextmanager
    async def _held(self) -> AsyncIterator[None]:
        """The room for one change alone, if it is the current one.

        Unless a change is refused before it began, memory may differ from the database when it fails: then the room is dropped, and
        the next who asks gets the game from the database.
        """
        async with self.lock:
            if self._rooms.in_memory(self.id) is not self:
                raise Superseded
            try:
                yield
            except ApiProblem:
                raise
            except BaseException:
                self._rooms.drop(self)
                raise

    async def _change(
        self,
        act: Callable[["Room"], list[Row]],
        seats: Callable[["Room"], SeatColumns] = lambda _: {},
        thought: tuple[int, str] = (0, ""),
    ) -> None:
        """Carry something out; a caller that goes away does not leave it half done."""
        await asyncio.shield(asyncio.ensure_future(self._in_current(lambda room: room._carry_out(act, seats, thought))))

    async def _carry_out(
        self, act: Callable[["Room"], list[Row]], seats: Callable[["Room"], SeatColumns], thought: tuple[int, str]
    ) -> None:
        async with self._held():
            self.used = time.monotonic()
            await self._catch_up()
            before = self.table.to_act()
            try:
                rows = act(self)
            except Refused as refused:
                raise of_refusal(self.table.game, refused.refusal) from None
            change = self._written(rows, before, seats(self))
            change.thought = self._new_thought(rows, *thought)
            if not await self._write(change):
                raise ApiProblem("stale_decision", "The game has moved on.", because="stale_decision")
            if change.thought is not None:
                self._last_thoughts[change.thought.side] = change.thought.text
            self.tell()
            if any("taken_over" in columns for columns in change.seats.values()):
                self.tell_seats()
        self._rooms.changed(self, before)

    async def _write(self, change: Change) -> bool:
        """Write a change; when another worker was faster, follow it instead and say so."""
        try:
            await self._rooms.storage.write(change)
        except Conflict:
            await self._reload()
            return False
        return True

    def _written(self, rows: list[Row], before: frozenset[Side], seats: SeatColumns) -> Change:
        """The rows with everything that goes into the same transaction."""
        now = steady_time.now()
        for changed in (self.charge_clocks(before, now), self.end_terms(now)):
            for seat, columns in changed.items():
                seats.setdefault(seat, {}).update(columns)
        dropped = self.table.forget_snapshots()
        return Change(self.id, rows, self.table.new_snapshots(), dropped, self.list_facts(), seats)

    def _new_thought(self, rows: list[Row], side: int, text: str) -> Thought | None:
        if not rows or not text or self._last_thoughts.get(side) == text:
            return None
        return Thought(rows[0].number, side, text, rows[0].at)

    def list_facts(self) -> dict[str, Any]:
        over = self.table.result is not None
        to_act = ",".join(map(str, sorted(self.table.to_act())))
        return {
            "changed": self.last_change(SPECTATOR),  # lists are in this order, so it must not tell of what is done unseen
            "to_act": to_act,
            "bots_due": bool(self.bots_to_act()),
            "finished": over,
            "since": self.facts["since"],
        }

    # ---- staying in step with other workers

    async def _catch_up(self) -> bool:
        """Follow what other workers have written; only where there are any."""
        if self._rooms.is_alone:
            return False
        rows = await self._rooms.storage.journal(self.id, self.table.rows)
        if not rows:
            return False
        kept = _entries_kept(len(self.table.entries), rows)
        try:
            self.table.follow(rows)
        except CannotOpen:
            await self._reload()
            return True
        self._forget(kept)
        for watcher in self.watchers:
            watcher.log_length = min(watcher.log_length, len(self._logs[watcher.viewer].lines))
        await self._refresh_facts()
        return True

    async def _refresh_facts(self) -> None:
        facts = await self._rooms.storage.game(self.id)
        if facts is not None:
            self.facts = facts
        self.seats = [seat_row(row) for row in await self._rooms.storage.seats(self.id)]
        self._restore_orders()

    async def refresh(self) -> None:
        """Another worker has changed this game: follow, and tell those who are connected here."""
        with contextlib.suppress(Superseded):
            async with self._held():
                if not await self._catch_up():
                    await self._refresh_facts()
                self.tell()
                self.tell_seats()

    async def _reload(self) -> None:
        try:
            fresh = await self._rooms.read(self.id)
        except ApiProblem:
            self._rooms.drop(self)
            raise
        self.facts, self.seats, self.table = fresh.facts, fresh.seats, fresh.table
        self.replay = Replay(self.table)
        self._logs.clear()
        for watcher in self.watchers:
            watcher.log_length = 0


def _entries_kept(number: int, rows: Sequence[Row]) -> int:
    """How many of the entries there were before the rows still stand after every one of them."""
    kept = number
    for row in rows:
        number += {"action": 1, "undo": -1}.get(row.kind, 0)
        kept = min(kept, number - (len(digests_after(row)) if row.kind == "undo" else 0))
    return kept
