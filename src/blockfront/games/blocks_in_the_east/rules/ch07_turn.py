"""Chapter 7 in the East: railways, the Kerch strait, Finnish forests, surrender."""

from typing import Final

from blockfront.blocks.months import month_number
from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_east.rules.theatre import eastern
from blockfront.games.blocks_series.loading.board import Jumps
from blockfront.games.blocks_series.rules.ch07_turn.p04_strategic_rail import StrategicRail
from blockfront.games.blocks_series.rules.ch07_turn.p05_movement import Movement
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import GROUND, Fire, FireContext
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import Victory
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import AXIS, NO_HEX, RAIN, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.sides import Sides, without

SOVIET: Final = 1
SOVIET_RAIL_MOVES: Final = 5
AXIS_RAIL_MOVES: Final = 4  # in the Soviet Union
NORTHERN_RAIL_MOVES: Final = 1
FINNISH_LOSSES: Final = 4  # ground units out of play that make Finland give up when Vyborg is lost
ITALY_LEAVES: Final = month_number("1943-09") or 0


class EasternRail(StrategicRail):
    """Rail moves in the East: how many each side has, and where."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._ussr: HexSet = eastern(self.board)
        if self._ussr:
            self._north = self.board.area("scandinavia") & ~self.board.area("baltic_states") | self.board.box("narvik")
            self._ussr &= ~self._north

    @rule("BE-7.4a", "BE-R25")
    def limits(self, state: SeriesState, side: int) -> tuple[tuple[HexSet, int], ...]:
        """The Soviets have five rail moves; the Axis has four in the Soviet Union, one in Scandinavia, and no limit elsewhere."""
        if not self._ussr:
            return super().limits(state, side)
        if side == SOVIET:
            return ((-1, self.rules.headquarters.rail_moves(state, side, SOVIET_RAIL_MOVES)),)
        return (self._ussr, AXIS_RAIL_MOVES), (self._north, NORTHERN_RAIL_MOVES)


class EasternMovement(Movement):
    """Movement in the East: the strait at Kerch."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.sevastopol = self.board.hex("Sevastopol") if eastern(self.board) else NO_HEX
        self.kerch = self.board.sides_within(self.board.strait_sides, eastern(self.board))

    @rule("BE-7.5.5c", "BE-7.5.5d", "BE-9.2c")
    def arrows(self, state: SeriesState, block: int) -> tuple[Sides, Jumps]:
        """The Axis may cross the strait at Kerch only while it holds Sevastopol; in rain nobody may cross it."""
        straits, jumps = super().arrows(state, block)
        if self.sevastopol == NO_HEX:
            return straits, jumps
        shut = self.units.side[block] == AXIS and not state.control[AXIS] >> self.sevastopol & 1
        if shut or self.rules.weather.at(state, self.sevastopol) == RAIN:
            straits = without(straits, self.kerch)
        return straits, jumps


class EasternFire(Fire):
    """Fire in the East: Finns at home in forest and swamp."""

    @rule("BE-5.5c", "BE-5.5d")
    def bonuses(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        """Finnish infantry has a Bonus when it defends forest or swamp in its attack zone; ski troops also when they attack there."""
        found = super().bonuses(state, context, step, block)
        if step != GROUND or not self._is_at_home(context.hex, block):
            return found
        return found + int(self.units.side[block] != state.active or "ski" in self.units.tags[block])

    def _is_at_home(self, hex_: int, block: int) -> bool:
        if self.order[block].nation != "finland" or self.units.type[block] != "infantry":
            return False
        woods = self.board.terrain["forest"] | self.board.terrain["swamp"]
        return bool((woods & self.board.area("finnish_attack_zone")) >> hex_ & 1)


class EasternVictory(Victory):
    """Which powers of the East surrender, and when."""

    @rule("BE-7.11e", "BE-7.11f")
    def sudden(self, state: SeriesState) -> tuple[int, int, str, str] | None:
        """Germany's surrender ends the war; the Soviets surrender only where a scenario says so."""
        if eastern(self.board) and state.surrendered >> self.rules.tables.power("germany") & 1:
            return SOVIET, 0, "decisive", "surrender"
        return super().sudden(state)

    @rule("BE-5.5l", "BE-7.11c")
    def fallen_powers(self, state: SeriesState) -> list[int]:
        found = super().fallen_powers(state)
        if not eastern(self.board):
            return found
        finland, italy = self.rules.tables.power("finland"), self.rules.tables.power("italy")
        if self._is_finland_beaten(state, finland):
            found.append(finland)
        if self.has_italy_left(state):
            found.append(italy)
        return sorted({power for power in found if not state.surrendered >> power & 1})

    @rule("BE-7.11d")
    def has_italy_left(self, state: SeriesState) -> bool:
        return state.month >= ITALY_LEAVES

    def _is_finland_beaten(self, state: SeriesState, finland: int) -> bool:
        """Finland gives up when Vyborg is in Soviet hands and four Finnish ground units are out of play."""
        if not state.control[SOVIET] >> self.board.hex("Vyborg") & 1:
            return False
        forces = self.rules.set_up.forces(AXIS)
        lost = [b for b in forces if self.units.power[b] == finland and self.units.is_ground[b] and state.location[b] < 0]
        return len(lost) >= FINNISH_LOSSES
