"""Option of other editions, which have no special rule for supply in the Caucasus."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_east.rules.caucasus import EasternSupply


class OpenCaucasus(EasternSupply):
    @rule("BE-E106")
    def is_caucasus_bound(self) -> bool:
        return False
