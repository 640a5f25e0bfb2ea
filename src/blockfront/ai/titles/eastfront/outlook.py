"""Where a game is heading if nothing changes, as a side can count it, and how much that side must therefore dare."""

from __future__ import annotations

from typing import Final

from blockfront.ai.titles.eastfront.worth import Worth
from blockfront.games.eastfront.rules.ch17_victory import LEVELS
from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.state import AXIS, SOVIET, EastFrontState

EVEN: Final = 0.5  # chance of either weather of a month that has two
PRESSING: Final = 20.0  # points missing at which a side stops counting its losses


def pressure(rules: Rules, state: EastFrontState, side: int, worth: Worth) -> float:
    """From 0, where standing still wins, to 1, where it surely loses."""
    if not worth.by_points:
        return 1.0 if side == SOVIET else 0.0
    enough = min(level.at_least for level in rules.tables.victory_levels if level.level != LEVELS[0])
    return min(1.0, max(0.0, (enough - outlook(rules, state, side)) / PRESSING))


def outlook(rules: Rules, state: EastFrontState, side: int) -> float:
    """A side's advantage in points as they stand, the enemy's headquarters reckoned with as the scenario gave them to him."""
    scenario, victory, numbers = rules.scenario_of(state), rules.victory, rules.tables.numbers
    enemy = 1 - side
    given = sum(force.cv for force in scenario.sides[enemy].forces if any(rules.units.is_hq[block] for block in force.pool))
    unknown = numbers.points_per_command_value * (given - victory.command_values(state, enemy))
    axis, soviet = victory.axis_score(state).total, victory.soviet_score(state).total
    margin = axis + scenario.handicap - soviet
    return float(margin - unknown if side == AXIS else -margin - unknown)


def is_answered(rules: Rules, state: EastFrontState, side: int, worth: Worth) -> bool:
    """Whether the enemy has a turn after a side's running one."""
    return not worth.ends_here or worth.turns > 0 or rules.weather.first_side(state) == side


def again(rules: Rules, state: EastFrontState, side: int, worth: Worth) -> tuple[int, ...]:
    """Of the two weathers the next Fortnight may have those that give a side two turns in a row: it moves last now and would be first."""
    is_over = worth.ends_here and not worth.turns
    if is_over or rules.weather.first_side(state) == side:
        return ()
    month = rules.tables.east[(state.month + (state.half == 2)) % 12]
    return tuple(weather for weather in (month.even, month.odd) if rules.tables.weather[weather].first == side)
