"""Aids for reading the map: overlays, what counts in a battle, the route of a move. All of it is made from the viewer's own view."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from blockfront.blocks.overlays import Modifier, Overlay
from blockfront.games import catalogue
from blockfront.server import wire
from blockfront.server.http.endpoints import Call
from blockfront.server.http.problems import ApiProblem
from blockfront.server.http.routes.frames import state_after
from blockfront.server.http.routes.play import SideQuery, viewer_of

MOST_STATIONS = 40


class OverlayQuery(SideQuery):
    """`line`: show the position when my log had this many lines; below zero: the present one."""

    block: int = -1
    hex: int = -1
    line: int = -1


class HexQuery(SideQuery):
    hex: wire.Count = 0


class Modifiers(msgspec.Struct):
    hex: int
    modifiers: list[Modifier]


class AskWay(msgspec.Struct, forbid_unknown_fields=True):
    action: Any
    via: Annotated[list[int], Meta(max_length=MOST_STATIONS)] = []
    side: wire.SideNumber | None = None


class Way(msgspec.Struct):
    """The hexes of a move, both ends included; empty if there is nothing to show."""

    hexes: list[int]


async def overlay(call: Call, given: OverlayQuery) -> Overlay:
    """Hexes and lines over the map: `control`, `zones`, `supply`, `command`, `rail`, `weather`, `ground`, as far as the title has them."""
    room, _, viewer = await viewer_of(call, given.side)
    match, kind = room.match, call.path("kind")
    overlays = catalogue.contract(match.game.title.id).overlays
    if overlays is None or kind not in overlays.kinds:
        raise ApiProblem("not_found", "There is no such overlay.")
    state = match.state if given.line < 0 else (await state_after(room, viewer, given.line))[1]
    return overlays.overlay(match.game, match.game.view(state, viewer), kind, given.block, given.hex)


async def modifiers(call: Call, given: HexQuery) -> Modifiers:
    """Everything that modifies the battle in a hex, each with its clause, as far as I know the units in it."""
    room, _, viewer = await viewer_of(call, given.side)
    match = room.match
    overlays = catalogue.contract(match.game.title.id).overlays
    found = overlays.modifiers(match.game, match.game.view(match.state, viewer), given.hex) if overlays else ()
    return Modifiers(given.hex, list(found))


async def way(call: Call, given: AskWay) -> Way:
    """The hexes that a move of mine passes through, by way of the given hexes where possible."""
    room, seat = await call.server.seat(call)
    match = room.match
    route = catalogue.contract(match.game.title.id).route
    view = match.game.view(match.state, room.viewer_of(seat, given.side))
    return Way(list(route(match.game, view, room.action(given.action), given.via)) if route else [])
