"""Chapter 17: TECH levels come from research instead of the calendar."""

from typing import Final

from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_series.actions import Research
from blockfront.games.blocks_series.events import Researched, TechRose
from blockfront.games.blocks_series.loading.data_model import FIELDS, NAVAL
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import YELLOW, Production
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState

STUDIED: Final = NAVAL  # the number of fields that can be studied: those before naval
COSTS: Final = {2: 20, 3: 30}  # turns, and points, that each level takes
HIGHEST: Final = 3
SPECIALITIES: Final = {"germany": "armour", "ussr": "infantry"}
DISCOUNT: Final = 5
CALENDAR_PRICE: Final = 4  # points that the calendar costs the Soviets each turn
SHOCK_TECH: Final = 2


class ResearchedTech(Definitions):
    """TECH levels as research has raised them."""

    def initial_levels(self) -> list[int]:
        """The TECH levels of the scenario's first month, indexed by power * fields + field."""
        return [level for levels in self.levels(self.rules.scenario.first_month) for level in levels[:STUDIED]]

    @rule("BE-17.0b")
    def level(self, state: SeriesState, power: int, field: int) -> int:
        return state.levels[power * STUDIED + field]

    @rule("BE-17.0b", "BE-3.13d")
    def tech(self, state: SeriesState, block: int) -> int:
        level = state.levels[self.units.power[block] * STUDIED + self.units.field[block]]
        return max(level, SHOCK_TECH) if "shock" in self.units.tags[block] else level

    @rule("BE-17.0b", "BE-17.1a", "BE-R78")
    def begin_month(self, state: SeriesState, events: list[Event]) -> None:
        """When a month begins, completed research raises its level; Germany's minor allies stay one level behind."""
        super().begin_month(state, events)
        germany = self.rules.tables.power("germany")
        for place, level in enumerate(state.levels):
            power, field = divmod(place, STUDIED)
            if self._is_complete(state, place, level):
                state.research[place] = 0
                self._raise(state, power, field, level + 1, events)
        for place, level in enumerate(state.levels):
            power, field = divmod(place, STUDIED)
            if self._follows_germany(power) and state.levels[germany * STUDIED + field] - 1 > level:
                self._raise(state, power, field, level + 1, events)

    def _is_complete(self, state: SeriesState, place: int, level: int) -> bool:
        return level < HIGHEST and state.research[place] >= _needed(self.rules, state, place)

    def _raise(self, state: SeriesState, power: int, field: int, level: int, events: list[Event]) -> None:
        state.levels[power * STUDIED + field] = level
        state.derived = {}
        events.append(TechRose(power=power, field=field, level=level))

    def _follows_germany(self, power: int) -> bool:
        facts = self.rules.tables.powers[power]
        return facts.is_minor and facts.rebuilds  # Italy develops nothing itself


@rule("BE-17.0b", "BE-17.2a")
def research_cost(power: str, field: int, level: int) -> int:
    """Points, and turns, that a level takes; each great power is quicker in one field."""
    special = SPECIALITIES.get(power) == FIELDS[field]
    return COSTS[level] - (DISCOUNT if special else 0)


def _needed(rules: Rules, state: SeriesState, place: int) -> int:
    """Points that the next level takes in one field of one power."""
    power, field = divmod(place, STUDIED)
    return research_cost(rules.tables.powers[power].id, field, state.levels[place] + 1)


class PaidResearch(Production):
    """Points that are paid into research."""

    @rule("BE-17.0b")
    def projects(self, state: SeriesState, side: int) -> list[Action]:
        """A great power may pay one yellow point a turn into each field that can still rise."""
        found = super().projects(state, side)
        for power, facts in enumerate(self.rules.tables.powers):
            if facts.side == side and not facts.is_minor and self.can_pay(state, power, 1, (YELLOW,)):
                found += [Research(power, field) for field in range(STUDIED) if self._may_study(state, power, field)]
        return found

    def _may_study(self, state: SeriesState, power: int, field: int) -> bool:
        place = power * STUDIED + field
        if state.levels[place] >= HIGHEST or state.studied >> place & 1:
            return False
        return state.research[place] < _needed(self.rules, state, place)

    @rule("BE-17.0b")
    def undertake(self, state: SeriesState, action: Action, events: list[Event]) -> None:
        if not isinstance(action, Research):
            super().undertake(state, action, events)
            return
        self.pay(state, action.power, 1, (YELLOW,))
        place = action.power * STUDIED + action.field
        state.research[place] += 1
        state.studied |= 1 << place
        needed = _needed(self.rules, state, place)
        events.append(Researched(power=action.power, field=action.field, points=state.research[place], needed=needed))

    @rule("BE-17.0b", "BE-3.13e", "BE-E12")
    def income(self, state: SeriesState, power: int) -> tuple[int, ...]:
        """The Soviets keep the points that the TECH calendar would have cost them."""
        points = super().income(state, power)
        if self.rules.tables.powers[power].id != "ussr" or not any(points):
            return points
        return (points[YELLOW] + CALENDAR_PRICE, *points[1:])

    def why_not(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        if isinstance(action, Research):
            return Refusal("BE-17.0b", "no_research_now")
        return super().why_not(state, action, side)
