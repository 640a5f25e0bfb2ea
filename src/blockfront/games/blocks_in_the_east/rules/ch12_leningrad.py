"""Section 12.3: production inside the pocket of Leningrad."""

from functools import cached_property

from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_east.rules.ch07_turn import SOVIET
from blockfront.games.blocks_in_the_east.rules.ch11_production import NOBODY, EasternProduction
from blockfront.games.blocks_in_the_east.rules.ch12_supply import FortressSupply
from blockfront.games.blocks_series.advanced.ch11_income import NOTHING, Points, Site
from blockfront.games.blocks_series.advanced.ch11_production import RED
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import YELLOW, Payments
from blockfront.games.blocks_series.state import NO_HEX, SNOW, SeriesState
from blockfront.hexes.grid import HexSet


class PocketProduction(EasternProduction):
    def _fortress(self) -> FortressSupply:
        supply = self.rules.supply
        assert isinstance(supply, FortressSupply)
        return supply

    @cached_property
    def _pocket(self) -> HexSet:
        return self._fortress().pocket

    def has_snow(self, state: SeriesState) -> bool:
        """Whether Leningrad lies in snow."""
        return self.rules.weather.at(state, self._fortress().leningrad) == SNOW

    # ---- income

    def _count(self, state: SeriesState, power: int) -> tuple[Points, Points]:
        safe, mined = super()._count(state, power)
        return self.with_road(state, safe) if power == self.ussr else safe, mined

    @rule("BE-12.3f", "BE-BSSn")
    def with_road(self, state: SeriesState, points: Points) -> Points:
        """The points, with Leningrad's yellow ones that come over the Road of Life, except in snow."""
        if self.has_snow(state) or not self._fortress().lives_on_the_road(state):
            return points
        return (points[YELLOW] + self._of_leningrad(state)[YELLOW], *points[1:])

    @rule("BE-12.3d", "BE-12.3f")
    def is_kept_apart(self, state: SeriesState, site: Site) -> bool:
        """Whether a site lies in the pocket of Leningrad, so that its points are not part of the common income."""
        fortress = self._fortress()
        return bool(fortress.pocket >> site.hex & 1) and fortress.lives_on_the_road(state)

    def _of_leningrad(self, state: SeriesState) -> Points:
        sums = [0] * len(COLOURS)
        for site in self.sites(state):
            if site.hex == self._fortress().leningrad:
                sums[site.colour] += site.value
        return tuple(sums)

    @rule("BE-12.3d")
    def pocket_income(self, state: SeriesState) -> Points:
        """Points that units in the pocket can spend: Leningrad's own yellow and red ones."""
        if self.ussr == NOBODY or not self.counts_sites() or not self._fortress().lives_on_the_road(state):
            return NOTHING
        found = self._of_leningrad(state)
        return tuple(number if colour in (YELLOW, RED) else 0 for colour, number in enumerate(found))

    def receive(self, state: SeriesState, power: int) -> Points:
        if power == self.ussr:
            state.pocket[:] = self.pocket_income(state)
        return super().receive(state, power)

    def close(self, state: SeriesState, side: int) -> None:
        super().close(state, side)
        if side == SOVIET and self.ussr != NOBODY:
            state.pocket[:] = NOTHING

    # ---- spending

    def _is_in_pocket(self, state: SeriesState, power: int, hex_: int) -> bool:
        if hex_ < 0 or power != self.ussr or not self._pocket >> hex_ & 1 or not self.counts_sites():
            return False
        return self._fortress().lives_on_the_road(state)

    def own_purse(self, state: SeriesState, power: int, hex_: int) -> int:
        return self._fortress().leningrad if self._is_in_pocket(state, power, hex_) else super().own_purse(state, power, hex_)

    @rule("BE-12.3d")
    def can_pay(self, state: SeriesState, power: int, price: int, colours: tuple[int, ...], hex_: int = NO_HEX) -> bool:
        """Units in the pocket are paid for with its own points only; while its yellow points can leave, they are in the common pool."""
        if not self._is_in_pocket(state, power, hex_):
            return super().can_pay(state, power, price, colours, hex_)
        if any(state.pocket[colour] < price for colour in colours):
            return False
        return self.has_snow(state) or state.pool[power * len(COLOURS) + YELLOW] >= price

    def pay(self, state: SeriesState, power: int, price: int, colours: tuple[int, ...], hex_: int = NO_HEX) -> None:
        if not self._is_in_pocket(state, power, hex_):
            super().pay(state, power, price, colours, hex_)
            return
        for colour in colours:
            state.pocket[colour] -= price
        if not self.has_snow(state):
            state.pool[power * len(COLOURS) + YELLOW] -= price

    @rule("BE-12.3d")
    def may_be_repaired(self, state: SeriesState, block: int) -> bool:
        """Units marked as unsupplied gain no steps, except those supplied by the Road of Life."""
        return super().may_be_repaired(state, block) or self._is_in_pocket(state, self.units.power[block], state.location[block])

    @rule("BE-12.3d")
    def linked_cities(self, state: SeriesState, power: int) -> HexSet:
        found = super().linked_cities(state, power)
        leningrad = self._fortress().leningrad
        return found | 1 << leningrad if self._is_in_pocket(state, power, leningrad) else found

    def can_pay_somewhere(self, state: SeriesState, block: int, price: int, payments: Payments) -> bool:
        found = super().can_pay_somewhere(state, block, price, payments)
        if found or self.units.power[block] != self.ussr:
            return found
        power, leningrad = self.units.power[block], self._fortress().leningrad
        return self._is_in_pocket(state, power, leningrad) and payments.can(power, price, self.colours_of(block), leningrad)

    def rebuildings(self, state: SeriesState, block: int, places: HexSet, payments: Payments) -> list[Action]:
        """Units are rebuilt in Leningrad with its own points, elsewhere with those of the country."""
        if self.units.power[block] != self.ussr:
            return super().rebuildings(state, block, places, payments)
        power, colours = self.units.power[block], self.colours_of(block)
        price = self.price(block, self.units.weakest[block])
        pocket = self._fortress().pocket if self._is_in_pocket(state, power, self._fortress().leningrad) else 0
        if places & ~pocket and not payments.can(power, price, colours):
            places &= pocket
        if places & pocket and not payments.can(power, price, colours, self._fortress().leningrad):
            places &= ~pocket
        return super().rebuildings(state, block, places, payments)
