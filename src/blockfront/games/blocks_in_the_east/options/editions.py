"""Rules of other editions that concern the map of the East."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.hexes.grid import HexSet


class FinnishPetsamo(Definitions):
    @rule("BE-E8", "BE-3.7b")
    def initial_control(self) -> list[HexSet]:
        """The Axis holds Petsamo from the start."""
        axis, soviet = super().initial_control()
        petsamo = self.board.box("petsamo")
        return [axis | petsamo, soviet & ~petsamo]
