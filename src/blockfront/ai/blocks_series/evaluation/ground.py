"""The map from one side's point of view: its goals, the distance to them, supply and railways."""

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

FRANCE: Final = {"Paris": 6.0, "Reims": 1.5, "Brussels": 1.5, "Lille": 1.0, "Den Haag": 1.0}
DECISIVE: Final[Mapping[str, Mapping[str, float]]] = {  # places that decide scenarios without a table of points, with their weights
    "sbe1": {"Leningrad": 5.0, "Volkhov": 3.0},
    "sbe2": {"Moscow": 5.0},
    "sbe7": dict.fromkeys(("Kiev", "Cherkassy", "Dnepropetrovsk", "Nikopol", "Kherson", "Orsha", "Mogilev"), 2.0),  # beyond the Dniepr
    "sbe9": {"Moscow": 3.0, "Leningrad": 3.0, "Stalingrad": 3.0, "Baku": 3.0, "Berlin": 5.0},
    "sbw3": FRANCE,
    "sbw6": FRANCE,
}
FAR_GOALS: Final = 4  # most goals for which an attacker plans his way along railways: the way to so few is long, and supply must follow
NAMED: Final = 3.0  # the weight of a place with which a side wins in scenarios without points
CAPITAL: Final = 3.0  # the weight of a capital where all major cities count
CUT: Final = 3.0  # the weight of a hex that cuts a place off
BOTH_ATTACK: Final = frozenset({"sbe7", "sbe9"})  # scenarios in which the side that is attacked wins by attacking, too
STRONGER: Final = 1.1  # how many times as strong as its enemy it must be for that
PREY: Final[Mapping[str, str]] = {"sbe7": "guards"}  # scenarios in which the attacker wins by destroying units with a tag
CAUGHT: Final = 1.5  # the weight of a hex with such a unit
SURROUNDED: Final = frozenset({"sbe2"})  # scenarios in which the decisive places need only be surrounded at the end
FAR: Final = 60.0
BEYOND: Final = 3  # how many hexes beyond supply are told apart
LONGEST_LINE: Final = 24  # rail hexes beyond which a goal is too far
A_WALK: Final = 4  # rail hexes that a unit can walk along in a phase
RAILS_AHEAD: Final = 8  # rail hexes beyond one's own network that matter now
ENEMY_IN_THE_WAY: Final = 2.5  # extra movement points for a hex with enemies in it
OFF_THE_RAILS: Final = 0.8  # extra cost of a step away from railways for an advance that needs supply
FIELDS: Final = 256  # distance lists kept in the cache
LONG_WAY: Final = 1.5  # movement points that one unit of a goal's weight makes up for


def attacks(rules: Rules, state: SeriesState, side: int) -> bool:
    """Says whether a side attacks: as its scenario has it, or because it is the stronger one where both sides win by attacking."""
    if rules.scenario.attacks[side] or rules.scenario.id not in BOTH_ATTACK:
        return rules.scenario.attacks[side]
    units, location = rules.units, state.location
    mine, theirs = (sum(units.value(b, state.steps[b]) for b in units.combat[one] if location[b] >= 0) for one in (side, 1 - side))
    return mine > STRONGER * theirs


@lru_cache(maxsize=16)
def neighbours_of(rules: Rules) -> list[list[int]]:
    """Lists, for every hex, the neighbours in the theatre that can be reached by land."""
    board = rules.board
    return [list(members(board.neighbours(hex_) & rules.theatre)) if board.playable >> hex_ & 1 else [] for hex_ in range(board.size)]


@lru_cache(maxsize=16)
def strides_of(rules: Rules, along_lines: bool) -> list[tuple[list[int], list[int]]]:
    """Splits each hex's neighbours in two: first those to which supply follows (along or from railways), then the others."""
    board, found = rules.board, list[tuple[list[int], list[int]]]()
    for hex_, near in enumerate(neighbours_of(rules)):
        along = step(board.grid, 1 << hex_ & board.grid.cells, board.rail_sides) if along_lines else (1 << board.size) - 1
        good = along if along_lines or board.rail_hexes >> hex_ & 1 else 0
        found.append(([other for other in near if good >> other & 1], [other for other in near if not good >> other & 1]))
    return found


@lru_cache(maxsize=16)
def costs_of(rules: Rules, table: EntryCosts) -> list[float]:
    """Lists the movement points to enter each hex; hexes outside the theatre count as out of reach."""
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
    """Lists the movement points from every hex to the nearest start. The list is cached and shared: callers must not change it."""
    costs, strides = costs_of(rules, table), strides_of(rules, along_lines)
    enemies, off = set(members(occupied)), OFF_THE_RAILS * off_the_rails
    found = [FAR + LONG_WAY * 5] * rules.board.size
    heap: list[tuple[float, int]] = []
    for hex_, handicap in starts:
        found[hex_] = handicap
        heappush(heap, (handicap, hex_))
    while heap:
        far, hex_ = heappop(heap)
        if far > found[hex_]:
            continue
        through = far + costs[hex_] + (in_the_way if hex_ in enemies else 0.0)
        supplied, unsupplied = strides[hex_]
        for near in supplied:
            if through < found[near]:
                found[near] = through
                heappush(heap, (through, near))
        through += off
        for near in unsupplied:
            if through < found[near]:
                found[near] = through
                heappush(heap, (through, near))
    return found


class Ground:
    """The map as one side sees it now: its goals, the distances to them, supply and railways."""

    def __init__(self, rules: Rules, state: SeriesState, side: int) -> None:
        self.rules, self.side = rules, side
        self.board = rules.board
        self.near = neighbours_of(rules)
        self.table = rules.weather.table(state, rules.board.entry_costs)
        self.costs = costs_of(rules, self.table)
        self.attacks = attacks(rules, state, side)
        self.one_goal = self.far_goals = False
        cuts = self._cuts(state)
        self.cuts = bool(cuts)  # whether the goals are hexes that cut places off
        self.goals = cuts or self._goals(state) | self._prey(state)
        self.one_goal = len(self.goals) == 1  # an army with a single goal plans differently in many ways
        enemy = state.control[1 - side]
        self.wanted = {hex_: weight for hex_, weight in self.goals.items() if enemy >> hex_ & 1}
        self.kept = {hex_: weight for hex_, weight in self.goals.items() if not enemy >> hex_ & 1}
        self.far_goals = self.one_goal or (self.attacks and not cuts and len(self.wanted) <= FAR_GOALS)
        self._at_first = state.occupied[1 - side]
        self._found: list[float] | None = None

    @property
    def way(self) -> list[float]:
        """Movement points from every hex to the goals, with enemies where they stood at first or when a goal was last reached."""
        if self._found is None:
            most = self._most()
            self._found = self._ways(self._at_first, {hex_: LONG_WAY * (most - weight) for hex_, weight in self.wanted.items()})
        return self._found

    def reached(self, state: SeriesState, hexes: HexSet) -> None:
        """Drops goals that are as good as taken from the wanted ones, as long as others are left."""
        left = {hex_: weight for hex_, weight in self.wanted.items() if not hexes >> hex_ & 1}
        if left and len(left) < len(self.wanted):
            self.wanted = left
            self._at_first, self._found = state.occupied[1 - self.side], None

    def _most(self) -> float:
        return max(self.wanted.values(), default=0.0)

    def _goals(self, state: SeriesState) -> dict[int, float]:
        """Returns what decides the scenario, with its weight: its places with points, or the places named by its victory conditions."""
        scenario, board, victory = self.rules.scenario, self.board, self.rules.victory
        if scenario.id in DECISIVE:
            return {board.hex(place): weight for place, weight in DECISIVE[scenario.id].items()}
        if scenario.results:
            lost = {board.hex(place.place): float(place.points) for place in scenario.lost_places}
            return lost | {hex_: float(points) for hex_, points in sorted(victory.worths(state).items())}
        _, places = victory.deciding_places()
        if len(places) > 1:
            return dict.fromkeys(map(board.hex, places), NAMED)
        return {hex_: CAPITAL if board.capitals >> hex_ & 1 else 1.0 for hex_ in members(board.majors & self.rules.theatre)}

    def _prey(self, state: SeriesState) -> dict[int, float]:
        """Returns the hexes with enemies that an attacker wins by destroying."""
        tag, units = PREY.get(self.rules.scenario.id), self.rules.units
        if tag is None or not self.rules.scenario.attacks[self.side]:
            return {}
        there = {state.location[b] for b in units.ground[1 - self.side] if state.location[b] >= 0 and tag in units.tags[b]}
        return dict.fromkeys(sorted(there), CAUGHT)

    def _cuts(self, state: SeriesState) -> dict[int, float]:
        """Returns the railway hexes that an attacker wants in a scenario that is won by cutting places off."""
        if not self.attacks or not is_won_by_cutting(self.rules):
            return {}
        units = {hex_: 0.0 for block in self.rules.units.combat[self.side] if (hex_ := state.location[block]) >= 0}
        strides = self._ways(state.occupied[1 - self.side], units, 0.0)
        return dict.fromkeys(sorted(cut_hexes(self.rules, state, self.side, strides)), CUT)

    def _ways(
        self, occupied: HexSet, starts: Mapping[int, float], off_the_rails: float = 1.0, in_the_way: float = ENEMY_IN_THE_WAY
    ) -> list[float]:
        """Lists movement points from every hex to the nearest start (each may have a handicap); enemies in the way cost extra."""
        return field(self.rules, self.table, self.far_goals, occupied, tuple(starts.items()), off_the_rails, in_the_way)

    def ways_to(self, state: SeriesState, hexes: Sequence[int], side: int) -> list[float]:
        """Lists movement points from every hex to the nearest of some hexes, for units of a side."""
        return self._ways(state.occupied[1 - side], dict.fromkeys(hexes, 0.0))

    def ways_from(self, state: SeriesState, starts: Mapping[int, float]) -> list[float]:
        """Lists movement points from every hex to the nearest of the side's own aims, each of which may have a handicap."""
        return self._ways(state.occupied[1 - self.side], starts)

    def strides_to(self, state: SeriesState, hexes: HexSet) -> list[float]:
        """Lists plain movement points from every hex to the nearest of some hexes, walking around enemies."""
        return self._ways(state.occupied[1 - self.side], dict.fromkeys(members(hexes), 0.0), 0.0, FAR)

    def ring(self, state: SeriesState) -> HexSet:
        """Returns, on the last turn, the hexes around wanted places that are won by surrounding them."""
        if not self.attacks or self.rules.scenario.id not in SURROUNDED or not self.is_last_turn(state):
            return 0
        found = 0
        for hex_ in self.wanted:
            found |= self.board.neighbours(hex_)
        return found & self.board.playable

    def post(self) -> int | None:
        """Returns the one place that a defender must keep, if there is exactly one."""
        return next(iter(self.goals)) if self.one_goal and not self.attacks else None

    def hexes_to(self, hex_: int, others: HexSet, most: int, least: int = 0) -> int:
        """Returns the distance in hexes to the nearest of some hexes, at most `most`."""
        return next((far for far in range(least, most) if self.board.within(hex_, far) & others), most)

    # ---- railways

    def network(self, state: SeriesState) -> HexSet:
        """Returns the rail hexes linked with the main supply sources of the side's powers."""
        found = 0
        for power in sorted({self.rules.units.power[b] for b in self.rules.units.ground[self.side] if state.location[b] >= 0}):
            found |= self.rules.supply.sources(state, power).by_rail
        return found

    def railway(self, state: SeriesState) -> dict[int, float]:
        """Weighs the rail hexes between the side's network and its goals; the nearer to the network, the higher."""
        network, found = self.network(state), dict[int, float]()
        for goal in self.wanted:
            line = self._line(network, goal)
            for number, hex_ in enumerate(line[:RAILS_AHEAD]):
                found[hex_] = max(found.get(hex_, 0.0), 1.0 - number / (RAILS_AHEAD + 1))
        return found

    def _line(self, network: HexSet, goal: int) -> list[int]:
        """Returns the shortest railway from the network to a goal, without the network's own hexes."""
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
        """Returns the position after the phase's moves are revealed: hexes that the side has passed or occupies become its own."""
        after = state.copy()
        taken = (state.passed | state.occupied[side]) & ~state.occupied[1 - side] & self.board.playable
        after.control[side] |= taken
        after.control[1 - side] &= ~taken
        after.derived = dict(state.derived)
        return after

    def covered(self, state: SeriesState, side: int) -> dict[int, tuple[HexSet, ...]]:
        """Returns, by power, the hexes in supply and those up to one, two and three hexes beyond."""
        after, supply = self.foreseen(state, side), self.rules.supply
        powers = {self.rules.units.power[b] for b in self.rules.units.ground[side] if state.location[b] >= 0}
        found = {}
        for power in sorted(powers):
            sources = supply.sources(after, power)
            rings = [supply.covered(after, power, sources.everything)]
            if self.far_goals:
                rings[0] |= self._along_the_lines(after, side, sources.by_rail)
            for _ in range(BEYOND):
                rings.append(rings[-1] | self.board.around(rings[-1]))
            found[power] = tuple(rings)
        return found

    def _along_the_lines(self, state: SeriesState, side: int, network: HexSet) -> HexSet:
        """Returns the network extended by the rail hexes that a unit can add by walking along the railway."""
        board, found = self.board, network
        lines = board.rail_hexes & self.rules.theatre & board.playable & ~state.occupied[1 - side]
        lines &= ~self.rules.zones.ground_zone(state, 1 - side) & board.grid.cells
        for _ in range(A_WALK):
            found |= step(board.grid, found & board.grid.cells, board.rail_sides) & lines
        return found

    def is_last_turn(self, state: SeriesState) -> bool:
        """Says whether the last month of the scenario has come."""
        return state.month >= self.rules.scenario.last_month

    def has_the_last_word(self, state: SeriesState) -> bool:
        """Says whether the enemy has no more turns after the side's current one."""
        return self.is_last_turn(state) and self.side != self.rules.scenario.first_side

    def cut_off(self, state: SeriesState, side: int) -> list[int]:
        """Lists the ground units of a side that would be without supply now."""
        after, units = self.foreseen(state, 1 - side), self.rules.units
        checked: list[int] = [b for b in units.ground[side] if state.location[b] >= 0]
        return self.rules.supply.unsupplied(after, checked)[0]
