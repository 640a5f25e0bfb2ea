"""Section 20.0: the cavalry charge of Isbuscenskij."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_east.rules.history import BARBO_CHARGED
from blockfront.games.blocks_series.options.charges import CavalryCharge
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import CAVALRY_CHARGE, CHARGING, GREAT_CHARGE, FireContext, Shot
from blockfront.games.blocks_series.state import NO_BLOCK, SeriesState

BARBO_DICE: Final = 3


class EasternCavalryCharge(CavalryCharge):
    @rule("BE-20.0e")
    def charges(self, state: SeriesState, hex_: int) -> int:
        """Once in the game the Gruppo Barbò may make its great charge."""
        found = super().charges(state, hex_)
        if not found & CAVALRY_CHARGE or state.happened & BARBO_CHARGED:
            return found
        here = self.units_at(state, hex_, state.active)
        return found | GREAT_CHARGE if any(self._is_barbo(block) for block in here) else found

    @rule("BE-20.0e")
    def shots(self, state: SeriesState, context: FireContext, step: int, side: int) -> list[Shot]:
        """In its great charge the Gruppo Barbò rolls three dice more."""
        found = super().shots(state, context, step, side)
        if context.wave != CHARGING or not context.charge & GREAT_CHARGE or state.happened & BARBO_CHARGED:
            return found
        return [shot._replace(dice=shot.dice + BARBO_DICE) if self._is_barbo(shot.block) else shot for shot in found]

    def has_own_volley(self, context: FireContext, step: int) -> bool:
        return context.wave == CHARGING or super().has_own_volley(context, step)

    def _is_barbo(self, block: int) -> bool:
        return block != NO_BLOCK and "barbo" in self.units.tags[block]

    @rule("BE-20.0e")
    def note_fire(self, state: SeriesState, context: FireContext, shots: list[Shot]) -> None:
        super().note_fire(state, context, shots)
        is_great = context.wave == CHARGING and context.charge & GREAT_CHARGE
        if is_great and any(self._is_barbo(shot.block) for shot in shots):
            state.happened |= BARBO_CHARGED
