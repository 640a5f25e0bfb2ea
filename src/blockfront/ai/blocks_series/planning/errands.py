"""Who goes where: goals are shared out among the units that can be there in time, so that not everybody runs to the nearest."""

from collections.abc import Mapping, Sequence
from typing import Final

from blockfront.ai.blocks_series.evaluation.ground import FAR, Ground
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import EXPLOITATION, SeriesState
from blockfront.hexes.hexset import members

SPEED: Final = 4.0  # movement points a turn of infantry; armour goes twice as far
MOST_GOALS: Final = 24  # the nearest ones
TOGETHER: Final = 2  # units of a kind on one errand; of armour only one where nobody is to be driven out
HEADWAY: Final = 8.0  # movement points of armour in a turn
NEAR_ENOUGH: Final = 10.0  # movement points to a prey that is hunted
CAN_WAIT: Final = 3.0  # movement points that a prey which cuts no railway seems further away
ACROSS: Final = 1.5  # movement points that a hex of sea between a harbour and the enemy counts
FARTHEST: Final = 12  # hexes of sea that differ
WEIGHT: Final = 1.5  # movement points that a weight of one makes up for


class Errands:
    """Fields of movement points to single goals, and the goal of each unit; units without one share the field of all goals."""

    def __init__(self, rules: Rules, state: SeriesState, ground: Ground, units: Sequence[int]) -> None:
        self.rules, self.ground, self._state = rules, ground, state
        self._ports: dict[int, list[float]] = {}
        self.hunters: frozenset[int] = frozenset()
        self._prey: list[float] = []
        self.turns = max(1, rules.scenario.last_month - state.month + 1)
        self.fields: dict[int, list[float]] = {}
        self.goal: dict[int, int] = {}
        if len(ground.wanted) > 1:
            self._share_out(state, units)

    def way(self, block: int) -> list[float]:
        """Movement points to the unit's goal from every hex."""
        if block in self.hunters:
            return self._prey
        goal, here = self.goal.get(block), self._state.location[block]
        if self.rules.landings.is_played() and here >= 0 and self.ground.way[here] >= FAR:
            return self._ways_to_ports(self.rules.units.power[block])
        return self.ground.way if goal is None or goal not in self.ground.wanted else self.fields[goal]

    def _ways_to_ports(self, power: int) -> list[float]:
        """Movement points to harbours for those who cannot walk to any goal, the harbours opposite the enemy before others."""
        if power not in self._ports:
            state, enemy = self._state, self._state.control[1 - self.ground.side]
            harbours = [hex_ for hex_ in members(self.rules.sea.harbours(state, power)) if self.ground.way[hex_] >= FAR]
            opposite: dict[int, float] = {hex_: ACROSS * self.ground.hexes_to(hex_, enemy, FARTHEST) for hex_ in harbours}
            self._ports[power] = self.ground.ways_from(state, opposite) if opposite else self.ground.way
        return self._ports[power]

    def hunt(self, state: SeriesState, units: Sequence[int], urgent: Mapping[int, float]) -> None:
        """Infantry that cannot walk to the only goal in time goes after enemies the armour has passed or will pass, urgent ones first."""
        way, is_armour, side = self.ground.way, self.rules.units.is_armour, self.ground.side
        spearhead = min((way[state.location[block]] for block in units if is_armour[block]), default=0.0)
        there = {state.location[block] for block in self.rules.units.ground[1 - side]}
        prey = [hex_ for hex_ in sorted(there) if hex_ >= 0 and way[hex_] > spearhead - HEADWAY and not state.occupied[side] >> hex_ & 1]
        if not prey:
            return
        self._prey = self.ground.ways_from(state, {hex_: 0.0 if urgent.get(hex_) else CAN_WAIT for hex_ in prey})
        late = (block for block in units if not is_armour[block] and way[state.location[block]] > SPEED * self.turns)
        self.hunters = frozenset(block for block in late if self._prey[state.location[block]] <= NEAR_ENOUGH)

    def _share_out(self, state: SeriesState, units: Sequence[int]) -> None:
        places = {state.location[block] for block in units}
        goals = sorted(self.ground.wanted, key=lambda goal: (min(self.ground.way[goal], 99.0), goal))
        near = sorted(goals, key=lambda goal: (self._nearest(goal, places), goal))[:MOST_GOALS]
        self.fields = {goal: self.ground.ways_to(state, (goal,), self.ground.side) for goal in near}
        armour = [block for block in units if self.rules.units.is_armour[block]]
        infantry = [block for block in units if not self.rules.units.is_armour[block]]
        later, is_moving = self.turns - 1, state.phase < EXPLOITATION
        enemies = state.occupied[1 - self.ground.side]
        needed = {goal: TOGETHER if enemies >> goal & 1 else 1 for goal in near}
        nearest = self._assign(state, infantry, SPEED * (later + is_moving), dict.fromkeys(near, TOGETHER))
        room = {goal: 0 if nearest.get(goal, FAR) <= SPEED * max(1, later) else needed[goal] for goal in near}
        self._assign(state, armour, SPEED * (2 * later + 1 + is_moving), room)

    def _nearest(self, goal: int, places: set[int]) -> int:
        board = self.rules.board
        return next((far for far in range(40) if any(board.within(goal, far) >> place & 1 for place in places)), 40)

    def _assign(self, state: SeriesState, units: Sequence[int], reach: float, room: dict[int, int]) -> dict[int, float]:
        """Nearest pairs first, as long as a unit can be there before the end; how near the nearest is to its goal."""
        pairs = sorted(
            (self.fields[goal][state.location[block]] - WEIGHT * self.ground.wanted[goal], block, goal)
            for block in units
            for goal in room
            if self.fields[goal][state.location[block]] <= reach
        )
        sent: dict[int, int] = {}
        nearest: dict[int, float] = {}
        for _, block, goal in pairs:
            if block not in self.goal and sent.get(goal, 0) < room[goal]:
                self.goal[block] = goal
                sent[goal] = sent.get(goal, 0) + 1
                nearest.setdefault(goal, self.fields[goal][state.location[block]])
        return nearest
