"""What other editions of the rulebook say, each as an option."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.rules.ch04_supply import Supply
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import Production
from blockfront.games.blocks_series.rules.ch07_turn.p06_air import AirOperations
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import Fire, Scene
from blockfront.games.blocks_series.state import SeriesState


class Cancelling(Fire):
    """One bonus and one malus of a unit cancel each other."""

    @rule("BE-7.7.6e", "BE-E48")
    def maluses(self, state: SeriesState, scene: Scene, step: int, block: int) -> int:
        return max(0, super().maluses(state, scene, step, block) - super().bonuses(state, scene, step, block))

    def bonuses(self, state: SeriesState, scene: Scene, step: int, block: int) -> int:
        return max(0, super().bonuses(state, scene, step, block) - super().maluses(state, scene, step, block))


class EasyRivers(Fire):
    """Defenders profit from a river as soon as one attacker has crossed it."""

    @rule("BE-E49")
    def crossing_bonus(self, state: SeriesState, scene: Scene) -> int:
        attackers = [block for block in self.units_at(state, scene.hex, state.active) if self.units.is_ground[block]]
        crossed = any(self.crossed_river(state, scene.hex, b) or self.crossed_arrow(state, scene.hex, b) for b in attackers)
        return int(scene.first() and crossed)


class ThreeAirUnits(AirOperations):
    @rule("BE-E11")
    def most_in_battle(self) -> int:
        return super().most_in_battle() + 1


class UncappedFire(Fire):
    @rule("BE-R34")
    def best_firepower(self) -> int:
        return 1


class NoRefund(Production):
    @rule("BE-E37")
    def refund(self) -> int:
        return 0


class KeptSteps(Supply):
    @rule("BE-E20")
    def starves(self) -> bool:
        return False
