"""What players learn about an enemy unit in battle besides its face."""

from blockfront.blocks.order_of_battle import OrderOfBattle
from blockfront.games.blocks_series.rules.ch13_headquarters import HELP_MARKED
from blockfront.games.blocks_series.state import SeriesState


def helped_attackers(state: SeriesState, order: OrderOfBattle, viewer: int) -> tuple[int, ...]:
    """Handles of others' marked units in battles that a high command supplies: their attack is not desperate."""
    helped = {given[2] for given in state.orders if given[1] == HELP_MARKED}
    met = [block for block in helped if order.sides[block] != viewer and state.shown[block] == state.location[block] >= 0]
    fought = state.occupied[0] & state.occupied[1] if met else 0
    return tuple(sorted(state.handle[block] for block in met if fought >> state.location[block] & 1))
