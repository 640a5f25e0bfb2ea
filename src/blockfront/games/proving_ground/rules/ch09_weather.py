"""PG-9: weather, as it is without the option: always dry."""

from blockfront.core.chance import Dice
from blockfront.games.proving_ground.loading.board import Board


class Weather:
    def __init__(self, board: Board) -> None:
        self.board = board

    def dice(self) -> Dice | None:
        """What is rolled at the start of a turn; None for nothing."""
        return None

    def brings_mud(self, face: int) -> bool:
        return False
