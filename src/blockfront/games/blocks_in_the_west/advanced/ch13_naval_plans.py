"""Section 13.8.1.1: the German navy is led by Raeder with Plan Z or by Doenitz with submarines, and the effects of each."""

from typing import Final

from blockfront.blocks.block_state import NOT_IN_PLAY
from blockfront.core.clauses import rule
from blockfront.games.blocks_series.loading.data_model import FIELDS
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import YELLOW, Payments, Production
from blockfront.games.blocks_series.ruleset import Layer, Rules
from blockfront.games.blocks_series.state import SeriesState

RAEDER, DOENITZ = "de-raeder", "de-doenitz"
UPKEEP: Final = 2  # yellow points a turn that the fleet of Plan Z costs
NAVAL: Final = FIELDS.index("naval")
DOENITZ_LIMIT: Final = 2  # highest German naval TECH under Doenitz


def has_led(rules: Rules, state: SeriesState, key: str) -> bool:
    """Whether an admiral is or was in charge in this game."""
    return rules.order.has(key) and state.location[rules.order.key(key)] != NOT_IN_PLAY


@rule("BW-13.8.1.1l", "BW-13.8.1.1o")
def is_plan_z(rules: Rules, state: SeriesState) -> bool:
    """Whether Plan Z is in force: Raeder has led, and Doenitz has not."""
    return has_led(rules, state, RAEDER) and not has_led(rules, state, DOENITZ)


class FleetUpkeep(Production):
    """What the fleet of Plan Z costs, and Raeder's dismissal."""

    @rule("BW-13.8.1.1l")
    def income(self, state: SeriesState, power: int) -> tuple[int, ...]:
        """The fleet of Plan Z costs Germany yellow points every turn."""
        points = super().income(state, power)
        if self.rules.tables.powers[power].id != "germany" or not is_plan_z(self.rules, state):
            return points
        return max(0, points[YELLOW] - UPKEEP), *points[1:]

    @rule("BW-13.8.1.1o")
    def may_rebuild(self, state: SeriesState, block: int, payments: Payments | None = None) -> bool:
        """Raeder is not rebuilt once Doenitz has led."""
        dismissed = self.order[block].key == RAEDER and has_led(self.rules, state, DOENITZ)
        return not dismissed and super().may_rebuild(state, block, payments)


class NavalTech(Definitions):
    """Naval TECH under Doenitz."""

    @rule("BW-13.8.1.1o")
    def level(self, state: SeriesState, power: int, field: int) -> int:
        """Under Doenitz Germany does not reach the highest naval TECH."""
        found = super().level(state, power, field)
        if field != NAVAL or found <= DOENITZ_LIMIT or self.rules.tables.powers[power].id != "germany":
            return found
        return DOENITZ_LIMIT if has_led(self.rules, state, DOENITZ) else found


NAVAL_PLANS: Final[Layer] = {Production: FleetUpkeep, Definitions: NavalTech}
