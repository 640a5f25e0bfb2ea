"""Section 20.0: the charge of Isbuscenskij."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.options.charges import CavalryCharge
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import CHARGING, Scene, Shot
from blockfront.games.blocks_series.state import NO_BLOCK, SeriesState

BARBO_DICE: Final = 3
BARBO_CHARGED: Final = 1 << 16  # bit of `happened`: it has had its great charge


class EasternCavalryCharge(CavalryCharge):
    @rule("BE-20.0e")
    def shots(self, state: SeriesState, scene: Scene, step: int, side: int) -> list[Shot]:
        """The Gruppo Barbò rolls three dice more in its first charge of the game."""
        found = super().shots(state, scene, step, side)
        if scene.wave != CHARGING or state.happened & BARBO_CHARGED:
            return found
        return [shot._replace(dice=shot.dice + BARBO_DICE) if self._is_barbo(shot.block) else shot for shot in found]

    def has_own_volley(self, scene: Scene, step: int) -> bool:
        return scene.wave == CHARGING or super().has_own_volley(scene, step)

    def _is_barbo(self, block: int) -> bool:
        return block != NO_BLOCK and "barbo" in self.units.tags[block]

    @rule("BE-20.0e")
    def note_fire(self, state: SeriesState, scene: Scene, shots: list[Shot]) -> None:
        super().note_fire(state, scene, shots)
        if scene.wave == CHARGING and any(self._is_barbo(shot.block) for shot in shots):
            state.happened |= BARBO_CHARGED
