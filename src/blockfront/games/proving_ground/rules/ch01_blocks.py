"""PG-1: blocks, strength, stacking."""

from blockfront.blocks.block_state import blocks_at, count_at
from blockfront.core.clauses import rule
from blockfront.core.refusals import Refusal
from blockfront.games.proving_ground.loading.board import Board
from blockfront.games.proving_ground.state import RESERVE, State
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members


class Blocks:
    def __init__(self, board: Board) -> None:
        self.board = board

    @rule("PG-1.2")
    def strength(self, state: State, block: int) -> int:
        return self.board.order[block].strength(state.steps[block])

    def on_map(self, state: State, side: int) -> list[int]:
        return [block for block in self.board.order.of_side[side] if state.location[block] >= 0]

    def in_hex(self, state: State, hex_: int, side: int) -> list[int]:
        return blocks_at(state, hex_, self.board.order.of_side[side])

    def in_reserve(self, state: State, side: int) -> list[int]:
        return [block for block in self.board.order.of_side[side] if state.location[block] == RESERVE]

    @rule("PG-1.5")
    def full_hexes(self, state: State, side: int) -> HexSet:
        limit = self.board.numbers.stacking
        return sum(1 << hex_ for hex_ in members(state.occupied[side]) if count_at(state, hex_, side) >= limit)

    @rule("PG-1.5", "PG-1.4")
    def why_not_stand(self, state: State, target: int, side: int) -> Refusal | None:
        """Why a side's block could not come to stand in a hex."""
        if target < 0 or not self.board.enterable >> target & 1:
            return Refusal("PG-1.4", "cannot_be_entered")
        if self.full_hexes(state, side) >> target & 1:
            return Refusal("PG-1.5", "hex_is_full", {"target": target, "limit": self.board.numbers.stacking})
        return None
