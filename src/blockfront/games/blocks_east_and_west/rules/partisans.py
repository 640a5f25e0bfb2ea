"""Chapter 29 of both books: blue and red partisans, and those that the Soviets may pay for beyond their borders."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_in_the_west.options.ch29_partisans import WesternPartisans
from blockfront.games.blocks_series.power_actions import PlacePartisans
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import YELLOW
from blockfront.games.blocks_series.rules.ch29_partisans import RED, Bands, Rising
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.hexset import members

PAID_LANDS: Final = ("YU", "AL", "IT")
PRICE: Final = 1


class JoinedPartisans(WesternPartisans):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        land = 0
        for nation in PAID_LANDS:
            land |= self.board.nation(nation)
        self._soviet_power = rules.tables.power("ussr")
        self._paid = Rising(land, self._soviet_power, RED)

    def risings(self, state: SeriesState) -> tuple[Rising, ...]:
        return *super().risings(state), self._paid

    def allowance(self, state: SeriesState, rising: Rising) -> int:
        """Beyond the Soviet borders no partisans rise for free."""
        return 0 if rising == self._paid else super().allowance(state, rising)

    @rule("BW-29.0c", "BW-29.1f")
    def placements(self, state: SeriesState, side: int) -> list[PlacePartisans]:
        """In Yugoslavia, Albania and Italy the Soviets may place partisans for a point each."""
        found = super().placements(state, side)
        if self.rules.tables.powers[self._soviet_power].side != side or not self._has_discs(state, RED):
            return found
        if self.rules.production.can_pay(state, self._soviet_power, PRICE, (YELLOW,)):
            found += [PlacePartisans(hex_, paid=True) for hex_ in members(self.places(state, self._paid))]
        return found

    def place(self, state: SeriesState, action: PlacePartisans, events: list[Event]) -> None:
        if not action.paid or not self._paid.land >> action.hex & 1:
            super().place(state, action, events)
            return
        self.rules.production.pay(state, self._soviet_power, PRICE, (YELLOW,))
        Bands.place(self, state, action, events)
