"""What the client needs to draw a title: its board as data, made once."""

from functools import cache
from typing import Protocol, cast

from blockfront.atlas import hex_centre, sheet_geometry
from blockfront.blocks.order_of_battle import OrderOfBattle
from blockfront.blocks.overlays import joined_by
from blockfront.games import catalogue
from blockfront.maps.model import MapData
from blockfront.server.http.problems import ApiProblem
from blockfront.server.wire import boards as wire_boards


class _HasOrder(Protocol):
    @property
    def order(self) -> OrderOfBattle: ...


def known_title(title_id: str) -> str:
    if title_id not in {title.id for title in catalogue.titles()}:
        raise ApiProblem("not_found", "There is no such title.")
    return title_id


@cache
def board_of(title_id: str) -> wire_boards.Board:
    """The map and the order of battle of a title as data."""
    title = catalogue.title(title_id)
    drawn = catalogue.map_of(title_id)
    game = cast(_HasOrder, catalogue.game(title_id, title.scenarios[0].id))
    return wire_boards.Board(
        title=title_id,
        geometry=sheet_geometry(drawn),
        hexes=_hexes(drawn),
        places=[wire_boards.BoardPlace(place.hex, place.name, place.kind, sorted(place.tags)) for place in drawn.places],
        ports=[wire_boards.BoardPort(port.hex, port.name, port.size) for port in drawn.ports],
        production=[wire_boards.BoardSite(site.hex, site.name, site.kind, site.value) for site in drawn.production],
        blocks=_blocks(game.order),
        pools=list(game.order.pools),
        rails=list(joined_by(drawn.grid, drawn.grid.cells, drawn.rails)),
    )


def _hexes(drawn: MapData) -> list[wire_boards.BoardHex]:
    found = []
    for hex_, data in drawn.hexes.items():
        x, y = hex_centre(drawn, hex_)
        label, name = drawn.grid.label(hex_), drawn.hex_name(hex_)
        found.append(wire_boards.BoardHex(hex_, label, name, x, y, data.terrain, data.water, data.nation, data.play))
    return found


def _blocks(order: OrderOfBattle) -> list[wire_boards.BoardBlock]:
    return [
        wire_boards.BoardBlock(
            block=number,
            key=block.key,
            name=block.name,
            type=block.type,
            side=block.side,
            nation=block.nation,
            strengths=list(block.strengths),
            tags=sorted(block.tags),
            colours=list(block.colours),
            pool=block.pool,
        )
        for number, block in enumerate(order.blocks)
    ]
