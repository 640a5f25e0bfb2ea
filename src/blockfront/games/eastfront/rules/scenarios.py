"""Chapter 3: going on from one scenario into the next; and special rules of single scenarios."""

from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.state import AXIS, SOVIET, EastFrontState


class ScenarioRules(Chapter):
    @rule("EF-S41.3a", "EF-S41.3b")
    def is_surprised(self, state: EastFrontState, side: int) -> bool:
        """Whether a side suffers the surprise of the invasion: the Soviets in its first month."""
        scenario = self.rules.scenario_of(state)
        return scenario.facts.surprise and side == SOVIET and state.month == scenario.first_month

    @rule("EF-S44.3a", "EF-R30", "EF-3.12c")
    def skips_turn(self, state: EastFrontState, side: int) -> bool:
        """Whether a side's Player Turn does not take place: the Axis in the first Fortnight of "stand or die"."""
        scenario = self.rules.scenario_of(state)
        first = state.month == scenario.first_month and state.half == scenario.first_half
        return scenario.facts.stand_or_die and side == AXIS and first

    @rule("EF-3.12a", "EF-3.12b", "EF-3.12c", "EF-3.13a", "EF-S43.1a")
    def continue_into_next(self, state: EastFrontState, events: list[Event]) -> None:
        """Forces and positions stay; base production, air power and special rules are those of the next scenario."""
        state.chapter += 1
        scenario = self.rules.scenario_of(state)
        state.month, state.half = scenario.first_month_when_continued, 1
        for side, setup in enumerate(scenario.sides):
            state.base[side] += setup.base_change
        if scenario.facts.satellites_stay_restricted:
            self.rules.satellites.withdraw(state, events)

    @rule("EF-R67", "EF-EDW.0a")
    def set_given_production(self, state: EastFrontState) -> None:
        """Where the level is given and not computed, the base makes up the difference to what the map yields."""
        scenario = self.rules.scenario_of(state)
        if scenario.facts.given_production:
            for side, setup in enumerate(scenario.sides):
                state.base[side] += setup.start_production - self.rules.production.level(state, side)
