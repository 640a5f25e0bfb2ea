"""What a game of the series is played for: places with points, and what they give at the end."""

from random import Random
from typing import Any

from blockfront.core.aim import NO_AIM, Aim, AimLevel, AimPlace
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import NOBODY_WINS


def aim(game: Any, view: Any) -> Aim:
    """Who holds a place is seen by everybody: nothing of it is hidden."""
    scenario, victory = game.rules.scenario, game.rules.victory
    state = game.guess(view, Random(0))
    if not scenario.results and not scenario.objectives:
        return _without_points(game, view, state)
    points = victory.points(state)
    board = game.rules.board
    side = scenario.points_side
    named = {board.hex(one.place): one.points for one in scenario.objectives}
    named |= {board.hex(one.place): -one.points for one in scenario.lost_places}
    named |= dict(victory.held(state))
    places = tuple(AimPlace(hex_, worth, 0 if state.control[0] >> hex_ & 1 else 1) for hex_, worth in named.items())
    levels = tuple(AimLevel(one.points, _winner(game, one.winner), one.level) for one in scenario.results)
    months, left = _months(game, view)
    return Aim("places", side, (points, points), levels, (), places, months, left, scenario.last_month, "BE-7.11a")


def _months(game: Any, view: Any) -> tuple[int, int]:
    scenario = game.rules.scenario
    months = scenario.last_month - scenario.first_month + 1
    return months, max(0, min(months, scenario.last_month - view.month + 1))


def _without_points(game: Any, view: Any, state: Any) -> Aim:
    """Where places decide by themselves: all of them, or what the scenario takes for the same."""
    victory, board = game.rules.victory, game.rules.board
    side, named = victory.deciding_places()
    if not named:
        return NO_AIM
    places = tuple(AimPlace(board.hex(place), 1, 0 if state.control[0] >> board.hex(place) & 1 else 1) for place in named)
    is_won = (victory.sudden(state) or victory.final(state))[0] == side
    held = len(places) if is_won else min(len(places) - 1, sum(place.holder == side for place in places))
    levels = (AimLevel(0, NOBODY_WINS, "draw"), AimLevel(len(places), side, "victory"))
    months, left = _months(game, view)
    return Aim("places", side, (held, held), levels, (), places, months, left, game.rules.scenario.last_month, "BE-7.11a")


def _winner(game: Any, name: str | None) -> int:
    return int(game.rules.sides.index(name)) if name else -1
