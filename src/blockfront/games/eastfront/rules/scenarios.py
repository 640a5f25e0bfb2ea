"""Chapter 3 and the special rules of the scenarios."""

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

    @rule("EF-S44.3a", "EF-R30")
    def skips_turn(self, state: EastFrontState, side: int) -> bool:
        """Whether a side's Player Turn does not take place: the Axis in the first Fortnight of "stand or die"."""
        scenario = self.rules.scenario_of(state)
        first = state.month == scenario.first_month and state.half == scenario.first_half and state.chapter == 0
        return scenario.facts.stand_or_die and side == AXIS and first

    def continue_into_next(self, state: EastFrontState, events: list[Event]) -> None:
        """Go on into the next scenario of a chain."""

    @rule("EF-R67", "EF-EDW.0a")
    def set_given_production(self, state: EastFrontState) -> None:
        """Where the level is given and not computed, the base makes up the difference to what the map yields."""
        scenario = self.rules.scenario_of(state)
        if scenario.facts.given_production:
            for side, setup in enumerate(scenario.sides):
                state.base[side] = setup.start_production - self.rules.production.from_map(state, side)
