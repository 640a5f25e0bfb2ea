"""Chapter 30: the Chechen revolutionaries of Grozny."""

from typing import Final

from blockfront.blocks.block_state import ELIMINATED, NOT_IN_PLAY
from blockfront.blocks.months import month_number
from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_east.rules.ch07_turn import SOVIET
from blockfront.games.blocks_series.rules.ch04_supply import Supply
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import Payments, Production
from blockfront.games.blocks_series.rules.ch07_turn.p03_reinforcements import Reinforcements
from blockfront.games.blocks_series.rules.port_places import Dependants
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import AXIS, NEW, SeriesState
from blockfront.hexes.grid import HexSet

UNIT: Final = "ch-1"
HOME: Final = "Grozny"
RISING: Final = month_number("1942-01") or 0  # from this month on it is enough that Grozny is empty


class ChechenRising(Reinforcements):
    """When, where and how strong the Chechens rise."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.chechens, self.grozny = self.order.key(UNIT), self.board.hex(HOME)

    @rule("BE-30.0a", "BE-30.0c", "BE-E96")
    def may_rise(self, state: SeriesState) -> bool:
        """Whether the Chechens may rise: the Axis holds Grozny, or from 1942 on no Soviet unit is there, and they are not in play."""
        if state.location[self.chechens] not in (NOT_IN_PLAY, ELIMINATED) or state.flags[self.chechens] & NEW:
            return False
        if not self.rules.theatre >> self.grozny & 1 or state.occupied[SOVIET] >> self.grozny & 1:
            return False
        return bool(state.control[AXIS] >> self.grozny & 1) or state.month >= RISING

    def due(self, state: SeriesState, side: int) -> list[int]:
        found = super().due(state, side)
        return [*found, self.chechens] if side == AXIS and self.may_rise(state) else found

    @rule("BE-30.0a")
    def places(self, state: SeriesState, block: int) -> HexSet:
        if block == self.chechens:
            return 1 << self.grozny if self.may_rise(state) else 0
        return super().places(state, block)

    @rule("BE-30.0a")
    def steps(self, state: SeriesState, block: int) -> int:
        return self.units.full[block] if block == self.chechens else super().steps(state, block)

    def note_arrival(self, state: SeriesState, block: int, hex_: int) -> None:
        """When the Chechens rise in a Soviet city, they take it."""
        super().note_arrival(state, block, hex_)
        if block == self.chechens:
            state.passed |= 1 << hex_


class ChechenSupply(Supply):
    """The Chechens are supplied from Grozny alone."""

    @rule("BE-30.0b")
    def unsupplied(self, state: SeriesState, blocks: list[int]) -> tuple[list[int], list[Dependants]]:
        """The Chechens are supplied only from Grozny."""
        unit, grozny = self.order.key(UNIT), 1 << self.board.hex(HOME)
        lacking, groups = super().unsupplied(state, [block for block in blocks if block != unit])
        if unit not in blocks:
            return lacking, groups
        source = grozny & state.control[AXIS] & ~state.occupied[SOVIET]
        fed = source and self.covered(state, self.units.power[unit], source) >> state.location[unit] & 1
        return (lacking if fed else sorted([*lacking, unit])), groups


class NoChechenRecruits(Production):
    """The Chechens are not rebuilt elsewhere."""

    @rule("BE-30.0c")
    def may_rebuild(self, state: SeriesState, block: int, payments: Payments | None = None) -> bool:
        """The Chechens return only by rising again, not by being rebuilt in Germany."""
        return block != self.order.key(UNIT) and super().may_rebuild(state, block, payments)
