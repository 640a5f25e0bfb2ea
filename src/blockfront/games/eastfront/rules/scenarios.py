"""Chapter 3: continuing from one scenario into the next, and special rules of single scenarios."""

from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.eastfront.rules.chapter import Chapter
from blockfront.games.eastfront.state import AXIS, DEPLOYMENT, PRODUCTION, SOVIET, WEATHER, EastFrontState


class ScenarioRules(Chapter):
    @rule("EF-S41.3a", "EF-S41.3b")
    def is_surprised(self, state: EastFrontState, side: int) -> bool:
        """Whether a side suffers from the surprise of the invasion: the Soviets in the first month."""
        scenario = self.rules.scenario_of(state)
        return scenario.facts.surprise and side == SOVIET and state.month == scenario.first_month

    @rule("EF-S44.3a", "EF-R30", "EF-3.12c")
    def skips_turn(self, state: EastFrontState, side: int) -> bool:
        """Whether a side's Player Turn is skipped: that of the Axis in the first Fortnight of "stand or die"."""
        scenario = self.rules.scenario_of(state)
        first = state.month == scenario.first_month and state.half == scenario.first_half
        return scenario.facts.stand_or_die and side == AXIS and first

    @rule("EF-4.1a", "EF-11.1a", "EF-S41.2a", "EF-S44.3a")
    def productions_since(self, state: EastFrontState, turn: int) -> int:
        """How many Productions have begun since a Player Turn, including the current one."""
        before, month, number = state.turn - self._turns_begun(state), state.month, 0
        while turn <= before and month > self.rules.chain[0].first_month:
            number += 1
            month -= 1
            before -= self._turns_in(month)
        return number

    def _turns_begun(self, state: EastFrontState) -> int:
        """How many Player Turns of this month have begun."""
        if state.phase in (DEPLOYMENT, PRODUCTION):
            return 0
        first = self._first_half(state.month)
        begun = 2 * (state.half - first) - (state.half > first) * self._skipped_in(state.month)
        if state.phase == WEATHER:
            return begun
        place = 1 + (state.active != self.rules.weather.first_side(state))
        return begun + place - (state.half == first) * self._skipped_in(state.month)

    def _turns_in(self, month: int) -> int:
        return 2 * (3 - self._first_half(month)) - self._skipped_in(month)

    def _first_half(self, month: int) -> int:
        opening = self.rules.chain[0]
        return opening.first_half if month == opening.first_month else 1

    def _skipped_in(self, month: int) -> int:
        """How many Player Turns of a month are skipped: one in the first month of "stand or die"."""
        return sum(scenario.facts.stand_or_die and scenario.first_month == month for scenario in self.rules.chain)

    @rule("EF-3.12a", "EF-3.12b", "EF-3.12c", "EF-3.13a", "EF-S43.1a")
    def continue_into_next(self, state: EastFrontState, events: list[Event]) -> None:
        """Continue into the next scenario: units stay where they are; base production, air power and special rules change."""
        state.place_in_chain += 1
        scenario = self.rules.scenario_of(state)
        state.month, state.half = scenario.first_month_when_continued, 1
        for side, setup in enumerate(scenario.sides):
            state.base[side] += setup.base_change
        if scenario.facts.satellites_stay_restricted:
            self.rules.satellites.withdraw(state, events)

    @rule("EF-R67", "EF-EDW.0a")
    def set_given_production(self, state: EastFrontState) -> None:
        """Where a scenario states the production level, set the base so that base and map together give that level."""
        scenario = self.rules.scenario_of(state)
        if scenario.facts.given_production:
            for side, setup in enumerate(scenario.sides):
                state.base[side] += setup.start_production - self.rules.production.level(state, side)
