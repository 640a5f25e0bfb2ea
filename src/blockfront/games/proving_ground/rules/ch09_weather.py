"""PG-9: weather; without the option it is always dry."""

from blockfront.core.chance import Dice
from blockfront.games.proving_ground.loading.board import Board


class Weather:
    def __init__(self, board: Board) -> None:
        self.board = board

    def dice(self) -> Dice | None:
        """The dice rolled at the start of a turn; None if there are none."""
        return None

    def brings_mud(self, face: int) -> bool:
        return False
