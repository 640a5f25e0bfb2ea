"""The aim of a game of the series: places worth points and the results they give, or victory levels decided by conditions."""

from random import Random
from typing import Any, Final

from blockfront.core.aim import NO_AIM, Aim, AimCondition, AimItem, AimLevel, AimPlace
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import LEVELS, NOBODY_WINS, Rung

CLAUSE: Final = "BE-7.11a"
GUESSES: Final = 12  # positions the viewer cannot rule out, tried to find the span of what is hidden


def aim(game: Any, view: Any) -> Aim:
    """The aim as a viewer knows it. Everybody sees who holds a place; other things a condition counts may be hidden and are a span."""
    scenario, victory = game.rules.scenario, game.rules.victory
    if victory.ladder():
        return _by_conditions(game, view)
    state = game.guess(view, Random(0))
    if not scenario.results and not scenario.objectives:
        return _without_points(game, view, state)
    points = victory.points(state)
    board = game.rules.board
    side = scenario.points_side
    named = victory.worths(state) | {board.hex(one.place): -one.points for one in scenario.lost_places}
    places = tuple(AimPlace(hex_, worth, 0 if state.control[0] >> hex_ & 1 else 1) for hex_, worth in named.items())
    levels = tuple(AimLevel(one.points, _winner(game, one.winner), one.level) for one in scenario.results)
    months, left = _months(game, view)
    return Aim("places", side, (points, points), levels, (), places, months, left, scenario.last_month, game.rules.cite(CLAUSE))


def _months(game: Any, view: Any) -> tuple[int, int]:
    scenario = game.rules.scenario
    months = scenario.last_month - scenario.first_month + 1
    return months, max(0, min(months, scenario.last_month - view.month + 1))


def _without_points(game: Any, view: Any, state: Any) -> Aim:
    """The aim where places decide without points: one side wins with all of them, or with what the scenario counts as that."""
    victory, board = game.rules.victory, game.rules.board
    side, named = victory.deciding_places()
    if not named:
        return NO_AIM
    places = tuple(AimPlace(board.hex(place), 1, 0 if state.control[0] >> board.hex(place) & 1 else 1) for place in named)
    is_won = (victory.sudden(state) or victory.final(state))[0] == side
    held = len(places) if is_won else min(len(places) - 1, sum(place.holder == side for place in places))
    levels = (AimLevel(0, NOBODY_WINS, "draw"), AimLevel(len(places), side, "victory"))
    months, left = _months(game, view)
    return Aim("places", side, (held, held), levels, (), places, months, left, game.rules.scenario.last_month, game.rules.cite(CLAUSE))


def _by_conditions(game: Any, view: Any) -> Aim:
    """The aim where conditions decide: levels from the first side's worst to its best; the balance is the level reached now."""
    victory, rng = game.rules.victory, Random(0)
    rungs = sorted(victory.ladder(), key=_worth)
    worths = [_worth(rung) for rung in rungs]
    places, tallies = [], []
    for _ in range(GUESSES):
        state = game.guess(view, rng)
        winner, _, level, _ = victory.sudden(state) or victory.final(state)
        places.append(worths.index(_worth(Rung(winner, level, ""))))
        tallies.append(victory.tallies(state))
    items = tuple(AimItem(name, tuple(_span([one[name][side] for one in tallies]) for side in (0, 1))) for name in tallies[0])
    levels = tuple(AimLevel(place, rung.winner, rung.level) for place, rung in enumerate(rungs))
    conditions = tuple(AimCondition(rung.when) for rung in rungs)
    months, left = _months(game, view)
    last = game.rules.scenario.last_month
    return Aim("conditions", 0, _span(places), levels, items, (), months, left, last, game.rules.cite(CLAUSE), conditions=conditions)


def _worth(rung: Rung) -> int:
    """How good a level is for the first side."""
    return LEVELS.index(rung.level) * {0: 1, 1: -1, NOBODY_WINS: 0}[rung.winner]


def _span(values: list[int]) -> tuple[int, int]:
    return min(values), max(values)


def _winner(game: Any, name: str | None) -> int:
    return int(game.rules.sides.index(name)) if name else -1
