"""Odds of a battle and proposals, from what the seat knows."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from blockfront.server.http.endpoints import Call
from blockfront.server.http.routes.play import SideQuery, viewer_of
from blockfront.server.play.study import MOST_ROUNDS
from blockfront.server.wire import SideNumber
from blockfront.server.wire.study import Odds, Proposal


class OddsQuery(msgspec.Struct):
    hex: Annotated[int, Meta(ge=0, le=1_000_000)]
    side: SideNumber | None = None
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 1


async def odds(call: Call, given: OddsQuery) -> Odds:
    """The odds of the battle in a hex, from what I know: exact if I see every block, else a mean over what I cannot rule out."""
    room, _, viewer = await viewer_of(call, given.side)
    return await call.server.study.odds(room.match, viewer, given.hex, given.rounds)


class OddsOfMove(msgspec.Struct, forbid_unknown_fields=True):
    action: Any
    hex: Annotated[int, Meta(ge=0, le=1_000_000)]
    side: SideNumber | None = None


async def odds_of_move(call: Call, given: OddsOfMove) -> Odds:
    """The odds of the battle that a move of mine would begin or join in a hex, from what I know; nothing is moved."""
    room, seat = await call.server.seat(call)
    viewer = room.viewer_of(seat, given.side)
    return await call.server.study.odds_after(room.match, viewer, room.action(given.action), given.hex)


async def proposal(call: Call, given: SideQuery) -> Proposal:
    """What a machine player would do in my place, from what I know; nothing is carried out."""
    room, seat = await call.server.seat(call)
    viewer = room.viewer_of(seat, given.side)
    return await call.server.study.proposal(room.match, viewer, room.match.decision_of(room.match.seats[seat]))
