"""Chapter 34: Lend-Lease points from the Western powers for the Soviets."""

from typing import Final

from blockfront.blocks.months import month_number
from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_east.rules.ch12_leningrad import PocketProduction
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import NO_HEX, SNOW, SeriesState
from blockfront.hexes.grid import HexSet

SOVIET: Final = 1
GIFT_COLOURS: Final = (COLOURS.index("red"), COLOURS.index("blue"))
PACIFIC, ARCTIC, PERSIAN = range(3)
Deliveries = tuple[tuple[int, int], ...]  # for each route: red and blue points
SCHEDULE: Final[tuple[tuple[int, Deliveries], ...]] = (
    (month_number("1941-09") or 0, ((3, 2), (2, 1), (0, 0))),
    (month_number("1942-06") or 0, ((3, 2), (2, 1), (1, 1))),
    (month_number("1943-06") or 0, ((2, 4), (1, 2), (0, 2))),
)


class LendLease(PocketProduction):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.murmansk, self.archangelsk = self.board.hex("murmansk"), self.board.hex("Archangelsk")
        self.entries = (self.board.hex("siberia"), self.murmansk, self.board.hex("Baku"))  # where each route enters

    # ---- what comes

    @rule("BE-34.0a", "BE-34.0e")
    @rule("BW-34.0d")
    def deliveries(self, state: SeriesState, power: int) -> Deliveries:
        """The red and blue points of this turn by route. Nothing stops those over the Pacific."""
        if power != self.ussr:
            return super().deliveries(state, power)
        scheduled = [points for month, points in SCHEDULE if month <= state.month]
        if not scheduled:
            return ()
        pacific, arctic, persian = scheduled[-1]
        return pacific, arctic if self.is_arctic_open(state) else (0, 0), persian

    @rule("BE-34.0d")
    def is_arctic_open(self, state: SeriesState) -> bool:
        """Whether the Arctic route is open: through Murmansk, or through Archangelsk when it is not in snow."""
        if state.control[SOVIET] >> self.murmansk & 1:
            return True
        return bool(state.control[SOVIET] >> self.archangelsk & 1) and self.rules.weather.at(state, self.archangelsk) != SNOW

    def receive(self, state: SeriesState, power: int) -> tuple[int, ...]:
        if power == self.ussr:
            state.gifts[:] = [points for route in self.deliveries(state, power) for points in route]
        return super().receive(state, power)

    @rule("BE-34.0b")
    def close(self, state: SeriesState, side: int) -> None:
        """Points not used in the same turn are lost."""
        super().close(state, side)
        if side == SOVIET:
            state.gifts.clear()

    # ---- paying with it

    def _gifts(self, state: SeriesState, power: int, colours: tuple[int, ...], hex_: int) -> int:
        """Lend-Lease points that can pay for a unit of these colours; none reach the pocket of Leningrad."""
        if power != self.ussr or not state.gifts or self._is_in_pocket(state, power, hex_):
            return 0
        return sum(sum(state.gifts[kind::2]) for kind, colour in enumerate(GIFT_COLOURS) if colour in colours)

    @rule("BE-34.0b")
    def can_pay(self, state: SeriesState, power: int, price: int, colours: tuple[int, ...], hex_: int = NO_HEX) -> bool:
        """A Lend-Lease point pays for a coloured and a yellow point together."""
        return super().can_pay(state, power, max(0, price - self._gifts(state, power, colours, hex_)), colours, hex_)

    @rule("BE-34.0b")
    def pay_for(self, state: SeriesState, block: int, steps: int, price: int) -> None:
        power, colours = self.units.power[block], self.colours_of(block)
        if power != self.ussr:
            super().pay_for(state, block, steps, price)
            return
        elsewhere = not super().industry(state, block) >> max(0, state.location[block]) & 1
        wanted = price if elsewhere or not self.spends_own_first(state, power) else self._beyond_own(state, power, price, colours)
        given = min(wanted, self._gifts(state, power, colours, state.location[block]))
        if given:
            self._use(state, GIFT_COLOURS.index(next(colour for colour in colours if colour in GIFT_COLOURS)), given, elsewhere)
        if price > given:
            self.pay(state, power, price - given, colours, state.location[block])

    def _beyond_own(self, state: SeriesState, power: int, price: int, colours: tuple[int, ...]) -> int:
        """How many points of a price a power cannot pay from its own pool."""
        return max(0, price - min(state.pool[power * len(COLOURS) + colour] for colour in colours))

    @rule("BE-34.0b")
    def spends_own_first(self, state: SeriesState, power: int) -> bool:
        """Whether own points are spent before Lend-Lease, which cannot be saved: normally not, but the Soviets may choose so."""
        return super().spends_own_first(state, power) != (power == self.ussr)

    def has_two_purses(self, state: SeriesState, power: int) -> bool:
        own = state.pool[power * len(COLOURS) : (power + 1) * len(COLOURS)]
        return (any(state.gifts) and any(own)) if power == self.ussr else super().has_two_purses(state, power)

    def _use(self, state: SeriesState, kind: int, number: int, elsewhere: bool) -> None:
        """Use up Lend-Lease points. Those usable in any city are kept longest, unless the unit needs them in a city without a factory."""
        linked = [self._is_linked(state, route) for route in range(len(self.entries))]
        for route in sorted(range(len(self.entries)), key=lambda route: (linked[route] != elsewhere, route == PACIFIC, route)):
            used = min(number, state.gifts[2 * route + kind])
            state.gifts[2 * route + kind] -= used
            number -= used

    # ---- placing

    def _is_linked(self, state: SeriesState, route: int) -> bool:
        entry = self.entries[route]
        if route == ARCTIC and not state.control[SOVIET] >> entry & 1:
            entry = self.archangelsk
        return self.rules.supply.is_linked(state, self.ussr, entry)

    @rule("BE-34.0c")
    def industry(self, state: SeriesState, block: int) -> HexSet:
        """With Lend-Lease, armour and aircraft may also be built in any major city linked with Siberia and the route."""
        found = super().industry(state, block)
        if self.units.power[block] != self.ussr or not state.gifts or not (self.units.is_armour[block] or self.units.is_air[block]):
            return found
        colours = self.colours_of(block)
        kinds = [kind for kind, colour in enumerate(GIFT_COLOURS) if colour in colours]
        if not kinds:
            return found
        usable = sum(state.gifts[2 * route + kinds[0]] for route in range(len(self.entries)) if self._is_linked(state, route))
        return found | self.board.majors if usable >= self.price(block, self.units.weakest[block]) else found
