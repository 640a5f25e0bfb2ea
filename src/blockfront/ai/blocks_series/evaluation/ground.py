"""The lie of the land for a side: what it wants, how far it is, where supply reaches."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from typing import Final

from blockfront.ai.blocks_series.evaluation.cutting import cut_hexes, is_won_by_cutting
from blockfront.games.blocks_series.rules.ch09_weather import EntryCosts
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members
from blockfront.hexes.reach import step

DECISIVE: Final[Mapping[str, Mapping[str, float]]] = {  # places that decide scenarios without a table of points
    "sbe1": {"Leningrad": 5.0, "Volkhov": 3.0},
    "sbe2": {"Moscow": 5.0},
    "sbw3": {"Paris": 6.0, "Reims": 1.5, "Brussels": 1.5, "Lille": 1.0, "Den Haag": 1.0},
}
CUT: Final = 3.0  # the weight of a hex that cuts a place off
SURROUNDED: Final = frozenset({"sbe2"})  # scenarios in which the places that decide need only be surrounded at the end
FAR: Final = 60.0
BEYOND: Final = 3  # hexes out of supply that differ in how bad they are
LONGEST_LINE: Final = 24  # rail hexes beyond which a goal is too far
A_WALK: Final = 4  # rail hexes that a unit takes in a phase
RAILS_AHEAD: Final = 8  # rail hexes beyond one's own network that matter now
ENEMY_IN_THE_WAY: Final = 2.5  # movement points that a hex full of enemies costs
OFF_THE_RAILS: Final = 0.8  # what a step not along a railway costs an advance that must be supplied
FIELDS: Final = 96  # ways that are kept: the same are asked for again and again
LONG_WAY: Final = 1.5  # points of way that a weight of one makes up for


@lru_cache(maxsize=16)
def neighbours_of(rules: Rules) -> list[list[int]]:
    """The hexes of the theatre next to every hex by land, worked out once."""
    board = rules.board
    return [list(members(board.neighbours(hex_) & rules.theatre)) if board.playable >> hex_ & 1 else [] for hex_ in range(board.size)]


@lru_cache(maxsize=16)
def strides_of(rules: Rules, along_lines: bool) -> list[list[tuple[int, float]]]:
    """The same with what a step costs more than its movement points where supply will not follow: off the railways, or their hexes."""
    board, found = rules.board, list[list[tuple[int, float]]]()
    for hex_, near in enumerate(neighbours_of(rules)):
        along = step(board.grid, 1 << hex_ & board.grid.cells, board.rail_sides) if along_lines else (1 << board.size) - 1
        good = along if along_lines or board.rail_hexes >> hex_ & 1 else 0
        found.append([(other, 0.0 if good >> other & 1 else OFF_THE_RAILS) for other in near])
    return found


@lru_cache(maxsize=16)
def costs_of(rules: Rules, table: EntryCosts) -> list[float]:
    """Movement points to enter a hex; whatever lies beyond the theatre is out of reach."""
    found = [FAR] * rules.board.size
    for cost, hexes in table:
        for hex_ in members(hexes & rules.theatre):
            found[hex_] = float(cost)
    return found


@lru_cache(maxsize=FIELDS)
def field(
    rules: Rules,
    table: EntryCosts,
    along_lines: bool,
    occupied: HexSet,
    starts: tuple[tuple[int, float], ...],
    off_the_rails: float,
    in_the_way: float,
) -> list[float]:
    """Movement points from every hex to the nearest of the starts; nobody changes the list, which others are given too."""
    costs, strides = costs_of(rules, table), strides_of(rules, along_lines)
    found = [FAR + LONG_WAY * 5] * rules.board.size
    heap: list[tuple[float, int]] = []
    for hex_, handicap in starts:
        found[hex_] = handicap
        heappush(heap, (handicap, hex_))
    while heap:
        far, hex_ = heappop(heap)
        if far > found[hex_]:
            continue
        through = far + costs[hex_] + (in_the_way if occupied >> hex_ & 1 else 0.0)
        for near, more in strides[hex_]:
            reached = through + more * off_the_rails
            if reached < found[near]:
                found[near] = reached
                heappush(heap, (reached, near))
    return found


class Ground:
    """The map as one side sees it now: goals, ways to them, supply, railways."""

    def __init__(self, rules: Rules, state: SeriesState, side: int) -> None:
        self.rules, self.side = rules, side
        self.board = rules.board
        self.near = neighbours_of(rules)
        self.table = rules.weather.table(state, rules.board.entry_costs)
        self.costs = costs_of(rules, self.table)
        self.attacks = rules.scenario.attacks[side]
        self.one_goal = False
        cuts = self._cuts(state)
        self.cuts = bool(cuts)  # whether the goals are where places are cut off
        self.goals = cuts or self._goals()
        self.one_goal = len(self.goals) == 1  # an army that has one place to take goes about it in its own way
        self.strides = strides_of(rules, self.one_goal)
        enemy = state.control[1 - side]
        self.wanted = {hex_: weight for hex_, weight in self.goals.items() if enemy >> hex_ & 1}
        self.kept = {hex_: weight for hex_, weight in self.goals.items() if not enemy >> hex_ & 1}
        self._at_first = state.occupied[1 - side]
        self._found: list[float] | None = None

    @property
    def way(self) -> list[float]:
        """Movement points from every hex to the goals, as the enemy stood when this was made or a goal was reached."""
        if self._found is None:
            most = self._most()
            self._found = self._ways(self._at_first, {hex_: LONG_WAY * (most - weight) for hex_, weight in self.wanted.items()})
        return self._found

    def reached(self, state: SeriesState, hexes: HexSet) -> None:
        """Goals that are as good as taken attract nobody else, as long as there are others."""
        left = {hex_: weight for hex_, weight in self.wanted.items() if not hexes >> hex_ & 1}
        if left and len(left) < len(self.wanted):
            self.wanted = left
            self._at_first, self._found = state.occupied[1 - self.side], None

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
            lands = self.rules.powers.homelands[self.rules.powers.leader(None, 1 - self.rules.scenario.points_side)]
            found = {hex_: weight for hex_, weight in found.items() if lands >> hex_ & 1}
        return found

    def _cuts(self, state: SeriesState) -> dict[int, float]:
        """Hexes of railways that an attacker holds to cut places off, where that wins."""
        if not self.attacks or not is_won_by_cutting(self.rules):
            return {}
        units = {hex_: 0.0 for block in self.rules.units.combat[self.side] if (hex_ := state.location[block]) >= 0}
        strides = self._ways(state.occupied[1 - self.side], units, 0.0)
        return dict.fromkeys(sorted(cut_hexes(self.rules, state, self.side, strides)), CUT)

    def _ways(
        self, occupied: HexSet, starts: Mapping[int, float], off_the_rails: float = 1.0, in_the_way: float = ENEMY_IN_THE_WAY
    ) -> list[float]:
        """Movement points from every hex to the nearest of the starts, which may have a handicap; enemies cost extra."""
        return field(self.rules, self.table, self.one_goal, occupied, tuple(starts.items()), off_the_rails, in_the_way)

    def ways_to(self, state: SeriesState, hexes: Sequence[int], side: int) -> list[float]:
        return self._ways(state.occupied[1 - side], dict.fromkeys(hexes, 0.0))

    def ways_from(self, state: SeriesState, starts: Mapping[int, float]) -> list[float]:
        """The same to the side's own aims, each with a handicap."""
        return self._ways(state.occupied[1 - self.side], starts)

    def strides_to(self, state: SeriesState, hexes: HexSet) -> list[float]:
        """Movement points to some hexes and no more than that, around enemies."""
        return self._ways(state.occupied[1 - self.side], dict.fromkeys(members(hexes), 0.0), 0.0, FAR)

    def ring(self, state: SeriesState) -> HexSet:
        """On the last day: the hexes around places still wanted that are won by being surrounded."""
        if not self.attacks or self.rules.scenario.id not in SURROUNDED or not self.is_last_turn(state):
            return 0
        found = 0
        for hex_ in self.wanted:
            found |= self.board.neighbours(hex_)
        return found & self.board.playable

    def post(self) -> int | None:
        """The only place that a defender must keep."""
        return next(iter(self.goals)) if self.one_goal and not self.attacks else None

    def hexes_to(self, hex_: int, others: HexSet, most: int, least: int = 0) -> int:
        """How far the nearest of some hexes is, as the crow flies; no more than `most` is told apart."""
        return next((far for far in range(least, most) if self.board.within(hex_, far) & others), most)

    # ---- railways

    def network(self, state: SeriesState) -> HexSet:
        """Rail hexes linked with the main sources of a side's powers."""
        found = 0
        for power in sorted({self.rules.units.power[b] for b in self.rules.units.ground[self.side] if state.location[b] >= 0}):
            found |= self.rules.supply.sources(state, power).by_rail
        return found

    def railway(self, state: SeriesState) -> dict[int, float]:
        """Rail hexes in enemy hands on the lines from the side's own network to its nearest goals, the next ones worth most."""
        network, found = self.network(state), dict[int, float]()
        for goal in self.wanted:
            line = self._line(network, goal)
            for number, hex_ in enumerate(line[:RAILS_AHEAD]):
                found[hex_] = max(found.get(hex_, 0.0), 1.0 - number / (RAILS_AHEAD + 1))
        return found

    def _line(self, network: HexSet, goal: int) -> list[int]:
        """The shortest railway from the network to a goal, without the network itself."""
        board = self.board
        lines = board.rail_hexes & self.rules.theatre & board.playable & board.grid.cells
        rings = [1 << goal]
        seen = rings[0]
        while rings[-1] and not rings[-1] & network and len(rings) < LONGEST_LINE:
            rings.append(step(board.grid, rings[-1], board.rail_sides) & lines & ~seen)
            seen |= rings[-1]
        if not rings[-1] & network:
            return []
        at, found = rings.pop() & network, []
        while rings:
            at = step(board.grid, at, board.rail_sides) & rings.pop()
            at &= -at
            found.append(at.bit_length() - 1)
        return found

    # ---- supply

    def foreseen(self, state: SeriesState, side: int) -> SeriesState:
        """The position as it will be when the moves of the phase are shown: hexes passed belong to those who passed them."""
        after = state.copy()
        taken = (state.passed | state.occupied[side]) & ~state.occupied[1 - side] & self.board.playable
        after.control[side] |= taken
        after.control[1 - side] &= ~taken
        after.derived = dict(state.derived)
        return after

    def covered(self, state: SeriesState, side: int) -> dict[int, tuple[HexSet, ...]]:
        """By power: hexes in supply, and those one, two and three hexes beyond."""
        after, supply = self.foreseen(state, side), self.rules.supply
        powers = {self.rules.units.power[b] for b in self.rules.units.ground[side] if state.location[b] >= 0}
        found = {}
        for power in sorted(powers):
            sources = supply.sources(after, power)
            rings = [supply.covered(after, power, sources.everything)]
            if self.one_goal:
                rings[0] |= self._along_the_lines(after, side, sources.by_rail)
            for _ in range(BEYOND):
                rings.append(rings[-1] | self.board.around(rings[-1]))
            found[power] = tuple(rings)
        return found

    def _along_the_lines(self, state: SeriesState, side: int, network: HexSet) -> HexSet:
        """Rail hexes that whoever walks along them from the network brings into it."""
        board, found = self.board, network
        lines = board.rail_hexes & self.rules.theatre & board.playable & ~state.occupied[1 - side]
        lines &= ~self.rules.zones.ground_zone(state, 1 - side) & board.grid.cells
        for _ in range(A_WALK):
            found |= step(board.grid, found & board.grid.cells, board.rail_sides) & lines
        return found

    def is_last_turn(self, state: SeriesState) -> bool:
        return state.month >= self.rules.scenario.last_month

    def cut_off(self, state: SeriesState, side: int) -> list[int]:
        """Ground units of a side that would find no supply now."""
        after, units = self.foreseen(state, 1 - side), self.rules.units
        checked: list[int] = [b for b in units.ground[side] if state.location[b] >= 0]
        return self.rules.supply.unsupplied(after, checked)[0]
