"""Chapter 33: the first winter of the Axis in Russia."""

from typing import Final

from blockfront.blocks.months import month_number
from blockfront.core.clauses import rule
from blockfront.games.blocks_series.rules.ch04_supply import Supply
from blockfront.games.blocks_series.rules.ch07_turn.p04_strategic_rail import StrategicRail
from blockfront.games.blocks_series.rules.ch07_turn.p05_movement import Movement
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import ANTI_AIRCRAFT, Fire, FireContext
from blockfront.games.blocks_series.state import AXIS, SeriesState
from blockfront.hexes.grid import HexSet

DECEMBER_1941, MARCH_1942 = month_number("1941-12") or 0, month_number("1942-03") or 0
RAIL_WINTERS: Final = (  # first and last month, rail moves of the Axis in the Soviet Union
    (month_number("1941-11") or 0, MARCH_1942, 1),
    (month_number("1942-11") or 0, month_number("1943-03") or 0, 2),
)
WINTER_PATH, NORTHERN_PATH = 1, 2
T34_POINTS: Final = 4


def is_first_winter(month: int) -> bool:
    return DECEMBER_1941 <= month <= MARCH_1942


class WinterFire(Fire):
    """The Axis fires worse in the first winter."""

    @rule("BE-33.0a", "BE-R82")
    def maluses(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        """In the first winter Axis units have one more Malus, also in defence, except mountain units, Finns and defending flak."""
        found = super().maluses(state, context, step, block)
        if not is_first_winter(state.month) or self.units.side[block] != AXIS or self._is_hardened(block):
            return found
        return found + int(step != ANTI_AIRCRAFT or state.active == AXIS)

    def _is_hardened(self, block: int) -> bool:
        return self.units.is_mountain[block] or self.order[block].nation == "finland"


class WinterSupply(Supply):
    """Supply paths are short in the first winter."""

    @rule("BE-33.0b")
    def path_length(self, state: SeriesState, power: int, weather: int) -> int:
        """In the first winter supply paths are one hex long for the Axis, two for the Finns."""
        length = super().path_length(state, power, weather)
        if not is_first_winter(state.month) or self.rules.tables.powers[power].side != AXIS:
            return length
        return NORTHERN_PATH if self.rules.tables.powers[power].id == "finland" else WINTER_PATH

    @rule("BE-33.0b")
    def covered(self, state: SeriesState, power: int, sources: HexSet) -> HexSet:
        """In the first winter Germans in Finland have supply paths of two hexes, like the Finns."""
        found = super().covered(state, power, sources)
        if not is_first_winter(state.month) or self.rules.tables.powers[power].id != "germany":
            return found
        return found | self.spread(state, power, sources, NORTHERN_PATH) & self.board.area("finland")


class WinterRail(StrategicRail):
    """The Axis has fewer rail moves in the first two winters."""

    @rule("BE-33.1a")
    def limits(self, state: SeriesState, side: int) -> tuple[tuple[HexSet, int], ...]:
        """In the first two winters the Axis has fewer rail moves in the Soviet Union; those in Scandinavia do not change."""
        limits = super().limits(state, side)
        most = next((moves for first, last, moves in RAIL_WINTERS if first <= state.month <= last), None)
        if side != AXIS or most is None:
            return limits
        (ussr, _), *others = limits
        return (ussr, most), *others


class WinterTanks(Movement):
    """Soviet tanks keep moving in the first winter."""

    @rule("BE-33.2a", "BE-3.13g")
    def full_allowance(self, state: SeriesState, block: int) -> int:
        """In the first winter Soviet tanks and their headquarters, on broad tracks, have at least four movement points."""
        points = super().full_allowance(state, block)
        if is_first_winter(state.month) and self.units.side[block] != AXIS and self.units.type[block] in ("tank", "armour_hq"):
            return max(points, T34_POINTS)
        return points
