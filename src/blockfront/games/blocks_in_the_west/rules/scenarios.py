"""Special rules of the scenarios, as layers."""

from collections.abc import Mapping
from typing import Final

from blockfront.games.blocks_in_the_west.rules.ardennes import ARDENNES
from blockfront.games.blocks_in_the_west.rules.battle_of_britain import BATTLE_OF_BRITAIN
from blockfront.games.blocks_in_the_west.rules.downfall import DOWNFALL
from blockfront.games.blocks_in_the_west.rules.fall_gelb import FALL_GELB
from blockfront.games.blocks_in_the_west.rules.special_orders import SPECIAL_ORDERS
from blockfront.games.blocks_in_the_west.rules.victory_in_the_west import VICTORY_IN_THE_WEST
from blockfront.games.blocks_series.ruleset import Layer

ORDERED: Final = (SPECIAL_ORDERS,)
SCENARIO_RULES: Final[Mapping[str, tuple[Layer, ...]]] = {
    "sbw2": ARDENNES,
    "sbw3": FALL_GELB,
    "sbw5": BATTLE_OF_BRITAIN,
    "sbw6": VICTORY_IN_THE_WEST,
    **dict.fromkeys(("sbw4", "sbw7", "sbw8", "sbw9"), ORDERED),
    "sbw10": (*ORDERED, DOWNFALL),
}
