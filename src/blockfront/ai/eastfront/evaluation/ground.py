"""The lie of the land for one moment: where the enemy could come, what each hex is worth holding, what hangs on each railway hex."""

from __future__ import annotations

from functools import cached_property
from typing import Final, NamedTuple

from blockfront.ai.eastfront.evaluation.front import Front
from blockfront.ai.eastfront.evaluation.knowledge import Knowledge
from blockfront.ai.eastfront.evaluation.worth import POLAND
from blockfront.blocks.block_state import count_at
from blockfront.games.eastfront.state import EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members, neighbours_mask
from blockfront.hexes.reach import rings, step, within

FARTHEST: Final = 12  # hexes from the enemy beyond which distances are all the same
CLASSES: Final = 12  # hexes of about equal worth are counted together


class Walks(NamedTuple):
    """Hexes from which enemies could still engage, all they can get to, and those that their fast units can."""

    engage_from: HexSet
    everywhere: HexSet
    fast: HexSet


class Ground:
    """Made once per plan. Masks and tables by hex."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge, self.rules, self.board = knowledge, knowledge.rules, knowledge.board
        self._enemies: dict[HexSet, dict[int, list[int]]] = {}
        self._discs: dict[tuple[int, int], HexSet] = {}
        state = knowledge.state
        weather, tables = state.weather, self.rules.tables
        self.foot = tables.unit_types["infantry"].speed[weather]
        self.wheels = tables.unit_types["armor"].speed[weather]
        self.stops = self.rules.weather.stops(state)
        self.classes = self._classes(self._pull())
        self.to_enemy = self._distances(state.occupied[knowledge.enemy])
        self.limits = self._limits(state)
        self.around = tuple(sum(1 << near for _, near in row) for row in self.board.neighbours)
        self.mobile: HexSet = self._mobile(state)
        self.rank = [min(distance, FARTHEST) for distance in self.to_enemy]
        self.places = [(block, self._by_rank(block)) for block in self.rules.order.of_side[knowledge.side]]
        self.front = Front(self)
        self.hot = self._prospects(state)  # attacks that would or could pay, whoever commands there

    # ---- worth of ground

    def _objectives(self) -> dict[int, float]:
        worth = self.knowledge.worth
        found = {hex_: (axis + soviet) / 2 for hex_, (axis, soviet) in worth.centres}
        if not worth.by_points:
            edge = members(self.rules.regions.polish_edge)
            found |= {hex_: found.get(hex_, 0.0) + POLAND / len(edge) for hex_ in edge}
        return found

    def _pull(self) -> dict[int, float]:
        """Worth of controlling each hex: a little everywhere, more near objectives."""
        board, weights = self.board, self.knowledge.weights
        pull: dict[int, float] = dict.fromkeys(members(board.playable), weights.base)
        for hex_, worth in self._objectives().items():
            strength = weights.pull * worth * (1.0 + weights.drive * self.knowledge.pressure)
            for ring in rings(board.grid, 1 << hex_, board.playable, board.march_sides, 10):
                for near in members(ring):
                    if near in pull:
                        pull[near] += strength
                strength *= weights.fading
        return pull

    def _classes(self, pull: dict[int, float]) -> list[tuple[float, HexSet]]:
        """Hexes grouped by worth, so that many are counted at once."""
        ordered = sorted(pull, key=lambda hex_: (pull[hex_], hex_))
        size = -(-len(ordered) // CLASSES)
        groups = [ordered[start : start + size] for start in range(0, len(ordered), size)]
        return [(sum(pull[h] for h in group) / len(group), sum(1 << h for h in group)) for group in groups]

    def _prospects(self, state: EastFrontState) -> dict[int, float]:
        """Enemy centres next to one's own units, which may be thinly held some day."""
        knowledge, share = self.knowledge, self.knowledge.weights.prospect
        goals = state.friendly[knowledge.enemy] & self.near(state.occupied[knowledge.side]) if share else 0
        return {hex_: share * sum(worth) for hex_, worth in knowledge.worth.centres if goals >> hex_ & 1}

    # ---- distances and reach

    def _distances(self, targets: HexSet) -> list[int]:
        """Land distance from the nearest of some hexes; far away where there is no way."""
        board = self.board
        found = [99] * board.grid.size
        for distance, ring in enumerate(rings(board.grid, targets, board.playable, board.land_sides)):
            for hex_ in members(ring):
                found[hex_] = distance
        return found

    def _by_rank(self, block: int) -> list[float]:
        """What it is worth that a unit stands so far from the enemy, whoever else does."""
        weights, knowledge = self.knowledge.weights, self.knowledge
        if knowledge.is_hq[block]:
            behind = 0.0 if self.rules.units.is_supreme[block] else weights.behind
            return [-behind * max(0, far - 4) - (weights.exposed if far <= 1 else 0.0) for far in range(FARTHEST + 1)]
        ready = weights.ready * knowledge.value[block] * knowledge.offence[block]
        return [ready if far <= 1 else -weights.behind * max(0, far - 2) for far in range(FARTHEST + 1)]

    def enemies(self, state: EastFrontState) -> dict[int, list[int]]:
        """Enemy units by hex. While plans are made they do not move, but all of a hex may be imagined gone."""
        occupied = state.occupied[self.knowledge.enemy]
        found = self._enemies.get(occupied)
        if found is None:
            found = self._enemies[occupied] = {}
            for block in self.rules.order.of_side[self.knowledge.enemy]:
                if state.location[block] >= 0:
                    found.setdefault(state.location[block], []).append(block)
        return found

    def _limits(self, state: EastFrontState) -> list[tuple[int, ...]]:
        """Units that may cross each side into a battle now."""
        muddy = self.rules.weather.mud_hexes(state)
        return [tuple(min(limit, 1) for limit in row) if muddy >> hex_ & 1 else row for hex_, row in enumerate(self.board.limits)]

    @cached_property
    def arrivals(self) -> dict[int, list[int]]:
        """For each hex the enemy units that could stand there and still engage from it, were nobody in their way."""
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
        """Hexes with enemy units known to be fast; a wary player also reckons with armour among hidden units in company."""
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
        """Where enemy units can go without fighting."""
        own = state.occupied[self.knowledge.side]
        free = state.occupied[self.knowledge.enemy] & ~own
        everybody = self.spread(free, own, self.foot)
        fast = self.spread(free & self.mobile, own, self.wheels)
        return Walks(everybody[-2] | fast[-2], everybody[-1] | fast[-1], fast[-1])

    def spread(self, start: HexSet, blocked: HexSet, steps: int) -> list[HexSet]:
        """What can be reached in 0, 1, … steps."""
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
        """What one's own side would lose if a hex of its railways were cut: units out of supply, centres that stop producing."""
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
        return mask_of(self.hangs_on)

    @property
    def _in_danger(self) -> HexSet:
        """Hexes that an enemy could be near in his turn."""
        reach = max(self.foot, self.wheels) + 1
        return mask_of(hex_ for hex_, distance in enumerate(self.to_enemy) if distance <= reach)

    def _supplied_worth(self, state: EastFrontState, side: int) -> float:
        """Worth of a side's units with a supply line, a step each, and of its producing centres for a month or two."""
        rules, knowledge = self.rules, self.knowledge
        reach = rules.supply.in_reach(state, side)
        location = state.location
        units = sum(knowledge.step[b] for b in rules.order.of_side[side] if location[b] >= 0 and reach >> location[b] & 1)
        producing = rules.supply.sources(state, side) & state.friendly[side]
        return units + 0.5 * sum(worth[side] for hex_, worth in knowledge.worth.centres if producing >> hex_ & 1)

    def disc(self, hex_: int, radius: int) -> HexSet:
        """Land hexes within so many steps of one."""
        key = (hex_, radius)
        found = self._discs.get(key)
        if found is None:
            found = self._discs[key] = within(self.board.grid, 1 << hex_, radius, self.board.playable, self.board.land_sides)
        return found

    def near(self, hexes: HexSet) -> HexSet:
        return neighbours_mask(self.board.grid, hexes)
