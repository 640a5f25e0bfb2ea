"""What a game is played for, and how far one has come."""

import asyncio

import msgspec

from blockfront.core.aim import NO_AIM, Aim
from blockfront.games import catalogue
from blockfront.server.http.endpoints import Call
from blockfront.server.http.routes.play import Looking, viewer_of


async def aim(call: Call, given: Looking) -> Aim:
    """The aim as I know it: the balance with what I cannot know as a span, the levels, the places that count, the turns that are left."""
    room, _, viewer = await viewer_of(call, given.side)
    game = room.match.game
    make = catalogue.contract(game.title.id).aim
    view = game.view(room.match.state, viewer)
    if make is None:
        return NO_AIM
    found = await asyncio.to_thread(make, game, view)
    return found if room.match.result is None else msgspec.structs.replace(found, turns_left=0)
