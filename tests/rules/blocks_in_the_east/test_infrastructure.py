"""Railways and the sea route that the Soviets build in SBE6 and SBE9 and have in SBE7 and SBE8."""

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_east.aids.scene import position
from blockfront.games.blocks_in_the_east.rules.infrastructure import works_ready
from blockfront.games.blocks_series.actions import Build, EndPhase
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import BuildingBegan
from blockfront.games.blocks_series.state import PRODUCTION
from blockfront.games.blocks_series.steps.calendar import Calendar

NORTH, MIDDLE, SOUTH, SEA = range(4)  # the works, as the scenario lists them


def producing(month: str = "1942-07", points: int = 30, scenario: str = "sbe6", active: str = "soviet") -> Position:
    here = position(scenario, month=month, active=active)
    here.begin(PRODUCTION)
    ussr = here.game.rules.tables.power("ussr")
    here.state.pool[ussr * 5] = points
    return here


def offered(here: Position) -> list[int]:
    return [action.work for action in here.legal() if isinstance(action, Build)]


@clause("BE-SBE6f", "BE-SBE6g", "BE-SBE6h", "BE-SBE9a")
@pytest.mark.parametrize("scenario", ["sbe6", "sbe9"])
def test_what_can_be_built_and_for_how_much(scenario: str) -> None:
    assert offered(producing(points=10, scenario=scenario)) == [NORTH, MIDDLE, SOUTH, SEA]
    assert offered(producing(points=4, scenario=scenario)) == [NORTH, MIDDLE]
    assert offered(producing(points=2, scenario=scenario)) == []
    assert offered(producing("1942-06", scenario=scenario)) == [], "from July 1942 on"


@clause("BE-SBE6f")
def test_the_axis_builds_nothing() -> None:
    assert offered(producing(active="axis")) == []


@clause("BE-SBE6g", "BE-R63")
def test_several_works_may_be_paid_in_one_phase_and_none_twice() -> None:
    here = producing(points=9)
    here.play(Build(NORTH)).play(Build(MIDDLE))
    assert here.points("ussr") == 2
    assert [event.work for event in here.told(BuildingBegan)] == [NORTH, MIDDLE]
    assert offered(here) == []
    assert here.game.why_not(here.state, Build(NORTH), here.side) is not None


@clause("BE-SBE6f", "BE-R63")
def test_a_new_railway_carries_supply_from_the_next_month_on() -> None:
    def is_source(here: Position) -> bool:
        power = here.game.rules.tables.power("ussr")
        return bool(here.game.rules.supply.sources(here.state, power).by_rail >> here.hex("3830") & 1)

    here = producing()
    here.play(Build(NORTH))
    assert not is_source(here)
    here.play(EndPhase())
    here.run(Calendar, Calendar.WEATHER)
    assert works_ready(here.state) == 1 << NORTH
    assert is_source(here)
    assert here.game.rules.rail.network(here.state, 1) >> here.hex("3830") & 1


@clause("BE-SBE7d", "BE-SBE8d", "BE-3.7d")
@pytest.mark.parametrize(("scenario", "ready"), [("sbe5", 0), ("sbe6", 0), ("sbe7", 15), ("sbe8", 15), ("sbe9", 0)])
def test_what_is_complete_at_the_start(scenario: str, ready: int) -> None:
    here = position(scenario)
    assert works_ready(here.state) == ready
    railways = here.game.rules.definitions.railways(here.state)
    middle_of_each = [here.hex(label) for label in ("3830", "4133", "4338")]
    assert [railways.hexes >> hex_ & 1 for hex_ in middle_of_each] == [bool(ready)] * 3
    if ready:
        assert offered(producing("1944-07", scenario=scenario)) == []
