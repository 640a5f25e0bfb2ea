"""Chapters 27 and 29 in the West: partisans in the countries that the Axis has conquered."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_in_the_west.rules.theatre import western
from blockfront.games.blocks_series.power_actions import PlacePartisans
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import YELLOW
from blockfront.games.blocks_series.rules.ch29_partisans import BLUE, Bands, Rising
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import AXIS, SeriesState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members

POLAND: Final = "PL"  # conquered before all scenarios
NATIONS: Final = ("NO", "BE", "NL", "FR")
BUILDER: Final = "uk"
PRICE: Final = 1
FRENCH: Final = ("france", "free_france")


class WesternPartisans(Bands):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        powers = rules.tables.powers
        names = [power.id for power in powers]
        self._builder = names.index(BUILDER) if BUILDER in names else -1
        french = tuple(names.index(name) for name in FRENCH if name in names)
        self._of_nation: tuple[tuple[int, Rising], ...] = tuple(
            (number, Rising(self.board.nation(power.nation), self._builder, BLUE, *self._army(power.nation, french)))
            for number, power in enumerate(powers)
            if power.nation in NATIONS
        )
        self._poland = (Rising(self.board.nation(POLAND), self._builder, BLUE),)

    def _army(self, nation: str, french: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
        return (french, french[-1]) if nation == "FR" and french else ((), -1)

    @rule("BW-29.0a", "BW-29.0b", "BW-29.1b", "BW-29.1c", "BW-R61")
    def risings(self, state: SeriesState) -> tuple[Rising, ...]:
        """Partisans rise in every listed nation that is out of the war; the British player places them."""
        out = [rising for number, rising in self._of_nation if self._is_conquered(state, number)]
        return (*super().risings(state), *((*out, *self._poland) if self._builder >= 0 else ()))

    def _is_conquered(self, state: SeriesState, power: int) -> bool:
        return bool(state.surrendered >> power & 1) or self.rules.tables.powers[power].id in self.rules.scenario.absent

    @rule("BW-27.0b")
    def garrisoned(self, state: SeriesState) -> HexSet:
        """Axis units garrison their own city and, in the West, those in their zones of control."""
        return super().garrisoned(state) | self.rules.zones.zone(state, AXIS) & western(self.board)

    @rule("BW-29.0c", "BW-R61")
    def placements(self, state: SeriesState, side: int) -> list[PlacePartisans]:
        """Great Britain may also place partisans for a yellow point each."""
        found = super().placements(state, side)
        if self._builder < 0 or self.rules.tables.powers[self._builder].side != side or not self._has_discs(state, BLUE):
            return found
        if self.rules.production.can_pay(state, self._builder, PRICE, (YELLOW,)):
            land = 0
            for rising in self.risings(state):
                land |= self.places(state, rising) if rising.colour == BLUE else 0
            found += [PlacePartisans(hex_, paid=True) for hex_ in members(land)]
        return found

    def place(self, state: SeriesState, action: PlacePartisans, events: list[Event]) -> None:
        if action.paid:
            self.rules.production.pay(state, self._builder, PRICE, (YELLOW,))
        super().place(state, action, events)
