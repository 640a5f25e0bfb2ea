"""Special rules of the scenarios, as layers."""

from collections.abc import Mapping
from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import NOBODY_WINS, Victory
from blockfront.games.blocks_series.ruleset import Layer
from blockfront.games.blocks_series.state import AXIS, SeriesState

SOVIET: Final = 1


class Leningrad(Victory):
    @rule("BE-SBE1d", "BE-R68")
    def final(self, state: SeriesState) -> tuple[int, int, str, str]:
        """The Axis wins with Leningrad taken, or cut off from Siberia by rail and over the Road of Life."""
        if self._is_cut_off(state):
            return AXIS, 1, "victory", "objectives"
        return NOBODY_WINS, 0, "draw", "last_turn"

    def _is_cut_off(self, state: SeriesState) -> bool:
        leningrad, volkhov = self.board.hex("Leningrad"), self.board.hex("Volkhov")
        if state.control[AXIS] >> leningrad & 1:
            return True
        linked = self.rules.supply.sources(state, self.rules.tables.power("ussr")).by_rail
        return not linked >> leningrad & 1 and not linked >> volkhov & 1


class Moscow(Victory):
    @rule("BE-SBE2d", "BE-R61", "BE-R68")
    def final(self, state: SeriesState) -> tuple[int, int, str, str]:
        """The Axis wins with Moscow taken or completely surrounded."""
        moscow = self.board.hex("Moscow")
        if state.control[AXIS] >> moscow & 1 or self._is_surrounded(state, moscow):
            return AXIS, 1, "victory", "objectives"
        return NOBODY_WINS, 0, "draw", "last_turn"

    def _is_surrounded(self, state: SeriesState, hex_: int) -> bool:
        around = self.board.neighbours(hex_)
        closed = state.occupied[AXIS] | self.rules.zones.zone(state, AXIS)
        ussr = self.rules.tables.power("ussr")
        covered = self.rules.supply.covered(state, ussr, self.rules.supply.sources(state, ussr).everything)
        return not around & ~closed and not covered >> hex_ & 1


SCENARIO_RULES: Final[Mapping[str, Layer]] = {"sbe1": {Victory: Leningrad}, "sbe2": {Victory: Moscow}}
