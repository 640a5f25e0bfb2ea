"""How many more units the ports of a landmass can supply."""

from __future__ import annotations

from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import NO_HEX, SeriesState
from blockfront.hexes.grid import HexSet

PLENTY = 99


class Places:
    """Counts how many more units of a side the ports of each landmass can supply; unlimited where railways lead home."""

    def __init__(self, rules: Rules, state: SeriesState, side: int, ground: Ground) -> None:
        self.rules, self.state, self.side, self.ground = rules, state, side, ground
        self._found: dict[HexSet, int] = {}

    def left(self, hex_: int) -> int:
        """Returns how many more units can be supplied; negative if too many are ashore already."""
        board = self.rules.board
        land = board.linked(1 << hex_, board.map.land_mask, board.march_sides, {})
        if land not in self._found:
            self._found[land] = self._count(land)
        return self._found[land]

    def _count(self, land: HexSet) -> int:
        rules, state = self.rules, self.state
        if land & self.ground.network(state):
            return PLENTY
        capacity, mine = rules.tables.numbers.port_capacity, land & state.control[self.side]
        ports = sum(capacity[size] for hex_, size, _, _ in rules.board.ports if mine >> hex_ & 1)
        built = sum(capacity["major"] for _, hex_, _ in state.mulberries if hex_ != NO_HEX and mine >> hex_ & 1)
        ashore = [b for b in rules.order.of_side[self.side] if state.location[b] >= 0 and land >> state.location[b] & 1]
        return ports + built - len(ashore)
