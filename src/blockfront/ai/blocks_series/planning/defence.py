"""Where a defender stands: in what must be kept and around it."""

from typing import Final

from blockfront.ai.blocks_series.evaluation.ground import FAR, Ground
from blockfront.ai.blocks_series.evaluation.weights import Weights
from blockfront.ai.blocks_series.planning.beaches import beaches_at_risk
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState

GARRISON: Final = 2  # combat units a place worth keeping needs
BEACH: Final = 1.2  # an empty coast, for each port from which it could be invaded
THREAT: Final = 7.0  # movement points at which an enemy unit threatens a place


class Defence:
    """Reads the state of a plan as it changes; threats are those of its beginning."""

    def __init__(self, rules: Rules, state: SeriesState, ground: Ground, weights: Weights) -> None:
        self.rules, self.state, self.ground, self.weights = rules, state, ground, weights
        self.board, self.side = rules.board, ground.side
        self._threat = self._threats()
        self._beaches = {} if ground.attacks else beaches_at_risk(rules, state, self.side)
        self._home = self._ways_home() if weights.fall and not ground.attacks else None

    def _threats(self) -> dict[int, float]:
        """Enemy strength near each place that is worth keeping."""
        found = {}
        state, enemy, units = self.state, 1 - self.side, self.rules.units
        for hex_ in self.ground.kept:
            way = self.ground.ways_to(state, (hex_,), enemy) if len(self.ground.kept) <= 4 else None
            near = self.board.within(hex_, int(THREAT))
            found[hex_] = float(
                sum(
                    units.value(b, state.steps[b])
                    for b in units.ground[enemy]
                    if state.location[b] >= 0 and near >> state.location[b] & 1 and (way is None or way[state.location[b]] <= 2 * THREAT)
                )
            )
        return found

    def _ways_home(self) -> list[float] | None:
        goal = max(self.ground.kept, key=lambda hex_: (self.ground.kept[hex_], -hex_), default=None)
        return None if goal is None else self.ground.ways_to(self.state, (goal,), self.side)

    def worth(self, block: int, hex_: int) -> float:
        """Garrisons first, then the ring around what must be kept; rough ground and railways for choice."""
        weights, found = self.weights, 0.0
        for place, weight in self.ground.kept.items():
            threat = min(2.0, self._threat[place] / 6)
            if not threat and place != hex_:
                continue
            distance = self.ground.hexes_to(place, 1 << hex_, 7)
            if distance == 0:
                found += weights.goal * weight * threat if self._others(block, hex_) < GARRISON else 0.0
            elif distance == 1 and not self._others(block, hex_):
                found += weights.keep * weight * threat * 2
            elif distance <= 6:
                found += weights.keep * weight * threat * (7 - distance) / 3
        if self._home is not None:
            found -= weights.fall * min(self._home[hex_], FAR)
        if hex_ in self._beaches and not self._others(block, hex_):
            found += BEACH * min(3.0, self._beaches[hex_])
        if self.board.majors >> hex_ & 1 or self.board.rough >> hex_ & 1:
            found += 0.6
        if self.board.rail_hexes >> hex_ & 1:
            found += 0.2
        return found

    def _others(self, block: int, hex_: int) -> int:
        units = self.rules.units
        return sum(units.is_combat[b] for b in self.rules.fire.units_at(self.state, hex_, self.side) if b != block)
