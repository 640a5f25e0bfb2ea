"""What a game of the series is played for: places with points, and what they give at the end."""

from random import Random
from typing import Any

from blockfront.core.aim import NO_AIM, Aim, AimLevel, AimPlace


def aim(game: Any, view: Any) -> Aim:
    """Who holds a place is seen by everybody: nothing of it is hidden."""
    scenario, victory = game.rules.scenario, game.rules.victory
    if not scenario.results and not scenario.objectives:
        return NO_AIM
    state = game.guess(view, Random(0))
    points = victory.points(state)
    board = game.rules.board
    side = scenario.points_side
    named = {board.hex(one.place): one.points for one in scenario.objectives}
    named |= {board.hex(one.place): -one.points for one in scenario.lost_places}
    named |= dict(victory.held(state))
    places = tuple(AimPlace(hex_, worth, 0 if state.control[0] >> hex_ & 1 else 1) for hex_, worth in named.items())
    levels = tuple(AimLevel(one.points, _winner(game, one.winner), one.level) for one in scenario.results)
    months = scenario.last_month - scenario.first_month + 1
    left = max(0, min(months, scenario.last_month - view.month + 1))
    return Aim("places", side, (points, points), levels, (), places, months, left, scenario.last_month, "BE-7.11a")


def _winner(game: Any, name: str | None) -> int:
    return int(game.rules.sides.index(name)) if name else -1
