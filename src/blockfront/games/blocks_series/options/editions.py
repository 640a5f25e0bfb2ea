"""Rules of other editions of the rulebook, each as an option."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.advanced.ch09_weather import WeatherFire
from blockfront.games.blocks_series.advanced.ch11_production import ColouredProduction
from blockfront.games.blocks_series.advanced.ch12_supply import SiegeSupply
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch04_supply import Supply
from blockfront.games.blocks_series.rules.ch05_powers import Powers
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import Production
from blockfront.games.blocks_series.rules.ch07_turn.p04_strategic_rail import StrategicRail
from blockfront.games.blocks_series.rules.ch07_turn.p06_air import AirOperations
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import Fire, FireContext
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet


class Cancelling(Fire):
    """One bonus and one malus of a unit cancel each other."""

    @rule("BE-7.7.6e", "BE-E48")
    @rule("BW-7.7.6d", "BW-R34")
    def maluses(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        return max(0, super().maluses(state, context, step, block) - super().bonuses(state, context, step, block))

    def bonuses(self, state: SeriesState, context: FireContext, step: int, block: int) -> int:
        return max(0, super().bonuses(state, context, step, block) - super().maluses(state, context, step, block))


class EasyRivers(Fire):
    """Defenders get the river bonus as soon as one attacker has crossed a river."""

    @rule("BE-E49")
    def crossing_bonus(self, state: SeriesState, context: FireContext) -> int:
        attackers = [block for block in self.units_at(state, context.hex, state.active) if self.units.is_ground[block]]
        crossed = any(self.crossed_river(state, context.hex, b) or self.crossed_arrow(state, context.hex, b) for b in attackers)
        return int(context.first() and crossed)


class ThreeAirUnits(AirOperations):
    """One more air unit of a side takes part in a battle."""

    @rule("BE-E11")
    def most_in_battle(self) -> int:
        return super().most_in_battle() + 1


class UncappedFire(Fire):
    """Fire may become better than the usual limit."""

    @rule("BE-R34")
    def best_firepower(self) -> int:
        return 1


class NoRefund(Production):
    """Disbanded units bring no points back."""

    @rule("BE-E37")
    def refund(self) -> int:
        return 0


class KeptSteps(Supply):
    """Units with a zero step do not starve."""

    @rule("BE-E20")
    def starves(self) -> bool:
        return False


NO_LIMIT = 99


class AllBesieged(SiegeSupply):
    """A besieged port or capital keeps all units in it alive."""

    @rule("BE-E18", "BE-12.1b")
    def siege_capacity(self, state: SeriesState, hex_: int, side: int) -> int:
        return NO_LIMIT if super().siege_capacity(state, hex_, side) else 0

    @rule("BE-E18", "BE-12.1b")
    def capital_stores(self, state: SeriesState, hex_: int, side: int) -> int:
        return NO_LIMIT if super().capital_stores(state, hex_, side) else 0


class EarlySiegeSurrender(Supply):
    """A besieged unit that would be reduced to its last step surrenders."""

    @rule("BE-E132", "BE-12.1d")
    def last_siege_step(self) -> int:
        return 2


class YellowMarines(ColouredProduction):
    """Marines need no white points."""

    @rule("BE-E64", "BE-11.0b")
    def marines_need_white(self) -> bool:
        return False


class OpenCountries(Powers):
    """Powers that may not share a hex may still move and trace supply through each other's land."""

    @rule("BE-E23")
    def shunned_land(self, number: int) -> HexSet:
        return 0


class PersistentBombers(Fire):
    """Bombers stay for the whole battle."""

    @rule("BE-E32")
    def leaves_early(self) -> bool:
        return False


class RainScramble(WeatherFire):
    """In rain no missions are flown, but aircraft may rise when their own airfield is attacked."""

    @rule("BE-9.2d", "BE-7.6.1b")
    def grounds_everybody(self) -> bool:
        return False


class RailUpToZones(StrategicRail):
    """Only zones of control stop trains, not being next to an enemy: across a river or beside a city they run."""

    @rule("BE-E39", "BE-7.4d")
    def closed_to_trains(self, state: SeriesState, side: int) -> HexSet:
        return self.rules.zones.zone(state, 1 - side)


class WakingUnits(Definitions):
    """Frozen units that are attacked may act from then on."""

    @rule("BE-E14", "BE-3.21e")
    def is_frozen(self, state: SeriesState, block: int) -> bool:
        return super().is_frozen(state, block) and not (state.woken | state.face_up) >> block & 1


class OpenBlocks(Definitions):
    """All blocks are face up: there is no fog of war."""

    @rule("BE-1.3b", "BE-1.3c", "BE-E5")
    @rule("BW-1.3a")
    def faces_are_open(self) -> bool:
        return True
