"""Chapter 11 in the East: Petsamo's nickel."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_east.rules.ch07_turn import SOVIET
from blockfront.games.blocks_series.advanced.ch11_income import Site
from blockfront.games.blocks_series.advanced.ch11_production import ColouredProduction
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import NO_HEX

NOBODY: Final = -1  # a power that is not in this game


class EasternProduction(ColouredProduction):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        soviets = [number for number, power in enumerate(rules.tables.powers) if power.id == "ussr"]
        self.ussr = soviets[0] if soviets else NOBODY
        self.petsamo = self.board.box_hexes.get("petsamo", NO_HEX)

    @rule("BE-R7", "BE-11.2i")
    def profits(self, site: Site, holder: int, surrendered: int) -> int | None:
        """The mine of Petsamo gives its points to Germany only."""
        if site.hex == self.petsamo and holder == SOVIET:
            return None
        return super().profits(site, holder, surrendered)
