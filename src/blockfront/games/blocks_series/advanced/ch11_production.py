"""Chapter 11 and section 12.5: production points of five colours."""

from functools import cached_property

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.advanced.ch11_income import SiteIncome
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import YELLOW
from blockfront.games.blocks_series.state import SeriesState

RED, BLUE, WHITE, BLACK = (COLOURS.index(colour) for colour in ("red", "blue", "white", "black"))


class ColouredProduction(SiteIncome):
    @rule("BE-11.0a", "BE-11.0b", "BE-11.0e", "BE-1.0f")
    def colours_of(self, block: int) -> tuple[int, ...]:
        """Yellow for every unit, and a second colour by kind of unit; only yellow if the scenario has no other points."""
        return self._colours[block]

    @cached_property
    def _colours(self) -> tuple[tuple[int, ...], ...]:
        return tuple(self._colours_of(block) for block in range(len(self.order)))

    def _colours_of(self, block: int) -> tuple[int, ...]:
        kind = self.units.type[block]
        if not self.counts_sites():
            return (YELLOW,)
        if self.units.is_hq[block]:
            return (YELLOW, BLACK)
        if self.units.is_armour[block]:
            return (YELLOW, RED)
        if self.units.is_air[block] or kind == "paratroop":
            return (YELLOW, BLUE)
        return (YELLOW, WHITE) if kind == "marine" and self.marines_need_white() else (YELLOW,)

    @rule("BE-11.0d")
    def marines_need_white(self) -> bool:
        return True

    @rule("BE-12.5a", "BE-R44")
    def reward_colours(self, block: int) -> tuple[int, ...]:
        """Units of the infantry class, including paratroops and marines, are worth a yellow point."""
        if self.units.is_infantry[block] or self.units.type[block] == "naval_hq" or not self.counts_sites():
            return (YELLOW,)
        return self.colours_of(block)

    @rule("BE-11.2f")
    @rule("BW-11.2g")
    def close(self, state: SeriesState, side: int) -> None:
        """Each coloured point that is kept needs a yellow one kept with it; the others are lost."""
        super().close(state, side)
        for number, power in enumerate(self.rules.tables.powers):
            if power.side == side and self.counts_sites():
                base = number * len(COLOURS)
                left = state.pool[base + YELLOW]
                for colour in (RED, BLUE, WHITE, BLACK):
                    state.pool[base + colour] = min(state.pool[base + colour], left)
                    left -= state.pool[base + colour]
