"""Chapter 5 of the West beyond Fall Gelb: what surrender hands over, the sky after the armistice, aid, Free France, Germany's end."""

from typing import Any

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, position
from blockfront.games.blocks_in_the_west.game import make
from blockfront.games.blocks_in_the_west.rules.ch05_powers import WesternPowers
from blockfront.games.blocks_series.actions import Fly, Rebuild
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import GameEnded, PowerSurrendered
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.power_actions import AskArmistice
from blockfront.games.blocks_series.power_events import PowerFounded
from blockfront.games.blocks_series.state import AIR_MOVEMENT, ARMISTICE, PRODUCTION, REACTION, SKIES_OPEN
from blockfront.games.blocks_series.steps.calendar import Calendar
from blockfront.games.blocks_series.steps.losses import surrender
from blockfront.games.blocks_series.steps.powers import Armistice
from tests.layers import layer


@clause("BW-5.0b", "BW-5.0e", "BW-R12", "BW-5.0f", "BW-7.11b")
def test_what_nobody_entered_passes_intact() -> None:
    here = position("sbw3", axis={"Brussels": "de-16pz 5"}, month="1940-05")
    here.state.neutral = 0
    here.state.control[ALLIES] |= here.game.rules.powers.homelands[here.game.rules.tables.power("belgium")]
    here.state.control[ALLIES] &= ~(1 << here.hex("Brussels"))
    here.game.rules.definitions.capture(here.state, AXIS, 1 << here.hex("Eben Emael"), [])
    here.run(Calendar, Calendar.VICTORY)
    assert [event.power for event in here.told(PowerSurrendered)] == [here.game.rules.tables.power("belgium")]
    for place in ("Antwerp", "Namur"):
        assert here.holds(AXIS, place)
        assert not here.state.wrecked >> here.hex(place) & 1
    assert here.state.wrecked >> here.hex("Eben Emael") & 1  # that one was entered


def after_the_armistice(**more: Any) -> Position:
    given = {
        "allies": {"London": "gb-2g 4"},
        "axis": {"Reims": "de-26 4", "Calais": "de-10 3", "Aachen": "de-24 3"},
        "month": "1940-06",
        **more,
    }
    here = position("sbw3", active="allies", **given)
    here.state.neutral = 0
    here.state.turning_points |= ARMISTICE
    return here


@clause("BW-5.1l")
def test_inland_cities_are_spared_after_the_armistice() -> None:
    here = after_the_armistice().begin(AIR_MOVEMENT)
    block = here.block("gb-2g")
    assert Fly(block, here.hex("Reims")) not in here.legal()  # an inland city of France
    assert Fly(block, here.hex("Calais")) in here.legal()  # on the coast
    assert Fly(block, here.hex("Aachen")) in here.legal()  # in Germany
    before = after_the_armistice()
    before.state.turning_points = 0
    before.begin(AIR_MOVEMENT)
    assert Fly(block, before.hex("Reims")) in before.legal()


@clause("BW-5.1l")
def test_who_helps_his_own_does_not_attack() -> None:
    here = after_the_armistice(allies={"London": "gb-2g 4", "Reims": "gb-1 4"})
    here.state.active = AXIS
    here.state.phase = REACTION
    here.state.battles = 1 << here.hex("Reims")
    assert here.game.rules.air.missions(here.state, here.block("gb-2g"), here.state.battles)


@clause("BW-5.1m")
def test_two_major_ports_open_the_sky_for_good() -> None:
    here = after_the_armistice()
    definitions = here.game.rules.definitions
    here.state.turning_points = 0
    definitions.capture(here.state, AXIS, here.state.control[ALLIES] & here.game.rules.board.port_hexes & ~(1 << here.hex("London")), [])
    here.state.turning_points = ARMISTICE
    cherbourg, marseille = here.hex("Cherbourg"), here.hex("Marseille")
    definitions.capture(here.state, ALLIES, 1 << cherbourg, [])
    assert not here.state.turning_points & SKIES_OPEN
    definitions.capture(here.state, ALLIES, 1 << marseille, [])
    assert here.state.turning_points & SKIES_OPEN
    definitions.capture(here.state, AXIS, 1 << marseille, [])
    here.begin(AIR_MOVEMENT)
    assert Fly(here.block("gb-2g"), here.hex("Reims")) in here.legal()


@clause("BW-5.1m", "BW-5.1l")
def test_ports_held_when_it_is_signed_count() -> None:
    here = position(
        "sbw3", axis={"Sedan": "de-16pz 5"}, allies={"London": "gb-2g 4", "Cherbourg": "gb-1 4", "Marseille": "gb-2 4"}, month="1940-06"
    )
    france = here.game.rules.tables.power("france")
    here.run(Armistice, france)
    here.play(AskArmistice(france))
    assert here.state.turning_points & SKIES_OPEN


@clause("BW-5.2c", "BW-5.1h")
def test_germany_answers_at_once() -> None:
    here = position("sbw3", axis={"Sedan": "de-16pz 5"}, allies={"Paris": "fr-dcr1 3"}, month="1940-06")
    france = here.game.rules.tables.power("france")
    here.run(Armistice, france)
    here.play(AskArmistice(france))
    assert here.state.surrendered >> france & 1  # nobody is asked in between


@clause("BW-R122")
def test_no_free_french_stand_on_the_map_of_1940() -> None:
    here = position("sbw3", axis={"Sedan": "de-16pz 5"}, allies={"Paris": "fr-dcr1 3"}, month="1940-06")
    france = here.game.rules.tables.power("france")
    here.run(Armistice, france)
    here.play(AskArmistice(france))
    free = [b for b, unit in enumerate(here.game.order.blocks) if unit.nation in ("free_france", "france")]
    assert free
    assert all(here.state.location[block] < 0 for block in free)


@clause("BW-5.4a")
@pytest.mark.parametrize("scenario", ["sbw4", "sbw7"])
def test_italy_has_no_income_of_its_own(scenario: str) -> None:
    rules = make(scenario, frozenset()).rules
    assert not any(rules.scenario.production.get("italy", ()))
    assert "italy" not in rules.scenario.absent


@clause("BW-5.4b")
def test_germany_gives_italy_three_points_a_turn() -> None:
    here = position("sbw7", axis={"Rome": "it-2 1, it-7 1, it-9 1"}, month="1943-07", points={"germany": 20})
    here.state.phase = PRODUCTION
    production, power = here.game.rules.production, here.game.rules.tables.power("italy")
    assert production.can_pay(here.state, power, 3, (0,))
    assert not production.can_pay(here.state, power, 4, (0,))
    before = here.points("germany")
    production.pay(here.state, power, 3, (0,))
    assert here.points("germany") == before - 3
    assert not production.can_pay(here.state, power, 1, (0,))  # three a turn in all
    assert not production.can_pay(here.state, here.game.rules.tables.power("germany"), before, (0,))


@clause("BW-5.7c")
def test_america_gives_free_france_three_points_a_turn() -> None:
    here = position("sbw10", allies={"Naples": "ff-1 2"}, month="1944-06", active="allies", points={"usa": 20})
    production, power = here.game.rules.production, here.game.rules.tables.power("free_france")
    assert production.can_pay(here.state, power, 3, (0,))
    assert not production.can_pay(here.state, power, 4, (0,))
    production.pay(here.state, power, 2, (0,))
    assert here.points("usa") == 18
    assert not production.can_pay(here.state, power, 2, (0,))


@clause("BW-5.7e", "BW-5.7f")
def test_free_france_returns_to_paris() -> None:
    here = position("sbw10", allies={"Naples": "ff-1 2"}, month="1944-09", active="allies")
    powers, power = here.game.rules.powers, here.game.rules.tables.power("free_france")
    algiers, paris = here.hex("Algiers"), here.hex("Paris")
    assert powers.capital(here.state, power) == algiers
    assert not powers.main_sources(here.state, power) >> paris & 1
    poor = here.game.rules.production.income(here.state, power)[0]
    here.game.rules.definitions.capture(here.state, ALLIES, 1 << paris, [])
    assert powers.capital(here.state, power) == paris
    assert powers.main_sources(here.state, power) >> paris & 1
    assert here.game.rules.production.income(here.state, power)[0] == max(3, poor) == 3


@clause("BW-7.11d")
def test_the_surrender_of_germany_ends_the_war() -> None:
    here = position("sbw10", allies={"Berlin": "us-2 5"}, axis={"Munich": "de-26 4"}, month="1945-03")
    here.run(Calendar, Calendar.VICTORY)
    (end,) = here.told(GameEnded)
    assert (end.winner, end.level, end.reason) == (ALLIES, "decisive", "surrender")
    assert not here.state.frames


@clause("BW-5.1n", "BW-5.7b", "BW-R122")
@pytest.mark.parametrize("scenario", ["sbw3", "sbw6"])
def test_the_armistice_founds_free_france(scenario: str) -> None:
    here = position(scenario, axis={"Sedan": "de-16pz 5"}, allies={"Paris": "fr-dcr1 3", "London": "gb-bef 2"}, month="1940-06")
    powers, free = here.game.rules.powers, here.game.rules.tables.power("free_france")
    assert isinstance(powers, WesternPowers)
    assert not powers.is_in_exile(here.state, free)
    here.run(Armistice, here.game.rules.tables.power("france"))
    here.play(AskArmistice(here.game.rules.tables.power("france")))
    assert [event.power for event in here.told(PowerFounded)] == [free]
    assert powers.is_in_exile(here.state, free)
    assert powers.capital(here.state, free) == here.hex("Algiers")
    here.game.rules.definitions.capture(here.state, ALLIES, 1 << here.hex("Paris"), [])  # it governs from there once it is freed
    assert powers.capital(here.state, free) == here.hex("Paris")
    assert here.game.rules.production.income(here.state, free)[0] == 3


@clause("BW-5.1n")
def test_a_france_that_is_conquered_founds_nothing() -> None:
    here = position("sbw3", axis={"Paris": "de-16pz 5"}, allies={"Lyon": "fr-dcr1 3"}, month="1940-06")
    surrender(here.game.rules, here.state, here.game.rules.tables.power("france"), here.events)
    assert not here.told(PowerFounded)
    assert not layer(here.game.rules.powers, WesternPowers).is_in_exile(here.state, here.game.rules.tables.power("free_france"))


def volunteers(scenario: str, month: str, **more: Any) -> Position:
    here = position(scenario, allies={"Algiers": "us-2 4", "London": "gb-churchill 4"}, month=month, active="allies", **more)
    base = here.game.rules.tables.power("usa") * len(COLOURS)
    here.state.pool[base : base + len(COLOURS)] = [9] * len(COLOURS)
    return here.begin(PRODUCTION)


@clause("BW-5.7c", "BW-R122")
def test_free_french_units_are_raised_for_points_of_america() -> None:
    """In Husky one corps comes by list; the other can be bought, at Algiers. The division's first step costs more than America gives."""
    here = volunteers("sbw4", "1943-07")
    french = {block for block in range(len(here.game.order)) if here.game.order[block].nation == "free_france"}
    assert {a.block for a in here.legal() if isinstance(a, Rebuild)} & french == {here.block("ff-2")}
    before = here.points("usa")
    here.play(Rebuild(here.block("ff-2"), here.hex("Algiers")))
    assert here.is_at("ff-2", "Algiers")
    assert (here.strength("ff-2"), here.points("usa")) == (1, before - 1)


@clause("BW-R122")
def test_nobody_is_raised_in_1940() -> None:
    here = position("sbw6", allies={"London": "gb-churchill 4"}, month="1940-08", active="allies", points={"uk": 20, "usa": 20})
    here.state.turning_points |= ARMISTICE
    here.begin(PRODUCTION)
    assert not any(isinstance(a, Rebuild) and here.game.order[a.block].nation == "free_france" for a in here.legal())


@clause("BW-5.7e", "BW-7.3.1a")
@pytest.mark.parametrize("freed", [True, False])
def test_after_its_return_free_france_raises_units_in_paris(freed: bool) -> None:
    holds = ("Paris", "Rouen", "Le Havre", "Cherbourg") if freed else ("Rouen", "Le Havre", "Cherbourg")
    here = volunteers("sbw9", "1944-09", allies_hold=holds, eliminated=("ff-2",))
    places = here.game.rules.production.places(here.state, here.block("ff-2"))
    assert places >> here.hex("Algiers") & 1
    assert bool(places >> here.hex("Paris") & 1) == freed


@clause("BW-5.0f", "BW-36.0d", "BW-36.1e", "BW-R116")
@pytest.mark.parametrize(("scenario", "month"), [("sbw1", "1945-05"), ("sbw9", "1944-08")])
def test_the_fall_of_salo_ends_the_republic_and_leaves_germany_its_land(scenario: str, month: str) -> None:
    """Italian land has been German since the surrender of Italy; the republic has its capital alone."""
    here = position(scenario, axis={"Milan": "rsi-lig 3"}, allies={"Salò": "us-5a 5"}, month=month, active="allies")
    rules, rsi = here.game.rules, here.game.rules.tables.power("rsi")
    assert rsi in rules.victory.fallen_powers(here.state)
    rules.losses.surrender(here.state, rsi, here.events)
    assert here.state.location[here.block("rsi-lig")] < 0
    assert all(here.holds(0, place) for place in ("Milan", "Turin", "Genoa", "Venice"))
    assert not here.holds(0, "Salò")
