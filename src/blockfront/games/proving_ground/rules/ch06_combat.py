"""PG-6: combat."""

from collections.abc import Sequence

from blockfront.blocks.block_state import battle_hexes
from blockfront.blocks.fire_dice import count_hits, strongest
from blockfront.core.chance import Dice
from blockfront.core.clauses import rule
from blockfront.core.sides import other
from blockfront.games.proving_ground.loading.board import Board
from blockfront.games.proving_ground.rules.ch01_blocks import Blocks
from blockfront.games.proving_ground.rules.ch05_movement import Movement
from blockfront.games.proving_ground.state import State
from blockfront.hexes.grid import HexSet
from blockfront.hexes.reach import step

_FACES_ALIKE = (range(1, 4), range(4, 5), range(5, 6), range(6, 7))  # faces with the same effect: no block hits with a 3 or less


class Combat:
    def __init__(self, board: Board, blocks: Blocks, movement: Movement) -> None:
        self.board = board
        self.blocks = blocks
        self.movement = movement

    @rule("PG-6.1")
    def battles(self, state: State) -> HexSet:
        return battle_hexes(state)

    @rule("PG-6.3")
    def dice(self, state: State, hex_: int, side: int) -> Dice:
        """The dice of a side: one for each point of strength of each block, in the order of battle."""
        count = sum(self.blocks.strength(state, block) for block in self.blocks.in_hex(state, hex_, side))
        return Dice(count, groups=_FACES_ALIKE)

    @rule("PG-6.4")
    def is_protected(self, hex_: int) -> bool:
        """Whether the ground protects the defender in a hex."""
        return bool(self.board.protecting >> hex_ & 1)

    @rule("PG-6.3", "PG-6.4")
    def hits_from(self, state: State, block: int, hex_: int) -> int:
        """The lowest face with which a block hits: one more against a protected defender, never above 6."""
        lowest = self.board.type_of(block).hits_from
        attacks = self.board.order.sides[block] == state.active
        return min(6, lowest + 1) if attacks and self.is_protected(hex_) else lowest

    @rule("PG-6.3")
    def hits(self, state: State, hex_: int, side: int, faces: Sequence[int]) -> int:
        """The hits that a side's dice score; each block has its own dice, in order."""
        total = first = 0
        for block in self.blocks.in_hex(state, hex_, side):
            last = first + self.blocks.strength(state, block)
            total += count_hits(faces[first:last], self.hits_from(state, block, hex_))
            first = last
        return total

    @rule("PG-6.5")
    def must_lose(self, state: State, hex_: int, side: int) -> list[int]:
        """The strongest blocks, among which the owner chooses the one that takes the next hit."""
        strength = [self.blocks.strength(state, block) for block in range(len(self.board.order))]
        return strongest(self.blocks.in_hex(state, hex_, side), strength)

    @rule("PG-6.7")
    def must_withdraw(self, round_: int) -> bool:
        return round_ >= self.board.numbers.rounds

    @rule("PG-6.8")
    def retreat_options(self, state: State, block: int) -> HexSet:
        """Adjacent hexes without enemies and with room."""
        side = self.board.order.sides[block]
        near = step(self.board.grid, 1 << state.location[block], self.movement.all_steps)
        return near & ~state.occupied[other(side)] & ~self.blocks.full_hexes(state, side)
