"""Special rules of Victory in the West: Fall Gelb, then the Battle of Britain, and who wins."""

from typing import Final

from blockfront.blocks.months import month_number
from blockfront.games.blocks_in_the_west.rules.battle_of_britain import SEALION, BattleOfBritain
from blockfront.games.blocks_in_the_west.rules.fall_gelb import FALL_GELB
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import Victory
from blockfront.games.blocks_series.ruleset import Layer
from blockfront.games.blocks_series.state import FRANCE_OUT_BY_JULY, FRANCE_OUT_BY_JUNE, SeriesState

JULY: Final = month_number("1940-07") or 0


class VictoryInTheWest(BattleOfBritain):
    """Who wins: London, or the month in which France surrendered, decides."""

    def is_met(self, state: SeriesState, when: str) -> bool:
        by_june, by_july = (bool(state.turning_points & bit) for bit in (FRANCE_OUT_BY_JUNE, FRANCE_OUT_BY_JULY))
        answers = {
            "london_axis": self.is_london_lost(state),
            "france_out_by_july": by_july,
            "france_out_later": bool(state.surrendered >> self.rules.tables.power("france") & 1),
            "france_fights_on": True,
        }
        if when == "france_out_by_june_and_fighters_broken":
            return by_june and self.is_met(state, "fighters_broken_or_radar_out")
        return answers[when] if when in answers else super().is_met(state, when)


class RememberedFrance(Definitions):
    """Remembers when France surrendered."""

    def month_begins(self, state: SeriesState) -> None:
        """Remember whether France has surrendered by the end of June, and by the end of July."""
        super().month_begins(state)
        if state.surrendered >> self.rules.tables.power("france") & 1 and state.month <= JULY + 1:
            state.turning_points |= FRANCE_OUT_BY_JULY
            if state.month <= JULY:
                state.turning_points |= FRANCE_OUT_BY_JUNE


VICTORY_IN_THE_WEST: Final[tuple[Layer, ...]] = (
    *({chapter: layer for chapter, layer in layers.items() if chapter is not Victory} for layers in FALL_GELB),
    SEALION,
    {Victory: VictoryInTheWest, Definitions: RememberedFrance},
)
