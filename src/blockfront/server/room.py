"""A game being played: one lock, its seats, and everybody who looks in."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from blockfront.core.actions import Action
from blockfront.core.match import Seat
from blockfront.core.refusals import MATCH_CLAUSE, Refusal, Refused
from blockfront.core.sides import SPECTATOR, Side
from blockfront.server import looks, wire, wire_people
from blockfront.server.looks import ViewerLog
from blockfront.server.problems import ApiProblem, of_refusal, unknown_game
from blockfront.server.replays import Replay
from blockfront.server.seating import SeatRow, clock_of, seat_row
from blockfront.server.storage import Change, Conflict
from blockfront.server.table import CannotOpen, Kind, Row, Table
from blockfront.server.wire_socket import SaidMessage, SeatsMessage, UpdateMessage

if TYPE_CHECKING:
    from blockfront.server.rooms import Rooms

RECLAIMED = 0.9  # of a total clock counts as used, at most, when a seat is reclaimed
CHAT_TRIES = 8
PRESENCE = 90.0  # seconds for which another worker's word about who is connected holds


class Watcher:
    """Somebody who is connected: as which viewer, and what he was last told."""

    def __init__(self, send: Callable[[Any], None], seat: int | None, viewer: Side) -> None:
        self.send = send
        self.seat = seat
        self.viewer = viewer
        self.content = b""
        self.log_length = 0


class Room:
    """A game, its seats and its watchers. Changes go through `_change`: memory, then database, then watchers."""

    def __init__(self, facts: dict[str, Any], seats: list[SeatRow], table: Table, rooms: "Rooms") -> None:
        self.id: str = facts["id"]
        self.facts = facts
        self.seats = seats
        self.table = table
        self.clock = clock_of(facts)
        self.watchers: set[Watcher] = set()
        self.lock = asyncio.Lock()
        self.used = time.monotonic()
        self._rooms = rooms
        self._logs: dict[Side, ViewerLog] = {}
        self.replay = Replay(table)
        self._elsewhere: dict[str, tuple[frozenset[int], float]] = {}  # by worker: seats connected there, and until when
        self._restore_orders()

    def _restore_orders(self) -> None:
        for seat in self.seats:
            for side, orders in seat.orders.items():
                self.table.standing_orders[Side(int(side))] = frozenset(orders)

    # ---- looking

    def log(self, viewer: Side) -> ViewerLog:
        log = self._logs.setdefault(viewer, ViewerLog(viewer))
        log.catch_up(self.table)
        return log

    def viewer_of(self, seat: int, side: int | None) -> Side:
        """As which side a seat looks: the one asked for, else one that has to decide, else its first."""
        sides = self.seats[seat].sides
        if side is not None:
            if side not in sides:
                raise ApiProblem("forbidden", "Your seat does not hold this side.")
            return Side(side)
        due = [own for own in sides if own in self.table.to_act()]
        return Side((due or sides)[0])

    def spectator(self) -> Side:
        if not self.facts["spectators"]:
            raise unknown_game()
        return SPECTATOR

    def info(self) -> wire.GameInfo:
        table, facts = self.table, self.facts
        result = table.result
        return wire.GameInfo(
            game=self.id,
            name=facts["name"],
            title=facts["title"],
            scenario=facts["scenario"],
            options=msgspec.json.decode(facts["options"]),
            sides=list(table.game.title.sides),
            seats=self.seat_infos(),
            clock=self.clock,
            spectators=facts["spectators"],
            created=facts["created"],
            commitment=table.commitment,
            result=result,
            result_text=looks.result_text(table.game, result),
            seed=table.seed.hex() if result is not None else "",
        )

    def seat_infos(self) -> list[wire.SeatInfo]:
        connected = self.connected()
        return [
            wire.SeatInfo(
                seat=row.seat,
                name=row.name,
                sides=row.sides,
                player=row.player,  # type: ignore[arg-type]
                bot=row.bot,
                taken_over=row.taken_over,
                connected=row.seat in connected,
            )
            for row in self.seats
        ]

    def connected(self) -> set[int | None]:
        """Seats somebody is connected at, here or at another worker."""
        now = time.monotonic()
        elsewhere = (seats for seats, until in self._elsewhere.values() if until > now)
        return {watcher.seat for watcher in self.watchers}.union(*elsewhere)

    def presence_elsewhere(self, worker: str, seats: frozenset[int]) -> None:
        self._elsewhere[worker] = (seats, time.monotonic() + PRESENCE)
        self.tell_seats()

    def presence_changed(self) -> None:
        """Somebody came or went here."""
        self.tell_seats()
        self._rooms.announce(self)

    def clocks(self, viewer: Side) -> list[wire.ClockInfo]:
        """The clocks as they stood at the last hand-over; `since` tells when those of who has to decide began to run."""
        if self.clock.kind == "none" or self.table.result is not None:
            return []
        running = looks.visible_to_act(self.table, viewer)
        return [
            wire.ClockInfo(side, self.seconds_left(side), self.facts["since"] if side in running else 0.0)
            for side in range(len(self.table.game.title.sides))
        ]

    def seconds_left(self, side: int) -> float:
        if self.clock.kind == "move":
            return float(self.clock.seconds)
        return max(0.0, self.clock.seconds - max(row.seconds_used for row in self.seats if side in row.sides))

    def state(self, seat: int | None, viewer: Side) -> wire.GameState:
        return looks.state_of(self.table, self.info(), seat, viewer, self.log(viewer), self.clocks(viewer))

    def update(self, seat: int | None, viewer: Side, log_from: int) -> wire.Update:
        state = self.state(seat, viewer)
        lines = self.log(viewer).lines
        first = min(log_from, len(lines))
        return wire.Update(state, first, lines[first:])

    def summary(self, seat: int | None, chat_length: int) -> wire.GameSummary:
        viewer = SPECTATOR if seat is None else self.viewer_of(seat, None)
        mine = seat is not None and any(side in self.table.to_act() for side in self.seats[seat].sides)
        unread = 0 if seat is None else max(0, chat_length - self.seats[seat].chat_read)
        log = self.log(viewer).lines
        changed = log[-1].at if log else self.facts["created"]
        return wire.GameSummary(self.info(), looks.visible_to_act(self.table, viewer), seat, mine, unread, changed)

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

    async def submit(self, seat: int, action: Action, decision: int | None, side: int | None) -> None:
        """Take an action; when this returns it is in the database."""

        def act() -> list[Row]:
            which = None if side is None else Side(side)
            if decision is not None:
                self._check_decision(self.match_seat(seat), decision)
            self.table.submit(self.match_seat(seat), action, decision=decision, side=which)
            return self.table.record(time.time())

        await self._change(act)

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

    def overdue(self, now: float) -> list[int]:
        """Seats of persons whose time is over."""
        if self.clock.kind == "none" or self.table.result is not None:
            return []
        late = [side for side in self.table.to_act() if self.seconds_left(side) < now - self.facts["since"]]
        return [row.seat for row in self.seats if row.player == "person" and not row.taken_over and set(late) & set(row.sides)]

    async def _change(self, act: Callable[[], list[Row]], seats: dict[int, dict[str, Any]] | None = None) -> None:
        """Carry something out; a caller that goes away does not leave it half done."""
        await asyncio.shield(asyncio.ensure_future(self._carry_out(act, seats or {})))

    async def _carry_out(self, act: Callable[[], list[Row]], seats: dict[int, dict[str, Any]]) -> None:
        async with self.lock:
            self.used = time.monotonic()
            await self._catch_up()
            before = self.table.to_act()
            try:
                rows = act()
            except Refused as refused:
                raise of_refusal(self.table.game, refused.refusal) from None
            try:
                await self._rooms.storage.write(self._written(rows, before, seats))
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
        for seat, columns in self._charge_clocks(before, now).items():
            values.setdefault(seat, {}).update(columns)
        dropped = self.table.forget_snapshots()
        return Change(self.id, rows, self.table.new_snapshots(), dropped, self.list_facts(now), values)

    def _charge_clocks(self, before: frozenset[Side], now: float) -> dict[int, dict[str, float]]:
        """Columns of seats whose clocks have changed.

        Where several decide in secret, the time of who has answered is set aside until all have: clocks must not tell who did.
        """
        after = self.table.to_act()
        is_handed_over = not after <= before
        passed = now - self.facts["since"]
        changed: dict[int, dict[str, float]] = {}
        for row in self.seats if self.clock.kind == "total" else ():
            spent = passed if (before - after) & set(row.sides) else 0.0
            row.seconds_aside += spent
            if is_handed_over:
                row.seconds_used, row.seconds_aside = row.seconds_used + row.seconds_aside, 0.0
            changed[row.seat] = {"seconds_used": row.seconds_used, "seconds_aside": row.seconds_aside}
        if is_handed_over:
            self.facts["since"] = now
        return changed

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

    def bots_to_act(self) -> list[tuple[int, Side]]:
        """Seats and sides a bot has to decide for: those no person holds."""
        if self.table.result is not None:
            return []
        found = []
        for side in sorted(self.table.to_act()):
            holders = [row for row in self.seats if side in row.sides]
            if holders and all(row.is_bot for row in holders):
                found.append((holders[0].seat, side))
        return found

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

    # ---- telling

    def tell(self) -> None:
        """Send every watcher what is new to him, and nothing when nothing is. Called under the lock, after every change."""
        made: dict[tuple[int | None, Side], tuple[wire.GameState, bytes]] = {}
        for watcher in list(self.watchers):
            key = (watcher.seat, watcher.viewer)
            if key not in made:
                state = self.state(*key)
                made[key] = (state, looks.content_of(state))
            state, content = made[key]
            if content != watcher.content:
                watcher.send(self._news(watcher, state, content))

    def _news(self, watcher: Watcher, state: wire.GameState, content: bytes) -> UpdateMessage:
        lines = self.log(watcher.viewer).lines
        first = min(watcher.log_length, len(lines))
        watcher.content, watcher.log_length = content, len(lines)
        return UpdateMessage(state, first, lines[first:])

    def greet(self, watcher: Watcher, log_from: int) -> UpdateMessage:
        """The first update of a watcher."""
        self.watchers.add(watcher)
        update = self.update(watcher.seat, watcher.viewer, log_from)
        watcher.content, watcher.log_length = looks.content_of(update.state), update.state.log_length
        return UpdateMessage(update.state, update.log_from, update.lines)

    def tell_seats(self) -> None:
        message = SeatsMessage(self.seat_infos())
        for watcher in list(self.watchers):
            watcher.send(message)

    def tell_said(self, line: wire_people.ChatLine) -> None:
        for watcher in list(self.watchers):
            if watcher.seat is not None:
                watcher.send(SaidMessage(line))


def _entries_kept(number: int, rows: Sequence[Row]) -> int:
    """How many of the entries there were before the rows still stand after every one of them."""
    kept = number
    for row in rows:
        number += {"action": 1, "undo": -1}.get(row.kind, 0)
        kept = min(kept, number)
    return kept
