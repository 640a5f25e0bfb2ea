"""Chapters 34 and 35 of both books: convoys to Great Britain, and those through the Arctic and Persia to the Soviet Union."""

from typing import Final

from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_in_the_east.options.ch35_strategic_warfare import ARCTIC_BOMBERS, TYPE_IX, TYPE_VII
from blockfront.games.blocks_in_the_east.options.lend_lease import ARCTIC, PERSIAN
from blockfront.games.blocks_in_the_west.options.ch35_convoys import Convoys
from blockfront.games.blocks_series.rules.ch35_strategic_warfare import USUAL_ROUTES, Pack
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState

COLOURS_A_ROUTE: Final = 2
TO_THE_SOVIETS: Final = {USUAL_ROUTES + place: route for place, route in enumerate((ARCTIC, PERSIAN))}  # behind the zones of the Atlantic


class JoinedConvoys(Convoys):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.soviet = rules.tables.power("ussr")

    def routes(self) -> int:
        """The three zones of the Atlantic, then the two routes to the Soviet Union."""
        return USUAL_ROUTES + len(TO_THE_SOVIETS)

    def has_convoys(self, state: SeriesState) -> bool:
        return super().has_convoys(state) or (state.active != self.hunters and self._sail_for_the_soviets(state))

    def _sail_for_the_soviets(self, state: SeriesState) -> bool:
        return any(sum(self.cargo(state, route, 0, 0)) for route in TO_THE_SOVIETS)

    @rule("BW-R142", "BE-35.2a", "BE-35.2c")
    def packs(self, state: SeriesState, american: int) -> tuple[Pack, ...]:
        """The packs of both books: submarines and bombers in the Arctic and one submarine off Persia, which nobody can attack."""
        if state.active == self.hunters:
            return ()
        attackers = {ARCTIC: (TYPE_VII, ARCTIC_BOMBERS), PERSIAN: (TYPE_IX,)}
        sailing = [(number, route) for number, route in TO_THE_SOVIETS.items() if sum(self.cargo(state, number, 0, 0))]
        eastern = [pack._replace(route=number) for number, route in sailing for pack in attackers[route]]
        return (*super().packs(state, american), *eastern)

    def sinks_cargo(self, route: int, american: int) -> bool:
        return route in TO_THE_SOVIETS or super().sinks_cargo(route, american)

    @rule("BE-35.2b")
    def cargo(self, state: SeriesState, route: int, red: int, blue: int) -> tuple[int, int]:
        if route not in TO_THE_SOVIETS:
            return super().cargo(state, route, red, blue)
        listed = self.rules.production.deliveries(state, self.soviet)
        sent = listed[TO_THE_SOVIETS[route]] if listed else (0, 0)
        lost = state.sunk[COLOURS_A_ROUTE * route : COLOURS_A_ROUTE * (route + 1)] or (0, 0)
        return sent[0] - lost[0], sent[1] - lost[1]

    def arrive(self, state: SeriesState, red: int, blue: int, events: list[Event]) -> None:
        """Points sunk on the way to the Soviets are missing in their Production Phase, where their routes have the numbers of the East."""
        sunk = state.sunk[COLOURS_A_ROUTE * USUAL_ROUTES :]
        super().arrive(state, red, blue, events)
        if any(sunk):
            state.sunk[:] = [0] * COLOURS_A_ROUTE * ARCTIC + sunk
