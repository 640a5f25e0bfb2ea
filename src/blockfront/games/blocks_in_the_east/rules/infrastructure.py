"""Railways and a sea route that the Soviets may build, or have built before the scenario."""

from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_in_the_east.rules.ch07_turn import SOVIET
from blockfront.games.blocks_in_the_east.rules.history import BEGUN, READY
from blockfront.games.blocks_series.actions import Build
from blockfront.games.blocks_series.events import BuildingBegan
from blockfront.games.blocks_series.loading.board import Railways
from blockfront.games.blocks_series.rules.ch02_set_up import SetUp
from blockfront.games.blocks_series.rules.ch03_definitions import Definitions
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import YELLOW, Production
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.hexset import members
from blockfront.hexes.sides import joined


def works_ready(state: SeriesState) -> int:
    """The works that can be used, one bit each."""
    return READY.read(state.happened)


class BuiltBefore(SetUp):
    """Works that were built before the scenario begins."""

    @rule("BE-SBE7d", "BE-SBE8d")
    def history(self) -> int:
        """In scenarios in which nothing can be built, all works are there from the start."""
        scenario = self.rules.scenario
        built = 0 if scenario.works_from else (1 << len(scenario.works)) - 1
        return READY.write(super().history(), built)


class BuiltRailways(Definitions):
    """Railways and sea routes as far as they are built."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._networks: dict[int, Railways] = {}

    @rule("BE-SBE6f", "BE-3.7d")
    def railways(self, state: SeriesState) -> Railways:
        ready = works_ready(state)
        if not ready:
            return super().railways(state)
        found = self._networks.get(ready)
        if found is None:
            found = self._networks[ready] = self._with(super().railways(state), ready)
        return found

    def _with(self, railways: Railways, ready: int) -> Railways:
        unfinished = self.board.map.side_masks("rail_unfinished")
        for number in members(ready):
            work = self.rules.scenario.works[number]
            if work.area:
                hexes = self.board.area(work.area)
                railways = Railways(railways.hexes | hexes, joined(railways.sides, self.board.sides_within(unfinished, hexes)))
        return railways

    @rule("BE-SBE6h", "BE-3.7d")
    def sea_routes(self, state: SeriesState) -> tuple[tuple[int, int], ...]:
        works = (self.rules.scenario.works[number].route for number in members(works_ready(state)))
        built = tuple((self.board.hex(route[0]), self.board.hex(route[1])) for route in works if route)
        return super().sea_routes(state) + built

    @rule("BE-R63")
    def month_begins(self, state: SeriesState) -> None:
        """Works paid for last month can now be used."""
        super().month_begins(state)
        begun = BEGUN.read(state.happened)
        if begun:
            state.happened = READY.write(BEGUN.write(state.happened, 0), works_ready(state) | begun)
            state.derived = {}


class Works(Production):
    """Paying for railways and sea routes."""

    @rule("BE-SBE6f", "BE-SBE6g", "BE-SBE6h", "BE-R63")
    def works(self, state: SeriesState, side: int) -> list[Action]:
        """The Soviets may pay for any number of works in a Production Phase, each at once and in full with yellow points."""
        scenario, ussr = self.rules.scenario, self.rules.tables.power("ussr")
        if side != SOVIET or not scenario.works_from or state.month < scenario.works_from:
            return super().works(state, side)
        known = READY.read(state.happened) | BEGUN.read(state.happened)
        offered = (number for number, work in enumerate(scenario.works) if not known >> number & 1)
        return [Build(n) for n in offered if self.can_pay(state, ussr, scenario.works[n].cost, (YELLOW,))]

    def begin_work(self, state: SeriesState, action: Build, events: list[Event]) -> None:
        self.pay(state, self.rules.tables.power("ussr"), self.rules.scenario.works[action.work].cost, (YELLOW,))
        state.happened = BEGUN.write(state.happened, BEGUN.read(state.happened) | 1 << action.work)
        events.append(BuildingBegan(work=action.work))

    def why_not(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        return Refusal("BE-SBE6g", "cannot_build") if isinstance(action, Build) else super().why_not(state, action, side)
