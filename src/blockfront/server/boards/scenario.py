"""A scenario before it is played: its aim, and the opening position."""

from functools import cache
from typing import Any

from blockfront.atlas import hex_centre, window_of
from blockfront.core.aim import NO_AIM
from blockfront.core.match import Match
from blockfront.core.sides import Side
from blockfront.games import catalogue
from blockfront.hexes.grid import Hex
from blockfront.server.boards import board as boards
from blockfront.server.boards import pictures
from blockfront.server.http.problems import ApiProblem
from blockfront.server.wire.boards import BoardBlock, OpeningBlock, ScenarioFacts

SEED = bytes(32)  # nothing is thrown that one could see


def known_scenario(title_id: str, scenario_id: str) -> tuple[str, str]:
    """Title and scenario by their ids; raises `not_found` if there is no such title or scenario."""
    title = boards.known_title(title_id)
    if scenario_id not in {one.id for one in catalogue.title(title).scenarios}:
        raise ApiProblem("not_found", "There is no such scenario.")
    return title, scenario_id


@cache
def facts_of(title_id: str, scenario_id: str) -> ScenarioFacts:
    """What the lobby shows of a scenario, made once."""
    suggested = frozenset(catalogue.title(title_id).scenario(scenario_id).suggests)
    game = catalogue.game(title_id, scenario_id, suggested)
    map_data = catalogue.map_of(title_id)
    view = game.view(Match(game, seed=SEED).state, Side(0))
    make = catalogue.contract(title_id).aim
    aim = make(game, view) if make else NO_AIM
    picture = pictures.pictures_of(title_id)[scenario_id]
    window = window_of(map_data, picture.around, picture.reach, pictures.ASPECT)
    named = {place.hex: map_data.hex_name(Hex(place.hex)) for place in aim.places}
    divisions = [[list(parts) for parts in game.divisions(Side(side)) if len(parts) > 1] for side in range(len(game.title.sides))]
    return ScenarioFacts(aim, named, _opening(view, title_id), (window.left, window.top, window.width, window.height), divisions)


def _opening(view: Any, title_id: str) -> list[OpeningBlock]:
    known = boards.board_of(title_id).blocks
    map_data = catalogue.map_of(title_id)
    found: list[tuple[BoardBlock | None, int, int, int]] = []
    for own in view.blocks.own:
        if own.location >= 0:
            found.append((known[own.block], known[own.block].side, own.location, own.steps))
    for sight in view.blocks.seen:
        face = known[sight.block] if sight.block >= 0 and sight.face_up else None
        found.append((face, sight.side, sight.location, sight.steps))
    return [OpeningBlock(face, side, hex_, *hex_centre(map_data, hex_), steps) for face, side, hex_, steps in found if hex_ >= 0]
