"""SBW10, Downfall: land that the Red Army has reached, a ruined economy, and who wins."""

from typing import Final

from blockfront.blocks.months import month_number
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_in_the_west.rules.conditions import ByConditions
from blockfront.games.blocks_series.events import Eliminated, Revealed
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch05_powers import Powers
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import Production
from blockfront.games.blocks_series.rules.ch07_turn.p11_victory import Victory
from blockfront.games.blocks_series.ruleset import Layer, Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import mask_of

LAST_FOR_EIGHT: Final = month_number("1945-04") or 0
GREAT_FOUR: Final = ("Ruhr", "Frankfurt", "Munich", "Hamburg")
EIGHT, FIVE, THREE, ONE = 8, 5, 3, 1  # numbers of German major cities for each result


class ClosedLand(Definitions):
    """Land that leaves the game when the Red Army has reached it."""

    @rule("BW-0.4b")
    def begin_month(self, state: SeriesState, events: list[Event]) -> None:
        """Remove land that leaves the game in this month, with the units of a side in it."""
        super().begin_month(state, events)
        for order in self.rules.scenario.special.closed_areas:
            if order.month != state.month:
                continue
            area = self.board.area(order.area)
            lost = [b for b in self.order.of_side[order.side] if state.location[b] >= 0 and area >> state.location[b] & 1]
            if lost:
                events.append(Revealed(blocks=tuple((block, state.steps[block]) for block in lost)))
            for block in lost:
                events.append(Eliminated(block=block, hex=state.location[block], cause="closed_land"))
                self.rules.losses.remove_for_good(state, block)
            for side in range(len(self.rules.sides)):
                state.control[side] &= ~area
            state.derived = {}


class ClosedTerritory(Powers):
    """Units may not enter land that has left the game."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._closed = tuple((order.month, self.board.area(order.area)) for order in rules.scenario.special.closed_areas)

    @rule("BW-0.4b")
    def territory(self, state: SeriesState, block: int) -> HexSet:
        found = super().territory(state, block)
        for month, area in self._closed:
            if state.month >= month:
                found &= ~area
        return found


class ChangedIncome(Production):
    """Income that falls from month to month."""

    @rule("BW-0.4b", "BW-3.6a")
    def income(self, state: SeriesState, power: int) -> tuple[int, ...]:
        """From certain months on a power's income is lower, in some cases by more every turn."""
        points = list(super().income(state, power))
        for change in self.rules.scenario.special.income_changes:
            if change.power == power and state.month >= change.month:
                times = state.month - change.month + 1 if change.adds_up else 1
                for colour in ("yellow", "red", "blue"):
                    place = COLOURS.index(colour)
                    points[place] = max(0, points[place] + times * getattr(change, colour))
        return tuple(points)


class DownfallVictory(ByConditions):
    """Victory by German cities taken."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._cities: HexSet = self.board.majors & rules.powers.homelands[rules.tables.power("germany")]
        self._four: HexSet = mask_of(self.board.hex(place) for place in GREAT_FOUR)
        self._berlin = self.board.hex("Berlin")
        self._enemy = 1 - rules.tables.powers[rules.tables.power("germany")].side

    def taken(self, state: SeriesState) -> int:
        """How many German major cities the Allies hold."""
        return (self._cities & state.control[self._enemy]).bit_count()

    def has_eight(self, state: SeriesState) -> bool:
        """Whether the Allies have the four greatest cities and four more by the end of April 1945."""
        return state.month <= LAST_FOR_EIGHT and not self._four & ~state.control[self._enemy] and self.taken(state) >= EIGHT

    def tallies(self, state: SeriesState) -> dict[str, tuple[int, int]]:
        taken = self.taken(state)
        return {"german_cities": (0, taken) if self._enemy else (taken, 0)}

    @rule("BW-0.4b", "BW-7.11a")
    def sudden(self, state: SeriesState) -> tuple[int, int, str, str] | None:
        """The Allies win before the last month if they hold eight cities in time."""
        found = super().sudden(state)
        return (self._enemy, 0, "decisive", "objectives") if found is None and self.has_eight(state) else found

    @rule("BW-0.4b")
    def is_met(self, state: SeriesState, when: str) -> bool:
        america = bool(state.surrendered >> self.rules.tables.power("usa") & 1)
        cities = 0 if america else self.taken(state)
        return {
            "berlin_or_eight_cities": bool(state.control[self._enemy] >> self._berlin & 1) or self.has_eight(state),
            "five_cities": cities >= FIVE,
            "three_cities": cities >= THREE,
            "one_city": cities >= ONE,
            "no_city_or_us_out": True,
        }[when]


DOWNFALL: Final[Layer] = {
    Definitions: ClosedLand,
    Powers: ClosedTerritory,
    Production: ChangedIncome,
    Victory: DownfallVictory,
}
