"""The war away from the fronts, and the prospects of landings, raids and the like; all from what the viewer knows."""

import asyncio
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from blockfront.blocks.landing_sheet import NO_LANDINGS, LandingSheet
from blockfront.blocks.prospects import Prospects
from blockfront.core.situation import NO_SITUATION, Situation
from blockfront.games import catalogue
from blockfront.server.http.endpoints import Call
from blockfront.server.http.routes.play import SideQuery, viewer_of
from blockfront.server.wire import SideNumber

MOST_ACTIONS = 4
MOST_WINGS = 8


async def situation(call: Call, given: SideQuery) -> Situation:
    """The war away from the fronts, as I know it: convoys, raids, harbours, factories, arriving and leaving units."""
    room, _, viewer = await viewer_of(call, given.side)
    game = room.match.game
    make = catalogue.contract(game.title.id).situation
    return await asyncio.to_thread(make, game, game.view(room.match.state, viewer)) if make else NO_SITUATION


async def landing_sheet(call: Call, given: SideQuery) -> LandingSheet:
    """Landings of this turn: those that were ordered, and everything that I may order now."""
    room, _, viewer = await viewer_of(call, given.side)
    game = room.match.game
    make = catalogue.contract(game.title.id).landing_sheet
    return await asyncio.to_thread(make, game, game.view(room.match.state, viewer)) if make else NO_LANDINGS


class AskProspects(msgspec.Struct, forbid_unknown_fields=True):
    """Actions of one kind that would be carried out together; without any, the landing already ordered to the hex."""

    actions: Annotated[list[Any], Meta(max_length=MOST_ACTIONS)] = []
    wings: Annotated[list[Annotated[int, Meta(ge=0, le=100_000)]], Meta(max_length=MOST_WINGS)] = []
    hex: Annotated[int, Meta(ge=-1, le=1_000_000)] = -1
    side: SideNumber | None = None


async def prospects(call: Call, given: AskProspects) -> Prospects:
    """What a passage, a landing, a raid or reconnaissance of mine may bring, from what I know; nothing is carried out."""
    room, seat = await call.server.seat(call)
    viewer = room.viewer_of(seat, given.side)
    actions = [room.action(action) for action in given.actions]
    return await call.server.study.prospects(room.match, viewer, actions, given.wings, given.hex)
