"""Where a game is heading if nothing changes, as a side can count it, and how much that side must therefore dare."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blockfront.ai.eastfront.evaluation.worth import Worth
from blockfront.blocks.fog_of_war import remembered_steps
from blockfront.games.eastfront.rules.ch17_victory import LEVELS
from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.state import AXIS, SOVIET, EastFrontState

if TYPE_CHECKING:
    from blockfront.ai.eastfront.evaluation.knowledge import Knowledge

EVEN: Final = 0.5  # chance of either weather of a month that has two
PRESSING: Final = 20.0  # points missing at which a side stops counting its losses


def pressure(rules: Rules, state: EastFrontState, side: int, worth: Worth, command: float | None = None) -> float:
    """From 0, where standing still wins, to 1, where it surely loses; `command` is what the enemy's headquarters are taken for."""
    if not worth.by_points:
        return 1.0 if side == SOVIET else 0.0
    return min(1.0, max(0.0, (enough(rules) - outlook(rules, state, side, command)) / PRESSING))


def enough(rules: Rules) -> int:
    """Points of advantage with which a game is won."""
    return min(level.at_least for level in rules.tables.victory_levels if level.level != LEVELS[0])


def outlook(rules: Rules, state: EastFrontState, side: int, command: float | None = None) -> float:
    """A side's advantage in points as they stand, the enemy's headquarters reckoned with as told or as the scenario gave them to him."""
    scenario, victory, numbers = rules.scenario_of(state), rules.victory, rules.tables.numbers
    enemy = 1 - side
    if command is None:
        command = sum(force.cv for force in scenario.sides[enemy].forces if any(rules.units.is_hq[block] for block in force.pool))
    unknown = numbers.points_per_command_value * (command - victory.command_values(state, enemy))
    return float(advantage(rules, state, side) - unknown)


def advantage(rules: Rules, state: EastFrontState, side: int) -> int:
    """A side's advantage in points as they stand."""
    margin = rules.victory.axis_score(state).total + rules.scenario_of(state).handicap - rules.victory.soviet_score(state).total
    return margin if side == AXIS else -margin


def likely_command(knowledge: Knowledge) -> float:
    """What the enemy's headquarters are likely to come to."""
    rules, state = knowledge.rules, knowledge.state
    total = 0.0
    for hq in rules.units.hqs[knowledge.enemy]:
        if state.location[hq] >= 0:
            steps = (state.steps[hq],) if state.face_up >> hq & 1 else likely_steps(knowledge, hq)
            total += sum(rules.units.value(hq, number) for number in steps) / len(steps)
    return total


def likely_steps(knowledge: Knowledge, hq: int) -> tuple[int, ...]:
    """Steps that an enemy headquarters which is not shown may have: it has recovered since it was seen, or may have."""
    rules, state = knowledge.rules, knowledge.state
    full, seen = rules.units.full[hq], remembered_steps(state, hq)
    if not seen:
        return (full, full, full, max(1, full - 1))
    grown = min(full, seen + 1)
    rested = state.half == 1 and rules.weather.first_side(state) == knowledge.side  # he has not moved since Production
    return (grown, full) if rested else (seen, grown, full)


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
