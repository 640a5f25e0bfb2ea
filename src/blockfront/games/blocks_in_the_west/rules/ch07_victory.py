"""Section 7.11 in the West: the war is over when Germany surrenders."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_west.rules.theatre import western
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import Victory
from blockfront.games.blocks_series.state import SeriesState

LEADER: Final = "germany"  # the power whose surrender decides the war


class WesternVictory(Victory):
    @rule("BW-7.11d")
    def sudden(self, state: SeriesState) -> tuple[int, int, str, str] | None:
        """The surrender of Germany is a decisive victory for its enemies."""
        powers = self.rules.tables.powers
        beaten = [power for number, power in enumerate(powers) if power.id == LEADER and state.surrendered >> number & 1]
        if not beaten or not western(self.board):
            return super().sudden(state)
        return 1 - beaten[0].side, self.points(state) if self.rules.scenario.results else 0, "decisive", "surrender"
