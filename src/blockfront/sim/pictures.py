"""What notebooks show: maps, and positions with every block. A picture of what one side sees is `seen_by`."""

from typing import Any

from blockfront.blocks.block_state import BlockState
from blockfront.core.sides import Side
from blockfront.games import catalogue
from blockfront.games.catalogue import map_of
from blockfront.maps.model import MapData
from blockfront.sim.maps import map_svg, markers_of_state, markers_of_view, position_svg


class Picture:
    """SVG text that notebooks show."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg


def draw_position(game: Any, state: Any) -> str | None:
    """The map with all blocks: whoever holds the state may see it whole."""
    if not isinstance(state, BlockState):
        return None
    return position_svg(game.title.id, markers_of_state(state, game.order), f"{game.title.name}, {game.scenario}")


def draw_map(map_data: MapData) -> str | None:
    """The map of a title."""
    for title in catalogue.titles():
        if map_of(title.id).title == map_data.title:
            return map_svg(title.id)
    return None


def seen_by(game: Any, state: Any, side: Side) -> Picture:
    """What a side sees of a position; others' unknown blocks are question marks."""
    view = game.view(state, side)
    who = "spectators" if side < 0 else game.title.sides[side]
    return Picture(position_svg(game.title.id, markers_of_view(view, game.order), f"{game.title.name}, {game.scenario}: as {who} see it"))
