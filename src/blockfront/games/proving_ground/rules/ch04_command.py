"""PG-4: headquarters and command."""

from blockfront.core.clauses import rule
from blockfront.games.proving_ground.loading.board import Board
from blockfront.games.proving_ground.rules.ch01_blocks import Blocks
from blockfront.games.proving_ground.state import State


class Command:
    def __init__(self, board: Board, blocks: Blocks) -> None:
        self.board = board
        self.blocks = blocks

    @rule("PG-4.1")
    def can_activate(self, state: State, side: int) -> bool:
        return state.steps[self.board.headquarters(side)] > 1

    @rule("PG-4.2")
    def is_commanded(self, state: State, block: int) -> bool:
        """Whether an active headquarters of its side reaches the block."""
        if not state.hq_active:
            return False
        headquarters = self.board.headquarters(state.active)
        distance = self.board.grid.distance(state.location[headquarters], state.location[block])
        return distance <= self.blocks.strength(state, headquarters)
