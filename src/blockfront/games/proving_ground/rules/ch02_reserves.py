"""PG-2: reserve plans and arrivals."""

from blockfront.core.clauses import rule
from blockfront.core.refusals import Refusal
from blockfront.core.sides import other
from blockfront.games.proving_ground.loading.board import Board, Plan
from blockfront.games.proving_ground.rules.ch01_blocks import Blocks
from blockfront.games.proving_ground.state import RESERVE, State
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import expanded_mask


class Reserves:
    def __init__(self, board: Board, blocks: Blocks) -> None:
        self.board = board
        self.blocks = blocks

    @property
    @rule("PG-2.2")
    def plans(self) -> tuple[Plan, ...]:
        return self.board.numbers.plan

    @rule("PG-2.3")
    def is_announced(self, state: State) -> bool:
        """Whether plans are announced by this turn."""
        return state.turn >= min(plan.turn for plan in self.plans)

    @rule("PG-2.4")
    def due(self, state: State, side: int) -> int:
        """How many blocks may arrive in this player turn."""
        plan = self.plans[state.plan[side] - 1]
        return plan.blocks if plan.turn == state.turn else 0

    def left(self, state: State, side: int) -> int:
        """How many blocks may still arrive. Blocks that have arrived in this player turn are those not shown on the map yet."""
        arrived = sum(state.shown[block] == RESERVE and state.location[block] >= 0 for block in self.board.order.of_side[side])
        return self.due(state, side) - arrived

    @rule("PG-2.5")
    def entry_hexes(self, state: State, side: int) -> HexSet:
        """Where reserves enter: the base and the hexes around it that have room and no enemies."""
        near = expanded_mask(self.board.grid, 1 << self.board.bases[side]) & self.board.enterable
        return near & ~state.occupied[other(side)] & ~self.blocks.full_hexes(state, side)

    def targets(self, state: State, side: int) -> dict[int, HexSet]:
        if not self.left(state, side):
            return {}
        return dict.fromkeys(self.blocks.in_reserve(state, side), self.entry_hexes(state, side))

    @rule("PG-2.4", "PG-2.5")
    def why_not_arrive(self, state: State, block: int, target: int, side: int) -> Refusal | None:
        if block not in self.blocks.in_reserve(state, side):
            return Refusal("PG-2.4", "not_in_reserve")
        if not self.left(state, side):
            return Refusal("PG-2.4", "no_more_arrivals", {"due": self.due(state, side)})
        if full := self.blocks.why_not_stand(state, target, side):
            return full
        if not self.entry_hexes(state, side) >> target & 1:
            return Refusal("PG-2.5", "not_an_entry_hex", {"target": target})
        return None
