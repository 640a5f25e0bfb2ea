"""PG-7: supply and rebuilding."""

from blockfront.core.clauses import rule
from blockfront.core.refusals import Refusal
from blockfront.core.sides import other
from blockfront.games.proving_ground.loading.board import Board
from blockfront.games.proving_ground.rules.ch01_blocks import Blocks
from blockfront.games.proving_ground.rules.ch05_movement import Movement
from blockfront.games.proving_ground.state import State
from blockfront.hexes.grid import HexSet
from blockfront.hexes.reach import flood


class Supply:
    def __init__(self, board: Board, blocks: Blocks, movement: Movement) -> None:
        self.board = board
        self.blocks = blocks
        self.movement = movement

    @rule("PG-7.1")
    def supplied(self, state: State, side: int) -> HexSet:
        """Hexes connected with the side's base by a way free of enemies."""
        key = ("supplied", side)
        known: HexSet | None = state.derived.get(key)
        if known is None:
            free = self.board.enterable & ~state.occupied[other(side)]
            base = 1 << self.board.bases[side] & free
            known = state.derived[key] = flood(self.board.grid, base, free, self.movement.all_steps)
        return known

    @rule("PG-7.2")
    def points(self, state: State, side: int) -> int:
        towns = sum(value for hex_, value in self.board.towns.items() if state.control[side] >> hex_ & 1)
        base = state.control[side] >> self.board.bases[side] & 1
        return towns + base * self.board.numbers.base_points

    @rule("PG-7.3")
    def why_not_rebuild(self, state: State, block: int) -> Refusal | None:
        side = state.active
        if block not in self.blocks.on_map(state, side):
            return Refusal("PG-7.3", "not_your_block")
        if state.face_up >> block & 1:
            return Refusal("PG-7.3", "is_face_up", {"block": block})
        if state.rebuilt >> block & 1:
            return Refusal("PG-7.3", "has_been_rebuilt", {"block": block})
        if state.steps[block] == self.board.order[block].full:
            return Refusal("PG-7.3", "at_full_strength", {"block": block})
        if not self.supplied(state, side) >> state.location[block] & 1:
            return Refusal("PG-7.1", "out_of_supply", {"block": block})
        if not state.points:
            return Refusal("PG-7.2", "no_points_left")
        return None
