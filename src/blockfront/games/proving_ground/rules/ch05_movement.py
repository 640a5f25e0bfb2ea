"""PG-5: movement."""

from blockfront.core.clauses import rule
from blockfront.core.refusals import Refusal
from blockfront.core.sides import other
from blockfront.games.proving_ground.loading.board import Board
from blockfront.games.proving_ground.rules.ch01_blocks import Blocks
from blockfront.games.proving_ground.rules.ch04_command import Command
from blockfront.games.proving_ground.state import State
from blockfront.hexes.grid import HexSet
from blockfront.hexes.reach import reach, step
from blockfront.hexes.sides import joined


class Movement:
    def __init__(self, board: Board, blocks: Blocks, command: Command) -> None:
        self.board = board
        self.blocks = blocks
        self.command = command
        self.all_steps = joined(board.dry_sides, board.river_sides)

    @rule("PG-5.1")
    def allowance(self, state: State, block: int) -> int:
        return self.board.type_of(block).movement

    @rule("PG-5.1", "PG-5.4")
    def movable(self, state: State, side: int) -> list[int]:
        return [block for block in self.blocks.on_map(state, side) if not state.moved >> block & 1]

    @rule("PG-5.2", "PG-5.3", "PG-5.4")
    def within_reach(self, state: State, block: int) -> HexSet:
        """Hexes that a block can reach with its movement points. It may always go one hex; without command no further."""
        board = self.board
        start = 1 << state.location[block]
        found = step(board.grid, start, self.all_steps)
        if self.command.is_commanded(state, block):
            enemies = state.occupied[other(state.active)]
            points = self.allowance(state, block)
            crossings = ((board.numbers.river_cost, board.river_sides),)
            found |= reach(board.grid, start, points, board.entry_costs, board.dry_sides, enemies, crossings)
        return found & ~start

    @rule("PG-5.3")
    def attackable(self, state: State, block: int) -> HexSet:
        """Hexes with enemies that a block may enter: with command all, without command none."""
        return state.occupied[other(state.active)] if self.command.is_commanded(state, block) else 0

    def targets(self, state: State, block: int) -> HexSet:
        enemies = state.occupied[other(state.active)]
        room = ~self.blocks.full_hexes(state, state.active)
        return self.within_reach(state, block) & room & (~enemies | self.attackable(state, block))

    def why_not_move(self, state: State, block: int, target: int) -> Refusal | None:
        if block not in self.blocks.on_map(state, state.active):
            return Refusal("PG-5.1", "not_your_block")
        if block not in self.movable(state, state.active):
            return Refusal("PG-5.1", "has_moved", {"block": block})
        if full := self.blocks.why_not_stand(state, target, state.active):
            return full
        enemies = state.occupied[other(state.active)]
        if enemies & ~self.attackable(state, block) & 1 << target:
            return Refusal("PG-5.3", "attack_needs_command", {"block": block, "target": target})
        if not self.within_reach(state, block) >> target & 1:
            return Refusal("PG-5.2", "out_of_reach", {"block": block, "target": target})
        return None
