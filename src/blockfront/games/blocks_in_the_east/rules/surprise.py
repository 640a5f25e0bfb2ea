"""The surprise of June 1941, in the long scenarios that begin with it."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch07_turn.p06_air import AirOperations
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import (
    AIR_TO_AIR,
    AIR_TO_GROUND,
    ANTI_AIRCRAFT,
    ARTILLERY,
    Fire,
    FireContext,
    Shot,
)
from blockfront.games.blocks_series.state import AXIS, SeriesState


class SurprisingDefinitions(Definitions):
    """Which month is the month of surprise."""

    @rule("BE-SBE5d", "BE-SBE9a")
    def is_surprise(self, state: SeriesState) -> bool:
        """Whether it is the month of surprise: the first, for both sides."""
        return state.month == self.rules.scenario.first_month


class SurprisedAir(AirOperations):
    """The air rules of the surprise: Soviet aircraft stay on the ground."""

    @rule("BE-SBE5d", "BE-E113")
    def may_fly(self, state: SeriesState, block: int) -> bool:
        """Soviet aircraft do not take off in the month of surprise; when overrun they still flee."""
        grounded = self.units.side[block] != AXIS and self.rules.definitions.is_surprise(state)
        return not grounded and super().may_fly(state, block)

    @rule("BE-SBE5d")
    def has_reaction(self, state: SeriesState) -> bool:
        surprised = state.active == AXIS and self.rules.definitions.is_surprise(state)
        return not surprised and super().has_reaction(state)


class SurprisedFire(Fire):
    """Battles in which the Axis attacks with surprise."""

    def _is_surprised(self, state: SeriesState, side: int) -> bool:
        return side != AXIS and self.rules.definitions.is_surprise(state)

    def _surprises(self, state: SeriesState, block: int) -> bool:
        """Whether an Axis unit attacks with surprise."""
        return self.units.side[block] == AXIS == state.active and self.rules.definitions.is_surprise(state)

    @rule("BE-SBE5d")
    def is_in_the_air(self, state: SeriesState, block: int, context: FireContext) -> bool:
        return not self._is_surprised(state, self.units.side[block]) and super().is_in_the_air(state, block, context)

    @rule("BE-SBE5d")
    def may_take_off(self, state: SeriesState, block: int) -> bool:
        return not self._is_surprised(state, self.units.side[block]) and super().may_take_off(state, block)

    @rule("BE-SBE5e")
    def maluses(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        """Axis units that attack with surprise have no Malus except for unscouted hexes."""
        if self._surprises(state, block):
            return self.unscouted(state, context, step, block)
        return super().maluses(state, context, step, block)

    @rule("BE-SBE5e", "BE-SBE5f")
    def bonuses(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        """Surprised Soviets have no Bonus; German artillery and Axis aircraft have one more in the first round of an attack."""
        if self._is_surprised(state, self.units.side[block]):
            return 0
        found = super().bonuses(state, context, step, block)
        return found + int(self._surprises(state, block) and context.first() and self._profits(step, block))

    def _profits(self, step: int, block: int) -> bool:
        if step == ARTILLERY:
            return self.units.type[block] == "artillery" and self.order[block].nation == "germany"
        return step in (AIR_TO_AIR, AIR_TO_GROUND) and self.units.is_air[block]

    @rule("BE-SBE5g", "BE-E113")
    def volley(self, state: SeriesState, context: FireContext, step: int, side: int) -> list[Shot]:
        """Soviet anti-aircraft guns do not fire in the first round, nor at reconnaissance."""
        if step == ANTI_AIRCRAFT and context.first() and state.active == AXIS and self._is_surprised(state, side):
            return []
        return super().volley(state, context, step, side)

    def has_own_volley(self, context: FireContext, step: int) -> bool:
        return step == ANTI_AIRCRAFT or super().has_own_volley(context, step)
