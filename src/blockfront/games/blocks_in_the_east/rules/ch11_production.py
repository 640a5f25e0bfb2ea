"""Chapter 11 in the East: Petsamo's nickel."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_east.rules.ch07_turn import SOVIET
from blockfront.games.blocks_series.advanced.ch11_income import Site
from blockfront.games.blocks_series.advanced.ch11_production import ColouredProduction
from blockfront.games.blocks_series.ruleset import Rules


class EasternProduction(ColouredProduction):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.ussr = rules.tables.power("ussr")
        self.petsamo = self.board.box_hexes["petsamo"]

    @rule("BE-R7", "BE-11.2i")
    def profits(self, site: Site, holder: int, surrendered: int) -> int | None:
        """The mine of Petsamo works for Germany alone."""
        if site.hex == self.petsamo and holder == SOVIET:
            return None
        return super().profits(site, holder, surrendered)
