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
from blockfront.server.play.viewer_state import ViewerLog, Wording, legal_change, news
from blockfront.server.storage.store import Change, TeamTalk
from blockfront.server.wire import people as wire_people
from blockfront.server.wire.socket import ChangeMessage, SaidMessage, SeatsMessage, TeamSaidMessage, UpdateMessage
from blockfront.server.wire.study import Expectations

PHASES = 1000  # more than any player turn has
PRESENCE = 90.0  # seconds for which another worker's word about who is connected holds


@cache
def _decoder_of(kind: Any) -> msgspec.json.Decoder[Any]:
    """A decoder for a type, made once: `msgspec.convert` would read the types of all actions again each time."""
    return msgspec.json.Decoder(kind)


class Watcher:
    """A connected client: whose view it gets, and what it was last told. `by_changes`: it is sent changes, not whole states."""

    def __init__(self, send: Callable[[Any], None], seat: int | None, viewer: Side, *, by_changes: bool = False) -> None:
        self.send = send
        self.seat = seat
        self.viewer = viewer
        self.by_changes = by_changes
        self.state: wire.GameState | None = None
        self.legal: wire.Legal | None = None
        self.log_length = 0
        self.is_behind = False  # the room was read again since he was told


class Room:
    """One running game. Each viewer is told what he may know, and only if something is new to him."""

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
        self._wording = Wording(self.match.game)
        self._logs: dict[Side, ViewerLog] = {}

    def set_rows(self, facts: dict[str, Any], rows: list[SeatRow]) -> None:
        """Take over the game's facts and seats from the database."""
        self.facts = facts
        self.seats = Seats(rows, len(self.match.game.title.sides), clock_of(facts), facts["since"])
        known = {order.id for order in self.match.game.title.standing_orders}
        for seat in rows:
            for side, orders in seat.orders.items():
                # older clients gave some that mean nothing
                self.match.standing_orders[Side(int(side))] = frozenset(known.intersection(orders))

    def become(self, other: "Room") -> None:
        """Take over the content of another room of the same game; watchers stay connected and are sent everything again."""
        self._begin(other.facts, other.journal)
        self.seats = other.seats
        for watcher in self.watchers:
            watcher.log_length, watcher.is_behind = 0, True

    # ---- as viewers see it

    def log(self, viewer: Side) -> ViewerLog:
        log = self._logs.get(viewer)
        if log is None:
            log = self._logs[viewer] = ViewerLog(viewer, self._wording)
        log.catch_up(self.match, self.journal.times)
        return log

    def whole_log(self) -> ViewerLog:
        """The log of everything that all viewers together have seen."""
        log = ViewerLog(None, self._wording)
        log.catch_up(self.match, self.journal.times)
        return log

    def forget(self, entries: int) -> None:
        """Drop what was kept of entries from this one on, because they were taken back."""
        self.replay.forget(entries)
        for log in self._logs.values():
            log.forget(entries)

    @rule("BE-38.2a")
    @rule("BW-38.2a")
    def viewer_of(self, seat: int, side: int | None) -> Side:
        """The side whose view a seat gets: the requested one, else one that has to decide, else its first."""
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
        """What everybody may know about the game."""
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
        """The seats as everybody may know them, and whether each is connected."""
        connected = self.connected()
        return [
            wire.SeatInfo(
                seat=row.seat,
                name=row.name,
                sides=row.sides,
                player=row.player,
                bot=row.bot,
                taken_over=row.taken_over,
                until=row.term if row.taken_over else None,
                connected=row.seat in connected,
                parts=row.parts,
            )
            for row in self.seats
        ]

    def connected(self) -> set[int | None]:
        """The seats at which somebody is connected, through this worker or another."""
        now = time.monotonic()
        elsewhere = (seats for seats, until in self._elsewhere.values() if until > now)
        return {watcher.seat for watcher in self.watchers}.union(*elsewhere)

    def state(self, seat: int | None, viewer: Side, info: wire.GameInfo | None = None) -> wire.GameState:
        """The game as one viewer knows it; `seat` is None for spectators. `info`: what everybody may know, if it is at hand."""
        match, log = self.match, self.log(viewer)
        to_act = viewer_state.visible_to_act(match, viewer)
        has_clocks = self.seats.clock.kind != "none" and match.result is None
        held = None if seat is None else match.seats[seat]
        undoable = [] if held is None else match.undoable(held)
        return wire.GameState(
            info=info or self.info(),
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
            log_length=len(log),
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
        """The game as a line in a list of games."""
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
        """The time at which a viewer last saw something happen."""
        return self.log(viewer).last_time(float(self.facts["created"]))

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
        """The seats and sides for which a bot has to decide."""
        return self.seats.bots_to_act(self.match.to_act(), self.match.ready)

    def overdue(self, now: float) -> list[int]:
        """The seats whose persons have run out of time."""
        return self.seats.overdue(self.match.to_act(), now)

    def mark(self, term: wire.Term) -> int:
        """A number for the present phase or player turn, as the term asks: it changes when that is over."""
        turn = self.match.game.player_turn(self.match.state)
        phase: int = getattr(self.match.state, "phase", 0)
        return {"phase": turn * PHASES + phase, "turn": turn, "back": 0}[term]

    def change(self, rows: list[Row], columns: SeatColumns, before: frozenset[Side], now: float) -> Change:
        """Everything that one transaction writes: the new rows, changed columns of seats, snapshots and facts for lists."""
        for seat, values in self.seats.settle(before, self.match.to_act(), self.mark, now).items():
            columns.setdefault(seat, {}).update(values)
        return Change(self.id, rows, *self.journal.snapshots(), self.list_facts(), columns)

    def list_facts(self) -> dict[str, Any]:
        """The facts about the game that the database keeps for lists of games, clocks and bots."""
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
        """Send every watcher what is new to him, if anything is. Called under the lock, after every change.

        `only`: the side that did something which nobody else can notice; other watchers are skipped.
        """
        made: dict[tuple[int | None, Side], wire.GameState] = {}
        info = self.info()
        for watcher in list(self.watchers):
            key = (watcher.seat, watcher.viewer)
            held = [] if watcher.seat is None else self.seats[watcher.seat].sides
            if only is not None and not watcher.is_behind and only not in held:
                continue
            if key not in made:
                made[key] = self.state(*key, info)
            self._tell(watcher, made[key])

    def _tell(self, watcher: Watcher, state: wire.GameState) -> None:
        changed = None if watcher.state is None else news(watcher.state, state)
        if watcher.state is not None and changed is None:
            return
        lines = self.log(watcher.viewer).lines
        first = min(watcher.log_length, len(lines))
        watcher.state, watcher.log_length, watcher.is_behind = state, len(lines), False
        if changed is None or not watcher.by_changes:
            watcher.send(UpdateMessage(state, first, lines[first:]))
            return
        before, watcher.legal = watcher.legal, self._legal(state)
        watcher.send(ChangeMessage(*changed, first, lines[first:], legal_change(before, watcher.legal)))

    def _legal(self, state: wire.GameState) -> wire.Legal | None:
        """The choices of a viewer who has to decide; those of a set-up take long, so they are sent only when a client asks."""
        if not state.my_decision or state.seat is None:
            return None
        return offers.quick_legal_of(self.match, state.seat, Side(state.viewer))

    def greet(self, watcher: Watcher, log_from: int) -> UpdateMessage:
        """Add a watcher and return its first update."""
        self.watchers.add(watcher)
        update = self.update(watcher.seat, watcher.viewer, log_from)
        watcher.state, watcher.log_length = update.state, update.state.log_length
        watcher.legal = self._legal(update.state) if watcher.by_changes else None
        return UpdateMessage(update.state, update.log_from, update.lines, watcher.legal)

    def presence_elsewhere(self, worker: str, seats: frozenset[int]) -> None:
        """Note who is connected through another worker."""
        self._elsewhere[worker] = (seats, time.monotonic() + PRESENCE)
        self.tell_seats()

    def tell_seats(self) -> None:
        message = SeatsMessage(self.seat_infos())
        for watcher in list(self.watchers):
            watcher.send(message)

    def tell_team(self, line: TeamTalk) -> None:
        """Send a message to the seats of one side and to nobody else."""
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
