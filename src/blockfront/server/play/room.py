"""A running game in memory: the match and its journal, the seats with their clocks, and what each viewer is told.

Nothing here reads or writes the database: `rooms` opens rooms and `changes` changes them, under the lock of the room.
"""

import asyncio
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.sides import SPECTATOR, Side
from blockfront.server import wire
from blockfront.server.http.problems import ApiProblem, unknown_game
from blockfront.server.play import offers, viewer_state
from blockfront.server.play.journal import Journal, Row
from blockfront.server.play.replays import Replay
from blockfront.server.play.seats import SeatColumns, SeatRow, Seats, clock_of
from blockfront.server.play.viewer_state import ViewerLog, change_message, is_same
from blockfront.server.storage.store import Change, TeamTalk
from blockfront.server.wire import people as wire_people
from blockfront.server.wire.socket import SaidMessage, SeatsMessage, TeamSaidMessage, UpdateMessage
from blockfront.server.wire.study import Expectations

PHASES = 1000  # more than any player turn has
PRESENCE = 90.0  # seconds for which another worker's word about who is connected holds


@cache
def _decoder_of(kind: Any) -> msgspec.json.Decoder[Any]:
    """Made once: `convert` reads the types of all actions anew each time."""
    return msgspec.json.Decoder(kind)


class Watcher:
    """Somebody who is connected: as which viewer, and what he was last told. `by_changes`: he is told what has changed, not everything."""

    def __init__(self, send: Callable[[Any], None], seat: int | None, viewer: Side, *, by_changes: bool = False) -> None:
        self.send = send
        self.seat = seat
        self.viewer = viewer
        self.by_changes = by_changes
        self.state: wire.GameState | None = None
        self.legal: wire.Legal | None = None
        self.log_length = 0
        self.is_behind = False  # the room was read anew since he was told


class Room:
    """One running game. Each viewer is told what he may know, and nothing when nothing is new to him."""

    def __init__(self, facts: dict[str, Any], rows: list[SeatRow], journal: Journal) -> None:
        self.id: str = facts["id"]
        self.lock = asyncio.Lock()
        self.used = time.monotonic()
        self.watchers: set[Watcher] = set()
        self.last_thoughts: dict[int, str] = {}  # of each side: a plan is kept once, not with every action that follows it
        self._elsewhere: dict[str, tuple[frozenset[int], float]] = {}  # by worker: seats connected there, and until when
        self._begin(facts, journal)
        self.set_rows(facts, rows)

    def _begin(self, facts: dict[str, Any], journal: Journal) -> None:
        self.facts = facts
        self._options: list[str] = msgspec.json.decode(facts["options"])
        self.journal = journal
        self.match = journal.match
        self.replay = Replay(self.match)
        self.expectations: Expectations | None = None  # of a game that is over, once they were asked for
        self._logs: dict[Side, ViewerLog] = {}

    def set_rows(self, facts: dict[str, Any], rows: list[SeatRow]) -> None:
        """The game's facts and seats as the database has them."""
        self.facts = facts
        self.seats = Seats(rows, len(self.match.game.title.sides), clock_of(facts), facts["since"])
        for seat in rows:
            for side, orders in seat.orders.items():
                self.match.standing_orders[Side(int(side))] = frozenset(orders)

    def become(self, other: "Room") -> None:
        """Be as another room of the same game is; those who watch here stay, and are told everything anew."""
        self._begin(other.facts, other.journal)
        self.seats = other.seats
        for watcher in self.watchers:
            watcher.log_length, watcher.is_behind = 0, True

    # ---- as viewers see it

    def log(self, viewer: Side) -> ViewerLog:
        log = self._logs.get(viewer)
        if log is None:
            log = self._logs[viewer] = ViewerLog(viewer)
        log.catch_up(self.match, self.journal.times)
        return log

    def whole_log(self) -> ViewerLog:
        """What all viewers together have seen."""
        log = ViewerLog(None)
        log.catch_up(self.match, self.journal.times)
        return log

    def forget(self, entries: int) -> None:
        """Entries from this one on were taken back."""
        self.replay.forget(entries)
        for log in self._logs.values():
            log.forget(entries)

    @rule("BE-38.2a")
    @rule("BW-38.2a")
    def viewer_of(self, seat: int, side: int | None) -> Side:
        """As which side a seat looks: the one asked for, else one that has to decide, else its first."""
        sides = self.seats[seat].sides
        if side is not None:
            if side not in sides:
                raise ApiProblem("forbidden", "Your seat does not hold this side.")
            return Side(side)
        due = [own for own in sides if own in self.match.to_act()]
        return Side((due or sides)[0])

    def spectator(self) -> Side:
        if not self.facts["spectators"]:
            raise unknown_game()
        return SPECTATOR

    def info(self) -> wire.GameInfo:
        """What everybody may know of the game."""
        match, facts = self.match, self.facts
        result = match.result
        return wire.GameInfo(
            game=self.id,
            name=facts["name"],
            title=facts["title"],
            scenario=facts["scenario"],
            options=self._options,
            sides=list(match.game.title.sides),
            seats=self.seat_infos(),
            clock=self.seats.clock,
            spectators=facts["spectators"],
            created=facts["created"],
            paused=result is None and self.seats.is_paused,
            commitment=match.commitment,
            result=result,
            seed=match.seed.hex() if result is not None else "",
        )

    def seat_infos(self) -> list[wire.SeatInfo]:
        """The seats as everybody may know them, with who is connected."""
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
                parts=row.parts,
            )
            for row in self.seats
        ]

    def connected(self) -> set[int | None]:
        """Seats somebody is connected at, here or at another worker."""
        now = time.monotonic()
        elsewhere = (seats for seats, until in self._elsewhere.values() if until > now)
        return {watcher.seat for watcher in self.watchers}.union(*elsewhere)

    def state(self, seat: int | None, viewer: Side) -> wire.GameState:
        """The game as one viewer knows it; `seat` is None for spectators."""
        match, log = self.match, self.log(viewer)
        to_act = viewer_state.visible_to_act(match, viewer)
        has_clocks = self.seats.clock.kind != "none" and match.result is None
        held = None if seat is None else match.seats[seat]
        undoable = [] if held is None else match.undoable(held)
        return wire.GameState(
            info=self.info(),
            seat=seat,
            viewer=viewer,
            decision=0 if held is None else match.decision_of(held),
            to_act=to_act,
            my_decision=held is not None and viewer in match.to_act(),
            prompt=None if held is None else viewer_state.prompt_of(match, viewer),
            view=match.game.view(match.state, viewer),
            can_undo=bool(undoable),
            undo_to=log.lines_before(undoable[-1]) if undoable else None,
            agreed_to_end=sorted(match.agreed_to_end),
            standing_orders=[] if held is None else sorted(match.standing_orders.get(viewer, ())),
            log_length=len(log.lines),
            clocks=self.seats.clocks(to_act) if has_clocks else [],
            ready=[] if seat is None or not match.ready else [one for one in self.seats.team_of(seat) if str(one) in match.ready],
        )

    def update(self, seat: int | None, viewer: Side, log_from: int) -> wire.Update:
        """The state of a viewer with his log from a line on."""
        state = self.state(seat, viewer)
        lines = self.log(viewer).lines
        first = min(log_from, len(lines))
        return wire.Update(state, first, lines[first:])

    def summary(self, seat: int | None, chat_length: int) -> wire.GameSummary:
        """A line of a list of games."""
        viewer = SPECTATOR if seat is None else self.viewer_of(seat, None)
        mine = seat is not None and any(side in self.match.to_act() for side in self.seats[seat].sides)
        unread = 0 if seat is None else max(0, chat_length - self.seats[seat].chat_read)
        changed = self.last_change(viewer)
        to_act = viewer_state.visible_to_act(self.match, viewer)
        agreed: list[int] = sorted(self.match.agreed_to_end)
        has_clocks = seat is not None and self.seats.clock.kind != "none" and self.match.result is None
        clocks = self.seats.clocks(to_act) if has_clocks else []
        return wire.GameSummary(self.info(), to_act, seat, mine, unread, changed, agreed, clocks)

    def last_change(self, viewer: Side) -> float:
        """When a viewer last saw something happen."""
        lines = self.log(viewer).lines
        return lines[-1].at if lines else float(self.facts["created"])

    # ---- what is done, and what is written of it

    def action(self, given: Any) -> Action:
        """An action of this title from what a client sent."""
        kind = self.match.game.action_type
        try:
            action: Action = _decoder_of(kind).decode(msgspec.json.encode(given))
            return action
        except (msgspec.MsgspecError, OverflowError, RecursionError, UnicodeError):
            pass  # `convert` says what is wrong with it, and takes 3.0 for 3
        try:
            action = msgspec.convert(given, kind)
        except (msgspec.ValidationError, RecursionError) as error:
            raise ApiProblem("malformed", f"This is not an action of the game: {error}") from None
        return action

    def bots_to_act(self) -> list[tuple[int, Side]]:
        """Seats and sides a bot has to decide for."""
        return self.seats.bots_to_act(self.match.to_act(), self.match.ready)

    def overdue(self, now: float) -> list[int]:
        """Seats of persons whose time is over."""
        return self.seats.overdue(self.match.to_act(), now)

    def mark(self, term: wire.Term) -> int:
        """The phase or player turn that is played: it changes when the term is over."""
        turn = self.match.game.player_turn(self.match.state)
        phase: int = getattr(self.match.state, "phase", 0)
        return {"phase": turn * PHASES + phase, "turn": turn, "back": 0}[term]

    def change(self, rows: list[Row], columns: SeatColumns, before: frozenset[Side], now: float) -> Change:
        """New rows, and some seats' columns, with everything that goes into the same transaction."""
        for seat, values in self.seats.settle(before, self.match.to_act(), self.mark, now).items():
            columns.setdefault(seat, {}).update(values)
        return Change(self.id, rows, *self.journal.snapshots(), self.list_facts(), columns)

    def list_facts(self) -> dict[str, Any]:
        """What lists of games, and whoever looks after clocks and bots, find in the database."""
        to_act = self.match.to_act()
        return {
            "changed": self.last_change(SPECTATOR),  # lists are in this order, so it must not tell of what is done unseen
            "to_act": ",".join(map(str, sorted(to_act))),
            "bots_due": bool(self.seats.bots_to_act(to_act, self.match.ready)),
            "finished": self.match.result is not None,
            "since": self.seats.since,
        }

    # ---- telling

    def tell(self, only: Side | None = None) -> None:
        """Send every watcher what is new to him, and nothing when nothing is. Called under the lock, after every change.

        `only`: the side that did something of which nobody else can know; the others need not be looked at.
        """
        made: dict[tuple[int | None, Side], wire.GameState] = {}
        for watcher in list(self.watchers):
            key = (watcher.seat, watcher.viewer)
            if only is not None and not watcher.is_behind and only not in self._sides_of(watcher):
                continue
            if key not in made:
                made[key] = self.state(*key)
            if watcher.state is None or not is_same(watcher.state, made[key]):
                self._tell(watcher, made[key])

    def _sides_of(self, watcher: Watcher) -> list[int]:
        return [] if watcher.seat is None else self.seats[watcher.seat].sides

    def _tell(self, watcher: Watcher, state: wire.GameState) -> None:
        lines = self.log(watcher.viewer).lines
        first = min(watcher.log_length, len(lines))
        told, watcher.state, watcher.log_length = watcher.state, state, len(lines)
        watcher.is_behind = False
        if told is None or not watcher.by_changes:
            watcher.send(UpdateMessage(state, first, lines[first:]))
            return
        before, watcher.legal = watcher.legal, self._legal(state)
        watcher.send(change_message(told, state, first, lines[first:], before, watcher.legal))

    def _legal(self, state: wire.GameState) -> wire.Legal | None:
        """The choices of a viewer who has to decide; those of a set-up take a while and have to be asked for."""
        if not state.my_decision or state.seat is None:
            return None
        return offers.quick_legal_of(self.match, state.seat, Side(state.viewer))

    def greet(self, watcher: Watcher, log_from: int) -> UpdateMessage:
        """The first update of a watcher."""
        self.watchers.add(watcher)
        update = self.update(watcher.seat, watcher.viewer, log_from)
        watcher.state, watcher.log_length = update.state, update.state.log_length
        watcher.legal = self._legal(update.state) if watcher.by_changes else None
        return UpdateMessage(update.state, update.log_from, update.lines, watcher.legal)

    def presence_elsewhere(self, worker: str, seats: frozenset[int]) -> None:
        """Another worker says who is connected there."""
        self._elsewhere[worker] = (seats, time.monotonic() + PRESENCE)
        self.tell_seats()

    def tell_seats(self) -> None:
        message = SeatsMessage(self.seat_infos())
        for watcher in list(self.watchers):
            watcher.send(message)

    def tell_team(self, line: TeamTalk) -> None:
        """To the seats of a side and to nobody else."""
        message = TeamSaidMessage(self.team_line(line))
        team = self.seats.team_of(line.seat)
        for watcher in list(self.watchers):
            if watcher.seat in team:
                watcher.send(message)

    def team_line(self, line: TeamTalk) -> wire_people.TeamLine:
        return wire_people.TeamLine(line.number, line.seat, self.seats[line.seat].name, line.text, line.hex, line.at)

    def tell_said(self, number: int, seat: int, text: str, at: float) -> None:
        """Send a line of chat to everybody who has a seat."""
        message = SaidMessage(wire_people.ChatLine(number, seat, self.seats[seat].name, text, at))
        for watcher in list(self.watchers):
            if watcher.seat is not None:
                watcher.send(message)
