"""BW-R143: when units arrive, and formations that the West expects while they are in play in the East."""

from functools import cached_property

from blockfront.blocks.block_state import ELIMINATED, NOT_IN_PLAY
from blockfront.core.clauses import rule
from blockfront.games.blocks_east_and_west.joined_tables import shared_formations
from blockfront.games.blocks_series.rules.ch07_turn.p03_reinforcements import Reinforcements
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.scenario_model import Arrival
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of


class JoinedReinforcements(Reinforcements):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._called: tuple[tuple[int, ...], dict[int, HexSet]] = ((), {})  # the answer of `called`, with the month and plans it holds for
        shared = frozenset(shared_formations().values())
        self._shared = frozenset(block for block in range(len(self.order)) if self.order[block].key in shared)

    @rule("BW-R143", "BW-7.3e")
    def due(self, state: SeriesState, side: int) -> list[int]:
        """Besides the Volkssturm, units of the scenario's list; a formation of both games that was destroyed arrives as listed."""
        lost = (NOT_IN_PLAY, ELIMINATED)
        coming = [a.block for a in self.listed(state, side) if state.location[a.block] in lost and self._is_awaited(state, a.block)]
        coming = [block for block in coming if not state.surrendered >> self.units.power[block] & 1]
        return [*coming, *(block for block in super().due(state, side) if block not in coming)]

    def places(self, state: SeriesState, block: int) -> HexSet:
        arrival = self._listed_return(state, block)
        return super().places(state, block) if arrival is None else self._first_usable(state, block, arrival)

    def steps(self, state: SeriesState, block: int) -> int:
        arrival = self._listed_return(state, block)
        return super().steps(state, block) if arrival is None else self.order[block].steps_for(arrival.value)

    def note_arrival(self, state: SeriesState, block: int, hex_: int) -> None:
        if self._listed_return(state, block) is None:
            super().note_arrival(state, block, hex_)

    def _listed_return(self, state: SeriesState, block: int) -> Arrival | None:
        """The entry of the list with which a destroyed unit returns in this month."""
        arrival = self.arrival(state, block) if state.location[block] == ELIMINATED else None
        return arrival if arrival is not None and arrival.month == state.month else None

    @cached_property
    def unlisted(self) -> tuple[int, ...]:
        return ()

    def _is_awaited(self, state: SeriesState, block: int) -> bool:
        """Whether a unit still arrives: if it is not in play yet, or was destroyed and this is the month of its arrival."""
        arrival = self.arrival(state, block)
        return state.location[block] == NOT_IN_PLAY or (arrival is not None and arrival.month == state.month)

    def exchanges(self, state: SeriesState, side: int) -> list[tuple[int, int]]:
        """There are none: all exchanges of the East were made before June 1944."""
        return []

    def called(self, state: SeriesState) -> dict[int, HexSet]:
        """Formations in play that are called west by rail in the month of their listed arrival, with the places they are called to."""
        key = (state.month, *state.plans)
        known, found = self._called
        if known != key:
            arrivals = [self.arrival(state, block) for block in self._shared]
            now = [arrival for arrival in arrivals if arrival is not None and arrival.month == state.month]
            found = {arrival.block: mask_of(self.board.hex(place) for place in arrival.places) for arrival in now}
            self._called = key, found
        return found
