"""Chapters 9 and 39 in the West: weather belongs to the hex, and the coast of the Mediterranean has its own."""

from typing import Any

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, battle, position
from blockfront.games.blocks_series.actions import BlitzMove, Fly
from blockfront.games.blocks_series.aids.battle_scene import dice
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import WeatherSet
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_GROUND, ANTI_AIRCRAFT, ARTILLERY, GROUND
from blockfront.games.blocks_series.state import (
    AIR_MOVEMENT,
    ATTACKED,
    BLITZ,
    GOOD,
    LIGHT_RAIN,
    RAIN,
    SNOW,
    SeriesState,
)
from blockfront.games.blocks_series.steps.calendar import WeatherRoll

NOVEMBER = "1943-11"


def field(axis: dict[str, str] | None = None, allies: dict[str, str] | None = None, **more: Any) -> Position:
    more = {"month": NOVEMBER, "weather": "rain", **more}
    return position("sbw7", axis=axis or {}, allies=allies or {}, **more)


def cost(here: Position, key: str, place: str) -> int:
    table = here.game.rules.movement.costs(here.state, here.block(key))
    return next(points for points, hexes in table if hexes >> here.hex(place) & 1)


@clause("BW-9.2a", "BW-9.0.1a", "BW-9.3f", "BW-R127", "BW-7.8f", "BW-7.8b")
def test_in_rain_a_blitz_goes_along_the_coast_and_not_inland() -> None:
    """From Ferrara, in November: Ravenna is a plain on the coast, Mantua one hex inland."""
    here = field({"Ferrara": "de-76pz 5"})
    block = here.block("de-76pz")
    here.state.flags[block] |= ATTACKED
    here.state.fought_at[block] = here.hex("Ferrara")
    here.state.battles = 1 << here.hex("Ferrara")
    here.begin(BLITZ)
    assert BlitzMove(block, here.hex("Ravenna")) in here.legal()
    assert BlitzMove(block, here.hex("Mantua")) not in here.legal()
    sunny = field({"Ferrara": "de-76pz 5"}, weather="good")
    assert sunny.game.rules.blitz.targets(sunny.state, block) >> sunny.hex("Mantua") & 1


@clause("BW-9.2b", "BW-9.2d", "BW-9.0.1a", "BW-R127", "BW-39.0d")
def test_entering_costs_what_the_weather_of_the_hex_says() -> None:
    rain, snow = field({"Ferrara": "de-51m 4"}), field({"Ferrara": "de-51m 4"}, weather="snow")
    assert [cost(rain, "de-51m", place) for place in ("Mantua", "Ravenna")] == [3, 1]
    assert [cost(snow, "de-51m", place) for place in ("Mantua", "Ravenna")] == [2, 1]
    light = field({"Ferrara": "de-51m 4"}, weather="light_rain")
    light.state.coast_weather = LIGHT_RAIN
    assert [cost(light, "de-51m", place) for place in ("Mantua", "Ravenna")] == [2, 2]


@clause("BW-9.1a", "BW-R127")
def test_bad_weather_shortens_the_line_of_units_in_it() -> None:
    for weather, inland in (("good", True), ("rain", False)):
        here = field(weather=weather)
        supply, power = here.game.rules.supply, here.game.rules.tables.power("germany")
        source = 1 << here.hex("Verona")
        far = supply.spread(here.state, power, source, 3) & ~supply.spread(here.state, power, source, 2)
        coast = here.game.rules.board.area("mediterranean_coast")
        covered = supply.covered(here.state, power, source)
        assert bool(covered & far & ~coast) == inland
        assert far & coast == covered & far & coast


@clause("BW-9.2c", "BW-R127")
def test_rain_grounds_aircraft_over_the_hexes_where_it_falls() -> None:
    here = field({"Rome": "de-jf1 4"}, {"Ancona": "us-2 4", "Florence": "us-4 4"})
    here.command("de-jf1").begin(AIR_MOVEMENT)
    block = here.block("de-jf1")
    coast = here.game.rules.board.area("mediterranean_coast")
    assert coast >> here.hex("Ancona") & 1
    assert not coast >> here.hex("Florence") & 1
    assert Fly(block, here.hex("Ancona")) in here.legal()
    assert Fly(block, here.hex("Florence")) not in here.legal()
    assert any(isinstance(action, Fly) for action in here.legal())


@clause("BW-9.3a", "BW-9.3f")
def test_rain_in_battle() -> None:
    coast = battle("de-51m 4", "us-2 4", "Ravenna", scenario="sbw7", month=NOVEMBER, weather="rain")
    inland = battle("de-51m 4", "us-2 4", "Mantua", scenario="sbw7", month=NOVEMBER, weather="rain")
    assert dice(coast, "Ravenna", GROUND, AXIS) == [(4, 6)]
    assert dice(inland, "Mantua", GROUND, AXIS) == [(2, 6)]
    assert dice(inland, "Mantua", GROUND, ALLIES) == [(4, 5)]
    guns = battle("de-51m 4, de-10a 4", "us-2 4", "Mantua", scenario="sbw7", month=NOVEMBER, weather="rain")
    assert dice(guns, "Mantua", ARTILLERY, AXIS) == [(4, 5)], "guns do not mind"


@clause("BW-9.3b", "BW-9.3d")
def test_snow_hinders_attackers_and_aircraft_but_nobody_at_home() -> None:
    abroad = battle("de-51m 4", "us-2 4", "Mantua", scenario="sbw7", month="1943-12", weather="snow")
    assert dice(abroad, "Mantua", GROUND, AXIS) == [(4, 6)], "mountain troops are used to it"
    infantry = battle("de-53 3", "us-2 4", "Mantua", scenario="sbw7", month="1943-12", weather="snow")
    assert dice(infantry, "Mantua", GROUND, AXIS) == [(1, 6)]
    home = battle("it-2 3", "us-2 4", "Mantua", scenario="sbw7", month="1943-12", weather="snow")
    assert dice(home, "Mantua", GROUND, AXIS) == [(3, 6)]
    planes = battle("de-8fk 4", "us-2 4", "Mantua", scenario="sbw7", month="1943-12", weather="snow")
    assert dice(planes, "Mantua", AIR_TO_GROUND, AXIS)[0][0] == 2
    assert dice(planes, "Mantua", ANTI_AIRCRAFT, ALLIES)[0][0] < 4


@clause("BW-9.3e", "BW-9.3d")
def test_german_winter_units_suffer_like_others() -> None:
    here = battle("de-33w 4", "us-2 4", "Mantua", scenario="sbw7", month="1943-12", weather="snow")
    assert dice(here, "Mantua", GROUND, AXIS) == [(2, 6)]


@clause("BW-9.3c", "BW-8.0a", "BW-R127", "BW-3.19e")
def test_rivers_freeze_where_both_banks_have_snow() -> None:
    here = field(weather="snow")
    weather, board = here.game.rules.weather, here.game.rules.board
    assert weather.is_frozen(here.state, here.hex("Mantua"), here.hex("Verona"))
    assert not weather.is_frozen(here.state, here.hex("Mantua"), here.hex("Ferrara"))
    flowing = weather.rivers(here.state)
    assert any(flowing)
    assert all(not some & ~every for some, every in zip(flowing, board.rivers, strict=True))
    frozen = [every & ~some for some, every in zip(flowing, board.rivers, strict=True)]
    assert any(frozen)


@clause("BW-9.2e")
def test_snow_closes_ports_that_freeze() -> None:
    here = position("sbw9", month="1945-01")
    sea, germany = here.game.rules.sea, here.game.rules.tables.power("germany")
    freezing = sum(1 << hex_ for hex_, _, freezes, _ in here.game.rules.board.ports if freezes)
    before = sea.harbours(here.state, germany)
    here.state.weather = SNOW
    assert before & freezing
    assert sea.harbours(here.state, germany) == before & ~freezing


def rolled(face: int, month: str, options: tuple[str, ...] = ()) -> SeriesState:
    here = position("sbw10", month=month, options=options).run(WeatherRoll)
    here.state.variable_weather = -1
    here.play(Roll((face,)))
    assert here.told(WeatherSet)[-1].faces == (face,)
    return here.state


@clause("BW-9.0b", "BW-7.0a")
@pytest.mark.parametrize(("face", "weather"), [(1, GOOD), (3, GOOD), (4, RAIN), (6, RAIN)])
def test_april_and_october_are_rolled_for(face: int, weather: int) -> None:
    assert rolled(face, "1944-10").weather == weather
    assert rolled(face, "1945-04").weather == weather
    assert position("sbw10", month="1945-05").game.rules.weather.fixed(position("sbw10", month="1945-05").state) == GOOD


@clause("BW-39.0b", "BW-39.0c", "BW-R128", "BW-R73")
@pytest.mark.parametrize(
    ("face", "weather", "coast"), [(2, GOOD, GOOD), (3, LIGHT_RAIN, GOOD), (4, LIGHT_RAIN, GOOD), (5, RAIN, GOOD), (6, RAIN, LIGHT_RAIN)]
)
def test_light_rain_falls_on_the_coast_with_a_six(face: int, weather: int, coast: int) -> None:
    state = rolled(face, "1944-10", ("light_rain",))
    assert (state.weather, state.coast_weather) == (weather, coast)


@clause("BW-39.0a", "BW-R98")
def test_the_weather_of_the_variable_month_before_is_rolled_again() -> None:
    here = position("sbw10", month="1945-04", options=("light_rain",)).run(WeatherRoll)
    here.state.variable_weather = RAIN
    here.play(Roll((6,)))
    assert here.step == "WeatherRoll"
    here.play(Roll((1,)))
    assert here.state.weather == GOOD


@clause("BW-9.0a")
def test_the_turn_track() -> None:
    here = position("sbw10", month="1944-11")
    assert here.game.rules.weather.fixed(here.state) == RAIN
    here.state.month += 1
    assert here.game.rules.weather.fixed(here.state) == SNOW


@clause("BW-13.3e", "BW-R127", "BW-R104")
def test_command_reaches_three_hexes_in_bad_weather_at_the_headquarters() -> None:
    reaches = {}
    for weather in ("good", "rain", "light_rain"):
        here = field({"Mantua": "de-kleist 4"}, weather=weather)
        headquarters = here.game.rules.headquarters
        mantua = here.game.rules.board.within(here.hex("Mantua"), 3)
        reaches[weather] = bool(headquarters.reach(here.state, here.block("de-kleist")) & ~mantua)
    assert reaches == {"good": True, "rain": False, "light_rain": True}
    coast = field({"Ravenna": "de-kleist 4"})
    near = coast.game.rules.board.within(coast.hex("Ravenna"), 3)
    assert coast.game.rules.headquarters.reach(coast.state, coast.block("de-kleist")) & ~near
