"""Chapter 15: new factories; the half-built ones of the campaign."""

from collections import Counter

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_in_the_east.game import make
from blockfront.games.blocks_series.actions import Invest, Settle
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import FactoryBuilt
from blockfront.games.blocks_series.state import PRODUCTION

OPTIONS = ("advanced", "new_factories")
ARMOUR, AIRCRAFT, SYNTHETIC = range(3)
BOX, PAID = 2, 3


def producing(active: str = "axis", scenario: str = "sbe6", month: str = "1942-07", projects: tuple[tuple[int, ...], ...] = ()) -> Position:
    here = position(scenario, month=month, active=active, options=OPTIONS)
    here.state.projects[:] = sorted(projects)
    here.begin(PRODUCTION)
    return here


def offered(here: Position) -> list[tuple[int, int]]:
    return [(action.kind, action.box) for action in here.legal() if isinstance(action, Invest)]


@clause("BE-SBE9h", "BE-R67")
def test_the_campaign_begins_with_ten_half_built_factories_of_each_side() -> None:
    projects = make("sbe9", frozenset(OPTIONS)).setup().projects
    assert Counter(project[:3] for project in projects) == {
        (AXIS, ARMOUR, 5): 5,
        (AXIS, AIRCRAFT, 5): 4,
        (AXIS, SYNTHETIC, 5): 1,
        (SOVIET, ARMOUR, 5): 5,
        (SOVIET, AIRCRAFT, 5): 5,
    }
    assert make("sbe9", frozenset()).setup().projects == [], "without the rule they are ignored"
    assert make("sbe5", frozenset(OPTIONS)).setup().projects == []


@clause("BE-15.1a", "BE-15.1b", "BE-15.1c")
def test_a_point_a_turn_for_each_project() -> None:
    here = producing()
    assert offered(here) == [(ARMOUR, 0), (AIRCRAFT, 0), (SYNTHETIC, 0)]
    before = here.points("germany")
    here.play(Invest(ARMOUR, 0)).play(Invest(ARMOUR, 0))
    assert here.points("germany") == before - 2
    assert [project[:3] for project in here.state.projects] == [(AXIS, ARMOUR, 1)] * 2
    assert (ARMOUR, 1) not in offered(here), "both have had their point"
    here.state.month += 1
    assert (ARMOUR, 1) in offered(here)
    here.play(Invest(ARMOUR, 1))
    assert sorted(project[BOX] for project in here.state.projects) == [1, 2]
    assert (ARMOUR, 1) in offered(here), "the other one waits"


@clause("BE-15.0a", "BE-11.2d")
def test_only_germany_builds_hydrogenation_plants() -> None:
    assert (SYNTHETIC, 0) not in offered(producing("soviet"))
    assert (ARMOUR, 0) in offered(producing("soviet"))


@clause("BE-15.1a")
def test_without_the_rule_or_without_points_nothing_is_built() -> None:
    without = position("sbe6", month="1942-07").begin(PRODUCTION)
    assert offered(without) == []
    poor = producing()
    poor.state.pool[:] = [0] * len(poor.state.pool)
    assert offered(poor) == []
    assert poor.game.why_not(poor.state, Invest(ARMOUR, 0), poor.side) is not None


def finished(active: str = "axis", kind: int = ARMOUR) -> Position:
    side = AXIS if active == "axis" else SOVIET
    here = producing(active, projects=((side, kind, 9, 0),))
    here.play(Invest(kind, 9))
    return here


@clause("BE-15.1d", "BE-R48")
@pytest.mark.parametrize(("active", "face", "cities"), [("axis", 2, {"Kassel", "Magdeburg"}), ("soviet", 3, {"Gorki", "Kazan"})])
def test_a_die_offers_two_cities(active: str, face: int, cities: set[str]) -> None:
    here = finished(active)
    assert here.step == "FactorySite"
    here.play(Roll((face,)))
    assert {here.game.rules.board.name(action.hex) for action in here.legal() if isinstance(action, Settle)} == cities


@clause("BE-15.1d", "BE-15.1g", "BE-15.0a")
def test_a_new_factory_yields_a_point_from_the_next_turn_on() -> None:
    here = finished()
    germany, production = here.game.rules.tables.power("germany"), here.game.rules.production
    red = production.income(here.state, germany)[1]
    here.play(Roll((2,))).play(Settle(here.hex("Kassel")))
    assert here.told(FactoryBuilt)
    assert here.state.projects == []
    assert production.income(here.state, germany)[1] == red
    here.state.month += 1
    assert production.income(here.state, germany)[1] == red + 1
    tank = here.block("g-41pz")
    assert production.industry(here.state, tank) >> here.hex("Kassel") & 1


@clause("BE-15.1e")
def test_a_full_city_passes_to_the_other_and_two_full_ones_to_another_roll() -> None:
    here = finished()
    kassel, magdeburg = here.hex("Kassel"), here.hex("Magdeburg")
    here.state.built[:] = [(AXIS, kassel, ARMOUR, 0)]
    here.play(Roll((2,)))
    assert {hex_ for _, hex_, _, _ in here.state.built} == {kassel, magdeburg}, "there is no choice"
    again = finished()
    again.state.built[:] = [(AXIS, kassel, ARMOUR, 0), (AXIS, magdeburg, ARMOUR, 0)]
    again.play(Roll((2,)))
    assert again.step == "FactorySite"
    again.play(Roll((1,)))
    assert {again.game.rules.board.name(action.hex) for action in again.legal() if isinstance(action, Settle)} == {"Berlin", "Stettin"}


@clause("BE-15.1f", "BE-E79")
def test_when_all_twelve_are_full_any_great_city_of_the_homeland_will_do() -> None:
    here = finished()
    production = here.game.rules.production
    places = {hex_ for face in range(1, 7) for hex_ in production.homes_for(here.state, 10 + ARMOUR, face)}
    here.state.built[:] = sorted((AXIS, hex_, ARMOUR, 0) for hex_ in places)
    here.play(Roll((4,)))
    names = {here.game.rules.board.name(action.hex) for action in here.legal() if isinstance(action, Settle)}
    assert {"Munich", "Hamburg", "Kassel"} <= names
    assert "Warsaw" not in names


@clause("BE-3.3b")
def test_new_factories_are_lost_with_their_city() -> None:
    here = producing()
    kassel = here.hex("Kassel")
    here.state.built[:] = [(AXIS, kassel, ARMOUR, 0)]
    here.game.rules.definitions.capture(here.state, SOVIET, 1 << kassel, [])
    assert here.state.built == []


@clause("BE-15.1a")
def test_a_project_is_refused_for_one_reason() -> None:
    here = producing()
    here.play(Invest(ARMOUR, 0))
    assert here.refusal(Invest(ARMOUR, 1)).because == "project_is_paid"
    assert here.refusal(Invest(AIRCRAFT, 4)).because == "no_such_project"
    assert here.refusal(Invest(9, 0)).because == "no_such_project"
    poor = producing()
    while Invest(AIRCRAFT, 0) in poor.legal():
        poor.play(Invest(AIRCRAFT, 0))
    assert poor.refusal(Invest(AIRCRAFT, 0)).because == "no_yellow_point"
