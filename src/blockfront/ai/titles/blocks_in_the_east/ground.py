"""The lie of the land for a side: what it wants, how far it is, where supply reaches."""

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from typing import Final

from blockfront.games.blocks_series.board import Board
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members

DECISIVE: Final[Mapping[str, Mapping[str, float]]] = {  # places that decide scenarios without a table of points
    "sbe1": {"Leningrad": 5.0, "Volkhov": 3.0},
    "sbe2": {"Moscow": 5.0},
}
FAR: Final = 60.0
ENEMY_IN_THE_WAY: Final = 2.5  # movement points that a hex full of enemies costs
LONG_WAY: Final = 4.0  # points of way that a weight of one makes up for

_adjacent: dict[int, list[list[int]]] = {}


def neighbours_of(board: Board) -> list[list[int]]:
    """The hexes next to every hex by land, worked out once for a board."""
    key = id(board)
    if key not in _adjacent:
        _adjacent[key] = [members(board.neighbours(hex_)) if board.playable >> hex_ & 1 else [] for hex_ in range(board.size)]
    return _adjacent[key]


class Ground:
    def __init__(self, rules: Rules, state: SeriesState, side: int) -> None:
        self.rules, self.side = rules, side
        self.board = rules.board
        self.near = neighbours_of(rules.board)
        self.costs = self._costs(state)
        self.goals = self._goals()
        enemy = state.control[1 - side]
        self.wanted = {hex_: weight for hex_, weight in self.goals.items() if enemy >> hex_ & 1}
        self.kept = {hex_: weight for hex_, weight in self.goals.items() if not enemy >> hex_ & 1}
        self.attacks = rules.scenario.attacks[side]
        self.way = self._ways(state, {hex_: LONG_WAY * (self._most() - weight) for hex_, weight in self.wanted.items()}, side)

    def _most(self) -> float:
        return max(self.wanted.values(), default=0.0)

    def _goals(self) -> dict[int, float]:
        scenario, board = self.rules.scenario, self.board
        found: dict[int, float] = {}
        if scenario.major_city_points or scenario.id not in DECISIVE:
            for hex_ in members(board.majors & self.rules.theatre):
                found[hex_] = 3.0 if board.capitals >> hex_ & 1 else 1.0
        for objective in scenario.objectives:
            found[board.hex(objective.place)] = float(objective.points)
        for place, weight in DECISIVE.get(scenario.id, {}).items():
            found[board.hex(place)] = weight
        if scenario.major_city_points:
            lands = self.rules.powers.homelands[-1]
            found = {hex_: weight for hex_, weight in found.items() if lands >> hex_ & 1}
        return found

    def _costs(self, state: SeriesState) -> list[float]:
        found = [FAR] * self.board.size
        for cost, hexes in self.board.entry_costs[state.weather]:
            for hex_ in members(hexes):
                found[hex_] = float(cost)
        return found

    def _ways(self, state: SeriesState, starts: Mapping[int, float], side: int) -> list[float]:
        """Movement points from every hex to the nearest of the starts, which may have a handicap; enemies cost extra."""
        occupied = state.occupied[1 - side]
        found = [FAR + LONG_WAY * 5] * self.board.size
        heap: list[tuple[float, int]] = []
        for hex_, handicap in starts.items():
            found[hex_] = handicap
            heappush(heap, (handicap, hex_))
        while heap:
            far, hex_ = heappop(heap)
            if far > found[hex_]:
                continue
            through = far + self.costs[hex_] + (ENEMY_IN_THE_WAY if occupied >> hex_ & 1 else 0.0)
            for near in self.near[hex_]:
                if through < found[near]:
                    found[near] = through
                    heappush(heap, (through, near))
        return found

    def ways_to(self, state: SeriesState, hexes: Sequence[int], side: int) -> list[float]:
        return self._ways(state, dict.fromkeys(hexes, 0.0), side)

    # ---- supply

    def foreseen(self, state: SeriesState, side: int) -> SeriesState:
        """The position as it will be when the moves of the phase are shown: hexes passed belong to who passed them."""
        after = state.copy()
        taken = (state.passed | state.occupied[side]) & ~state.occupied[1 - side] & self.board.playable
        after.control[side] |= taken
        after.control[1 - side] &= ~taken
        after.derived = dict(state.derived)
        return after

    def covered(self, state: SeriesState, side: int) -> dict[int, HexSet]:
        """By power: hexes in supply."""
        after, supply = self.foreseen(state, side), self.rules.supply
        powers = {self.rules.units.power[b] for b in self.rules.units.ground[side] if state.location[b] >= 0}
        return {power: supply.covered(after, power, supply.sources(after, power).everything) for power in sorted(powers)}

    def cut_off(self, state: SeriesState, side: int) -> list[int]:
        """Ground units of a side that would find no supply now."""
        after, units = self.foreseen(state, 1 - side), self.rules.units
        checked = [b for b in units.ground[side] if state.location[b] >= 0]
        return self.rules.supply.unsupplied(after, checked)[0]
