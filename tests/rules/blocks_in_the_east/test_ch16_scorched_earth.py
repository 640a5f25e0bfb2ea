"""Chapter 16: scorched earth, spoils and evacuated factories; points at sea of section 18.2."""

from typing import Any

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_in_the_east.options.scorched_earth import ScorchedEarth
from blockfront.games.blocks_series.actions import EndPhase, Evacuate, RailMove, Repair, Settle, Spare
from blockfront.games.blocks_series.advanced.ch11_income import SiteIncome
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import Evacuated, Resettled, Scorched, Spoils
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.state import PRODUCTION, STRATEGIC_RAIL
from blockfront.games.blocks_series.steps.calendar import PlayerTurn
from blockfront.hexes.hexset import mask_of
from tests.layers import layer

SCORCHED = ("advanced", "scorched_earth")
POPULATION, MINE, OIL = range(3)
ARMOUR, AIRCRAFT = range(2)
YELLOW, RED, BLUE = (COLOURS.index(colour) for colour in ("yellow", "red", "blue"))


def scene(side: str = "axis", month: str = "1941-08", **more: Any) -> Position:
    return position("sbe5", active=side, month=month, options=SCORCHED, **more)


def production(here: Position) -> ScorchedEarth:
    found = here.game.rules.production
    assert isinstance(found, ScorchedEarth)
    return found


def capture(here: Position, side: int, *places: str) -> None:
    here.game.rules.definitions.capture(here.state, side, mask_of(here.hex(place) for place in places), here.events)


def value(here: Position, place: str, kind: str) -> int:
    return sum(site.value for site in production(here).sites(here.state) if (site.hex, site.kind) == (here.hex(place), kind))


@clause("BE-16.0a", "BE-R75")
def test_centres_are_destroyed_as_they_fall() -> None:
    here = scene()
    assert value(here, "Kharkov", "population") > 0
    capture(here, AXIS, "Kharkov")
    assert value(here, "Kharkov", "population") == 0
    here.run(PlayerTurn, 99)
    assert here.side == SOVIET
    here.play(EndPhase())
    assert here.told(Scorched)[0].hexes == (here.hex("Kharkov"),)
    assert value(here, "Kharkov", "population") == 0
    german = scene()
    capture(german, SOVIET, "Königsberg")
    assert not german.state.ruins  # the Axis has no such custom


@clause("BE-16.0a", "BE-R75")
def test_the_soviet_player_may_spare_a_centre() -> None:
    here = scene()
    before = value(here, "Kharkov", "population")
    capture(here, AXIS, "Kharkov", "Moscow")
    here.run(PlayerTurn, 99)
    spare = Spare(here.hex("Kharkov"), POPULATION)
    assert here.side == SOVIET
    assert here.legal()[0] == EndPhase()
    assert {spare, Spare(here.hex("Moscow"), POPULATION)} <= set(here.legal())
    here.play(spare).play(EndPhase())
    assert value(here, "Kharkov", "population") == before
    assert value(here, "Moscow", "population") == 0
    assert not here.state.falling


@clause("BE-16.0a")
def test_oil_and_mines_burn_too() -> None:
    here = scene()
    capture(here, AXIS, "Maykop", "Kerch")
    assert {ruin[:2] for ruin in here.state.ruins} >= {(here.hex("Maykop"), OIL), (here.hex("Kerch"), MINE)}


@clause("BE-16.0b", "BE-16.0c")
def test_three_points_repair_one() -> None:
    """A centre of two points takes six, one a turn; the first point comes back after three."""
    here = scene()
    capture(here, AXIS, "Moscow")
    here.state.falling.clear()
    place = Repair(here.hex("Moscow"), POPULATION)
    yields = []
    for _ in range(6):
        here.begin(PRODUCTION)
        yields.append(value(here, "Moscow", "population"))
        before = here.points("germany")
        assert place in here.legal()
        here.play(place)
        assert here.points("germany") == before - 1
        assert place not in here.legal()  # one a turn
    here.begin(PRODUCTION)
    yields.append(value(here, "Moscow", "population"))
    assert yields == [0, 0, 0, 1, 1, 1, 2]
    assert place not in here.legal()
    refusal = here.game.why_not(here.state, place, AXIS)
    assert refusal is not None
    assert refusal.clause == "BE-16.0b"


@clause("BE-16.0b")
def test_the_axis_earns_nothing_from_ruins() -> None:
    found = []
    for options in (("advanced",), SCORCHED):
        here = position("sbe5", month="1941-08", options=options)
        germany = here.game.rules.tables.power("germany")
        before = here.game.rules.production.income(here.state, germany)[YELLOW]
        capture(here, AXIS, "Lvov", "Tarnopol")
        found.append(here.game.rules.production.income(here.state, germany)[YELLOW] - before)
    assert found[1] <= found[0]
    assert found[1] == 0


@clause("BE-16.0d")
def test_what_is_retaken_is_whole_again() -> None:
    here = scene()
    before = value(here, "Kharkov", "population")
    capture(here, AXIS, "Kharkov")
    capture(here, SOVIET, "Kharkov")
    assert value(here, "Kharkov", "population") == before
    assert not here.state.ruins


@clause("BE-16.1a")
def test_captured_factories_pay_once() -> None:
    here = scene()
    red = value(here, "Kharkov", "armour")
    assert red > 0
    capture(here, AXIS, "Kharkov")
    assert here.told(Spoils)[0].points[RED] == red
    assert here.points("germany", "red") == red
    capture(here, SOVIET, "Kharkov")
    capture(here, AXIS, "Kharkov")
    assert here.points("germany", "red") == red


@clause("BE-16.1a", "BE-15.0a", "BE-3.3b")
def test_factories_that_were_built_in_the_war_are_booty_too() -> None:
    here = position("sbe5", month="1941-08", options=(*SCORCHED, "new_factories"))
    where = here.hex("Kharkov")
    before = value(here, "Kharkov", "aircraft")
    here.state.built[:] = [(SOVIET, where, AIRCRAFT, here.state.month), (SOVIET, here.hex("Moscow"), AIRCRAFT, here.state.month)]
    capture(here, AXIS, "Kharkov")
    assert here.told(Spoils)[0].points[BLUE] == before + 1
    assert [factory[1] for factory in here.state.built] == [here.hex("Moscow")], "and it is gone"


@clause("BE-16.1a")
@pytest.mark.parametrize(("side", "left"), [(AXIS, []), (SOVIET, ["Kharkov"])])
def test_evacuated_factories_at_their_new_sites_are_booty_of_the_axis_alone(side: int, left: list[str]) -> None:
    here = position("sbe5", month="1941-08", options=SCORCHED)
    capture(here, 1 - side, "Kharkov")
    here.state.resettled[:] = [(here.hex("Kharkov"), 0, here.state.month)]
    capture(here, side, "Kharkov")
    assert [factory[0] for factory in here.state.resettled] == [here.hex(place) for place in left]


def trains(month: str = "1941-07", soviet: dict[str, str] | None = None) -> Position:
    return scene("soviet", month, soviet=soviet or {"Moscow": "s-8a 3, s-7a 3"}, points={"ussr": 9}).begin(STRATEGIC_RAIL)


@clause("BE-16.2a")
def test_a_factory_leaves_for_three_rail_moves() -> None:
    here = trains()
    away = Evacuate(here.hex("Kharkov"), ARMOUR)
    before = value(here, "Kharkov", "armour")
    here.play(away)
    assert value(here, "Kharkov", "armour") == before - 1
    assert here.state.rail_moves == [3]
    assert here.points("ussr") == 6
    assert away not in here.legal()  # two moves are left
    assert any(isinstance(action, RailMove) for action in here.legal())
    assert [(event.hex, event.kind) for event in here.told(Evacuated)] == [(here.hex("Kharkov"), ARMOUR)]


@clause("BE-16.2a")
def test_only_in_1941_and_by_a_free_railway() -> None:
    assert Evacuate(trains().hex("Kharkov"), ARMOUR) in trains("1941-12").legal()
    assert not any(isinstance(action, Evacuate) for action in trains("1942-01").legal())
    threatened = scene("soviet", "1941-07", axis={"Kharkov W1": "g-1k 4"}, soviet={"Moscow": "s-8a 3"}, points={"ussr": 9})
    threatened.begin(STRATEGIC_RAIL)
    away = Evacuate(threatened.hex("Kharkov"), ARMOUR)
    assert away not in threatened.legal()
    refusal = threatened.game.why_not(threatened.state, away, SOVIET)
    assert refusal is not None
    assert refusal.clause == "BE-16.2a"


@clause("BE-16.2b", "BE-16.2c")
def test_a_factory_travels_two_turns_and_produces_in_the_next() -> None:
    """Evacuated in July it stands on box 8, in September on box 10, and produces from October on."""
    here = trains("1941-07")
    here.play(Evacuate(here.hex("Kharkov"), ARMOUR), EndPhase()).deal()
    assert here.state.transit == [(ARMOUR, 8)]
    here.state.month += 1
    here.begin(PRODUCTION)
    assert here.state.transit == [(ARMOUR, 9)]
    here.state.month += 1
    here.begin(PRODUCTION)
    assert here.side == CHANCE
    here.play(Roll((2,)))
    assert here.legal() == sorted([Settle(here.hex("Chelyabinsk")), Settle(here.hex("Magnitogorsk"))], key=lambda action: action.hex)
    before = value(here, "Chelyabinsk", "armour")
    here.play(Settle(here.hex("Chelyabinsk")))
    assert here.told(Resettled)[0].hex == here.hex("Chelyabinsk")
    assert value(here, "Chelyabinsk", "armour") == before
    here.state.month += 1
    assert value(here, "Chelyabinsk", "armour") == before + 1
    tank = here.block("s-3mc")
    assert production(here).industry(here.state, tank) >> here.hex("Chelyabinsk") & 1


@clause("BE-16.2c")
def test_a_city_takes_one_new_factory_of_a_kind() -> None:
    here = trains("1941-07")
    first, second = here.hex("Chelyabinsk"), here.hex("Magnitogorsk")
    here.state.resettled[:] = [(first, ARMOUR, here.state.month)]
    assert production(here).homes_for(here.state, ARMOUR, 2) == [second]
    assert len(production(here).homes_for(here.state, AIRCRAFT, 2)) == 2
    here.state.resettled[:] = sorted([(first, ARMOUR, here.state.month), (second, ARMOUR, here.state.month)])
    here.state.transit[:] = [(ARMOUR, 9)]
    here.begin(PRODUCTION).play(Roll((2,)))
    assert here.side == CHANCE  # both are full: again


@clause("BE-18.2a")
@pytest.mark.parametrize(("options", "risky"), [(("advanced",), False), (("advanced", "naval_transport"), True)])
def test_points_sail_at_a_risk_where_the_enemy_controls_the_sea(options: tuple[str, ...], risky: bool) -> None:
    """Riga and Windau give the Soviets control of the Baltic, which is not mined."""
    here = position("sbe5", month="1941-07", options=options)
    ports = layer(here.game.rules.production, SiteIncome).risky_ports(here.state, AXIS)
    assert bool(ports >> here.hex("Stettin") & 1) == risky
    assert ports >> here.hex("Sevastopol") & 1
