"""The option of SBE5 and SBE9 for June 1941: the Luftwaffe rules the sky."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_AIR, AIR_TO_GROUND, Fire, FireContext, Shot
from blockfront.games.blocks_series.rules.ch13_headquarters import Headquarters
from blockfront.games.blocks_series.state import AXIS, SeriesState

WEAR = 2  # steps that an activation costs a Luftwaffe headquarters


class SupremeFire(Fire):
    """Axis aircraft roll twice their dice in the month of surprise."""

    @rule("BE-SBE5i", "BE-E114")
    def volley(self, state: SeriesState, context: FireContext, step: int, side: int) -> list[Shot]:
        """In the month of surprise, attacking Axis aircraft roll twice their dice in the first round."""
        found = super().volley(state, context, step, side)
        attacks = side == AXIS == state.active and context.first() and self.rules.definitions.is_surprise(state)
        if not attacks or step not in (AIR_TO_AIR, AIR_TO_GROUND):
            return found
        return [shot._replace(dice=2 * shot.dice) for shot in found]

    def has_own_volley(self, context: FireContext, step: int) -> bool:
        return step in (AIR_TO_AIR, AIR_TO_GROUND) or super().has_own_volley(context, step)


class WornHeadquarters(Headquarters):
    """In return headquarters of the Luftwaffe wear out faster."""

    @rule("BE-SBE5i", "BE-E114")
    def wear(self, state: SeriesState, hq: int) -> int:
        """In return an activation costs Luftwaffe headquarters two steps; Antonescu pays as usual."""
        usual = super().wear(state, hq)
        luftwaffe = self.units.type[hq] == "air_hq" and self.units.side[hq] == AXIS
        return max(WEAR, usual) if luftwaffe and self.rules.definitions.is_surprise(state) else usual
