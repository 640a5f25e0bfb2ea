"""Posts around the one place that must be kept: the best defenders in it, then units in every hex around it."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from blockfront.ai.blocks_series.evaluation.battles import Estimator
from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.ai.blocks_series.planning.defence import GARRISON
from blockfront.games.blocks_series.rules.reach import layers_of
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members

NOBODY: Final = -1
FAR_AWAY: Final = 16  # hexes beyond which the enemy's distance does not matter


class Posts:
    """Assigns units to a closed ring, which the enemy can enter only by a battle: he walks past units but not through them."""

    def __init__(self, rules: Rules, state: SeriesState, ground: Ground, goal: int) -> None:
        self.rules, self.state, self.ground, self.goal = rules, state, ground, goal
        attacked = state.copy()
        attacked.active = 1 - ground.side
        self._estimator = Estimator(rules, attacked)

    @cached_property
    def called(self) -> int:
        """The best defender on the map, who comes home from wherever he is."""
        units, location = self.rules.units.combat[self.ground.side], self.state.location
        return max((block for block in units if location[block] >= 0), key=lambda b: (self._strength(b, self.goal), -b), default=NOBODY)

    @cached_property
    def home(self) -> list[float]:
        """Movement points from every hex to the place that must be kept."""
        return self.ground.ways_to(self.state, (self.goal,), self.ground.side)

    def assigned(self, able: Sequence[int]) -> dict[int, int]:
        """Returns the post of every unit that can reach one in this phase: the best in the place itself, others around it."""
        reach = {block: self._reach(block) for block in able}
        there = [block for block in reach if reach[block] >> self.goal & 1]
        garrison = sorted(there, key=lambda block: (-self._strength(block, self.goal), block))[:GARRISON]
        for block in garrison:
            reach.pop(block)
        posts, holders = self._ring() * GARRISON, dict[int, int]()
        for number in range(len(posts)):
            self._fill(number, posts, reach, holders, set())
        return dict.fromkeys(garrison, self.goal) | {block: posts[number] for number, block in holders.items()}

    def _fill(self, number: int, posts: Sequence[int], reach: Mapping[int, HexSet], holders: dict[int, int], asked: set[int]) -> bool:
        """Gives a post to the strongest free unit, or to one whose own post another can take; returns whether it succeeded."""
        hex_, held = posts[number], {block: post for post, block in holders.items()}
        able = [block for block in reach if reach[block] >> hex_ & 1]
        for block in sorted(able, key=lambda block: (block in held, -self._strength(block, hex_), block)):
            if block in asked:
                continue
            asked.add(block)
            if block not in held or self._fill(held[block], posts, reach, holders, asked):
                holders[number] = block
                return True
        return False

    def _reach(self, block: int) -> HexSet:
        movement, state = self.rules.movement, self.state
        here, found = 1 << state.location[block], 0
        if movement.may_move(state, block):
            for layer in layers_of(movement.network(state, block), here, movement.points_left(state, block)):
                found |= layer
        return found & ~state.occupied[1 - self.ground.side] | here

    def _ring(self) -> list[int]:
        """Lists the hexes around the place, those near the enemy and in the open first."""
        board, enemy = self.rules.board, self.state.occupied[1 - self.ground.side]
        around = board.neighbours(self.goal) & board.playable & ~enemy
        return sorted(members(around), key=lambda hex_: (self._to_the_enemy(hex_), board.rough >> hex_ & 1, hex_))

    def _to_the_enemy(self, hex_: int) -> int:
        return self.ground.hexes_to(hex_, self.state.occupied[1 - self.ground.side], FAR_AWAY)

    def _strength(self, block: int, hex_: int) -> float:
        """Rates a unit by its steps and expected hits when attacked in a hex."""
        found = self._estimator.side((block,), hex_)
        return found.steps / 4 + found.fire
