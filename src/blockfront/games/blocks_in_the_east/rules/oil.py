"""Soviet oil: unlimited until the Axis reaches the Volga."""

from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_in_the_east.rules.ch07_turn import SOVIET
from blockfront.games.blocks_in_the_east.rules.history import OIL_LOST
from blockfront.games.blocks_series.advanced.ch11_production import BLACK
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import Production
from blockfront.games.blocks_series.state import AXIS, NO_HEX, SeriesState
from blockfront.hexes.grid import HexSet


class FreeOil(Production):
    """The Soviets pay no oil as long as it is unlimited."""

    @rule("BE-SBE5b", "BE-SBE6b", "BE-SBE7b", "BE-SBE8b", "BE-SBE9d", "BE-BSSp")
    def is_free(self, state: SeriesState, power: int, colour: int) -> bool:
        """Whether a power has points of a colour without limit."""
        return colour == BLACK and self.rules.tables.powers[power].id in self.rules.scenario.free_oil and not state.happened & OIL_LOST

    def can_pay(self, state: SeriesState, power: int, price: int, colours: tuple[int, ...], hex_: int = NO_HEX) -> bool:
        return super().can_pay(state, power, price, self._counted(state, power, colours), hex_)

    def pay(self, state: SeriesState, power: int, price: int, colours: tuple[int, ...], hex_: int = NO_HEX) -> None:
        super().pay(state, power, price, self._counted(state, power, colours), hex_)

    def _counted(self, state: SeriesState, power: int, colours: tuple[int, ...]) -> tuple[int, ...]:
        if BLACK not in colours:
            return colours
        return tuple(colour for colour in colours if not self.is_free(state, power, colour))

    @rule("BE-BSSp", "BE-E107")
    def receive(self, state: SeriesState, power: int) -> tuple[int, ...]:
        """The Soviets also lose their unlimited oil when an Axis zone of control reaches beyond the Volga."""
        if self.rules.tables.powers[power].side == SOVIET and self.rules.scenario.oil_can_be_lost:
            held = state.control[AXIS] | self.rules.zones.zone(state, AXIS)
            if held & self.board.area("oil_trigger") or state.control[AXIS] >> self.board.hex("Stalingrad") & 1:
                state.happened |= OIL_LOST
        return super().receive(state, power)


class WatchedVolga(Definitions):
    """What ends the unlimited oil: Stalingrad, or the Axis on the Volga."""

    @rule("BE-BSSp", "BE-SBE9e", "BE-E107")
    def capture(self, state: SeriesState, side: int, hexes: HexSet, events: list[Event]) -> None:
        """The Soviets lose their unlimited oil for good when Stalingrad falls, or a hex beyond the Volga south of Saratov."""
        lost = 1 << self.board.hex("Stalingrad") | self.board.area("oil_trigger")
        if side == AXIS and hexes & lost:
            state.happened |= OIL_LOST
        super().capture(state, side, hexes, events)
