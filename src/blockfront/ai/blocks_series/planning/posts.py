"""Who stands where around the one place that must be kept: the best defenders in it, somebody in every hex next to it, then others."""

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
FAR_AWAY: Final = 16  # hexes beyond which it does not matter how far an enemy is


class Posts:
    """An enemy walks past anybody, but not through: a closed ring can only be entered by a battle."""

    def __init__(self, rules: Rules, state: SeriesState, ground: Ground, goal: int) -> None:
        self.rules, self.state, self.ground, self.goal = rules, state, ground, goal
        attacked = state.copy()
        attacked.active = 1 - ground.side
        self._estimator = Estimator(rules, attacked)

    @cached_property
    def called(self) -> int:
        """The best of all defenders, who comes home from wherever he is."""
        units, location = self.rules.units.combat[self.ground.side], self.state.location
        return max((block for block in units if location[block] >= 0), key=lambda b: (self._strength(b, self.goal), -b), default=NOBODY)

    @cached_property
    def home(self) -> list[float]:
        """Movement points to the place that must be kept."""
        return self.ground.ways_to(self.state, (self.goal,), self.ground.side)

    def assigned(self, able: Sequence[int]) -> dict[int, int]:
        """The post of every unit that can be at one in this phase: the best in the place itself, the others around it."""
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
        """Give a post to the strongest who is free, else to one whose own post somebody else can take."""
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
            for layer in layers_of(movement.ways(state, block), here, movement.points_left(state, block)):
                found |= layer
        return found & ~state.occupied[1 - self.ground.side] | here

    def _ring(self) -> list[int]:
        """The hexes around, those near the enemy and in the open first."""
        board, enemy = self.rules.board, self.state.occupied[1 - self.ground.side]
        around = board.neighbours(self.goal) & board.playable & ~enemy
        return sorted(members(around), key=lambda hex_: (self._to_the_enemy(hex_), board.rough >> hex_ & 1, hex_))

    def _to_the_enemy(self, hex_: int) -> int:
        return self.ground.hexes_to(hex_, self.state.occupied[1 - self.ground.side], FAR_AWAY)

    def _strength(self, block: int, hex_: int) -> float:
        """Steps and expected hits of a unit that is attacked there."""
        found = self._estimator.side((block,), hex_)
        return found.steps / 4 + found.fire
