"""Chapter 40 of the joined game: six German units that may be upgraded, as far as their blocks are in this game."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.options.ch40_upgrades import Upgrades
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.scenario_model import UnitUpgrade

PANZER_PRICE: Final = 4  # red points to turn infantry into a Panzer corps
SIX: Final = (
    ("de-3", "de-3pz", PANZER_PRICE),
    ("de-24", "de-24pz", PANZER_PRICE),
    ("de-14mot", "de-14pz", PANZER_PRICE),
    ("de-15pz", "g-3pzg", 0),  # the last two Panzer Groups are blocks of the East
    ("de-16pz", "g-4pzg", 0),
    ("de-19pz", "de-guderian", 0),
)


class FurtherUpgrades(Upgrades):
    @rule("BW-40.0a", "BW-40.0e", "BW-R69")
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        numbers = {block.key: number for number, block in enumerate(self.order.blocks)}
        there = [(old, new, red) for old, new, red in SIX if old in numbers and new in numbers]
        self._upgrades = {numbers[old]: UnitUpgrade(0, numbers[old], numbers[new], red) for old, new, red in there}
