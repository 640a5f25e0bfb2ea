"""Chapter 2 in the West: which fortifications stand at the start."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_west.rules.theatre import western
from blockfront.games.blocks_series.rules.ch02_set_up import SetUp
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of


class WesternSetUp(SetUp):
    @rule("BW-2.3b", "BW-5.2f", "BW-5.6.2d")
    def destroyed(self) -> HexSet:
        """Fortresses that the scenario does not name are destroyed at the start."""
        standing = mask_of(self.board.hex(place) for place in self.rules.scenario.forts)
        found = super().destroyed() | self.board.fortresses & western(self.board) & ~standing
        idle = self.rules.scenario.siegfried if self.rules.scenario.works else ()  # the Siegfried line, where it must be paid for first
        return found | mask_of(self.board.hex(place) for place in idle)
