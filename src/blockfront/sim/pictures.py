"""Pictures for notebooks: maps, positions with every block, and with `seen_by` what one side sees."""

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
    """SVG text that notebooks display as a picture."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg


def draw_position(game: Any, state: Any) -> str | None:
    """Draws the map with all blocks, hidden ones too: a caller that has the state may see everything."""
    if not isinstance(state, BlockState):
        return None
    return position_svg(game.title.id, markers_of_state(state, game.order), f"{game.title.name}, {game.scenario}")


def set_up_on_map(title_id: str, scenario: str, map_address: str, map_frame: Frame) -> str:
    """Draws a scenario's start with both sides face up; blocks that players set up freely stand as a machine proposes."""
    game: Any = catalogue.game(title_id, scenario)
    return blocks_on_map(title_id, markers_of_state(_set_up(game, Random(1)), game.order), map_address, map_frame)


def _set_up(game: AnyGame, rng: Random) -> Any:
    """Returns the state after set-up, with machine proposals for free deployments."""
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
    """Draws the map of the title whose data is given."""
    for title in catalogue.titles():
        if map_of(title.id).title == map_data.title:
            return map_svg(title.id)
    return None


def seen_by(game: Any, state: Any, side: Side) -> Picture:
    """Draws what a side sees of a position; unknown blocks of others are question marks."""
    view = game.view(state, side)
    who = "spectators" if side < 0 else game.title.sides[side]
    return Picture(position_svg(game.title.id, markers_of_view(view, game.order), f"{game.title.name}, {game.scenario}: as {who} see it"))
