"""The map at one moment for one side: where the enemy could come, what each hex is worth, and what depends on each railway hex."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple

from blockfront.ai.eastfront.evaluation import map_tables
from blockfront.ai.eastfront.evaluation.front import Front
from blockfront.ai.eastfront.evaluation.knowledge import Knowledge
from blockfront.ai.eastfront.evaluation.worth import POLAND
from blockfront.blocks.block_state import count_at
from blockfront.games.eastfront.state import EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members, neighbours_mask
from blockfront.hexes.reach import rings, step

FARTHEST: Final = 12  # hexes from the enemy beyond which distances are treated alike
CLASSES: Final = 12  # classes into which hexes are grouped by worth


class Walks(NamedTuple):
    """The hexes from which enemies could still attack, all those they can reach, and those their fast units can reach."""

    engage_from: HexSet
    everywhere: HexSet
    fast: HexSet


class Ground:
    """Tables of the map by hex for one side, made once per plan."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge, self.rules, self.board = knowledge, knowledge.rules, knowledge.board
        self._enemies: dict[HexSet, dict[int, list[int]]] = {}
        self.standoffs: dict[tuple[object, ...], tuple[float, float]] = {}  # battles that go on, supported now or not
        self._near_enemies: tuple[HexSet, HexSet] = (0, 0)
        state = knowledge.state
        weather, tables = state.weather, self.rules.tables
        self.foot = tables.unit_types["infantry"].speed[weather]
        self.wheels = tables.unit_types["armor"].speed[weather]
        self.stops = self.rules.weather.stops(state)
        self.classes = self._classes(self._pull())
        self.to_enemy = self._distances(state.occupied[knowledge.enemy])
        self.limits = self._limits(state)
        self.around = map_tables.around(self.board)
        self.mobile: HexSet = self._mobile(state)
        self.rank = [min(distance, FARTHEST) for distance in self.to_enemy]
        self.places = [(block, self._by_rank(block)) for block in self.rules.order.of_side[knowledge.side]]
        self.front = Front(self)
        self.hot = self._prospects(state)  # attacks that pay or may pay, by hex, without regard to command

    # ---- worth of ground

    def _objectives(self) -> dict[int, float]:
        worth = self.knowledge.worth
        found = {hex_: (axis + soviet) / 2 for hex_, (axis, soviet) in worth.centres}
        if not worth.by_points:
            edge = members(self.rules.regions.polish_edge)
            found |= {hex_: found.get(hex_, 0.0) + POLAND / len(edge) for hex_ in edge}
        return found

    def _pull(self) -> dict[int, float]:
        """Returns the worth of controlling each hex: a little everywhere, more near objectives."""
        board, weights = self.board, self.knowledge.weights
        pull: dict[int, float] = dict.fromkeys(members(board.playable), weights.base)
        for hex_, worth in self._objectives().items():
            strength = weights.pull * worth * (1.0 + weights.drive * self.knowledge.pressure)
            for ring in map_tables.rings_around(board, hex_):
                for near in ring:
                    pull[near] += strength
                strength *= weights.fading
        return pull

    def _classes(self, pull: dict[int, float]) -> list[tuple[float, HexSet]]:
        """Groups hexes of similar worth, so that many can be counted at once."""
        ordered = sorted(pull, key=lambda hex_: (pull[hex_], hex_))
        size = -(-len(ordered) // CLASSES)
        groups = [ordered[start : start + size] for start in range(0, len(ordered), size)]
        return [(sum(pull[h] for h in group) / len(group), sum(1 << h for h in group)) for group in groups]

    def _prospects(self, state: EastFrontState) -> dict[int, float]:
        """Returns enemy centres next to own units: possible attacks, in case they are weakly held some day."""
        knowledge, share = self.knowledge, self.knowledge.weights.prospect
        goals = state.friendly[knowledge.enemy] & self.near(state.occupied[knowledge.side]) if share else 0
        return {hex_: share * sum(worth) for hex_, worth in knowledge.worth.centres if goals >> hex_ & 1}

    # ---- distances and reach

    def _distances(self, targets: HexSet) -> list[int]:
        """Lists the land distance from every hex to the nearest of some hexes; 99 if there is no way."""
        board = self.board
        found = [99] * board.grid.size
        for distance, ring in enumerate(rings(board.grid, targets, board.playable, board.land_sides)):
            for hex_ in members(ring):
                found[hex_] = distance
        return found

    def _by_rank(self, block: int) -> list[float]:
        """Lists the worth of a unit's place by its distance from the enemy, regardless of other units."""
        weights, knowledge = self.knowledge.weights, self.knowledge
        if knowledge.is_hq[block]:
            behind = 0.0 if self.rules.units.is_supreme[block] else weights.behind
            return [-behind * max(0, far - 4) - (weights.exposed if far <= 1 else 0.0) for far in range(FARTHEST + 1)]
        ready = weights.ready * knowledge.value[block] * knowledge.offence[block]
        return [ready if far <= 1 else -weights.behind * max(0, far - 2) for far in range(FARTHEST + 1)]

    def enemies(self, state: EastFrontState) -> dict[int, list[int]]:
        """Returns enemy units by hex. They do not move during planning, but all units of a hex may be imagined gone."""
        occupied = state.occupied[self.knowledge.enemy]
        found = self._enemies.get(occupied)
        if found is None:
            found = self._enemies[occupied] = {}
            for block in self.rules.order.of_side[self.knowledge.enemy]:
                if state.location[block] >= 0:
                    found.setdefault(state.location[block], []).append(block)
        return found

    def _limits(self, state: EastFrontState) -> Sequence[tuple[int, ...]]:
        """Lists how many units may cross each hexside into a battle now."""
        muddy = self.rules.weather.mud_hexes(state)
        if not muddy:
            return self.board.limits
        return [tuple(min(limit, 1) for limit in row) if muddy >> hex_ & 1 else row for hex_, row in enumerate(self.board.limits)]

    @cached_property
    def arrivals(self) -> dict[int, list[int]]:
        """By hex, the enemy units that could stand there and still attack from it if nothing stopped them."""
        knowledge, board, state = self.knowledge, self.board, self.knowledge.state
        engaged = state.occupied[0] & state.occupied[1]
        found: dict[int, list[int]] = {}
        for block in self.rules.order.of_side[knowledge.enemy]:
            hex_ = state.location[block]
            if hex_ < 0 or knowledge.is_hq[block] or engaged >> hex_ & 1:
                continue
            ready = frontier = 1 << hex_
            for _ in range(knowledge.speed(block) - 1):
                frontier = step(board.grid, frontier, board.march_sides) & ~ready & ~self.stops
                ready |= frontier
            for near in members(ready):
                found.setdefault(near, []).append(block)
        return found

    def _mobile(self, state: EastFrontState) -> HexSet:
        """Returns the hexes with fast enemy units; wary players also expect armour in stacks of hidden units."""
        hexes, knowledge = 0, self.knowledge
        for block in self.rules.order.of_side[knowledge.enemy]:
            hex_ = state.location[block]
            if hex_ < 0:
                continue
            if knowledge.speed(block) > self.foot if knowledge.known[block] else self._may_be_fast(state, hex_):
                hexes |= 1 << hex_
        return hexes

    def _may_be_fast(self, state: EastFrontState, hex_: int) -> bool:
        return count_at(state, hex_, self.knowledge.enemy) >= self.knowledge.weights.wary

    def free_reach(self, state: EastFrontState) -> Walks:
        """Returns where enemy units can go without fighting."""
        own = state.occupied[self.knowledge.side]
        free = state.occupied[self.knowledge.enemy] & ~own
        everybody = self.spread(free, own, self.foot)
        fast = self.spread(free & self.mobile, own, self.wheels)
        return Walks(everybody[-2] | fast[-2], everybody[-1] | fast[-1], fast[-1])

    def spread(self, start: HexSet, blocked: HexSet, steps: int) -> list[HexSet]:
        """Lists the hexes reached in at most 0, 1, 2 … steps."""
        grid, sides = self.board.grid, self.board.march_sides
        found = [start]
        frontier = start
        for _ in range(steps):
            frontier = step(grid, frontier, sides) & ~blocked & ~found[-1]
            found.append(found[-1] | frontier)
            frontier &= ~self.stops
        return found

    # ---- railways

    @cached_property
    def hangs_on(self) -> dict[int, float]:
        """By railway hex, what one's own side would lose if it were cut: supply of units, production of centres."""
        rules, knowledge, state, side = self.rules, self.knowledge, self.knowledge.state, self.knowledge.side
        sources = rules.supply.sources(state, side)
        before = self._supplied_worth(state, side)
        found: dict[int, float] = {}
        for hex_ in members(sources & state.friendly[side] & self._in_danger):
            cut = state.copy()
            cut.derived = {}
            cut.friendly[side] &= ~(1 << hex_)
            cut.friendly[1 - side] |= 1 << hex_
            lost = before - self._supplied_worth(cut, side)
            if lost > 0.05:
                found[hex_] = lost
        for centre, worth in knowledge.worth.centres:
            if state.friendly[side] >> centre & 1:
                found.setdefault(centre, worth[side] * 0.5)
        return found

    @cached_property
    def vital(self) -> HexSet:
        """The railway hexes and centres on which something depends."""
        return mask_of(self.hangs_on)

    @property
    def _in_danger(self) -> HexSet:
        """Hexes that an enemy could get near in his turn."""
        reach = max(self.foot, self.wheels) + 1
        return mask_of(hex_ for hex_, distance in enumerate(self.to_enemy) if distance <= reach)

    def _supplied_worth(self, state: EastFrontState, side: int) -> float:
        """Adds up a side's supplied units, a step each, and half the worth of its producing centres."""
        rules, knowledge = self.rules, self.knowledge
        reach = rules.supply.in_reach(state, side)
        location = state.location
        units = sum(knowledge.step[b] for b in rules.order.of_side[side] if location[b] >= 0 and reach >> location[b] & 1)
        producing = rules.supply.sources(state, side) & state.friendly[side]
        return units + 0.5 * sum(worth[side] for hex_, worth in knowledge.worth.centres if producing >> hex_ & 1)

    def disc(self, hex_: int, radius: int) -> HexSet:
        """Returns the land hexes within a radius of a hex."""
        return map_tables.disc(self.board, hex_, radius)

    def near(self, hexes: HexSet) -> HexSet:
        return neighbours_mask(self.board.grid, hexes)

    def near_enemies(self, state: EastFrontState) -> HexSet:
        """Returns the hexes next to enemies, who do not move during planning."""
        occupied = state.occupied[self.knowledge.enemy]
        if occupied != self._near_enemies[0]:
            self._near_enemies = occupied, self.near(occupied)
        return self._near_enemies[1]
