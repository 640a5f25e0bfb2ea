"""Shares the goals out among the units that can reach them in time, so that not all of them run to the nearest."""

from collections.abc import Mapping, Sequence
from typing import Final

from blockfront.ai.blocks_series.evaluation.ground import FAR, Ground
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import EXPLOITATION, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

SPEED: Final = 4.0  # movement points of infantry in a turn; armour goes twice as far
MOST_GOALS: Final = 24  # most goals that are shared out, the nearest ones
TOGETHER: Final = 2  # units of a kind sent to one goal; only one of armour if no enemy is there
HEADWAY: Final = 8.0  # movement points of armour in a turn
NEAR_ENOUGH: Final = 10.0  # movement points within which enemies are hunted
CAN_WAIT: Final = 3.0  # extra movement points of enemies that cut no railway
ACROSS: Final = 1.5  # movement points for each hex of sea between a harbour and the enemy
FARTHEST: Final = 12  # hexes of sea beyond which distances are not told apart
WEIGHT: Final = 1.5  # movement points that one unit of a goal's weight makes up for


class Errands:
    """Gives units a goal each and the distances to it; units without a goal of their own use the distances to all goals."""

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
        """Lists the movement points from every hex to the unit's goal."""
        if block in self.hunters:
            return self._prey
        goal, here = self.goal.get(block), self._state.location[block]
        if self.rules.landings.is_played() and here >= 0 and self.ground.way[here] >= FAR:
            return self._ways_to_ports(self.rules.units.power[block])
        return self.ground.way if goal is None or goal not in self.ground.wanted else self.fields[goal]

    def _ways_to_ports(self, power: int) -> list[float]:
        """Lists movement points to harbours for units that cannot walk to any goal; harbours facing the enemy count as nearer."""
        if power not in self._ports:
            state, enemy = self._state, self._state.control[1 - self.ground.side]
            harbours = [hex_ for hex_ in members(self.rules.sea.harbours(state, power)) if self.ground.way[hex_] >= FAR]
            opposite: dict[int, float] = {hex_: ACROSS * self.ground.hexes_to(hex_, enemy, FARTHEST) for hex_ in harbours}
            self._ports[power] = self.ground.ways_from(state, opposite) if opposite else self.ground.way
        return self._ports[power]

    def hunt(self, state: SeriesState, units: Sequence[int], urgent: Mapping[int, float]) -> None:
        """Sends infantry that is too late for the only goal after enemies near the armour's path, urgent ones first."""
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
        places = mask_of({state.location[block] for block in units})
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

    def _nearest(self, goal: int, places: HexSet) -> int:
        return self.ground.hexes_to(goal, places, 40)

    def _assign(self, state: SeriesState, units: Sequence[int], reach: float, room: dict[int, int]) -> dict[int, float]:
        """Pairs units with goals they can reach in time, nearest first; returns the distance of the nearest unit to each goal."""
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
