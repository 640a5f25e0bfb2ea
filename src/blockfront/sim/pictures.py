"""What notebooks show: maps, and positions with every block. A picture of what one side sees is `seen_by`."""

from random import Random
from typing import Any

from blockfront.ai.proposals import DEPLOYMENT, propose
from blockfront.blocks.block_state import BlockState
from blockfront.core.actions import Deal
from blockfront.core.chance import Shuffle
from blockfront.core.game import AnyGame
from blockfront.core.sides import CHANCE, Side
from blockfront.games import catalogue
from blockfront.games.catalogue import map_of
from blockfront.maps.model import MapData
from blockfront.sim.maps import Frame, blocks_on_map, map_svg, markers_of_state, markers_of_view, position_svg


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


def set_up_on_map(title_id: str, scenario: str, map_address: str, map_frame: Frame) -> str:
    """Where a scenario begins, both sides face up; what players set up freely stands as a machine proposes it."""
    game: Any = catalogue.game(title_id, scenario)
    return blocks_on_map(title_id, markers_of_state(_set_up(game, Random(1)), game.order), map_address, map_frame)


def _set_up(game: AnyGame, rng: Random) -> Any:
    """A state in which everybody stands where the game begins."""
    state = game.setup()
    while sides := game.to_act(state):
        side = min(sides)
        if side == CHANCE:
            if not isinstance(game.chance(state), Shuffle):
                break
            game.apply(state, Deal(rng.getrandbits(32)), CHANCE)
            continue
        proposal = propose(game, game.view(state, side), rng)
        if proposal is None or proposal.kind != DEPLOYMENT:
            break
        for action in proposal.actions:
            game.apply(state, action, side)
    return state


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
