"""Where a defender's units stand: in and around the places that must be kept."""

from typing import Final

from blockfront.ai.blocks_series.evaluation.ground import FAR, Ground
from blockfront.ai.blocks_series.evaluation.weights import Weights
from blockfront.ai.blocks_series.planning.beaches import beaches_at_risk, has_marines, is_island
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of

GARRISON: Final = 2  # combat units a place worth keeping needs
BEACH: Final = 1.2  # worth of holding an empty coast, for each port that threatens it
SHORE: Final = 16.0  # worth of the first garrison of a beach by which alone an enemy can come to an island; of the second half as much
INVASION: Final = 3.0  # strength that may come to a place behind such beaches
BEHIND: Final = 3  # hexes
THREAT: Final = 7.0  # hexes within which an enemy unit threatens a place


class Defence:
    """Reads the state of a plan while it changes; threats are counted once, when planning begins."""

    def __init__(self, rules: Rules, state: SeriesState, ground: Ground, weights: Weights) -> None:
        self.rules, self.state, self.ground, self.weights = rules, state, ground, weights
        self.board, self.side = rules.board, ground.side
        self._beaches = {} if ground.attacks else beaches_at_risk(rules, state, self.side)
        self._shores = self._shores_of_islands()
        self._threat = self._threats()
        self._home = self._ways_home() if weights.fall and not ground.attacks else None

    def _shores_of_islands(self) -> HexSet:
        """Returns the beaches by which alone an enemy can come to an island; against marines they are too many to garrison them all."""
        if not self._beaches or has_marines(self.rules, self.state, 1 - self.side):
            return 0
        return mask_of(hex_ for hex_ in self._beaches if is_island(self.rules, self.state, self.side, hex_))

    def _threats(self) -> dict[int, float]:
        """Returns the enemy strength near each place worth keeping; on an island only what lies behind threatened beaches is in danger."""
        found = {}
        state, enemy, units = self.state, 1 - self.side, self.rules.units
        for hex_ in self.ground.kept:
            if self._shores and is_island(self.rules, state, self.side, hex_):
                found[hex_] = INVASION if self.board.within(hex_, BEHIND) & self._shores else 0.0
                continue
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
        """Rates a hex for a defending unit: garrisons first, then the ring around threatened places; rough ground and railways help."""
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
        if self._shores >> hex_ & 1 and (others := self._others(block, hex_)) < GARRISON:
            found += SHORE / (1 + others)
        if self.board.majors >> hex_ & 1 or self.board.rough >> hex_ & 1:
            found += 0.6
        if self.board.rail_hexes >> hex_ & 1:
            found += 0.2
        return found

    def _others(self, block: int, hex_: int) -> int:
        units = self.rules.units
        return sum(units.is_combat[b] for b in self.rules.fire.units_at(self.state, hex_, self.side) if b != block)
