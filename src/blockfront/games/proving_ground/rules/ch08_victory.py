"""PG-8: control and victory."""

from blockfront.core.clauses import rule
from blockfront.core.sides import other
from blockfront.games.proving_ground.loading.board import Board, town_mask
from blockfront.games.proving_ground.state import REASONS, State
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of


class Victory:
    def __init__(self, board: Board, turns: int) -> None:
        self.board = board
        self.turns = turns

    @rule("PG-8.1")
    def newly_held(self, state: State, side: int) -> HexSet:
        """Hexes that a side occupies alone and did not control before."""
        return state.occupied[side] & ~state.occupied[other(side)] & ~state.control[side]

    @property
    def worth_telling(self) -> HexSet:
        """Hexes whose capture is announced: towns and bases."""
        return town_mask(self.board) | mask_of(self.board.bases)

    @rule("PG-8.2")
    def has_lost_headquarters(self, state: State, side: int) -> bool:
        return not state.steps[self.board.headquarters(side)]

    @rule("PG-8.3")
    def has_lost_base(self, state: State, side: int) -> bool:
        return not state.control[side] >> self.board.bases[side] & 1

    @rule("PG-8.4")
    def is_last_turn(self, state: State) -> bool:
        return state.turn >= self.turns

    @rule("PG-8.4")
    def margin(self, state: State) -> int:
        """The value of Blue's towns less that of Red's."""
        return sum(value * ((state.control[0] >> hex_ & 1) - (state.control[1] >> hex_ & 1)) for hex_, value in self.board.towns.items())

    @rule("PG-8.4")
    def outcome_on_towns(self, state: State) -> tuple[int, str]:
        margin = self.margin(state)
        if not margin:
            return -1, "draw"
        return (0 if margin > 0 else 1), "towns"


def reason_number(reason: str) -> int:
    return REASONS.index(reason)
