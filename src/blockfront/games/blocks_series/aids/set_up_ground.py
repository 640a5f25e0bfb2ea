"""The terrain for a proposed set-up: the front, the land behind it, and the main efforts."""

from collections.abc import Mapping

from blockfront.games.blocks_series.first_state import empty_state
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members
from blockfront.hexes.reach import rings, step

NEAR = 7  # depth of the zone in which armies stand
PULL = 8  # hexes as far as an effort attracts
FAR = 30  # distance of a hex without a way to the front


class Ground:
    """A side's land at set-up. Distances are in hexes; the front is the row of own hexes that border enemy land."""

    def __init__(self, rules: Rules, side: int) -> None:
        self.rules = rules
        board, control = rules.board, rules.definitions.initial_control()
        self.land: HexSet = rules.theatre & board.playable & (control[0] | control[1])
        self.own: HexSet = self.land & control[side]
        enemy = self.land & control[1 - side] & ~board.boxes
        self.front: HexSet = rules.set_up.watched(side) & self.own
        self.front |= step(board.grid, enemy & self._home(1 - side), board.march_sides) & self.own & self._reachable(side)
        self.behind = self._distances(self.front, self.own)
        self.near: HexSet = mask_of(hex_ for hex_, depth in self.behind.items() if depth <= NEAR) | self.own & board.boxes
        self.efforts = [self._distances(1 << board.hex(place), board.grid.cells) for place in rules.scenario.efforts[side]]
        self.supplied = self._supplied(empty_state(rules), side)

    def _home(self, side: int) -> HexSet:
        found = self.rules.set_up.watched(side)
        for power, home in zip(self.rules.tables.powers, self.rules.powers.homelands, strict=True):
            found |= home if power.side == side else 0
        return found

    def _reachable(self, side: int) -> HexSet:
        """Land in which at least one unit of the side may stand."""
        found = 0
        for block in self.rules.set_up.forces(side):
            found |= self.rules.set_up.zone(block)
        return found

    def _distances(self, start: HexSet, allowed: HexSet) -> Mapping[int, int]:
        grid = self.rules.board.grid
        sides = self.rules.board.march_sides
        return {hex_: distance for distance, ring in enumerate(rings(grid, start, allowed & grid.cells, sides)) for hex_ in members(ring)}

    def _supplied(self, state: SeriesState, side: int) -> Mapping[int, HexSet]:
        """By power: the hexes in supply if no enemy disturbs it."""
        supply = self.rules.supply
        powers = [number for number, power in enumerate(self.rules.tables.powers) if power.side == side]
        return {power: supply.covered(state, power, supply.sources(state, power).everything) for power in powers}

    def depth(self, hex_: int) -> int:
        """How many hexes behind the front a hex lies; 0 for the front itself."""
        return self.behind.get(hex_, FAR)

    def pulls(self, first: int) -> Mapping[int, float]:
        """How near each hex is to a main effort: 1 in the place itself, 0 far away; the first effort counts most."""
        found: dict[int, float] = {}
        for number, distances in enumerate(self.efforts):
            weight = 1.0 if number == first % len(self.efforts) else 0.7
            for hex_, distance in distances.items():
                if distance < PULL:
                    found[hex_] = max(found.get(hex_, 0.0), weight * (1 - distance / PULL))
        return found
