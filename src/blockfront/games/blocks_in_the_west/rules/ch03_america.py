"""Section 3.7: America beside the map: two boxes without limits, and flights over the Atlantic."""

from typing import Final

from blockfront.blocks.months import month_number
from blockfront.core.clauses import rule
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch04_supply import Supply
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import Production
from blockfront.games.blocks_series.rules.ch07_turn.p06_air import AirOperations
from blockfront.games.blocks_series.ruleset import Layer, Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of

AMERICA: Final = {"usa": "united_states", "canada": "canada"}  # the home box of each power
STOPS: Final = {"iceland": 0, "azores": month_number("1943-06") or 0}  # the month from which fighters may land on each island


def boxes(rules: Rules, names: tuple[str, ...]) -> HexSet:
    """The hexes of the named boxes that are in play."""
    board = rules.board
    return mask_of(board.box_hexes[name] for name in names if name in board.box_hexes) & rules.theatre


class AmericanDefinitions(Definitions):
    """The boxes of America have no limits."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.america = boxes(rules, tuple(AMERICA.values()))

    @rule("BW-R107")
    def room_for(self, state: SeriesState, block: int) -> HexSet:
        """The boxes of America have room for any number of units."""
        return super().room_for(state, block) | self.america

    def overstacked(self, state: SeriesState, side: int) -> HexSet:
        return super().overstacked(state, side) & ~self.america

    @rule("BW-R107")
    def free_airfields(self, state: SeriesState, block: int) -> HexSet:
        found = super().free_airfields(state, block)
        mine = self.america & state.control[self.units.side[block]]
        return found | mine if self.rules.tables.powers[self.units.power[block]].id in AMERICA else found


class AtlanticFlights(AirOperations):
    """Flights over the Atlantic, from island to island."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._america = boxes(rules, tuple(AMERICA.values()))
        self._britain = self.board.theatre("great_britain") & rules.theatre

    def stops(self, state: SeriesState) -> HexSet:
        """Islands on which fighters may land."""
        return boxes(self.rules, tuple(name for name, month in STOPS.items() if state.month >= month))

    @rule("BW-3.7f", "BW-3.7g", "BW-3.7.1a", "BW-3.7.1b", "BW-R19")
    def transfers(self, state: SeriesState, block: int) -> HexSet:
        """American and Canadian bombers fly directly between America and Great Britain, fighters by way of an island."""
        found, hex_ = super().transfers(state, block), state.location[block]
        if not self._america or self.rules.tables.powers[self.units.power[block]].id not in AMERICA:
            return found
        found &= ~self._america if not self._america >> hex_ & 1 else -1
        here, stops = 1 << hex_, self.stops(state)
        free = self.rules.definitions.free_airfields(state, block)
        ends = free & (self._america if here & self._britain else self._britain if here & self._america else 0)
        if not self.units.is_fighter[block]:
            return found | ends
        return found | (free & (self._america | self._britain) if here & stops else stops if here & (self._america | self._britain) else 0)


class IslandSupply(Supply):
    """Aircraft on islands are always supplied."""

    @rule("BW-3.7.1a", "BW-R19")
    def units_to_check(self, state: SeriesState, side: int) -> list[int]:
        """Aircraft on the islands of the Atlantic are always supplied."""
        islands = boxes(self.rules, tuple(STOPS))
        found = super().units_to_check(state, side)
        return [block for block in found if not islands >> state.location[block] & 1] if islands else found


class AmericanProduction(Production):
    """Units that are built in America."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._homes = {name: boxes(rules, (box,)) for name, box in AMERICA.items()}

    @rule("BW-R107")
    def places(self, state: SeriesState, block: int) -> HexSet:
        """Units whose home is America may be built there, as if it had every kind of factory and a shipyard."""
        power = self.rules.tables.powers[self.units.power[block]]
        return super().places(state, block) | self._homes.get(power.id, 0) & state.control[power.side]


ACROSS_THE_ATLANTIC: Final[Layer] = {
    Definitions: AmericanDefinitions,
    AirOperations: AtlanticFlights,
    Supply: IslandSupply,
    Production: AmericanProduction,
}
