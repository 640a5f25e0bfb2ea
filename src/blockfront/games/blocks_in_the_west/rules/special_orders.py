"""Special orders in scenario files: units that may not attack, move or leave an area, and additional victory points."""

from typing import Final

from blockfront.blocks.block_state import ELIMINATED
from blockfront.core.clauses import rule
from blockfront.games.blocks_series.rules.ch02_set_up import SetUp
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch05_powers import Powers
from blockfront.games.blocks_series.rules.ch07_turn.p05_movement import Movement
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import Victory
from blockfront.games.blocks_series.ruleset import Layer, Rules
from blockfront.games.blocks_series.state import GONE, REPUBLIC, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of, members

NORTH_OF: Final = {"allies_north_of_le_havre": ("Le Havre", "allies", "GB")}  # place, side, and the country that does not count


class OrderedDefinitions(Definitions):
    """Units that a scenario keeps in place until an event."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._lifted = {
            (month, block): still.lifted_by
            for still in rules.scenario.standstills
            if still.lifted_by
            for month in still.months
            for block in still.blocks
        }
        self._north = {name: self._hexes_north(*facts) for name, facts in NORTH_OF.items() if name in self._lifted.values()}

    def _hexes_north(self, place: str, side: str, island: str) -> tuple[int, HexSet]:
        """The number of a side, and the land north of a place, without the island from which that side comes."""
        board, grid = self.board, self.board.grid
        row = grid.offset(board.hex(place))[1]
        land = board.map.playable_mask & self.rules.theatre & ~board.nation(island)
        return self.rules.sides.index(side), mask_of(hex_ for hex_ in members(land) if grid.offset(hex_)[1] < row)

    @rule("BW-3.21a")
    def is_frozen(self, state: SeriesState, block: int) -> bool:
        """Whether an order keeps a unit in place. It ends when the enemy is on the continent north of the named place."""
        found = super().is_frozen(state, block)
        return found and not ((state.month, block) in self._lifted and self._is_lifted(state, block))

    def _is_lifted(self, state: SeriesState, block: int) -> bool:
        side, north = self._north[self._lifted[state.month, block]]
        return bool(north & state.occupied[side])


class OrderedMovement(Movement):
    """Units that may not attack in some months."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        rosters = {placement.block: placement.roster for placement in rules.scenario.set_up}
        self._resting = frozenset(
            (order.month, block)
            for order in rules.scenario.special.no_attack
            for block in self.order.of_side[order.side]
            if not order.roster or rosters.get(block) == order.roster
        )

    @rule("BW-0.4b")
    def may_attack(self, state: SeriesState, block: int) -> bool:
        """Some units may not attack in a month."""
        return (state.month, block) not in self._resting and super().may_attack(state, block)


class OrderedPowers(Powers):
    """Units that keep to an area."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._bound = {block: self.board.area(order.area) for order in rules.scenario.special.bound for block in order.blocks}

    @rule("BW-0.4b")
    def territory(self, state: SeriesState, block: int) -> HexSet:
        """Some units may not leave an area."""
        return super().territory(state, block) & self._bound.get(block, -1)


class OrderedVictory(Victory):
    """Victory points for events."""

    @rule("BW-0.4b", "BW-7.11a")
    def points(self, state: SeriesState) -> int:
        """Some events give victory points, as places do."""
        extra = self.rules.scenario.special.extra_points
        return super().points(state) + sum(order.points * self.times(state, order.when) for order in extra)

    def times(self, state: SeriesState, event: str) -> int:
        """How often one of the scenario's events counts."""
        powers = [power.id for power in self.rules.tables.powers]
        if event == "italy_surrendered":
            return state.surrendered >> powers.index("italy") & 1
        if event == "rsi_exists":
            return int(bool(state.turning_points & REPUBLIC))
        if event == "each_us_unit_beyond_three":
            return max(0, self._lost_ground_units(state, powers.index("usa")) - 3)
        raise ValueError(f"the scenario counts {event!r}, which is unknown")

    def _lost_ground_units(self, state: SeriesState, power: int) -> int:
        """The number of ground units, those that came later included, that are destroyed now and have not been rebuilt."""
        mine = (block for block, owner in enumerate(self.units.power) if owner == power and self.units.is_ground[block])
        return sum(state.location[block] in (ELIMINATED, GONE) for block in mine)


class OrderedSetUp(SetUp):
    """Units that start in reserve."""

    @rule("BW-31.0c", "BW-31.0f")
    def reserves(self) -> int:
        """The units that start in reserve."""
        return super().reserves() | mask_of(self.rules.scenario.special.reserves)


SPECIAL_ORDERS: Final[Layer] = {
    Definitions: OrderedDefinitions,
    Movement: OrderedMovement,
    Powers: OrderedPowers,
    Victory: OrderedVictory,
    SetUp: OrderedSetUp,
}
