"""What players learn about an enemy unit in battle besides its face."""

from blockfront.blocks.order_of_battle import OrderOfBattle
from blockfront.games.blocks_series.rules.ch13_headquarters import HELP_MARKED
from blockfront.games.blocks_series.state import SeriesState


def helped_attackers(state: SeriesState, order: OrderOfBattle, viewer: int) -> tuple[int, ...]:
    """Handles of others' marked units in battles that a high command supplies, once it is turned up: their attack is not desperate."""
    told = [given for given in state.orders if given[1] == HELP_MARKED and (state.face_up >> given[0] & 1 or given[0] == given[2])]
    helped = {given[2] for given in told}  # in a guess a unit stands for the leader whom nobody has named
    met = [block for block in helped if order.sides[block] != viewer and state.shown[block] >= 0]
    seen = [{state.shown[block] for block in blocks} for blocks in order.of_side] if met else []
    return tuple(sorted(state.handle[block] for block in met if state.shown[block] in seen[0] & seen[1]))
