"""Scenarios decided by conditions instead of points: the first condition in the list that is met gives the result."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import NOBODY_WINS, Rung, Victory
from blockfront.games.blocks_series.state import SeriesState


class ByConditions(Victory):
    @rule("BW-0.4b", "BW-7.11a")
    def final(self, state: SeriesState) -> tuple[int, int, str, str]:
        found = self.overriding(state)
        if found is not None:
            return found
        for rung in self.ladder():
            if self.is_met(state, rung.when):
                return rung.winner, 0, rung.level, "objectives"
        raise ValueError("one of the conditions of a scenario is always met")

    def ladder(self) -> tuple[Rung, ...]:
        sides, conditions = self.rules.sides, self.rules.scenario.special.conditions
        return tuple(Rung(sides.index(one.winner) if one.winner else NOBODY_WINS, one.level, one.when) for one in conditions)

    def counted(self, state: SeriesState) -> tuple[tuple[int, int], ...] | None:
        return None

    def is_met(self, state: SeriesState, when: str) -> bool:
        """Whether a condition of the scenario holds now."""
        raise KeyError(when)
