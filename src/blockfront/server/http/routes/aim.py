"""The aim of a game and how close each side is; the reference sheet beside the board; the order of battle."""

import asyncio
from typing import Any

import msgspec

from blockfront.blocks.contract import TitleContract
from blockfront.blocks.forces import NO_ROSTER, Roster
from blockfront.core.aim import NO_AIM, Aim, Span
from blockfront.core.game import AnyGame
from blockfront.core.sheet import NO_SHEET, Sheet
from blockfront.games import catalogue
from blockfront.server.http.endpoints import Call
from blockfront.server.http.routes.frames import FramesQuery, states_after
from blockfront.server.http.routes.play import SideQuery, viewer_of
from blockfront.server.http.routes.records import room_and_viewers


async def aim(call: Call, given: SideQuery) -> Aim:
    """The aim as I know it: the balance (a span where something is hidden from me), the levels, the places that count, the turns left."""
    room, _, viewer = await viewer_of(call, given.side)
    game = room.match.game
    make = catalogue.contract(game.title.id).aim
    view = game.view(room.match.state, viewer)
    if make is None:
        return NO_AIM
    found, result = await asyncio.to_thread(make, game, view), room.match.result
    if result is None:
        return found
    counted = (result.margin, result.margin) if result.reason == "points" else found.balance  # nothing is unknown any more
    return msgspec.structs.replace(found, turns_left=0, balance=counted)


class Balance(msgspec.Struct):
    """The balance of the aim, as far as the viewer knew it, when the log had this many lines."""

    lines: int
    balance: Span


class Balances(msgspec.Struct):
    balances: list[Balance]


async def balances(call: Call, given: FramesQuery) -> Balances:
    """The balance of the aim after each of these numbers of log lines, in the order of the game, as I knew it then."""
    room, (viewer, *_) = await room_and_viewers(call, given.side, False)
    game = room.match.game
    make = catalogue.contract(game.title.id).aim
    if make is None:
        return Balances([])
    return Balances(
        [
            Balance(lines, (await asyncio.to_thread(make, game, game.view(state, viewer))).balance)
            async for lines, state in states_after(room, viewer, given)
        ]
    )


async def sheet(call: Call, given: SideQuery) -> Sheet:
    """The reference tables beside the board, with what applies now marked."""
    contract, game, view = await _seen(call, given)
    return await asyncio.to_thread(contract.sheet, game, view) if contract.sheet else NO_SHEET


async def forces(call: Call, given: SideQuery) -> Roster:
    """My eliminated units, those still to come, and where the enemy's hidden units can be, as far as I know."""
    contract, game, view = await _seen(call, given)
    return await asyncio.to_thread(contract.forces, game, view) if contract.forces else NO_ROSTER


async def _seen(call: Call, given: SideQuery) -> tuple[TitleContract, AnyGame, Any]:
    """The contract of the game's title, the game, and the caller's view of it."""
    room, _, viewer = await viewer_of(call, given.side)
    game = room.match.game
    return catalogue.contract(game.title.id), game, game.view(room.match.state, viewer)
