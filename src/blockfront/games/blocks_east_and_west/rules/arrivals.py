"""BW-R143: who comes when, and formations that are in play in the East when the West expects them."""

from blockfront.blocks.block_state import ELIMINATED, NOT_IN_PLAY
from blockfront.core.clauses import rule
from blockfront.games.blocks_east_and_west.joined_tables import shared_formations
from blockfront.games.blocks_series.rules.ch07_turn.p03_reinforcements import Reinforcements
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of


class JoinedReinforcements(Reinforcements):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._shared = frozenset(shared_formations().values())

    @rule("BW-R143", "BW-7.3e")
    def due(self, state: SeriesState, side: int) -> list[int]:
        """Those of the scenario's list alone; a formation of both games that was destroyed comes as listed."""
        lost = (NOT_IN_PLAY, ELIMINATED)
        coming = [a.block for a in self.listed(state, side) if state.location[a.block] in lost and self._is_awaited(state, a.block)]
        return [block for block in coming if not state.surrendered >> self.units.power[block] & 1]

    def _is_awaited(self, state: SeriesState, block: int) -> bool:
        """A unit comes once: what was destroyed comes free only in the month of its arrival."""
        arrival = self.arrival(state, block)
        return state.location[block] == NOT_IN_PLAY or (arrival is not None and arrival.month == state.month)

    def exchanges(self, state: SeriesState, side: int) -> list[tuple[int, int]]:
        """All exchanges of the East were made before June 1944."""
        return []

    def calls(self, state: SeriesState, block: int) -> HexSet:
        """Places to which a formation in play is called by rail in the month in which it would have come."""
        arrival = self.arrival(state, block)
        if arrival is None or arrival.month != state.month or self.order[block].key not in self._shared:
            return 0
        return mask_of(self.board.hex(place) for place in arrival.places)
