"""Section 7.3: points, prices, rebuilding, placing, disbanding."""

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_east.aids.scene import SOVIET, position
from blockfront.games.blocks_series.actions import BuyStep, Disband, EndPhase, Rebuild
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import Disbanded, Received
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import NOT_FOR_SALE
from blockfront.games.blocks_series.state import PRODUCTION


def places(here: Position, key: str) -> set[int]:
    block = here.block(key)
    return {action.hex for action in here.legal() if isinstance(action, Rebuild) and action.block == block}


@clause("BE-7.3a", "BE-3.6b", "BE-3.6c", "BE-7.3g", "BE-SSb", "BE-R6")
@pytest.mark.parametrize(
    ("scenario", "power", "points"),
    [
        ("sbe1", "germany", 5),
        ("sbe1", "ussr", 10),
        ("sbe2", "ussr", 20),
        ("sbe3", "romania", 2),
        ("sbe3", "hungary", 1),
        ("sbe3", "ussr", 15),
        ("sbe4", "germany", 15),
        ("sbe4", "ussr", 46),
    ],
)
def test_income_is_the_scenarios_figure_from_july_on(scenario: str, power: str, points: int) -> None:
    active = "soviet" if power == "ussr" else "axis"
    june = position(scenario, month="1941-06", active=active).begin(PRODUCTION)
    assert june.points(power) == 0
    july = position(scenario, active=active).begin(PRODUCTION)
    assert july.points(power) == points
    assert points in {event.points[0] for event in july.told(Received)}


@clause("BE-7.3c")
@pytest.mark.parametrize(("colour", "price"), [("black", 1), ("white", 2), ("red", 3), ("blue", NOT_FOR_SALE)])
def test_prices_by_colour(colour: str, price: int) -> None:
    here = position()
    order = here.game.order
    block, steps = next((b, n) for b in range(len(order)) for n, c in enumerate(order[b].colours, 1) if c == colour)
    assert here.game.rules.production.price(block, steps) == price


@clause("BE-7.3b", "BE-7.3d", "BE-R24")
def test_steps_are_bought_from_the_weakest_up() -> None:
    here = position(axis={"Warsaw": "g-41pz 2"}).begin(PRODUCTION)
    tank = here.block("g-41pz")
    here.play(BuyStep(tank), BuyStep(tank))
    assert here.strength("g-41pz") == 5
    assert here.points("germany") == 15 - 1 - 2, "the top step is white"
    assert BuyStep(tank) not in here.legal()
    here.end_phase()
    assert here.points("germany") == 12, "what is not spent is kept"


@clause("BE-7.3e", "BE-7.3c")
def test_blue_steps_are_lost_for_good() -> None:
    here = position(soviet={"Moscow": "s-3mc 2"}, active="soviet").begin(PRODUCTION)
    assert BuyStep(here.block("s-3mc")) not in here.legal()
    refusal = here.refusal(BuyStep(here.block("s-3mc")))
    assert (refusal.clause, refusal.because) == ("BE-7.3c", "step_is_lost")


@clause("BE-7.3c")
def test_who_gains_no_step_is_told_which_of_the_reasons_it_is() -> None:
    poor = position(month="1941-06", axis={"Warsaw": "g-41pz 2, g-1k 4"}).begin(PRODUCTION)
    assert poor.points("germany") == 0
    assert poor.refusal(BuyStep(poor.block("g-41pz"))).because == "too_few_points"
    assert poor.refusal(BuyStep(poor.block("g-1k"))).because == "at_full_strength"


@clause("BE-4.5a", "BE-7.3.1a", "BE-7.3.1b", "BE-7.3.2a", "BE-R24")
def test_rebuilt_units_appear_in_major_cities_of_their_homeland() -> None:
    here = position(eliminated=("s-8a", "s-11a", "s-14a", "s-art1"), active="soviet", axis={"Kursk": "g-1k 4"}).begin(PRODUCTION)
    assert here.hex("Moscow") in places(here, "s-8a")
    assert here.hex("Oranienbaum") in places(here, "s-8a"), "a fortress will do"
    assert here.hex("Sumy") not in places(here, "s-8a")
    assert here.hex("Kursk") not in places(here, "s-8a")
    here.play(Rebuild(here.block("s-8a"), here.hex("Orel")))
    assert here.strength("s-8a") == 1
    assert here.points("ussr") == 45
    assert here.hex("Orel") not in places(here, "s-11a"), "one new unit a turn"
    here.play(Rebuild(here.block("s-11a"), here.hex("Moscow")))
    assert here.hex("Moscow") in places(here, "s-14a"), "two in the capital"
    here.play(Rebuild(here.block("s-14a"), here.hex("Moscow")))
    assert here.hex("Moscow") not in places(here, "s-art1")
    here.play(Rebuild(here.block("s-art1"), here.hex("Tula")))
    assert here.strength("s-art1") == 1, "the weakest step that is not zero"


@clause("BE-7.3.1c", "BE-7.3.1d", "BE-7.3.1e", "BE-7.3.1f", "BE-11.2e")
def test_some_units_need_factories() -> None:
    here = position(eliminated=("s-3mc", "s-bal-f", "s-1abc", "s-mar1"), active="soviet").begin(PRODUCTION)
    armour, aircraft = {"Leningrad", "Kharkov", "Stalingrad", "Chelyabinsk"}, {"Moscow", "Voronezh", "Gorki", "Kazan"}
    assert places(here, "s-3mc") == {here.hex(name) for name in armour}
    assert places(here, "s-bal-f") == {here.hex(name) for name in aircraft}
    assert places(here, "s-1abc") == {here.hex(name) for name in aircraft}
    assert places(here, "s-mar1") == {here.hex("Leningrad"), here.hex("Sevastopol")}
    minor = position(eliminated=("r-ftr",)).begin(PRODUCTION)
    assert places(minor, "r-ftr") == {minor.hex("Bucharest")}


@clause("BE-7.3.2a", "BE-7.3.2b")
def test_a_city_cut_off_takes_no_new_units() -> None:
    here = position(eliminated=("s-8a",), active="soviet", axis={"Orel E1": "g-1k 4", "Orel W1": "g-2k 4"}).begin(PRODUCTION)
    assert here.hex("Orel") not in places(here, "s-8a")


@clause("BE-5.4d")
def test_italians_appear_in_poland() -> None:
    here = position(month="1942-07")
    rules = here.game.rules
    assert rules.powers.homelands[rules.tables.power("italy")] >> here.hex("Warsaw") & 1


@clause("BE-7.3.4a", "BE-7.3.4b", "BE-7.3.4c")
def test_disbanding_pays_a_point_next_turn() -> None:
    here = position(soviet={"Moscow": "s-8a 3"}, active="soviet").begin(PRODUCTION)
    block = here.block("s-8a")
    here.play(Disband(block))
    assert here.is_at("s-8a", "Moscow"), "the enemy sees nothing yet"
    assert BuyStep(block) not in here.legal()
    here.play(EndPhase()).deal()
    assert here.told(Disbanded)
    assert here.state.location[block] == -1
    assert here.points("ussr") == 46
    here.begin(PRODUCTION)
    assert here.points("ussr") == 46 + 46 + 1
    assert places(here, "s-8a")


@clause("BE-7.3.2c", "BE-3.10e")
def test_new_units_may_overfill_a_hex_until_movement_ends() -> None:
    here = position(soviet={"Orel": "s-11a 3, s-14a 3"}, eliminated=("s-8a",), active="soviet").begin(PRODUCTION)
    here.play(Rebuild(here.block("s-8a"), here.hex("Orel"))).end_phase()
    here.end_phase()
    assert here.step == "GroundMovement"
    assert EndPhase() not in here.legal()
    assert here.game.rules.definitions.overstacked(here.state, SOVIET)
