"""Chapters 34 and 35 of both books: convoys to Great Britain, and those through the Arctic and Persia to the Soviet Union."""

from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_in_the_east.options.ch35_strategic_warfare import ARCTIC_BOMBERS, TYPE_IX, TYPE_VII
from blockfront.games.blocks_in_the_east.options.lend_lease import ARCTIC, PERSIAN
from blockfront.games.blocks_in_the_west.options.ch35_convoys import Convoys
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import Pack
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState

SOVIET_ROUTES = (ARCTIC, PERSIAN)
COLOURS_A_ROUTE = 2


class JoinedConvoys(Convoys):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.soviet = rules.tables.power("ussr")

    def has_convoys(self, state: SeriesState) -> bool:
        return super().has_convoys(state) or (state.active != self.hunters and self._sail_for_the_soviets(state))

    def _sail_for_the_soviets(self, state: SeriesState) -> bool:
        return any(sum(self.cargo(state, route, 0, 0)) for route in SOVIET_ROUTES)

    @rule("BW-R142", "BE-35.2a", "BE-35.2c")
    def packs(self, state: SeriesState, american: int) -> tuple[Pack, ...]:
        """The packs of both books: submarines and bombers in the Arctic and one submarine off Persia, which nobody can attack."""
        if state.active == self.hunters:
            return ()
        arctic = (TYPE_VII, ARCTIC_BOMBERS) if sum(self.cargo(state, ARCTIC, 0, 0)) else ()
        persian = (TYPE_IX,) if sum(self.cargo(state, PERSIAN, 0, 0)) else ()
        return *super().packs(state, american), *arctic, *persian

    def sinks_cargo(self, route: int, american: int) -> bool:
        return route in SOVIET_ROUTES or super().sinks_cargo(route, american)

    @rule("BE-35.2b")
    def cargo(self, state: SeriesState, route: int, red: int, blue: int) -> tuple[int, int]:
        if route not in SOVIET_ROUTES:
            return super().cargo(state, route, red, blue)
        deliveries = self.rules.production.deliveries(state, self.soviet)
        return deliveries[route] if deliveries else (0, 0)

    def arrive(self, state: SeriesState, red: int, blue: int, events: list[Event]) -> None:
        """Points sunk on the way to the Soviets are missing in their Production Phase."""
        sunk = list(state.sunk)
        super().arrive(state, red, blue, events)
        if any(sunk[COLOURS_A_ROUTE:]):
            state.sunk[:] = [0] * COLOURS_A_ROUTE + sunk[COLOURS_A_ROUTE:]
