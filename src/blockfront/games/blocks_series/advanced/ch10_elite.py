"""Chapter 10: elite units."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import Payments, Production
from blockfront.games.blocks_series.rules.ch07_turn.p05_movement import Movement
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import ANTI_AIRCRAFT, ARTILLERY, GROUND, Fire, FireContext
from blockfront.games.blocks_series.state import SeriesState


class EliteFire(Fire):
    """Bonuses of elite units."""

    @rule("BE-10.0a", "BE-10.0b", "BE-10.0c")
    def bonuses(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        """Some elite units attack better; others defend better, also against aircraft. Those that fire as artillery have it there."""
        found = super().bonuses(state, context, step, block)
        tags = self.units.tags[block]
        if self.units.side[block] == state.active:
            return found + int(step in (ARTILLERY, GROUND) and "elite_attack" in tags)
        return found + int(step in (ARTILLERY, GROUND, ANTI_AIRCRAFT) and "elite_defence" in tags)


class EliteMovement(Movement):
    """Guards that move faster."""

    @rule("BE-10.0d", "BE-10.0e", "BE-3.13g")
    def full_allowance(self, state: SeriesState, block: int) -> int:
        """Guards are faster than others while their field is TECH 1."""
        points = super().full_allowance(state, block)
        return points + int("guards" in self.units.tags[block] and self.rules.definitions.tech(state, block) == 1)


class EliteProduction(Production):
    """Guards are not rebuilt."""

    @rule("BE-10.0f")
    def may_rebuild(self, state: SeriesState, block: int, payments: Payments | None = None) -> bool:
        return "guards" not in self.units.tags[block] and super().may_rebuild(state, block, payments)
