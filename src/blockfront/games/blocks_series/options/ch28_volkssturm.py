"""Chapter 28: when the enemy enters Germany, destroyed corps are raised again as Volkssturm."""

from typing import Final

from blockfront.blocks.block_state import ELIMINATED
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_series.power_events import VolkssturmCalled
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch07_turn.p03_reinforcements import Reinforcements
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import NEW, VOLKSSTURM, SeriesState
from blockfront.hexes.grid import HexSet

GERMANY: Final = "germany"
CORPS: Final = "infantry"
WEAKEST: Final = 1  # strength with which they come


class VolkssturmAlarm(Definitions):
    """Calls up the Volkssturm when the enemy enters Germany."""

    @rule("BE-28.0a")
    @rule("BW-28.0a", "BW-R123")
    def moves_shown(self, state: SeriesState, side: int, events: list[Event]) -> None:
        """Call up the Volkssturm once an enemy ground unit has entered or crossed Germany."""
        super().moves_shown(state, side, events)
        germany = self.rules.tables.power(GERMANY)
        if state.turning_points & VOLKSSTURM or side == self.rules.tables.powers[germany].side:
            return
        entered = self.crowding(state, side).ground[0] | (state.passed if side == state.active else 0)
        if entered & self.rules.powers.homelands[germany]:
            state.turning_points |= VOLKSSTURM
            events.append(VolkssturmCalled())


class VolkssturmCorps(Reinforcements):
    """Corps that are raised again, one a turn."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._germany = rules.tables.power(GERMANY)
        self._cities = self.board.majors & rules.powers.homelands[self._germany] & rules.theatre

    def is_raised(self, block: int) -> bool:
        return self.units.power[block] == self._germany and self.units.type[block] == CORPS

    @rule("BE-28.0b")
    @rule("BW-28.0b")
    def due(self, state: SeriesState, side: int) -> list[int]:
        """Each turn, one of the destroyed corps."""
        found = super().due(state, side)
        if not state.turning_points & VOLKSSTURM or side != self.rules.tables.powers[self._germany].side:
            return found
        if not self.open_cities(state):
            return found
        lost = [b for b in self.order.of_side[side] if state.location[b] == ELIMINATED and self.is_raised(b)]
        return [*found, *(b for b in lost if not state.flags[b] & NEW)]

    @rule("BE-28.0b")
    @rule("BW-28.0b")
    def open_cities(self, state: SeriesState) -> HexSet:
        """The cities in which a corps may still be raised this turn; one corps in total."""
        return 0 if state.mustered else self._held_cities(state)

    def _held_cities(self, state: SeriesState) -> HexSet:
        side = self.rules.tables.powers[self._germany].side
        return self._cities & state.control[side] & ~state.occupied[1 - side]

    def places(self, state: SeriesState, block: int) -> HexSet:
        if state.location[block] == ELIMINATED and self.is_raised(block):
            return self.open_cities(state)
        return super().places(state, block)

    def steps(self, state: SeriesState, block: int) -> int:
        if state.location[block] == ELIMINATED and self.is_raised(block):
            return self.order[block].steps_for(WEAKEST)
        return super().steps(state, block)

    def begin_production(self, state: SeriesState) -> None:
        super().begin_production(state)
        state.mustered = 0

    def note_arrival(self, state: SeriesState, block: int, hex_: int) -> None:
        super().note_arrival(state, block, hex_)
        if state.location[block] == ELIMINATED and self.is_raised(block):
            state.mustered |= 1 << hex_


class VolkssturmEverywhere(VolkssturmCorps):
    """The same with one corps in each city."""

    @rule("BE-E91", "BE-28.0b")
    def open_cities(self, state: SeriesState) -> HexSet:
        """The cities in which a corps may still be raised this turn; one corps in each German city."""
        return self._held_cities(state) & ~state.mustered
