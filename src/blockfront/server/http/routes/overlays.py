"""What helps to read the map: overlays, what counts in a battle, the way of a move. All of it is made from the viewer's own view."""

from importlib import import_module
from importlib.util import find_spec
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from blockfront.blocks.overlays import Modifier, Overlay
from blockfront.server import wire
from blockfront.server.http.endpoints import Call, endpoint
from blockfront.server.http.problems import ApiProblem
from blockfront.server.http.routes.play import Looking, viewer_of

_GAME = "/api/games/{game}"
MOST_STATIONS = 40


class OverlayQuery(Looking):
    block: int = -1
    hex: int = -1


class HexQuery(Looking):
    hex: wire.Count = 0


class Modifiers(msgspec.Struct):
    hex: int
    modifiers: list[Modifier]


class AskWay(msgspec.Struct, forbid_unknown_fields=True):
    action: Any
    via: Annotated[list[int], Meta(max_length=MOST_STATIONS)] = []
    side: wire.SideNumber | None = None


class Way(msgspec.Struct):
    """The hexes of a move, both ends included; empty where there is nothing to show."""

    hexes: list[int]


def overlays_of(title_id: str) -> Any | None:
    """The title's module, if it has one."""
    name = f"blockfront.games.{title_id}.aids.overlays"
    return import_module(name) if find_spec(name) else None


@endpoint("GET", _GAME + "/overlays/{kind}", seat="optional", cost=2)
async def overlay(call: Call, given: OverlayQuery) -> Overlay:
    """Hexes and lines over the map: `control`, `zones`, `supply`, `command`, `rail`, `weather`, `ground`, as far as the title has them."""
    room, _, viewer = await viewer_of(call, given.side)
    table, kind = room.table, call.path("kind")
    module = overlays_of(table.game.title.id)
    if module is None or kind not in module.KINDS:
        raise ApiProblem("not_found", "There is no such overlay.")
    found: Overlay = module.overlay(table.game, table.game.view(table.state, viewer), kind, given.block, given.hex)
    return found


@endpoint("GET", _GAME + "/modifiers", seat="optional", cost=2)
async def modifiers(call: Call, given: HexQuery) -> Modifiers:
    """Everything that counts in the battle of a hex, each with its clause, as far as I know the units in it."""
    room, _, viewer = await viewer_of(call, given.side)
    table = room.table
    module = overlays_of(table.game.title.id)
    found = module.modifiers(table.game, table.game.view(table.state, viewer), given.hex) if module else ()
    return Modifiers(given.hex, list(found))


@endpoint("POST", _GAME + "/way", seat="required")
async def way(call: Call, given: AskWay) -> Way:
    """The hexes through which a move of mine leads, by way of certain hexes where that can be."""
    room, seat = await call.server.seat(call)
    table = room.table
    module = overlays_of(table.game.title.id)
    view = table.game.view(table.state, room.viewer_of(seat, given.side))
    return Way(list(module.way(table.game, view, room.action(given.action), given.via)) if module else [])
