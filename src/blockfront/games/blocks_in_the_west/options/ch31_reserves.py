"""Chapter 31 in the West: reserves that a scenario starts with."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.options.ch31_reserves import ReserveBlitz, ReserveHeadquarters, ReserveMovement
from blockfront.games.blocks_series.rules.ch07_turn.p05_movement import Movement
from blockfront.games.blocks_series.rules.ch07_turn.p08_blitz import Blitz
from blockfront.games.blocks_series.rules.ch13_headquarters import Headquarters
from blockfront.games.blocks_series.ruleset import Layer
from blockfront.games.blocks_series.state import SeriesState

FIRST_TURN: Final = 1


class WesternReserves(ReserveHeadquarters):
    @rule("BW-31.0c", "BW-31.0f", "BW-R102")
    def begin_turn(self, state: SeriesState, side: int) -> None:
        """Reserves wait for one enemy turn; those of the set-up wait for the first, whichever side begins."""
        at_first = state.reserve
        super().begin_turn(state, side)
        if state.turn <= FIRST_TURN:
            state.reserve |= at_first


RESERVES: Final[Layer] = {Headquarters: WesternReserves, Movement: ReserveMovement, Blitz: ReserveBlitz}
