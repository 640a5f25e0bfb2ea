"""Special rules of the Battle of Britain: who rules the sky over England, and what a landing would cost."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_west.rules.conditions import ByConditions
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import Victory
from blockfront.games.blocks_series.rules.ch18_sea import Crossing, Sea
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import RADAR_OUT
from blockfront.games.blocks_series.ruleset import Layer, Rules
from blockfront.games.blocks_series.state import MARKED, SeriesState
from blockfront.hexes.grid import HexSet

BRITISH: Final = ("uk", "canada")
GERMAN: Final = ("germany",)
BROKEN, WEAK = 6, 8  # highest strength of the British fighters that counts so
BRIDGEHEAD: Final = 3  # supplied combat units
FLEET_NEEDS: Final = 6  # strength of fighters under which the Royal Navy rules the Channel
UNDER_THE_GUNS: Final = Crossing(2, 4)


def fighter_strength(rules: Rules, state: SeriesState, powers: tuple[str, ...], where: HexSet) -> int:
    """Steps of the fighters of some powers in a part of the map."""
    units, order = rules.units, rules.order
    fighters = [block for block in range(len(order)) if units.is_fighter[block] and order[block].nation in powers]
    there = [block for block in fighters if state.location[block] >= 0 and where >> state.location[block] & 1]
    return sum(rules.air.value(state, block) for block in there)


class BattleOfBritain(ByConditions):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.britain = self.board.nation("GB")
        self.axis = rules.tables.powers[rules.tables.power("germany")].side

    def is_met(self, state: SeriesState, when: str) -> bool:
        british = fighter_strength(self.rules, state, BRITISH, self.britain)
        german = fighter_strength(self.rules, state, GERMAN, -1)
        silent = self.rules.strategic.radar(state) == RADAR_OUT
        answers = {
            "london_or_bridgehead": self.is_london_lost(state) or self._bridgehead(state) >= BRIDGEHEAD,
            "fighters_broken_or_radar_out": british <= BROKEN or (silent and german > british),
            "fighters_weak": british <= WEAK,
            "fighters_hold_and_lead": british > WEAK and british >= german and not self._landed(state),
            "fighters_hold": british > WEAK,
        }
        return answers[when] if when in answers else super().is_met(state, when)

    def is_london_lost(self, state: SeriesState) -> bool:
        return bool(state.control[self.axis] >> self.board.hex("London") & 1)

    def _landed(self, state: SeriesState) -> list[int]:
        """German ground units in Great Britain."""
        ground = self.units.ground[self.axis]
        return [block for block in ground if state.location[block] >= 0 and self.britain >> state.location[block] & 1]

    def _bridgehead(self, state: SeriesState) -> int:
        return sum(self.units.is_combat[block] and not state.flags[block] & MARKED for block in self._landed(state))

    @rule("BW-7.11a")
    def sudden(self, state: SeriesState) -> tuple[int, int, str, str] | None:
        """The fall of London ends the game at once."""
        if self.is_london_lost(state):
            return self.axis, 0, "decisive", "objectives"
        return super().sudden(state)


class RoyalNavy(Sea):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._germany = rules.tables.power("germany")
        self._britain = self.board.nation("GB")

    def crossing(self, state: SeriesState, power: int, origin: int, target: int, *, is_landing: bool = False) -> Crossing:
        """While fighters cover it, the Royal Navy makes every German voyage on the Atlantic far more dangerous."""
        found = super().crossing(state, power, origin, target, is_landing=is_landing)
        atlantic = "atlantic" in self.waters_of(state, origin) | self.waters_of(state, target)
        if power != self._germany or not atlantic or found.is_safe:
            return found
        covered = fighter_strength(self.rules, state, BRITISH, self._britain) >= FLEET_NEEDS
        return UNDER_THE_GUNS._replace(steps=found.steps) if covered else found


BATTLE_OF_BRITAIN: Final[tuple[Layer, ...]] = ({Victory: BattleOfBritain, Sea: RoyalNavy},)
