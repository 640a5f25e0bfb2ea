"""Chapter 35 in the East: Western bombers over Germany, and attacks on the convoys to the Soviets."""

from typing import Final

from blockfront.blocks.months import month_number
from blockfront.core.clauses import rule
from blockfront.games.blocks_in_the_east.options.lend_lease import ARCTIC, PERSIAN, Deliveries, LendLease
from blockfront.games.blocks_series.rules.ch35_air_war import AirWar, InterceptorRepairs
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import Pack
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import AXIS, GOOD, SeriesState
from blockfront.hexes.grid import HexSet

SOVIET: Final = 1
START: Final = month_number("1941-06") or 0
AMERICANS: Final = month_number("1942-08") or 0
BOMBERS: Final = ((START, 3), (START, 4), (AMERICANS, 4), (AMERICANS, 3), (AMERICANS, 3))  # 4th and 5th Group, 8th, 9th, 15th Air Force
INTERCEPTORS: Final = (4, 3)  # JF2, 9FK
BETTER_BOMBERS: Final = month_number("1943-01") or 0
BETTER_BOMBING: Final = month_number("1944-01") or 0
BETTER_FIGHTERS: Final = month_number("1944-05") or 0
BETTER_FLAK: Final = month_number("1944-10") or 0
FLAK_DICE: Final = 6
TYPE_VII, ARCTIC_BOMBERS = Pack(ARCTIC, 3, 6), Pack(ARCTIC, 2, 5)
TYPE_IX, MARCELLO = Pack(PERSIAN, 2, 6), Pack(PERSIAN, 1, 6)


class WarBehindTheFronts(AirWar):
    """Strategic warfare: bombers over Germany, and convoys to the Soviets."""

    bombers = BOMBERS
    interceptors = INTERCEPTORS

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.ussr, self.italy = rules.tables.power("ussr"), rules.tables.power("italy")
        self._germany = self.board.area("germany")

    @rule("BE-35.0a")
    def bombed_side(self) -> int:
        return AXIS

    @rule("BE-35.1a")
    def homeland(self) -> HexSet:
        return self._germany

    # ---- the air

    @rule("BE-35.1c")
    def lowest_air(self, state: SeriesState, *, raiders: bool) -> int:
        if raiders:
            return 5 if state.month >= BETTER_BOMBERS else 6
        return 4 if state.month >= BETTER_FIGHTERS else 5

    @rule("BE-35.1d", "BE-R57")
    def lowest_flak(self, state: SeriesState) -> int:
        return 5 if state.month >= BETTER_FLAK else 6

    @rule("BE-35.1d", "BE-R57")
    def flak_dice(self) -> int:
        return FLAK_DICE

    @rule("BE-35.1e")
    def lowest_bombs(self, state: SeriesState) -> int:
        return 4 if state.month >= BETTER_BOMBING else 5

    @rule("BE-35.1f")
    def hinders(self, state: SeriesState, hex_: int) -> int:
        return int(self.rules.weather.at(state, hex_) != GOOD)

    # ---- the sea

    @rule("BE-35.0a", "BE-35.2a")
    def has_convoys(self, state: SeriesState) -> bool:
        return state.active == SOVIET and any(self._has_cargo(state, route) for route in (ARCTIC, PERSIAN))

    def is_fought(self, state: SeriesState) -> bool:
        return super().is_fought(state) or self.has_convoys(state)

    @rule("BE-35.2a", "BE-35.2c", "BE-R58", "BE-1.2b")
    def packs(self, state: SeriesState, american: int) -> tuple[Pack, ...]:
        """The submarines and bombers that attack the convoys. Nobody can attack or strengthen them; the Italian one leaves with Italy."""
        persian = (TYPE_IX,) if state.surrendered >> self.italy & 1 else (TYPE_IX, MARCELLO)
        found = (TYPE_VII, ARCTIC_BOMBERS) if self._has_cargo(state, ARCTIC) else ()
        return found + persian if self._has_cargo(state, PERSIAN) else found

    def _has_cargo(self, state: SeriesState, route: int) -> bool:
        return any(self.cargo(state, route, 0, 0))

    @rule("BE-35.2b")
    def cargo(self, state: SeriesState, route: int, red: int, blue: int) -> tuple[int, int]:
        deliveries = self.rules.production.deliveries(state, self.ussr)
        return deliveries[route] if deliveries and route in (ARCTIC, PERSIAN) else (0, 0)


class SunkGifts(LendLease):
    """Lend-Lease without what was sunk on the way."""

    @rule("BE-35.2b")
    def deliveries(self, state: SeriesState, power: int) -> Deliveries:
        """The deliveries without the points sunk on the way."""
        found = super().deliveries(state, power)
        if not found or not state.sunk or power != self.ussr:
            return found
        return tuple((red - state.sunk[2 * route], blue - state.sunk[2 * route + 1]) for route, (red, blue) in enumerate(found))

    def close(self, state: SeriesState, side: int) -> None:
        super().close(state, side)
        if side == SOVIET:
            state.sunk.clear()


class WarProduction(SunkGifts, InterceptorRepairs):
    """All effects of strategic warfare on production."""
