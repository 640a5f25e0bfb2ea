"""Chapter 11: what the sites on the map yield."""

from typing import Any

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.events import Event
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_in_the_east.game import make
from blockfront.games.blocks_in_the_east.rules.ch12_leningrad import PocketProduction
from blockfront.games.blocks_series.actions import BuyStep
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import Shipped
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.state import PRODUCTION

ADVANCED = ("advanced",)
TECH_COST = 4
START = {"sbe6": "1942-06", "sbe7": "1943-06", "sbe8": "1944-06"}


def production(here: Position) -> PocketProduction:
    found = here.game.rules.production
    assert isinstance(found, PocketProduction)
    return found


def income(here: Position, power: str) -> dict[str, int]:
    points = production(here).income(here.state, here.game.rules.tables.power(power))
    return {colour: number for colour, number in zip(COLOURS, points, strict=True) if number}


def field(**more: Any) -> Position:
    return position(options=ADVANCED, **more)


@clause("BE-SBE5b", "BE-SBE9d", "BE-R6", "BE-3.6c", "BE-5.6b", "BE-11.0d", "BE-R81")
@pytest.mark.parametrize(
    ("power", "stated"),
    [
        ("germany", {"yellow": 24, "red": 3, "blue": 9, "black": 10}),
        ("romania", {"yellow": 2, "black": 2}),
        ("hungary", {"yellow": 1, "black": 1}),
        ("ussr", {"yellow": 46, "red": 7, "blue": 6, "white": 2, "black": 29}),
    ],
)
def test_the_map_of_1941_yields_the_stated_figures(power: str, stated: dict[str, int]) -> None:
    here = field()
    assert income(here, power) == stated
    number = here.game.rules.tables.power(power)
    counted, _ = production(here).yields(here.state, number)
    shown = dict(zip(COLOURS, counted, strict=True))
    cost = TECH_COST if power == "ussr" else 0
    assert {**shown, "yellow": shown["yellow"] - cost, "black": stated.get("black", 0)} == {**dict.fromkeys(COLOURS, 0), **stated}


@clause("BE-3.13e")
def test_the_figure_of_the_soviets_holds_the_price_of_the_tech_calendar() -> None:
    here = field()
    ussr = here.game.rules.tables.power("ussr")
    assert production(here).at_start(ussr)[0] - here.game.rules.scenario.advanced_production["ussr"][0] == TECH_COST


@clause("BE-7.3g", "BE-SBE5b")
def test_nothing_is_produced_in_june_1941() -> None:
    assert income(field(month="1941-06"), "germany") == {}


@clause("BE-R6", "BE-SBE6b", "BE-SBE7b", "BE-SBE8b")
@pytest.mark.parametrize("scenario", ["sbe6", "sbe7", "sbe8"])
def test_later_scenarios_start_from_their_figures(scenario: str) -> None:
    game = make(scenario, frozenset())
    rules, state = game.rules, game.new_state()
    found = game.rules.production
    assert isinstance(found, PocketProduction)
    for name, stated in rules.scenario.production.items():
        power = rules.tables.power(name)
        yellow, red, blue, _, black = found.income(state, power)
        in_leningrad = found.pocket_income(state)[1] if name == "ussr" else 0
        assert (yellow, red + in_leningrad, blue) == stated[:3]
        if name != "ussr":
            assert black == stated[4]


@clause("BE-R6", "BE-11.2g")
@pytest.mark.parametrize(("scenario", "figure"), [("sbe6", 34), ("sbe7", 34), ("sbe8", 43)])
def test_a_railway_cut_by_the_set_up_does_not_lower_the_first_income(scenario: str, figure: int) -> None:
    here = position(scenario, axis={"Kantalahti": "g-1k 4"}, soviet_holds=("Kantalahti",), month=START[scenario], options=ADVANCED)
    assert not here.game.rules.supply.sources(here.state, here.game.rules.tables.power("ussr")).by_rail >> here.hex("murmansk") & 1
    first = income(here, "ussr")["yellow"]
    here.state.month += 1
    here.state.derived = {}
    assert (first, income(here, "ussr")["yellow"]) == (figure, figure - 1)


@clause("BE-R6", "BE-11.1a")
def test_what_was_captured_is_missing_from_the_first_income() -> None:
    here = position("sbe6", axis_holds=("Moscow",), month="1942-06", options=ADVANCED)
    assert income(here, "ussr")["yellow"] == 34 - 2


@clause("BE-R6", "BE-SSb")
def test_short_scenarios_keep_their_yellow_figure_whatever_is_captured() -> None:
    for options in ((), ADVANCED):
        here = position("sbe2", options=options, axis_holds=("Minsk",))
        assert here.game.rules.production.income(here.state, here.game.rules.tables.power("germany")) == (5, 0, 0, 0, 0)
        assert here.game.rules.production.colours_of(here.block("g-41pz")) == (0,)


@clause("BE-11.1a", "BE-11.1b", "BE-11.2i", "BE-3.3a")
def test_a_captured_centre_changes_both_incomes() -> None:
    here = field(axis_holds=("Minsk",))
    assert income(here, "ussr")["yellow"] == 45
    linked = field(axis_holds=("western_district", "Minsk"))
    assert income(linked, "germany")["yellow"] == 25


@clause("BE-11.2i")
def test_only_germany_profits_from_what_the_axis_takes() -> None:
    here = field(axis_holds=("odessa_district", "Odessa", "kiev_district", "bessarabia"))
    assert income(here, "romania") == {"yellow": 2, "black": 2}
    assert income(here, "germany")["yellow"] > 24


@clause("BE-11.2a", "BE-3.3b", "BE-11.2c")
def test_capture_destroys_factories_for_good() -> None:
    here = field()
    events: list[Event] = []
    kharkov = 1 << here.hex("Kharkov")
    here.game.rules.definitions.capture(here.state, AXIS, kharkov, events)
    assert income(here, "ussr")["red"] == 5
    here.game.rules.definitions.capture(here.state, SOVIET, kharkov, events)
    assert income(here, "ussr") == {"yellow": 46, "red": 5, "blue": 6, "white": 2, "black": 29}
    assert not here.game.rules.production.industry(here.state, here.block("s-3mc")) & kharkov


@clause("BE-11.2g")
def test_a_site_cut_off_from_its_source_yields_nothing() -> None:
    here = field(axis_holds=("Kantalahti",))
    assert income(here, "ussr")["yellow"] == 45, "the mine of Murmansk hangs on one railway"


@clause("BE-R7")
def test_petsamo_works_for_germany_alone() -> None:
    here = field()
    petsamo = 1 << here.game.rules.board.box_hexes["petsamo"]
    assert income(here, "ussr")["yellow"] == 46
    here = field(axis_holds=("Salla",))
    here.state.control[SOVIET] &= ~petsamo
    here.state.control[AXIS] |= petsamo
    here.state.derived = {}
    assert income(here, "germany")["yellow"] == 25
    assert income(here, "ussr")["yellow"] == 46


@clause("BE-11.2h", "BE-11.3a", "BE-9.2g")
def test_points_sail_between_great_ports_along_blue_routes_past_mines() -> None:
    crimea = ("crimea", "Sevastopol", "Kerch")
    here = field(axis_holds=crimea)
    germany = here.game.rules.tables.power("germany")
    assert production(here).at_risk(here.state, germany) == (1, 0, 0, 0, 0), "Kerch by rail to Sevastopol, by sea to Constanta"
    small = field(axis_holds=("Kerch",))
    assert production(small).at_risk(small.state, germany) == (0, 0, 0, 0, 0), "Kerch itself is too small"
    frozen = field(axis_holds=("Tallinn", "Riga"), weather="snow")
    helsinki = frozen.game.rules.board.hex("Helsinki")
    assert not production(frozen)._great_ports(frozen.state, -1) >> helsinki & 1


@clause("BE-11.3a")
@pytest.mark.parametrize(("face", "arrived"), [(1, 1), (5, 1), (6, 0)])
def test_mines_swallow_a_point_on_a_six(face: int, arrived: int) -> None:
    here = field(axis_holds=("crimea", "Sevastopol", "Kerch")).begin(PRODUCTION)
    assert here.side == CHANCE
    before = here.points("germany")
    here.play(Roll((face,)))
    assert here.points("germany") == before + arrived
    assert here.told(Shipped)[0].points[0] == arrived


@clause("BE-BSSp", "BE-SBE9e")
def test_the_soviets_count_their_oil_once_the_volga_is_cut() -> None:
    found = {}
    for cut in (False, True):
        here = field(soviet={"Moscow": "s-stavka 2"}, active="soviet", points={"ussr": 9})
        if cut:
            here.game.rules.definitions.capture(here.state, AXIS, 1 << here.hex("Stalingrad"), [])
        here.begin(PRODUCTION)
        before = here.points("ussr", "black")
        here.play(BuyStep(here.block("s-stavka")))
        found[cut] = before - here.points("ussr", "black")
    assert found == {False: 0, True: 1}


@clause("BE-11.0e", "BE-11.2c")
def test_what_factories_build() -> None:
    here = field()
    board, rules = here.game.rules.board, here.game.rules
    red, blue = board.factories("armour", here.state.month), board.factories("aircraft", here.state.month)
    assert rules.production.industry(here.state, here.block("g-4pzg")) == red
    assert rules.production.industry(here.state, here.block("g-1lf")) == blue
    assert rules.production.industry(here.state, here.block("g-7fd")) == blue
    assert rules.production.industry(here.state, here.block("s-nav")) == board.shipyards


@clause("BE-11.2d")
def test_hydrogenation_plants_are_german() -> None:
    here = field()
    germany = here.game.rules.tables.power("germany")
    plants = [site for site in production(here).printed_sites if site.kind == "synthetic"]
    assert plants
    assert {site.owner for site in plants} == {germany}


@clause("BE-11.2b", "BE-1.0f")
def test_only_complete_factories_stand_on_the_map_and_none_matter_in_the_basic_game() -> None:
    here = field()
    assert sum(site.value for site in production(here).printed_sites if site.kind == "armour") == 7 + 3
    basic = position()
    assert basic.game.rules.production.income(basic.state, 0)[1:] == (0, 0, 0, 0)
