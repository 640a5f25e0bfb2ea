"""How a game will end if nothing changes, as far as a side can tell, and how much risk that side must therefore take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blockfront.ai.eastfront.evaluation.approach import still_to_go
from blockfront.ai.eastfront.evaluation.worth import Worth
from blockfront.blocks.fog_of_war import remembered_steps
from blockfront.games.eastfront.rules.ch17_victory import LEVELS
from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.state import AXIS, SOVIET, EastFrontState

if TYPE_CHECKING:
    from blockfront.ai.eastfront.evaluation.knowledge import Knowledge

EVEN: Final = 0.5  # chance of each weather in a month that has two
PRESSING: Final = 20.0  # points missing to win at which a side stops minding its losses
CLEARLY: Final = 4  # how many times what wins a game all deciding places count as an advantage: nothing else makes up for them


def pressure(rules: Rules, state: EastFrontState, side: int, worth: Worth, command: float | None = None) -> float:
    """Returns 0 if standing still wins, up to 1 if it surely loses; `command` is the assumed strength of enemy headquarters."""
    if not worth.by_points:
        return 1.0 if side == SOVIET else 0.0
    if worth.deciding:
        return 0.0 if advantage(rules, state, side) >= enough(rules) else 1.0
    return min(1.0, max(0.0, (enough(rules) - outlook(rules, state, side, command)) / PRESSING))


def enough(rules: Rules) -> int:
    """Returns the advantage in points that wins a game."""
    return min(level.at_least for level in rules.tables.victory_levels if level.level != LEVELS[0])


def outlook(rules: Rules, state: EastFrontState, side: int, command: float | None = None) -> float:
    """Returns a side's expected advantage in points, with enemy headquarters at `command` or at the scenario's strength."""
    scenario, victory, numbers = rules.scenario_of(state), rules.victory, rules.tables.numbers
    enemy = 1 - side
    if command is None:
        command = sum(force.cv for force in scenario.sides[enemy].forces if any(rules.units.is_hq[block] for block in force.pool))
    unknown = numbers.points_per_command_value * (command - victory.command_values(state, enemy))
    return float(advantage(rules, state, side) - unknown)


def advantage(rules: Rules, state: EastFrontState, side: int) -> int:
    """Returns a side's current advantage in points; where places decide, it has more than enough with all of them."""
    places = rules.victory.deciding_places(state)
    if places:
        held = sum(state.friendly[side] >> place & 1 for place in places)
        return CLEARLY * enough(rules) * (2 * held - len(places)) // len(places) - still_to_go(rules, state, side)
    margin = rules.victory.axis_score(state).total + rules.scenario_of(state).handicap - rules.victory.soviet_score(state).total
    return margin if side == AXIS else -margin


def likely_command(knowledge: Knowledge) -> float:
    """Returns the likely total strength of the enemy's headquarters."""
    rules, state = knowledge.rules, knowledge.state
    total = 0.0
    for hq in rules.units.hqs[knowledge.enemy]:
        if state.location[hq] >= 0:
            steps = (state.steps[hq],) if state.face_up >> hq & 1 else likely_steps(knowledge, hq)
            total += sum(rules.units.value(hq, number) for number in steps) / len(steps)
    return total


def likely_steps(knowledge: Knowledge, hq: int) -> tuple[int, ...]:
    """Lists the steps that a hidden enemy headquarters may have: it may have recovered since it was seen."""
    rules, state = knowledge.rules, knowledge.state
    full, seen = rules.units.full[hq], remembered_steps(state, hq)
    if not seen:
        return (full, full, full, max(1, full - 1))
    grown = min(full, seen + 1)
    rested = state.half == 1 and rules.weather.first_side(state) == knowledge.side  # the enemy has not moved since Production
    return (grown, full) if rested else (seen, grown, full)


def is_answered(rules: Rules, state: EastFrontState, side: int, worth: Worth) -> bool:
    """Says whether the enemy still has a turn after the side's current one."""
    return not worth.ends_here or worth.turns > 0 or rules.weather.first_side(state) == side


def again(rules: Rules, state: EastFrontState, side: int, worth: Worth) -> tuple[int, ...]:
    """Returns which of the next Fortnight's two possible weathers give the side, moving last now, a second turn in a row."""
    is_over = worth.ends_here and not worth.turns
    if is_over or rules.weather.first_side(state) == side:
        return ()
    month = rules.tables.east[(state.month + (state.half == 2)) % 12]
    return tuple(weather for weather in (month.even, month.odd) if rules.tables.weather[weather].first == side)
