"""Chapter 10: elite units of the West, and what the Western Allies need full strength for."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import ANTI_AIRCRAFT, GROUND, Fire, Scene
from blockfront.games.blocks_series.state import SeriesState

ATTACK: Final = "elite_attack"  # SS units
DEFENCE: Final = "elite_defence"  # parachutists and Hermann Göring
ALLIED: Final = "allied_elite"  # marines and parachutists, at full strength only
LOWEST_TECH: Final = 1


class WesternElites(Fire):
    @rule("BW-10.0a", "BW-10.0b", "BW-10.0c", "BW-10.0d", "BW-10.0e", "BW-10.0f")
    def bonuses(self, state: SeriesState, scene: Scene, step: int, block: int) -> int:
        """Some attack better; others defend better, against aircraft too."""
        found = super().bonuses(state, scene, step, block)
        tags = self.units.tags[block]
        allied = ALLIED in tags and self.is_full(state, block)
        if self.units.side[block] == state.active:
            return found + int(step == GROUND and (ATTACK in tags or (allied and self.units.is_marine[block])))
        defends = DEFENCE in tags or (allied and self.units.is_paratroop[block])
        return found + int(step in (GROUND, ANTI_AIRCRAFT) and defends)

    def is_full(self, state: SeriesState, block: int) -> bool:
        return state.steps[block] == self.units.full[block]

    def heeds_full(self, block: int) -> bool:
        needs = self.rules.tables.powers[self.units.power[block]].full_strength_only and self.units.is_combat[block]
        return needs or ALLIED in self.units.tags[block] or super().heeds_full(block)

    @rule("BW-10.0g", "BW-10.0h", "BW-R125")
    def base_firepower(self, state: SeriesState, step: int, block: int) -> int:
        """Combat units of the Western Allies below full strength fire as at TECH 1."""
        power = self.rules.tables.powers[self.units.power[block]]
        if not power.full_strength_only or not self.units.is_combat[block] or self.is_full(state, block):
            return super().base_firepower(state, step, block)
        kind = self.units.kind[block]
        attacks = step != ANTI_AIRCRAFT and self.units.side[block] == state.active
        return kind.attack[LOWEST_TECH] if attacks else kind.defence[LOWEST_TECH]
