"""Chapters 8 to 11 and section 12.5 of the advanced game."""

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_east.aids.battle_scene import battle, dice
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_series.actions import BuyStep, EndPhase, Fly
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.loading.data_model import COLOURS, WEATHERS
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_GROUND, ANTI_AIRCRAFT, ARTILLERY, GROUND
from blockfront.games.blocks_series.state import AIR_MOVEMENT, PRODUCTION
from blockfront.games.blocks_series.steps.calendar import WeatherRoll

ADVANCED = ("advanced",)


def in_zone(here: Position, side: int, place: str) -> bool:
    return bool(here.game.rules.zones.zone(here.state, side) >> here.hex(place) & 1)


@clause("BE-8.0a", "BE-3.19g")
def test_rivers_stop_zones_of_control_until_they_freeze() -> None:
    units = {"Cherkassy E1": "infantry 3"}
    assert in_zone(position(axis=units), AXIS, "Cherkassy")
    assert not in_zone(position(axis=units, options=ADVANCED), AXIS, "Cherkassy")
    assert in_zone(position(axis=units, options=ADVANCED, weather="snow"), AXIS, "Cherkassy")


@clause("BE-8.0b", "BE-8.0c")
def test_strong_places_are_closed_to_zones_unless_they_are_empty_and_shut_in() -> None:
    beside = {"Stalino W1": "infantry 3"}
    assert not in_zone(position(axis=beside, options=ADVANCED), AXIS, "Stalino")
    assert in_zone(position(axis=beside), AXIS, "Stalino")
    ring = {f"Stalino {side}1": f"{key} 3" for side, key in (("W", "g-1k"), ("E", "g-2k"), ("NW", "g-10k"), ("SE", "g-26k"))}
    assert in_zone(position(axis=ring, options=ADVANCED), AXIS, "Stalino")
    held = position(axis=ring, soviet={"Stalino": "s-8a 3"}, options=ADVANCED)
    assert not in_zone(held, AXIS, "Stalino")


@clause("BE-9.0a", "BE-R43")
@pytest.mark.parametrize(("month", "weather"), [("1941-06", "good"), ("1941-11", "snow"), ("1942-03", "snow"), ("1942-04", "rain")])
def test_the_turn_track_has_weather(month: str, weather: str) -> None:
    here = position(month=month, options=ADVANCED).run(WeatherRoll)
    assert WEATHERS[here.state.weather] == weather
    basic = position(month=month).run(WeatherRoll)
    assert WEATHERS[basic.state.weather] == "good"


@clause("BE-9.0b")
@pytest.mark.parametrize(("face", "weather"), [(1, "good"), (3, "good"), (4, "rain"), (6, "rain")])
def test_may_and_october_are_rolled_for(face: int, weather: str) -> None:
    here = position(month="1941-10", options=ADVANCED).run(WeatherRoll)
    assert here.side == CHANCE
    here.play(Roll((face,)))
    assert WEATHERS[here.state.weather] == weather


@clause("BE-9.1a")
def test_bad_weather_shortens_supply() -> None:
    lengths = {}
    for weather in ("good", "rain", "snow"):
        here = position(weather=weather, options=ADVANCED)
        lengths[weather] = here.game.rules.supply.path_length(here.state, 0, here.state.weather)
    assert lengths == {"good": 3, "rain": 2, "snow": 2}


@clause("BE-9.2a", "BE-7.8h")
def test_no_blitz_in_bad_weather() -> None:
    found = {}
    for weather in ("good", "rain", "snow"):
        here = position(weather=weather, options=ADVANCED)
        found[weather] = here.game.rules.blitz.is_possible(here.state)
    assert found == {"good": True, "rain": False, "snow": False}


@clause("BE-9.2b", "BE-9.2e", "BE-R28")
@pytest.mark.parametrize(
    ("weather", "costs"),
    [("rain", {"clear": 3, "forest": 3, "swamp": 3}), ("snow", {"clear": 2, "forest": 2, "swamp": 2, "hill": 3, "mountain": 3})],
)
def test_costs_in_bad_weather(weather: str, costs: dict[str, int]) -> None:
    terrain = position().game.rules.tables.terrain
    assert {kind: terrain[kind].costs[WEATHERS.index(weather)] for kind in costs} == costs


@clause("BE-9.2c", "BE-7.5.5d")
def test_the_kerch_strait_is_closed_in_rain() -> None:
    here = position(axis={"Kerch": "g-1k 4"}, axis_holds=("Sevastopol",), weather="rain", options=ADVANCED)
    straits, _ = here.game.rules.movement.arrows(here.state, here.block("g-1k"))
    assert not any(straits)


@clause("BE-9.2d")
@pytest.mark.parametrize(("weather", "flies"), [("rain", False), ("snow", True), ("good", True)])
def test_rain_grounds_aircraft(weather: str, flies: bool) -> None:
    here = position(axis={"Königsberg": "g-jg54 3"}, soviet={"Kaunas": "s-8a 3"}, weather=weather, options=ADVANCED)
    here.command("g-jg54").begin(AIR_MOVEMENT)
    fighter = here.block("g-jg54")
    assert (Fly(fighter, here.hex("Kaunas")) in here.legal()) == flies
    assert Fly(fighter, here.hex("Danzig")) in here.legal(), "transfers stay possible"


@clause("BE-9.2d")
@pytest.mark.parametrize(("options", "fires"), [((), False), (("rain_scramble",), True)])
def test_aircraft_whose_own_airfield_is_attacked_stay_down_in_rain(options: tuple[str, ...], fires: bool) -> None:
    here = battle("g-jg54 3, g-1k 4", "s-8a 4", "Kharkov", active="soviet", held_by="axis", options=(*ADVANCED, *options))
    here.state.weather = WEATHERS.index("rain")
    here.state.flags[here.block("g-jg54")] = 0
    assert bool(dice(here, "Kharkov", AIR_TO_GROUND, AXIS)) == fires
    assert bool(dice(here, "Kharkov", ANTI_AIRCRAFT, SOVIET)) == fires
    here.state.weather = WEATHERS.index("good")
    assert dice(here, "Kharkov", AIR_TO_GROUND, AXIS)


def weathered(axis: str, soviet: str, weather: str, active: str = "axis", place: str = "Poltava W1", came_from: str = "") -> Position:
    held_by = "soviet" if active == "axis" else "axis"
    here = battle(axis, soviet, place, active=active, held_by=held_by, came_from=came_from, options=ADVANCED)
    here.state.weather = WEATHERS.index(weather)
    return here


@clause("BE-9.3a", "BE-9.3b", "BE-9.3c")
def test_rain_helps_the_defender() -> None:
    here = weathered("g-1k 4, g-18a 4", "s-8a 4", "rain")
    assert dice(here, "Poltava W1", GROUND, AXIS) == [(2, 6)]
    assert dice(here, "Poltava W1", ARTILLERY, AXIS) == [(4, 5)]
    assert dice(here, "Poltava W1", GROUND, SOVIET) == [(4, 5)]


@clause("BE-9.3d", "BE-9.3f", "BE-5.1b", "BE-5.5e")
def test_snow_hinders_those_who_are_not_used_to_it() -> None:
    here = weathered("g-1k 4, g-18a 4, g-1fk 4", "s-8a 4, s-bal-f 2", "snow")
    assert dice(here, "Poltava W1", GROUND, AXIS) == [(2, 6)]
    assert dice(here, "Poltava W1", AIR_TO_GROUND, AXIS) == [(2, 5)]
    assert dice(here, "Poltava W1", ARTILLERY, AXIS) == [(4, 5)]
    assert sorted(dice(here, "Poltava W1", ANTI_AIRCRAFT, AXIS)) == [(2, 5), (2, 6)]
    assert dice(here, "Poltava W1", ANTI_AIRCRAFT, SOVIET) == [(4, 6)]
    assert dice(weathered("g-49geb 4", "s-8a 4", "snow"), "Poltava W1", GROUND, AXIS) == [(4, 6)]
    assert dice(weathered("g-1k 4", "s-8a 4", "snow", "soviet"), "Poltava W1", GROUND, SOVIET) == [(4, 6)]


@clause("BE-9.3e")
def test_frozen_rivers_do_not_matter() -> None:
    here = weathered("g-49geb 4", "s-8a 4", "snow", place="Cherkassy", came_from="Cherkassy E1")
    assert dice(here, "Cherkassy", GROUND, AXIS) == [(4, 6)]
    assert dice(here, "Cherkassy", GROUND, SOVIET) == [(4, 6)]


@clause("BE-10.0a", "BE-10.0b", "BE-10.0c")
def test_elite_units_fight_better() -> None:
    order = position().game.order
    assert all(unit in {block.key for block in order.blocks if "elite_defence" in block.tags} for unit in ("g-22ll", "g-7fd", "s-mar1"))
    guards = next(block for block in order.blocks if "guards" in block.tags and block.type == "cavalry")
    attack = battle("g-1k 4", f"{guards.key} 3", active="soviet", held_by="axis", options=ADVANCED)
    assert dice(attack, "Poltava", GROUND, SOVIET) == [(3, 5)]
    marines = battle("g-jg54 3, g-1k 4", "s-mar1 2", "Poltava W1", options=ADVANCED)
    assert dice(marines, "Poltava W1", GROUND, SOVIET) == [(2, 5)]
    assert dice(marines, "Poltava W1", ANTI_AIRCRAFT, SOVIET) == [(2, 5)]
    basic = battle("g-1k 4", "s-mar1 2", "Poltava W1")
    assert dice(basic, "Poltava W1", GROUND, SOVIET) == [(2, 6)]


@clause("BE-10.0d", "BE-10.0e", "BE-3.13g")
def test_guards_are_faster_while_others_are_slow() -> None:
    order = position().game.order
    cavalry = next(block.key for block in order.blocks if "guards" in block.tags and block.type == "cavalry")
    found = []
    for month in ("1942-02", "1942-03"):
        here = position(month=month, options=ADVANCED)
        found.append(here.game.rules.movement.allowance(here.state, here.block(cavalry)))
    assert found == [5, 5]
    basic = position(month="1942-02")
    assert basic.game.rules.movement.allowance(basic.state, basic.block(cavalry)) == 4


@clause("BE-10.0f")
def test_guards_are_not_rebuilt() -> None:
    key = next(block.key for block in position().game.order.blocks if "guards" in block.tags)
    here = position(eliminated=(key, "s-8a"), active="soviet", points={"ussr": 9}, options=ADVANCED)
    assert here.game.rules.production.rebuildable(here.state, SOVIET) == [here.block("s-8a")]


@clause("BE-11.0a", "BE-11.0b", "BE-11.0c")
@pytest.mark.parametrize(
    ("key", "colours"),
    [
        ("g-1k", ["yellow"]),
        ("g-18a", ["yellow"]),
        ("g-41pz", ["yellow", "red"]),
        ("g-1fk", ["yellow", "blue"]),
        ("g-7fd", ["yellow", "blue"]),
        ("s-mar1", ["yellow", "white"]),
        ("g-4pzg", ["yellow", "black"]),
        ("g-1lf", ["yellow", "black"]),
    ],
)
def test_colours_of_points(key: str, colours: list[str]) -> None:
    here = position(options=ADVANCED)
    assert [COLOURS[colour] for colour in here.game.rules.production.colours_of(here.block(key))] == colours
    assert here.game.rules.production.reward_colours(here.block("g-7fd")) == (0,)


@clause("BE-11.0b", "BE-7.3c")
def test_a_white_step_of_armour_costs_two_of_each() -> None:
    here = position(axis={"Berlin": "g-41pz 3"}, points={"germany": 5}, month="1941-06", options=ADVANCED)
    germany = here.game.rules.tables.power("germany") * len(COLOURS)
    here.state.pool[germany + 1] = 2
    here.begin(PRODUCTION)
    here.play(BuyStep(here.block("g-41pz")))
    assert (here.points("germany"), here.points("germany", "red")) == (3, 0)


@clause("BE-11.2f")
def test_coloured_points_are_kept_only_beside_yellow_ones() -> None:
    here = position(axis={"Berlin": "g-1k 4"}, points={"germany": 3}, month="1941-06", options=ADVANCED)
    germany = here.game.rules.tables.power("germany") * len(COLOURS)
    here.state.pool[germany + 1], here.state.pool[germany + 2] = 2, 4
    here.begin(PRODUCTION).play(EndPhase()).deal()
    assert [here.points("germany", colour) for colour in COLOURS] == [3, 2, 1, 0, 0]


@clause("BE-12.5a", "BE-R44")
@pytest.mark.parametrize(("key", "gained"), [("g-1k", [1, 0, 0]), ("g-41pz", [1, 1, 0]), ("g-1fk", [1, 0, 1]), ("g-7fd", [1, 0, 0])])
def test_surrender_pays_by_the_kind_of_unit(key: str, gained: list[int]) -> None:
    here = position(options=ADVANCED)
    here.game.rules.production.reward(here.state, here.block(key))
    assert [here.points("ussr", colour) for colour in COLOURS[:3]] == gained
