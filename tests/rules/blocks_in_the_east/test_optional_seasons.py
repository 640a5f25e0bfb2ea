"""Chapters 33, 36 and 39: the first winter, the surrender of Italy, light rain."""

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_east.aids.battle_scene import battle, dice
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import PowerSurrendered, SurrenderRolled, WeatherRepeated
from blockfront.games.blocks_series.loading.data_model import WEATHERS
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_GROUND, ANTI_AIRCRAFT, ARTILLERY, GROUND, FireContext
from blockfront.games.blocks_series.state import GONE, LIGHT_RAIN
from blockfront.games.blocks_series.steps.calendar import Calendar, SurrenderRoll, WeatherRoll

WINTER = ("advanced", "first_winter")
LIGHT = ("advanced", "light_rain")


def maluses(here: Position, step: int, key: str) -> int:
    return here.game.rules.fire.maluses(here.state, FireContext(here.hex("Poltava"), 1, False), step, here.block(key))


@clause("BE-33.0a", "BE-R82", "BE-9.3d")
def test_maluses_of_the_first_winter() -> None:
    """The printed list: aircraft, artillery on both sides of an attack, infantry, flak, mountain troops."""
    units = ("g-jg54 3, g-18a 4, g-1k 4, g-49geb 4", "s-8a 3, fighter 3")
    attack = battle(*units, options=WINTER, month="1942-01")
    defence = battle(*units, options=WINTER, month="1942-01", active="soviet", held_by="axis")
    for here in (attack, defence):
        here.state.weather = WEATHERS.index("snow")
    assert [maluses(attack, step, key) for step, key in ((AIR_TO_GROUND, "g-jg54"), (ARTILLERY, "g-18a"), (GROUND, "g-1k"))] == [2, 1, 2]
    assert [maluses(defence, step, key) for step, key in ((ARTILLERY, "g-18a"), (GROUND, "g-1k"))] == [1, 1]
    assert (maluses(attack, ANTI_AIRCRAFT, "g-1k"), maluses(defence, ANTI_AIRCRAFT, "g-1k")) == (2, 1)
    assert maluses(attack, GROUND, "g-49geb") == 0
    assert maluses(attack, GROUND, "s-8a") == 0


@clause("BE-33.0a")
@pytest.mark.parametrize(("month", "expected"), [("1941-11", 1), ("1941-12", 2), ("1942-03", 2), ("1942-12", 1)])
def test_the_first_winter_lasts_four_months(month: str, expected: int) -> None:
    here = battle("g-1k 4", "s-8a 3", options=WINTER, month=month)
    here.state.weather = WEATHERS.index("snow")
    assert maluses(here, GROUND, "g-1k") == expected


@clause("BE-33.0a")
def test_finns_are_used_to_winter() -> None:
    here = battle("f-3k 3", "s-8a 3", "Luga", options=WINTER, month="1942-01")
    here.state.weather = WEATHERS.index("snow")
    first_winter = dice(here, "Luga", GROUND, AXIS)
    here.state.month += 12
    assert dice(here, "Luga", GROUND, AXIS) == first_winter


@clause("BE-33.0b")
def test_supply_of_the_axis_reaches_one_hex_in_the_first_winter() -> None:
    here = position(month="1942-01", weather="snow", options=WINTER)
    supply, powers = here.game.rules.supply, here.game.rules.tables.powers
    lengths = {power.id: supply.path_length(here.state, number, here.state.weather) for number, power in enumerate(powers)}
    assert lengths == {"germany": 1, "finland": 2, "romania": 1, "hungary": 1, "slovakia": 1, "italy": 1, "ussr": 2}
    later = position(month="1942-12", weather="snow", options=WINTER)
    assert later.game.rules.supply.path_length(later.state, 0, later.state.weather) == 2


@clause("BE-33.0b")
def test_germans_in_finland_are_supplied_as_finns_are() -> None:
    here = position(month="1942-01", weather="snow", options=WINTER)
    board, supply = here.game.rules.board, here.game.rules.supply
    source = 1 << here.hex("Helsinki") | 1 << here.hex("Poltava")
    covered = supply.covered(here.state, here.game.rules.tables.power("germany"), source)
    two_away = [here.hex(f"{place} {way}2") for place, way in (("Helsinki", "NE"), ("Poltava", "NE"))]
    assert board.area("finland") >> two_away[0] & 1
    assert [covered >> hex_ & 1 for hex_ in two_away] == [1, 0]
    assert covered >> here.hex("Poltava NE1") & 1


@clause("BE-33.1a")
@pytest.mark.parametrize(
    ("month", "moves"), [("1941-10", 4), ("1941-11", 1), ("1942-03", 1), ("1942-04", 4), ("1942-11", 2), ("1943-03", 2), ("1943-12", 4)]
)
def test_rail_moves_of_the_axis_in_winter(month: str, moves: int) -> None:
    here = position(month=month, options=WINTER)
    rail = here.game.rules.rail
    assert [most for _, most in rail.limits(here.state, AXIS)] == [moves, 1]
    assert [most for _, most in rail.limits(here.state, SOVIET)] == [5]


@clause("BE-33.2a", "BE-3.13g")
def test_soviet_tanks_are_fast_in_the_first_winter() -> None:
    order = position().game.order

    def points(month: str) -> dict[str, int]:
        here = position(month=month, options=WINTER)
        keys = {kind: next(b.key for b in order.blocks if b.nation == "ussr" and b.type == kind and not b.tags) for kind in kinds}
        return {kind: here.game.rules.movement.full_allowance(here.state, here.block(key)) for kind, key in keys.items()}

    kinds = ("tank", "armour_hq", "tankette", "infantry")
    assert points("1941-11") == {"tank": 3, "armour_hq": 3, "tankette": 3, "infantry": 3}
    assert points("1942-01") == {"tank": 4, "armour_hq": 4, "tankette": 3, "infantry": 3}


@clause("BE-36.0a")
@pytest.mark.parametrize(
    ("month", "highest"), [("1943-06", 0), ("1943-07", 1), ("1943-08", 2), ("1943-09", 4), ("1943-10", 5), ("1943-11", 5)]
)
def test_a_die_decides_about_italy(month: str, highest: int) -> None:
    italians = {"Poltava": "italy infantry 3"}
    italy = position().game.rules.tables.power("italy")
    for face in range(1, 7):
        here = position(axis=italians, month=month, options=("italian_surrender",)).run(SurrenderRoll)
        assert (here.side == CHANCE if here.state.frames else False) == bool(highest)
        if not highest:
            continue
        here.play(Roll((face,)))
        assert here.told(SurrenderRolled)[0].faces == (face,)
        assert bool(here.state.surrendered >> italy & 1) == (face <= highest)
        assert (GONE in here.state.location) == (face <= highest)


@clause("BE-36.0a", "BE-7.11d")
def test_without_the_die_italy_leaves_in_september() -> None:
    for options, gone in (((), True), (("italian_surrender",), False)):
        here = position(axis={"Poltava": "italy infantry 3"}, month="1943-09", options=options).run(Calendar, Calendar.VICTORY)
        italy = here.game.rules.tables.power("italy")
        assert any(event.power == italy for event in here.told(PowerSurrendered)) == gone


@clause("BE-39.0a")
@pytest.mark.parametrize(("face", "weather"), [(1, "good"), (2, "good"), (3, "light_rain"), (4, "light_rain"), (5, "rain"), (6, "rain")])
def test_three_weathers_on_the_die(face: int, weather: str) -> None:
    here = position(month="1941-10", options=LIGHT).run(WeatherRoll)
    here.play(Roll((face,)))
    assert WEATHERS[here.state.weather] == weather


@clause("BE-39.0b", "BE-R59")
def test_variable_months_never_repeat() -> None:
    here = position(month="1941-10", options=LIGHT).run(WeatherRoll)
    here.play(Roll((3,)))
    here.state.month += 7  # May
    here.run(WeatherRoll).play(Roll((4,)))
    assert here.told(WeatherRepeated)
    assert here.side == CHANCE
    here.play(Roll((6,)))
    assert WEATHERS[here.state.weather] == "rain"


@clause("BE-39.0c")
def test_light_rain_is_bad_weather() -> None:
    here = position(weather="light_rain", options=LIGHT)
    assert here.game.rules.supply.path_length(here.state, 0, here.state.weather) == 2
    assert not here.game.rules.blitz.is_possible(here.state)


@clause("BE-39.0d")
def test_light_rain_on_the_roads() -> None:
    here = position(weather="light_rain", options=LIGHT)
    entry = here.game.rules.movement.costs(here.state, here.block("g-1k"))
    board = here.game.rules.board
    assert dict(entry)[2] == board.terrain["clear"] & board.playable
    assert {cost for cost, _ in entry} == {2, 3}


@clause("BE-39.0f")
@pytest.mark.parametrize(("weather", "hexes"), [("good", 5), ("light_rain", 5), ("rain", 3), ("snow", 3)])
def test_light_rain_spares_the_range_of_command(weather: str, hexes: int) -> None:
    here = position(axis={"Poltava": "g-4pzg 4"}, weather=weather, options=LIGHT)
    reach = here.game.rules.headquarters.reach(here.state, here.block("g-4pzg"))
    assert reach & ~here.game.rules.board.within(here.hex("Poltava"), hexes) == 0
    assert reach & ~here.game.rules.board.within(here.hex("Poltava"), hexes - 1)


@clause("BE-39.0e")
def test_light_rain_in_battle() -> None:
    here = battle("g-jg54 3, g-18a 4, g-1k 4", "s-8a 3, fighter 3", options=LIGHT)
    here.state.weather = LIGHT_RAIN
    for step, key, expected in (
        (AIR_TO_GROUND, "g-jg54", 1),
        (ANTI_AIRCRAFT, "g-1k", 1),
        (ANTI_AIRCRAFT, "s-8a", 1),
        (GROUND, "g-1k", 1),
        (GROUND, "s-8a", 0),
        (ARTILLERY, "g-18a", 0),
    ):
        assert maluses(here, step, key) == expected, (step, key)
    assert dice(here, "Poltava", GROUND, SOVIET) == [(3, 6)]  # unlike rain it helps no defender
    assert here.command("g-jg54").game.rules.air.may_fight(here.state, here.block("g-jg54"))
