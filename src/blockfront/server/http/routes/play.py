"""Playing: the game as a seat sees it, its legal actions, and taking one."""

import asyncio
from collections.abc import Callable
from typing import Annotated

import msgspec
from msgspec import Meta

from blockfront.core.sides import Side
from blockfront.server import wire
from blockfront.server.http.endpoints import Call
from blockfront.server.http.problems import reason_of
from blockfront.server.play import offers
from blockfront.server.play.room import Room
from blockfront.server.wire import Count, SideNumber


class SideQuery(msgspec.Struct):
    side: SideNumber | None = None  # for a seat that plays several sides: whose view to use


class LogQuery(msgspec.Struct):
    side: SideNumber | None = None
    log_from: Count = 0
    limit: Annotated[int, Meta(ge=1, le=5000)] = 1000


class LegalQuery(msgspec.Struct):
    side: SideNumber | None = None
    block: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    each: Annotated[int, Meta(ge=1, le=20)] | None = None  # in a long list: how many choices of each kind to give for every block


async def viewer_of(call: Call, side: int | None) -> tuple[Room, int | None, Side]:
    """The caller's game, seat and the side it sees; a caller without a key is a spectator."""
    room, seat = await call.server.seat_or_none(call)
    return room, seat, room.spectator() if seat is None else room.viewer_of(seat, side)


def own_state(seat: int, side: int | None = None) -> Callable[[Room], wire.GameState]:
    """The game as a seat sees it after its own change."""
    return lambda room: room.state(seat, room.viewer_of(seat, side))


async def game_state(call: Call, given: SideQuery) -> wire.GameState:
    """The game as I know it; without a key, as spectators know it if they are admitted."""
    room, seat, viewer = await viewer_of(call, given.side)
    return room.state(seat, viewer)


async def game_log(call: Call, given: LogQuery) -> wire.Log:
    """My log, from a line on."""
    room, _, viewer = await viewer_of(call, given.side)
    lines = room.log(viewer).lines
    return wire.Log(len(lines), lines[given.log_from : given.log_from + given.limit])


async def legal(call: Call, given: LegalQuery) -> wire.Legal:
    """The legal actions of the pending decision, grouped by block. Long lists come without choices: ask for one block, or a few of each."""
    room, seat = await call.server.seat(call)
    viewer = room.viewer_of(seat, given.side)
    if offers.is_set_up(room.match, viewer):
        async with room.lock:
            return await asyncio.to_thread(offers.legal_of, room.match, seat, viewer, given.block, given.each)
    return offers.legal_of(room.match, seat, viewer, given.block, given.each)


async def why_not(call: Call, given: wire.WhyNot) -> wire.WhyNotAnswer:
    """Why an action is not allowed now, in words and with its clause."""
    room, seat = await call.server.seat(call)
    match = room.match
    viewer = room.viewer_of(seat, given.side)
    refusal = match.game.why_not(match.state, room.action(given.action), viewer)
    if refusal is None:
        return wire.WhyNotAnswer(allowed=True)
    reason, details = reason_of(match.game, refusal)
    return wire.WhyNotAnswer(False, reason.text, reason.clause, reason.because, reason.values, details)


async def submit(call: Call, given: wire.Submit) -> wire.Update:
    """Answer the pending decision. 409 when the decision number is stale, 422 when the action is not legal: nothing has changed."""
    room, seat = await call.server.seat(call)
    viewer = room.viewer_of(seat, given.side)
    log_from = len(room.log(viewer)) if given.log_from is None else given.log_from
    return await call.server.changes.submit(room.id, seat, given, lambda room: room.update(seat, viewer, log_from))


async def undo(call: Call, given: wire.Undo) -> wire.Undone:
    """Take back my last action, or several, if nobody has learnt anything from them. The answer holds the whole log."""
    room, seat = await call.server.seat(call)
    viewer = room.viewer_of(seat, given.side)
    undone, update = await call.server.changes.undo(room.id, seat, viewer, given, lambda room: room.update(seat, viewer, 0))
    return wire.Undone(update.state, 0, update.lines, [msgspec.to_builtins(action) for action in undone])


async def standing_orders(call: Call, given: wire.StandingOrders) -> wire.GameState:
    """Set the orders by which the server answers some of my decisions at once; nobody else learns of them."""
    room, seat = await call.server.seat(call)
    viewer = room.viewer_of(seat, given.side)
    return await call.server.changes.set_orders(room.id, seat, viewer, given.orders, own_state(seat, viewer))


async def concede(call: Call, given: wire.Concede) -> wire.GameState:
    """Give up; a seat that plays several sides names the side."""
    room, seat = await call.server.seat(call)
    side = None if given.side is None else Side(given.side)
    return await call.server.changes.concede(room.id, seat, side, own_state(seat))


async def agree_to_end(call: Call, given: wire.AgreeToEnd) -> wire.GameState:
    """Offer to end the game without a winner, withdraw or decline the offer; when every side offers it, the game is over."""
    room, seat = await call.server.seat(call)
    return await call.server.changes.wish_to_end(room.id, seat, "agree" if given.agree else "disagree", own_state(seat))
