"""A game being played: one lock, everything that can be done at the table, and how it stays in step with the database."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from blockfront.core.actions import Action
from blockfront.core.match import Seat
from blockfront.core.refusals import MATCH_CLAUSE, Refusal, Refused
from blockfront.core.sides import Side
from blockfront.server.http.problems import ApiProblem, of_refusal
from blockfront.server.play.replays import Replay
from blockfront.server.play.seating import SeatRow, seat_row
from blockfront.server.play.table import CannotOpen, Kind, Row, Table
from blockfront.server.play.watching import WatchedTable
from blockfront.server.storage.store import Change, Conflict, Thought
from blockfront.server.wire import people as wire_people

if TYPE_CHECKING:
    from blockfront.server.play.rooms import Rooms

RECLAIMED = 0.9  # of a total clock counts as used, at most, when a seat is reclaimed
CHAT_TRIES = 8


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
        except msgspec.ValidationError as error:
            raise ApiProblem("malformed", f"This is not an action of the game: {error}") from None
        return action

    async def submit(self, seat: int, action: Action, decision: int | None, side: int | None, thought: str = "") -> None:
        """Take an action; when this returns it is in the database, with what a bot thought if it says so."""

        def act() -> list[Row]:
            which = None if side is None else Side(side)
            if decision is not None:
                self._check_decision(self.match_seat(seat), decision)
            self.table.submit(self.match_seat(seat), action, decision=decision, side=which)
            return self.table.record(time.time())

        await self._change(act, thought=(side or 0, thought))

    async def undo(self, seat: int, viewer: Side, decision: int, to: int | None) -> list[Action]:
        """Take back a seat's last action, or all those after a line of its log; returns them in the order they were taken."""
        held = self.match_seat(seat)
        undone: list[Action] = []

        def act() -> list[Row]:
            self._check_decision(held, decision)
            number = self.table.undoable(held)
            if to is not None:
                number = self.log(viewer).entries_after(to, number, len(self.table.entries))
            if not number:
                raise of_refusal(self.table.game, Refusal(MATCH_CLAUSE, "nothing_to_undo"))
            rows = []
            for _ in range(1 if to is None else number):
                undone.insert(0, self.table.undo(held).action)
                rows.append(self.table.record_other("undo", held, time.time()))
            self._forget(len(self.table.entries))
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
        held = self.match_seat(seat)

        def act() -> list[Row]:
            match kind:
                case "concede":
                    self.table.concede(held)
                case "agree":
                    self.table.agree_to_end(held)
                case _:
                    self.table.disagree(held)
            return [self.table.record_other(kind, held, time.time())]

        await self._change(act)

    async def set_orders(self, seat: int, side: Side, orders: Sequence[str]) -> None:
        row = self.seats[seat]

        def act() -> list[Row]:
            self.table.standing_orders[side] = frozenset(orders)
            row.orders[str(side)] = sorted(set(orders))
            self.table.answer_by_orders()
            return self.table.record(time.time())

        await self._change(act, seats={seat: {"orders": lambda: msgspec.json.encode(row.orders).decode()}})

    async def say(self, seat: int, text: str) -> None:
        """A line of chat; its author has read it. Another worker may take the same number first: then the next is tried."""
        async with self.lock:
            for _ in range(CHAT_TRIES):
                number = await self._rooms.storage.chat_length(self.id)
                now = time.time()
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
        row = self.seats[seat]
        async with self.lock:
            for name, value in values.items():
                if name in SeatRow.__struct_fields__:
                    setattr(row, name, value)
            facts = {"bots_due": bool(self.bots_to_act()), "since": self.facts["since"]}
            await self._rooms.storage.write(Change(self.id, facts=facts, seats={seat: values}, topic="seats"))
            self.tell()
            self.tell_seats()
        self.wake()

    async def reclaim(self, seat: int) -> None:
        """A person takes a seat back from a bot: the clock of the pending decision starts anew, with at least a tenth of its time."""
        row = self.seats[seat]
        self.facts["since"] = time.time()
        await self.set_seat(seat, taken_over=False, seconds_used=min(row.seconds_used, RECLAIMED * self.clock.seconds))

    async def _change(
        self, act: Callable[[], list[Row]], seats: dict[int, dict[str, Any]] | None = None, thought: tuple[int, str] = (0, "")
    ) -> None:
        """Carry something out; a caller that goes away does not leave it half done."""
        await asyncio.shield(asyncio.ensure_future(self._carry_out(act, seats or {}, thought)))

    async def _carry_out(self, act: Callable[[], list[Row]], seats: dict[int, dict[str, Any]], thought: tuple[int, str]) -> None:
        async with self.lock:
            self.used = time.monotonic()
            await self._catch_up()
            before = self.table.to_act()
            try:
                rows = act()
            except Refused as refused:
                raise of_refusal(self.table.game, refused.refusal) from None
            change = self._written(rows, before, seats)
            change.thought = self._new_thought(rows, *thought)
            try:
                await self._rooms.storage.write(change)
            except Conflict:
                await self._reload()
                raise ApiProblem("stale_decision", "The game has moved on.", because="stale_decision") from None
            except BaseException:
                self._rooms.drop(self)  # memory is ahead of the database: the next who asks gets the game from there
                raise
            self.tell()
        self._rooms.changed(self, before)

    def _written(self, rows: list[Row], before: frozenset[Side], seats: dict[int, dict[str, Any]]) -> Change:
        """The rows with everything that goes into the same transaction."""
        values = {seat: {name: value() for name, value in columns.items()} for seat, columns in seats.items()}
        now = time.time()
        for seat, columns in self.charge_clocks(before, now).items():
            values.setdefault(seat, {}).update(columns)
        dropped = self.table.forget_snapshots()
        return Change(self.id, rows, self.table.new_snapshots(), dropped, self.list_facts(now), values)

    def _new_thought(self, rows: list[Row], side: int, text: str) -> Thought | None:
        if not rows or not text or self._last_thoughts.get(side) == text:
            return None
        self._last_thoughts[side] = text
        return Thought(rows[0].number, side, text, rows[0].at)

    def list_facts(self, now: float) -> dict[str, Any]:
        over = self.table.result is not None
        to_act = ",".join(map(str, sorted(self.table.to_act())))
        return {
            "changed": now,
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
        async with self.lock:
            if not await self._catch_up():
                await self._refresh_facts()
            self.tell()
            self.tell_seats()

    async def _reload(self) -> None:
        fresh = await self._rooms.read(self.id)
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
        kept = min(kept, number)
    return kept
