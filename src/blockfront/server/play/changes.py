"""Everything that people and bots can do at a table, no matter how the request comes in.

A change is made in the current room of its game, under the room's lock: first in memory, then in the database, then watchers are told.
An older room of the game, such as one in which a write failed, is never changed.
"""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeVar

import msgspec

from blockfront.core.actions import Action
from blockfront.core.refusals import MATCH_CLAUSE, Refusal, Refused
from blockfront.core.sides import Side
from blockfront.server import wire
from blockfront.server.http.problems import ApiProblem, of_refusal
from blockfront.server.play import steady_time
from blockfront.server.play.journal import Row
from blockfront.server.play.room import Room
from blockfront.server.play.rooms import Rooms
from blockfront.server.play.seats import SeatColumns
from blockfront.server.storage.store import Change, Conflict, Happening, TeamTalk, Thought
from blockfront.server.wire import people as wire_people

CHAT_TRIES = 8
T = TypeVar("T")
Done = tuple[list[Row], SeatColumns]  # what is to be written of something that was done
Look = Callable[[Room], T]  # what the caller wants to see after the change, before anybody else changes the room


def nothing(room: Room) -> None:
    """The `look` of callers that do not need anything from the room after their change."""


def _returned(columns: Mapping[int, Mapping[str, Any]], now: float) -> list[Happening]:
    """The seats that bots give back because the phase or turn for which they played is over, as happenings."""
    return [Happening(seat, "back", now) for seat, values in columns.items() if values.get("taken_over") is False]


class Changes:
    """All changes of running games go through this class."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self.now_due: Callable[[Room, frozenset[Side]], None] = lambda room, sides: None  # is told whose decision a change has made it

    # ---- playing

    async def submit(self, game: str, seat: int, given: wire.Submit, look: Look[T], thought: str = "") -> T:
        """Take an action. When this returns, the action is in the database, with a bot's thoughts if it gave any."""

        def act(room: Room) -> Done:
            side = None if given.side is None else Side(given.side)
            held, now = room.match.seats[seat], steady_time.now()
            entries = room.match.submit(held, room.action(given.action), decision=given.decision, side=side)
            return room.journal.new_rows(now) if entries else [room.journal.other_row("ready", held, now)], {}

        return await asyncio.shield(self._change(game, act, look, (given.side or 0, thought)))

    async def undo(self, game: str, seat: int, viewer: Side, given: wire.Undo, look: Look[T]) -> tuple[list[Action], T]:
        """Take back a seat's last action, or all those after a line of its log; returns them in the order they were taken."""
        undone: list[Action] = []

        def act(room: Room) -> Done:
            match, held = room.match, room.match.seats[seat]
            match.check_decision(held, given.decision)
            undoable = match.undoable(held)
            number = len(undoable) if given.to is None else room.log(viewer).entries_after(given.to, undoable)
            if not number:
                raise of_refusal(match.game, Refusal(MATCH_CLAUSE, "nothing_to_undo"))
            rows = []
            for _ in range(1 if given.to is None else number):
                first, action, row = room.journal.take_back(held, steady_time.now())
                undone.insert(0, action)
                rows.append(row)
            room.forget(first)
            return rows, {}

        seen = await asyncio.shield(self._change(game, act, look))
        return undone, seen

    async def concede(self, game: str, seat: int, side: Side | None, look: Look[T]) -> T:
        """Give up for the seat's side, or for the named one if the seat plays several."""

        def act(room: Room) -> Done:
            held = room.match.seats[seat]
            room.match.concede(held, side)
            return [room.journal.other_row("concede", held, steady_time.now(), "" if side is None else str(side))], {}

        return await asyncio.shield(self._change(game, act, look))

    async def wish_to_end(self, game: str, seat: int, kind: Literal["agree", "disagree"], look: Look[T]) -> T:
        """Offer to end the game, withdraw the offer, or decline that of others."""

        happened: list[Happening] = []

        def act(room: Room) -> Done:
            match, held, now = room.match, room.match.seats[seat], steady_time.now()
            did_offer = bool(match.agreed_to_end & held.sides)
            {"agree": match.agree_to_end, "disagree": match.disagree}[kind](held)
            what = "offered" if kind == "agree" else "withdrawn" if did_offer else "declined"
            happened.append(Happening(seat, what, now))
            return [room.journal.other_row(kind, held, now)], {}

        return await asyncio.shield(self._change(game, act, look, happened=happened))

    async def set_orders(self, game: str, seat: int, side: Side, orders: Sequence[str], look: Look[T]) -> T:
        """Set the standing orders of a side; they also answer the pending decision."""

        def act(room: Room) -> Done:
            known = {order.id for order in room.match.game.title.standing_orders}
            if unknown := sorted(set(orders) - known):
                known_ones = ", ".join(sorted(known))
                raise ApiProblem("refused", f"{', '.join(map(repr, unknown))}: no such standing order; this title has {known_ones}.")
            room.match.standing_orders[side] = frozenset(orders)
            room.seats[seat].orders[str(side)] = sorted(set(orders))
            room.match.let_others_answer()
            columns = {"orders": msgspec.json.encode(room.seats[seat].orders).decode()}
            return room.journal.new_rows(steady_time.now()), {seat: columns}

        return await asyncio.shield(self._change(game, act, look))

    async def _change(
        self,
        game: str,
        act: Callable[[Room], Done],
        look: Look[T],
        thought: tuple[int, str] = (0, ""),
        happened: Sequence[Happening] = (),
    ) -> T:
        """Carry out a change. Callers shield it from cancellation, so that a client that disconnects does not leave it half done."""
        async with self._rooms.held(game) as room:
            room.used = time.monotonic()
            is_behind = not self._rooms.is_alone and await self._rooms.catch_up(room)
            before, entries, agreed = room.match.to_act(), len(room.match.entries), room.match.agreed_to_end.copy()
            try:
                rows, columns = act(room)
            except Refused as refused:
                raise of_refusal(room.match.game, refused.refusal) from None
            change = room.change(rows, columns, before, steady_time.now())
            change.happened = [*happened, *_returned(change.seats, steady_time.now())]
            side, text = thought
            if rows and text and room.last_thoughts.get(side) != text:
                change.thought = Thought(rows[0].number, side, text, rows[0].at)
            try:
                await self._rooms.storage.write(change)
            except Conflict:  # another worker was faster
                await self._rooms.reload(room)
                raise ApiProblem("stale_decision", "The game has moved on.", because="stale_decision") from None
            if change.thought is not None:
                room.last_thoughts[side] = text
            is_unseen = room.match.is_unseen(len(room.match.entries) - entries) and agreed == room.match.agreed_to_end
            room.tell(room.match.entries[-1].side if is_unseen and not is_behind and not change.seats else None)
            if any("taken_over" in values for values in change.seats.values()):
                room.tell_seats()
            seen = look(room)
        if due := room.match.to_act() - before:
            self.now_due(room, due)
        if change.facts["bots_due"]:
            self._rooms.wake(room)
        return seen

    # ---- talking

    async def say(self, game: str, seat: int, text: str) -> None:
        """Add a line of chat, which its author has read. If another worker takes the same number first, the next one is tried."""
        async with self._rooms.held(game) as room:
            for _ in range(CHAT_TRIES):
                number = await self._rooms.storage.chat_length(game)
                now = steady_time.now()
                change = Change(game, chat=(number, seat, text, now), seats={seat: {"chat_read": number + 1}}, topic=f"chat-{number}")
                try:
                    await self._rooms.storage.write(change)
                except Conflict:
                    continue
                room.seats[seat].chat_read = number + 1
                room.tell_said(number, seat, text, now)
                return
        raise ApiProblem("conflict", "Too many are talking at once; please say it again.")

    async def say_to_team(self, game: str, seat: int, given: wire_people.SayToTeam) -> None:
        """Send words or a hex to point at to the seats of one side; nobody else learns of it."""
        async with self._rooms.held(game) as room:
            if len(room.seats.team_of(seat)) < 2:
                raise ApiProblem("forbidden", "Nobody shares your side.")
            if given.hex is None and not given.text:
                raise ApiProblem("refused", "There is nothing to say.")
            side = room.seats[seat].sides[0]
            for _ in range(CHAT_TRIES):
                number = await self._rooms.storage.team_talk_length(game, side)
                line = TeamTalk(side, number, seat, given.text, given.hex, steady_time.now())
                try:
                    await self._rooms.storage.write(Change(game, team=line, topic=f"team-{side}-{number}"))
                except Conflict:
                    continue
                room.tell_team(line)
                return
        raise ApiProblem("conflict", "Too many are talking at once; please say it again.")

    # ---- seats

    async def set_seat(self, game: str, seat: int, values: dict[str, Any], look: Look[T]) -> T:
        """Change columns of a seat, and the facts in lists of games that depend on them."""
        return await self._set_seat(game, seat, lambda room: values, look)

    async def reclaim(self, game: str, seat: int, look: Look[T]) -> T:
        """Give a seat back from a bot to its person: the clock of the pending decision starts again."""
        return await self._set_seat(game, seat, lambda room: {"taken_over": False}, look, "back")

    async def hand_over(self, game: str, seat: int, term: wire.Term, look: Look[T], *, is_late: bool = False) -> T:
        """Let a bot play for the person at a seat, at his wish or because his time is over. Only his own time until now counts."""

        def values(room: Room) -> dict[str, Any]:
            spent = room.seats.time_spent(seat, room.match.to_act(), steady_time.now(), is_told=is_late)
            return {"taken_over": True, "term": term, "term_mark": room.mark(term), **spent}

        return await self._set_seat(game, seat, values, look, "late" if is_late else "handed_over")

    async def renew_key(self, game: str, seat: int, key: str) -> None:
        """Replace the key of a seat; everyone connected with the old key is disconnected."""

        def send_away(room: Room) -> None:
            for watcher in [watcher for watcher in room.watchers if watcher.seat == seat]:
                watcher.send(None)

        await self._set_seat(game, seat, lambda room: {"key": key}, send_away)

    async def _set_seat(
        self, game: str, seat: int, values: Callable[[Room], dict[str, Any]], look: Look[T], what: str = ""
    ) -> T:
        """Change columns of a seat, first in the database, then in memory. The clock of a person who returns starts again."""
        async with self._rooms.held(game) as room:
            new = values(room)
            seats = room.seats.with_values(seat, new)
            if what == "back":
                seats.since = steady_time.now()
            facts = {"bots_due": bool(seats.bots_to_act(room.match.to_act(), room.match.ready)), "since": seats.since}
            happened = [Happening(seat, what, steady_time.now())] if what else []
            await self._rooms.storage.write(Change(game, facts=facts, seats={seat: new}, happened=happened, topic="seats"))
            room.seats = seats
            room.tell()
            room.tell_seats()
            seen = look(room)
        self._rooms.wake(room)
        return seen

    async def take_seat(
        self, game: str, seat: int, kind: str, invitation: str | None, name: str, user: str | None, key: str
    ) -> Room | None:
        """Give a free seat to a person; returns the room, or None if the seat is no longer free."""
        async with self._rooms.held(game) as room:
            values = {"player": "person", "name": name, "user": user, "key": key}
            seats = room.seats.with_values(seat, values)
            if not room.seats.is_complete:
                seats.since = steady_time.now()  # a person who sits down has the full time
            change = Change(game, facts={"since": seats.since}, topic="seats")
            if not await self._rooms.storage.claim_seat(change, seat, kind, invitation, {**values, "invitation": None}):
                return None
            room.seats = seats
            room.tell()
            room.tell_seats()
            return room
