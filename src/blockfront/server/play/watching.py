"""A running game as its viewers see it: seats, who is connected, clocks, and the state each viewer is sent."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from blockfront.core.sides import SPECTATOR, Side
from blockfront.server import wire
from blockfront.server.http.problems import ApiProblem, unknown_game
from blockfront.server.play import viewer_state
from blockfront.server.play.seating import SeatRow, clock_of
from blockfront.server.play.table import Table
from blockfront.server.play.viewer_state import ViewerLog
from blockfront.server.wire import people as wire_people
from blockfront.server.wire.socket import SaidMessage, SeatsMessage, UpdateMessage

PHASES = 1000  # more than any player turn has
PRESENCE = 90.0  # seconds for which another worker's word about who is connected holds


class Watcher:
    """Somebody who is connected: as which viewer, and what he was last told."""

    def __init__(self, send: Callable[[Any], None], seat: int | None, viewer: Side) -> None:
        self.send = send
        self.seat = seat
        self.viewer = viewer
        self.content = b""
        self.log_length = 0


class WatchedTable:
    """A table with its seats, its clocks and its watchers; each is told what he may know, and nothing when nothing is new to him."""

    def __init__(self, facts: dict[str, Any], seats: list[SeatRow], table: Table) -> None:
        self.id: str = facts["id"]
        self.facts = facts
        self.seats = seats
        self.table = table
        self.clock = clock_of(facts)
        self.watchers: set[Watcher] = set()
        self._logs: dict[Side, ViewerLog] = {}
        self._elsewhere: dict[str, tuple[frozenset[int], float]] = {}  # by worker: seats connected there, and until when

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
            paused=result is None and self.is_paused(self.seats),
            commitment=table.commitment,
            result=result,
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
                until=row.term if row.taken_over else None,
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

    def clocks(self, viewer: Side) -> list[wire.ClockInfo]:
        """The clocks as they stood at the last hand-over; `since` tells when those of who has to decide began to run."""
        if self.clock.kind == "none" or self.table.result is not None:
            return []
        running = viewer_state.visible_to_act(self.table, viewer) if self.is_complete else ()
        return [
            wire.ClockInfo(side, self.seconds_left(side), self.facts["since"] if side in running else 0.0)
            for side in range(len(self.table.game.title.sides))
        ]

    def seconds_left(self, side: int, *, is_told: bool = True) -> float:
        """What a side had left at the last hand-over; what is set aside counts, but is not told."""
        if self.clock.kind == "move":
            return float(self.clock.seconds)
        used = max(row.seconds_used + (0.0 if is_told else row.seconds_aside) for row in self.seats if side in row.sides)
        return max(float(self.clock.grace or 0), self.clock.seconds - used)

    @property
    def is_complete(self) -> bool:
        """Whether every side has a player; until then no clock runs."""
        held = {side for row in self.seats if row.player in ("person", "bot") for side in row.sides}
        return len(held) == len(self.table.game.title.sides)

    @staticmethod
    def is_paused(seats: Sequence[SeatRow]) -> bool:
        """Whether nobody plays any more: there are people, and bots play for all of them until they are back."""
        people = [row for row in seats if row.player == "person"]
        return bool(people) and all(row.taken_over and row.term == "back" for row in people)

    def mark(self, term: wire.Term) -> int:
        """The phase or player turn that is played: it changes when the term is over."""
        turn = self.table.game.player_turn(self.table.state)
        phase: int = getattr(self.table.state, "phase", 0)
        return {"phase": turn * PHASES + phase, "turn": turn, "back": 0}[term]

    def state(self, seat: int | None, viewer: Side) -> wire.GameState:
        return viewer_state.state_of(self.table, self.info(), seat, viewer, self.log(viewer), self.clocks(viewer))

    def update(self, seat: int | None, viewer: Side, log_from: int) -> wire.Update:
        state = self.state(seat, viewer)
        lines = self.log(viewer).lines
        first = min(log_from, len(lines))
        return wire.Update(state, first, lines[first:])

    def summary(self, seat: int | None, chat_length: int) -> wire.GameSummary:
        viewer = SPECTATOR if seat is None else self.viewer_of(seat, None)
        mine = seat is not None and any(side in self.table.to_act() for side in self.seats[seat].sides)
        unread = 0 if seat is None else max(0, chat_length - self.seats[seat].chat_read)
        changed = self.last_change(viewer)
        return wire.GameSummary(self.info(), viewer_state.visible_to_act(self.table, viewer), seat, mine, unread, changed)

    def last_change(self, viewer: Side) -> float:
        """When a viewer last saw something happen."""
        lines = self.log(viewer).lines
        return lines[-1].at if lines else float(self.facts["created"])

    def overdue(self, now: float) -> list[int]:
        """Seats of persons whose time is over."""
        if self.clock.kind == "none" or self.table.result is not None or not self.is_complete:
            return []
        late = [side for side in self.table.to_act() if self.seconds_left(side, is_told=False) < now - self.facts["since"]]
        return [row.seat for row in self.seats if row.player == "person" and not row.taken_over and set(late) & set(row.sides)]

    def charge_clocks(self, before: frozenset[Side], now: float) -> dict[int, dict[str, float]]:
        """Columns of seats whose clocks have changed.

        Where several decide in secret, the time of who has answered is set aside until all have: clocks must not tell who did.
        """
        after = self.table.to_act()
        is_handed_over = not after <= before
        passed = max(0.0, now - self.facts["since"])
        changed: dict[int, dict[str, float]] = {}
        for row in self.seats if self.clock.kind == "total" else ():
            is_charged = self.is_complete and not row.is_bot and (before - after) & set(row.sides)
            spent = passed if is_charged else 0.0
            row.seconds_aside += spent
            if is_handed_over:
                row.seconds_used, row.seconds_aside = row.seconds_used + row.seconds_aside, 0.0
            changed[row.seat] = {"seconds_used": row.seconds_used, "seconds_aside": row.seconds_aside}
        if is_handed_over or not self.is_complete:
            self.facts["since"] = now
        return changed

    def time_spent(self, seat: int, now: float, *, is_told: bool) -> dict[str, float]:
        """The column of a clock after the time the seat has spent on the pending decision, told at once or when all have answered."""
        row = self.seats[seat]
        is_deciding = self.is_complete and not row.is_bot and bool(self.table.to_act() & set(row.sides))
        if self.clock.kind != "total" or not is_deciding:
            return {}
        passed = max(0.0, now - self.facts["since"])
        return {"seconds_used": row.seconds_used + passed} if is_told else {"seconds_aside": row.seconds_aside + passed}

    def end_terms(self, now: float) -> dict[int, dict[str, Any]]:
        """Columns of seats whose phase or player turn with a bot is over; their people's clocks begin anew."""
        ended = [row for row in self.seats if row.taken_over and row.term != "back" and row.term_mark != self.mark(row.term)]
        for row in ended:
            row.taken_over = False
        if ended:
            self.facts["since"] = now
        return {row.seat: {"taken_over": False} for row in ended}

    def bots_to_act(self, seats: Sequence[SeatRow] | None = None) -> list[tuple[int, Side]]:
        """Seats and sides a bot has to decide for: those no person holds. With other seats: what it would be then."""
        seats = self.seats if seats is None else seats
        if self.table.result is not None or self.is_paused(seats):
            return []
        found = []
        for side in sorted(self.table.to_act()):
            holders = [row for row in seats if side in row.sides]
            if holders and all(row.is_bot for row in holders):
                found.append((holders[0].seat, side))
        return found

    # ---- telling

    def tell(self) -> None:
        """Send every watcher what is new to him, and nothing when nothing is. Called under the lock, after every change."""
        made: dict[tuple[int | None, Side], tuple[wire.GameState, bytes]] = {}
        for watcher in list(self.watchers):
            key = (watcher.seat, watcher.viewer)
            if key not in made:
                state = self.state(*key)
                made[key] = (state, viewer_state.content_of(state))
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
        watcher.content, watcher.log_length = viewer_state.content_of(update.state), update.state.log_length
        return UpdateMessage(update.state, update.log_from, update.lines)

    def tell_seats(self) -> None:
        message = SeatsMessage(self.seat_infos())
        for watcher in list(self.watchers):
            watcher.send(message)

    def tell_said(self, line: wire_people.ChatLine) -> None:
        for watcher in list(self.watchers):
            if watcher.seat is not None:
                watcher.send(SaidMessage(line))
