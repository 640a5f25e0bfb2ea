"""What things are worth, in victory points: steps, units, headquarters, production, ground; and how long the game still goes.

Victory points are counted at the end only. Until then production points buy the means to win them: a command step costs ten and
counts two, so five production points stand for one point, ever less as fewer turns are left to use what they buy.
"""

from typing import Final

from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.state import AXIS, SOVIET, EastFrontState
from blockfront.hexes.hexset import members

PER_POINT: Final = 5.0  # production points that stand for a victory point
LONG: Final = 6  # player turns from which on the end is far away
HQ_NEED: Final = 1.5  # what losing the oil is worth a month, beyond the oil itself
DECIDING: Final = 12.0  # a place that decides the game by itself
POLAND: Final = 60.0  # crossing Poland decides the game where it counts


class Worth:
    """Values for one moment of one game."""

    def __init__(self, rules: Rules, state: EastFrontState) -> None:
        self.rules = rules
        scenario = rules.chain[-1] if rules.is_campaign else rules.scenario_of(state)
        self.ends_here = state.place_in_chain == len(rules.chain) - 1
        months = max(0, scenario.last_month - state.month)
        self.months = months if self.ends_here else months + LONG
        self.turns = 2 * self.months + (2 - state.half)  # of either side, after the running fortnight
        self.use = 0.1 + 0.9 * min(1.0, self.turns / LONG)  # how much of its price a step is still worth
        self.by_points = not rules.chain[-1].occupations or not self.ends_here
        self.step, self.life = self._blocks(state)
        self.production = self._per_production_point()
        self.centres = self._centres(rules.victory.deciding_places(state))

    def _blocks(self, state: EastFrontState) -> tuple[list[float], list[float]]:
        rules, numbers = self.rules, self.rules.tables.numbers
        steps, lives = [], []
        lost = (numbers.points_per_lost_axis_unit, numbers.points_per_lost_soviet_unit)
        late = 1.0 - min(1.0, self.turns / LONG)
        for block, kind in enumerate(rules.tables.types_of):
            side = rules.units.side[block]
            step, cadre = kind.step_cost[side], kind.cadre_cost[side]
            if rules.units.is_hq[block]:
                steps.append(2.0)
                lives.append(numbers.points_per_lost_hq + (cadre - step) / PER_POINT)
                continue
            steps.append(step / PER_POINT * self.use)
            points = lost[side] if self.by_points else 0.5
            lives.append(points * (0.4 + 0.6 * late) + max(0, cadre - step) / PER_POINT * self.use)
        return steps, lives

    def _per_production_point(self) -> float:
        """A production point held: a victory point at the end, and what it buys until then."""
        bought = min(self.months, LONG) / PER_POINT
        return (1.0 if self.by_points else 0.2) + bought

    def _centres(self, deciding: tuple[int, ...]) -> list[tuple[int, tuple[float, float]]]:
        """(hex, worth for the Axis and for the Soviets) of every centre that produces."""
        factor = self.rules.tables.numbers.axis_resource_factor
        found: dict[int, list[float]] = {}
        for centre in self.rules.board.map.production:
            worth = found.setdefault(centre.hex, [0.0, 0.0])
            worth[AXIS] += centre.value * (1 if centre.kind == "city" else factor) * self.production
            worth[SOVIET] += centre.value * self.production
        oil = self.rules.regions
        for hex_ in members(oil.ploesti | oil.baku):
            for side in (AXIS, SOVIET):
                found[hex_][side] += HQ_NEED * min(self.months, LONG) * (side == AXIS) if hex_ in members(oil.ploesti) else 0.0
        for place in deciding:
            found[place] = [of_side + DECIDING for of_side in found.get(place, (0.0, 0.0))]
        return [(hex_, (worth[AXIS], worth[SOVIET])) for hex_, worth in sorted(found.items())]
