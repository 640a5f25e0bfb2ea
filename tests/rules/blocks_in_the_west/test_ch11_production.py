"""Chapters 11, 15 and 16 in the West: points of five colours, where they come from, new factories and conquered ones."""

from typing import Any

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.events import Event
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, position
from blockfront.games.blocks_in_the_west.options.ch15_new_factories import WesternFactories
from blockfront.games.blocks_series.actions import BuyStep, EndPhase, Invest, Rebuild
from blockfront.games.blocks_series.advanced.ch11_income import SiteIncome
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import FactoryBuilt, Spoils
from blockfront.games.blocks_series.loading.data_model import COLOURS, PLANTS
from blockfront.games.blocks_series.options.ch15_new_factories import LAST_BOX, NEW
from blockfront.games.blocks_series.state import MARKED, PRODUCTION, REPUBLIC
from blockfront.hexes.hexset import members

YELLOW, RED, BLUE, WHITE, BLACK = range(5)
RICH = [50] * len(COLOURS)


def give(here: Position, power: str, points: list[int]) -> Position:
    base = here.game.rules.tables.power(power) * len(COLOURS)
    here.state.pool[base : base + len(COLOURS)] = points
    return here


def pool(here: Position, power: str) -> list[int]:
    base = here.game.rules.tables.power(power) * len(COLOURS)
    return here.state.pool[base : base + len(COLOURS)]


def sites(here: Position) -> SiteIncome:
    found = here.game.rules.production
    assert isinstance(found, SiteIncome)
    return found


def price_of(scenario: str, key: str, place: str, month: str, side: str = "allies") -> list[list[int]]:
    """What each step of a unit costs, from the weakest up, by colour."""
    units: dict[str, Any] = {side: {place: f"{key} 1"}}
    here = position(scenario, month=month, active=side, **units)
    block, power = here.block(key), here.game.rules.tables.powers[here.game.rules.units.power[here.block(key)]].id
    here.begin(PRODUCTION)
    found = []
    for steps in range(1, here.game.rules.units.full[block]):
        here.state.steps[block] = steps
        give(here, power, RICH)
        here.play(BuyStep(block))
        found.append([before - now for before, now in zip(RICH, pool(here, power), strict=True)])
    return found


# ---- prices


@clause("BW-11.0b", "BW-11.0c", "BW-11.0d")
def test_the_thirteenth_corps_costs_what_the_book_says() -> None:
    """BWX-11.0: from the second step on it is repaired; the first is paid when it is built again."""
    assert price_of("sbw7", "gb-13", "Bizerte", "1943-08") == [[1, 0, 0, 1, 0], [2, 0, 0, 2, 0], [3, 3, 0, 3, 0]]
    production = position("sbw7", month="1943-08").game.rules.production
    block = position("sbw7").block("gb-13")
    assert production.price(block, 1) == 2
    assert set(production.colours_of_step(block, 1)) == {YELLOW, WHITE, RED}


@clause("BW-11.0a", "BW-11.0b")
@pytest.mark.parametrize(
    ("key", "colours"),
    [
        ("de-51m", (YELLOW,)),
        ("de-76pz", (YELLOW, RED)),
        ("de-kleist", (YELLOW, BLACK)),
        ("de-jf1", (YELLOW, BLUE)),
        ("de-7fl", (YELLOW, BLUE)),
        ("gb-1", (YELLOW, WHITE)),
        ("us-82ab", (YELLOW, BLUE)),
        ("rd-messina", (YELLOW,)),
    ],
)
def test_colours_by_class(key: str, colours: tuple[int, ...]) -> None:
    here = position("sbw7")
    assert here.game.rules.production.colours_of_step(here.block(key), 2) == colours


@clause("BW-12.5a")
@pytest.mark.parametrize(
    ("key", "colours"),
    [("de-51m", (0,)), ("de-3pg", (0,)), ("de-76pz", (0, 1)), ("de-jf1", (0, 2)), ("de-kesselring", (0, 4)), ("de-2lf", (0,))],
)
def test_what_units_that_give_up_are_worth(key: str, colours: tuple[int, ...]) -> None:
    here = position("sbw7", axis={"Rome": f"{key} 1"})
    before = pool(here, "usa")
    here.game.rules.production.reward(here.state, here.block(key))
    gained = [now - was for was, now in zip(before, pool(here, "usa"), strict=True)]
    assert [colour for colour, number in enumerate(gained) if number == 1] == list(colours)


@clause("BW-11.2g")
def test_coloured_points_are_saved_only_beside_yellow_ones() -> None:
    """BWX-11.2g."""
    here = position("sbw7", month="1943-08", axis={"Rome": "de-51m 4"}).begin(PRODUCTION)
    give(here, "germany", [0, 0, 2, 0, 0])
    here.play(EndPhase())
    assert pool(here, "germany") == [0] * 5
    here = position("sbw7", month="1943-08", axis={"Rome": "de-51m 4"}).begin(PRODUCTION)
    give(here, "germany", [3, 2, 2, 0, 0])
    here.play(EndPhase())
    assert pool(here, "germany") == [3, 2, 1, 0, 0]


@clause("BW-7.3.1c", "BW-11.2a", "BW-11.2b", "BW-11.2c")
def test_new_units_need_their_factory() -> None:
    here = position("sbw9", month="1944-07", eliminated=("de-47pz", "de-jf1", "de-1", "de-2lf"))
    give(here.begin(PRODUCTION), "germany", RICH)
    offered = [action for action in here.legal() if isinstance(action, Rebuild)]
    homes = {key: {a.hex for a in offered if a.block == here.block(key)} for key in ("de-47pz", "de-jf1", "de-1")}
    board = here.game.rules.board
    assert homes["de-47pz"]
    assert all(board.factories("armour", here.state.month) >> hex_ & 1 for hex_ in homes["de-47pz"])
    assert homes["de-jf1"]
    assert all(board.factories("aircraft", here.state.month) >> hex_ & 1 for hex_ in homes["de-jf1"])
    assert here.hex("Cologne") in homes["de-1"]
    marine = position("sbw9", month="1944-07", active="allies", eliminated=("gb-13",))
    give(marine.begin(PRODUCTION), "uk", RICH)
    yards = {a.hex for a in marine.legal() if isinstance(a, Rebuild) and a.block == marine.block("gb-13")}
    assert marine.hex("London") in yards
    assert marine.hex("Birmingham") not in yards


# ---- income


@clause("BW-11.1a", "BW-11.2a", "BW-11.2b", "BW-11.2c", "BW-11.2d", "BW-11.2e", "BW-15.1f", "BW-15.1g")
def test_what_single_places_yield() -> None:
    """BWX-11.1."""
    found: dict[str, list[int]] = {}
    here = position("sbw9", month="1944-07")
    for site in sites(here).sites(here.state):
        found.setdefault(here.game.rules.board.name(site.hex), [0] * 5)[site.colour] += site.value
    assert found["Paris"][YELLOW] == 3
    assert found["Les Baux-de-Provence"][YELLOW] == 3
    assert found["Szombathely"][BLACK] == 2
    assert found["Coventry"][RED] == 1
    assert found["Toulouse"][BLUE] == 1
    assert found["London"][WHITE] == 1
    assert found["Police"][BLACK] == 2
    early = position("sbw6", month="1940-05")
    working = {early.game.rules.board.name(site.hex) for site in sites(early).sites(early.state)}
    assert "Police" not in working
    assert not sum(site.value for site in sites(early).sites(early.state) if site.hex == early.hex("Amsterdam") and site.is_factory)


@clause("BW-11.0a", "BW-3.6a")
@pytest.mark.parametrize("scenario", ["sbw4", "sbw7", "sbw8", "sbw9", "sbw10"])
def test_while_nothing_is_lost_income_is_what_the_scenario_says(scenario: str) -> None:
    here = position(scenario)
    here.state.month = here.game.rules.scenario.first_month
    for _ in range(2):
        for number, power in enumerate(here.game.rules.tables.powers):
            yellow, *others = sites(here).stated(number)
            assert sites(here).income(here.state, number) == (max(0, yellow - power.tech_price), *others), power.id
        here.state.month += 1
        here.state.derived = {}


@clause("BW-R138")
def test_a_lost_place_lowers_an_allotment_by_its_share() -> None:
    """Germany has 14 of 40 yellow points in 1944: without the five of Munich, Vienna and Prague it loses 14 * 5 / 40, rounded to 2."""
    here = position("sbw9", month="1944-07", allies_hold=("Munich", "Vienna", "Prague"))
    germany = here.game.rules.tables.power("germany")
    full, now = sites(here).at_start(germany), sites(here).yields(here.state, germany)[0]
    stated, income = sites(here).stated(germany), sites(here).income(here.state, germany)
    for figure, was, left, found in zip(stated, full, now, income, strict=True):
        lost = (was - left) * figure / was if was else 0
        assert found == figure - int(lost + 0.5)
    assert (stated[YELLOW], income[YELLOW]) == (14, 12)


@clause("BW-11.2i", "BW-16.2a", "BW-16.2b", "BW-R11", "BW-3.3c", "BW-3.3b")
def test_only_germany_profits_from_conquered_centres() -> None:
    here = position("sbw9", month="1944-07")
    production, germany = sites(here), here.game.rules.tables.power("germany")
    paris = next(site for site in production.printed_sites if site.hex == here.hex("Paris") and not site.is_factory)
    factory = next(site for site in production.printed_sites if site.hex == here.hex("Paris") and site.is_factory)
    london = next(site for site in production.printed_sites if site.hex == here.hex("London") and not site.is_factory)
    ruhr = next(site for site in production.printed_sites if site.hex == here.hex("Ruhr") and not site.is_factory)
    assert production.profits(paris, AXIS, 0) == germany
    assert production.profits(factory, AXIS, 0) is None
    assert production.profits(london, AXIS, 0) == germany
    assert production.profits(ruhr, ALLIES, 0) is None


@clause("BW-3.3.1a")
def test_in_victory_in_the_west_conquests_yield_nothing() -> None:
    here = position("sbw6", month="1940-07")
    london = next(site for site in sites(here).printed_sites if site.hex == here.hex("Paris") and not site.is_factory)
    assert sites(here).profits(london, AXIS, 0) is None


@clause("BW-16.1a", "BW-3.3.2a", "BW-R12")
def test_a_conquered_factory_pays_once_and_is_gone() -> None:
    here = position("sbw9", month="1944-07", active="allies")
    definitions, ruhr = here.game.rules.definitions, 1 << here.hex("Ruhr")
    before, events = pool(here, "usa"), list[Event]()
    definitions.capture(here.state, ALLIES, ruhr, events)
    gained = [now - was for was, now in zip(before, pool(here, "usa"), strict=True)]
    assert gained == [0, 3, 0, 0, 4]  # three armour factories, four plants
    assert [type(event) for event in events].count(Spoils) == 1
    definitions.capture(here.state, AXIS, ruhr, events)
    definitions.capture(here.state, ALLIES, ruhr, events)
    assert [now - was for was, now in zip(before, pool(here, "usa"), strict=True)] == gained


@clause("BW-11.2h", "BW-11.3b", "BW-11.3d", "BW-11.3e", "BW-R103")
def test_ore_from_knaben_goes_by_rail_to_a_great_port_and_behind_the_shoals() -> None:
    here = position("sbw9", month="1944-07")
    germany = here.game.rules.tables.power("germany")
    whole = sites(here).yields(here.state, germany)
    assert whole[1] == (0,) * 5, "the shoals protect the route: no die is rolled"
    oslo_lost = position("sbw9", month="1944-07", allies_hold=("Oslo",))
    assert sites(oslo_lost).yields(oslo_lost.state, germany)[0][YELLOW] == whole[0][YELLOW] - 1
    hamburg_lost = position("sbw9", month="1944-07", allies_hold=("Hamburg",))
    knaben = hamburg_lost.hex("Knaben")
    assert not sites(hamburg_lost).links(hamburg_lost.state, germany).safe >> knaben & 1


@clause("BW-11.2j", "BW-11.3d")
def test_partisans_on_the_railway_stop_the_ore() -> None:
    here = position("sbw9", month="1944-07", options=("partisans",))
    germany, board = here.game.rules.tables.power("germany"), here.game.rules.board
    rails = here.game.rules.definitions.railways(here.state)
    knaben = here.hex("Knaben")
    line = board.linked(1 << knaben, rails.hexes, rails.sides, board.rail_jumps)
    near = line & board.within(knaben, 1) & ~(1 << knaben)
    before = sites(here).yields(here.state, germany)[0][YELLOW]
    here.state.partisans += [(hex_, 0, 1) for hex_ in members(near)]
    here.state.derived = {}
    assert sites(here).yields(here.state, germany)[0][YELLOW] == before - 1


@clause("BW-11.3a", "BW-18.2a")
def test_points_by_sea_through_hostile_waters_are_rolled_for() -> None:
    here = position("sbw7", month="1943-08")
    production = sites(here)
    assert production.risky_ports(here.state, AXIS) >> here.hex("Naples") & 1
    assert not production.risky_ports(here.state, AXIS) >> here.hex("Hamburg") & 1
    assert here.game.rules.tables.numbers.mines_pass_to == 5


@clause("BW-11.2f", "BW-R68")
@pytest.mark.parametrize(("key", "cities"), [("it-f1", {"Salò"}), ("it-cen", {"Salò"}), ("it-2", {"Salò", "Milan", "Turin"})])
def test_axis_minors_build_armour_and_aircraft_in_their_capital(key: str, cities: set[str]) -> None:
    """The Italian Social Republic raises Italian units; at Salò no armour is made."""
    here = position("sbw7", axis={"Verona": "de-51m 4"}, month="1943-10", eliminated=(key,), options=("italian_surrender",))
    production, board = here.game.rules.production, here.game.rules.board
    here.state.surrendered |= 1 << here.game.rules.tables.power("italy")
    here.state.turning_points |= REPUBLIC
    here.state.derived = {}
    assert not board.factories("armour", here.state.month) >> here.hex("Salò") & 1
    places = set(members(production.places(here.state, here.block(key))))
    assert {here.hex(city) for city in cities} <= places <= {here.hex(city) for city in ("Salò", "Milan", "Turin")}
    here.state.control[AXIS] &= ~(1 << here.hex("Salò"))
    here.state.control[ALLIES] |= 1 << here.hex("Salò")
    here.state.derived = {}
    assert here.hex("Salò") not in members(production.places(here.state, here.block(key)))


# ---- new factories


def building(*projects: tuple[int, int, int, int], month: str = "1944-07") -> Position:
    here = position("sbw9", month=month, options=("new_factories",))
    here.state.projects[:] = sorted(projects)
    return give(here, "germany", [20, 0, 0, 0, 0])


@clause("BW-15.0a", "BW-15.1a")
def test_a_factory_costs_a_point_a_turn() -> None:
    here = building((AXIS, 0, 4, 0)).begin(PRODUCTION)
    before = pool(here, "germany")[YELLOW]
    here.play(Invest(0, 4))
    assert pool(here, "germany")[YELLOW] == before - 1
    assert Invest(0, 5) not in here.legal(), "one point a turn"
    assert {action.kind for action in here.legal() if isinstance(action, Invest)} == set(range(len(PLANTS)))
    british = position("sbw9", month="1944-07", active="allies", options=("new_factories",))
    give(british, "uk", RICH).begin(PRODUCTION)
    assert {action.kind for action in british.legal() if isinstance(action, Invest)} == {0, 1}, "fuel plants are German"


@clause("BW-15.1a", "BW-15.1b", "BW-15.1d", "BW-15.1e")
def test_after_ten_points_a_die_names_two_cities_of_which_the_full_one_is_out() -> None:
    """BWX-15.1."""
    here = building((AXIS, 0, LAST_BOX - 1, 0)).begin(PRODUCTION)
    here.play(Invest(0, LAST_BOX - 1))
    here.play(Roll((2,)))
    assert here.told(FactoryBuilt)[-1].hex == here.hex("Kassel"), "Magdeburg has its one armour factory"
    production = here.game.rules.production
    assert isinstance(production, WesternFactories)
    germany = here.game.rules.tables.power("germany")
    now = production.yields(here.state, germany)[0][RED]
    here.state.month += 1
    assert production.yields(here.state, germany)[0][RED] == now + 1


@clause("BW-15.1c")
def test_when_the_track_is_full_any_great_city_will_do() -> None:
    here = building()
    production = here.game.rules.production
    assert isinstance(production, WesternFactories)
    cities = [city for pair in production.tracks[AXIS] for city in pair]
    here.state.built[:] = sorted((AXIS, city, 0, 0) for city in cities for _ in range(4))
    offered = production.homes_for(here.state, NEW, 2)
    assert here.hex("Cologne") in offered
    assert here.hex("Berlin") in offered, "even above its limit"
    assert here.hex("London") not in offered


@clause("BW-15.0b")
def test_shipyards_are_not_built() -> None:
    here = building().begin(PRODUCTION)
    kinds = {PLANTS[action.kind] for action in here.legal() if isinstance(action, Invest)}
    assert kinds == {"armour", "aircraft", "synthetic"}
    built = [site for site in sites(here).sites(here.state) if site.kind == "shipyard"]
    assert built  # there are some, and they stay what the map says


@clause("BW-4.4a")
def test_units_without_supply_gain_nothing() -> None:
    here = position("sbw7", month="1943-08", axis={"Rome": "de-51m 2"}, points={"germany": 9})
    here.state.flags[here.block("de-51m")] |= MARKED
    assert BuyStep(here.block("de-51m")) not in here.begin(PRODUCTION).legal()


@clause("BW-3.13b")
@pytest.mark.parametrize("scenario", ["sbw1", "sbw2", "sbw4", "sbw9"])
def test_tech_costs_its_price_of_every_income(scenario: str) -> None:
    here = position(scenario, allies={"Livorno": "us-2 4"} if scenario == "sbw1" else {})
    here.state.month = here.game.rules.scenario.first_month
    rules = here.game.rules
    prices = {power.id: power.tech_price for power in rules.tables.powers}
    assert prices["uk"] == prices["usa"] == 2
    assert not any(price for name, price in prices.items() if name not in ("uk", "usa"))
    for name in ("uk", "usa", "germany"):
        power = rules.tables.power(name)
        assert rules.production.income(here.state, power)[0] == rules.scenario.production[name][0] - prices[name]
    here.state.surrendered |= 1 << rules.tables.power("usa")
    assert rules.production.income(here.state, rules.tables.power("usa"))[0] == 0  # who is out of the war pays nothing


@clause("BW-R3", "BW-16.1a", "BW-3.25a")
def test_a_conquered_factory_is_destroyed_and_nobody_burns_the_land() -> None:
    here = position("sbw10", axis={"Berlin": "de-fhq 4"}, allies={"Aachen": "us-2 5"}, month="1944-09", active="allies")
    germany = here.game.rules.tables.power("germany")
    place = next(site.hex for site in sites(here).sites(here.state) if site.kind == "armour" and site.owner == germany)
    before = here.points("usa", "red")
    here.game.rules.definitions.capture(here.state, ALLIES, 1 << place, here.events)
    assert here.points("usa", "red") > before
    assert here.state.wrecked >> place & 1
    assert not here.state.falling  # nobody is asked whether he burns or spares it
    assert not here.state.ruins
