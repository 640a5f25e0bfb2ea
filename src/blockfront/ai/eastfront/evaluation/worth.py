"""What steps, units, headquarters, production and ground are worth in victory points, and how long the game still lasts.

Victory points are counted only at the end. Until then production points buy the means to win them: a command step costs ten and
counts two, so five production points equal one victory point, and less as fewer turns are left to use what they buy.
"""

from typing import Final

from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.state import AXIS, SOVIET, EastFrontState
from blockfront.hexes.hexset import members

PER_POINT: Final = 5.0  # production points equal to one victory point
LONG: Final = 6  # player turns from which the end counts as far away
HQ_NEED: Final = 1.5  # worth of the oil to headquarters per month, beyond the oil itself
DECIDING: Final = 40.0  # worth of a place that decides the game
POLAND: Final = 60.0  # worth of crossing Poland, where that decides the game


class Worth:
    """The values of steps, units and centres at one moment of a game."""

    def __init__(self, rules: Rules, state: EastFrontState) -> None:
        self.rules = rules
        scenario = rules.chain[-1] if rules.is_campaign else rules.scenario_of(state)
        self.ends_here = state.place_in_chain == len(rules.chain) - 1
        months = max(0, scenario.last_month - state.month)
        self.months = months if self.ends_here else months + LONG
        self.turns = 2 * self.months + (2 - state.half)  # player turns of each side after the current fortnight
        self.use = 0.1 + 0.9 * min(1.0, self.turns / LONG)  # share of its price that a step is still worth
        self.by_points = not rules.chain[-1].occupations or not self.ends_here
        self.deciding = rules.victory.deciding_places(state)  # where a scenario has them, only they count at the end
        self.step, self.life = self._blocks(state)
        self.production = self._per_production_point()
        self.centres = self._centres()

    @property
    def counts_points(self) -> bool:
        """Whether victory points are what counts at the end."""
        return self.by_points and not self.deciding

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
            points = lost[side] if self.counts_points else 0.5
            lives.append(points * (0.4 + 0.6 * late) + max(0, cadre - step) / PER_POINT * self.use)
        return steps, lives

    def _per_production_point(self) -> float:
        """Returns the worth of holding a production point: a victory point at the end, and what it buys until then."""
        bought = min(self.months, LONG) / PER_POINT
        return (1.0 if self.counts_points else 0.2) + bought

    def _centres(self) -> list[tuple[int, tuple[float, float]]]:
        """Lists every centre that produces as (hex, worth to the Axis and to the Soviets)."""
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
        for place in self.deciding:
            found[place] = [of_side + DECIDING for of_side in found.get(place, (0.0, 0.0))]
        return [(hex_, (worth[AXIS], worth[SOVIET])) for hex_, worth in sorted(found.items())]
