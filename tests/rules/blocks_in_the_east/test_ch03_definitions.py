"""Chapter 3: control, stacking, airfields, TECH, zones of control, frozen units."""

import pytest

from blockfront.blocks.months import month_number
from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_series.actions import EndPhase, Fly, Move
from blockfront.games.blocks_series.events import Captured
from blockfront.games.blocks_series.state import AIR_MOVEMENT, MOVEMENT, SUPPLY

MINSK = {"Minsk": "infantry 3"}


@clause("BE-3.1a", "BE-3.3a", "BE-3.1c")
def test_a_ground_unit_takes_every_hex_it_passes_when_its_moves_are_shown() -> None:
    here = position(axis={"Sumy": "g-41pz 5"}, soviet_holds=("Kursk",), soviet={"Moscow": "infantry 3"}).begin(MOVEMENT)
    here.play(Move(here.block("g-41pz"), here.hex("Kursk")))
    assert here.holds(SOVIET, "Kursk"), "the enemy sees nothing before the phase ends"
    here.end_phase()
    assert here.holds(AXIS, "Kursk")


@clause("BE-3.1d", "BE-3.1e")
def test_one_major_port_or_two_minor_ones_control_a_sea() -> None:
    here = position(axis={"Berlin": "infantry 3"})
    definitions = here.game.rules.definitions
    assert definitions.controls_sea(here.state, AXIS, "baltic_sea")
    assert definitions.controls_sea(here.state, SOVIET, "baltic_sea"), "Riga and Tallinn"
    assert not definitions.controls_sea(here.state, AXIS, "caspian_sea")
    minor = position(axis={"Berlin": "infantry 3"}, axis_holds=("Rostov", "Taganrog", "Kerch"))
    assert minor.game.rules.definitions.controls_sea(minor.state, AXIS, "sea_of_azov")


@clause("BE-3.10a", "BE-3.10c")
@pytest.mark.parametrize(("ground", "combat", "legal"), [(3, 0, True), (3, 1, True), (3, 2, True), (3, 3, False), (4, 0, False)])
def test_three_ground_units_stack_and_two_of_them_fight(ground: int, combat: int, legal: bool) -> None:
    assert position().game.rules.definitions.is_legal_stack(ground, combat) == legal


@clause("BE-3.10a", "BE-3.10e", "BE-7.5.3j")
def test_units_pass_full_hexes_but_do_not_stop_there() -> None:
    here = position(axis={"Sumy": "g-1k 4", "Sumy E1": "g-2k 4, g-10k 3"}).begin(MOVEMENT)
    mover = here.block("g-1k")
    moves = here.legal()
    assert Move(mover, here.hex("Sumy E1")) not in moves
    assert Move(mover, here.hex("Sumy E2")) in moves
    assert here.refusal(Move(mover, here.hex("Sumy E1"))).clause == "BE-3.10a"


@clause("BE-3.10b", "BE-3.4a", "BE-3.4b", "BE-3.4c", "BE-7.5.2c")
def test_an_airfield_takes_one_air_unit() -> None:
    here = position(axis={"Königsberg": "g-jg54 3", "Tilsit": "g-1fk 4"}, soviet=MINSK).begin(AIR_MOVEMENT)
    bomber = here.block("g-1fk")
    assert Fly(bomber, here.hex("Königsberg")) not in here.legal()
    assert Fly(bomber, here.hex("Memel")) in here.legal()
    here.play(Fly(here.block("g-jg54"), here.hex("Memel")))
    assert Fly(bomber, here.hex("Königsberg")) in here.legal()
    assert Fly(bomber, here.hex("Rastenburg")) not in here.legal(), "no city there"


@clause("BE-3.4a", "BE-R5")
def test_a_city_cut_off_from_its_source_is_no_airfield() -> None:
    here = position(axis={"Königsberg": "g-jg54 3", "Berlin": "g-1k 4"}, axis_holds=("Tula",), soviet=MINSK)
    fields = here.game.rules.definitions.airfields(here.state, here.game.rules.tables.power("germany"))
    assert fields >> here.hex("Warsaw") & 1
    assert not fields >> here.hex("Tula") & 1


@clause("BE-3.13a", "BE-3.13b", "BE-3.13c", "BE-R70")
@pytest.mark.parametrize(
    ("key", "month", "level"),
    [
        ("s-8a", "1941-06", 1),
        ("s-8a", "1942-02", 1),
        ("s-8a", "1942-03", 2),
        ("s-8a", "1944-09", 3),
        ("s-3mc", "1942-10", 1),
        ("s-3mc", "1942-11", 2),
        ("s-bal-f", "1943-01", 2),
        ("s-bal-b", "1943-09", 2),
        ("g-41pz", "1941-06", 2),
        ("g-41pz", "1943-07", 3),
        ("g-jg54", "1944-05", 3),
        ("g-1k", "1944-10", 3),
        ("g-1fk", "1945-03", 3),
    ],
)
def test_tech_rises_by_the_calendar(key: str, month: str, level: int) -> None:
    here = position(month=month)
    assert here.game.rules.definitions.tech(here.state, here.block(key)) == level


@clause("BE-3.13d", "BE-6.1.1c")
def test_shock_armies_are_ahead_of_the_rest() -> None:
    here = position(month="1941-11", soviet={"Moscow": "s-1sh 7"})
    assert here.game.rules.definitions.tech(here.state, here.block("s-1sh")) == 2
    assert here.game.rules.movement.allowance(here.state, here.block("s-1sh")) == 4


@clause("BE-17.1a", "BE-17.1b", "BE-R49")
def test_minor_powers_follow_germany_and_italy_does_not() -> None:
    levels = position().game.rules.definitions.levels(month_number("1943-07") or 0)
    tables = position().game.rules.tables
    assert [levels[tables.power(name)][1] for name in ("germany", "romania", "hungary", "italy")] == [3, 2, 2, 1]


@clause("BE-3.19a", "BE-3.19b", "BE-3.19d")
def test_zones_of_control_reach_adjacent_land() -> None:
    here = position(axis={"Poltava": "infantry 3"}, soviet={"Poltava E1": "infantry 3"})
    zone = here.game.rules.zones.zone(here.state, AXIS)
    assert zone >> here.hex("Poltava W1") & 1
    assert not zone >> here.hex("Poltava E1") & 1, "an enemy stands there"
    assert not zone >> here.hex("Poltava E2") & 1
    coast = position(axis={"Kerch": "infantry 3"})
    assert not coast.game.rules.zones.zone(coast.state, AXIS) >> coast.hex("Taman") & 1, "across the strait"


@clause("BE-3.19a", "BE-4.3e")
def test_air_units_on_their_field_have_a_zone_that_supply_ignores() -> None:
    here = position(soviet={"Poltava": "fighter 3"})
    zones = here.game.rules.zones
    assert zones.zone(here.state, SOVIET) >> here.hex("Poltava E1") & 1
    assert not zones.ground_zone(here.state, SOVIET)


@clause("BE-3.19c")
def test_units_in_a_battle_have_no_zone() -> None:
    here = position(axis={"Poltava": "infantry 3"}, soviet={"Poltava": "infantry 3"})
    assert not here.game.rules.zones.zone(here.state, AXIS)


@clause("BE-3.19e", "BE-7.5.3h")
def test_zones_do_not_hinder_normal_movement() -> None:
    here = position(axis={"Sumy": "g-41pz 5"}, soviet={"Sumy SE1": "infantry 3"}).begin(MOVEMENT)
    assert Move(here.block("g-41pz"), here.hex("Sumy E4")) in here.legal()


@clause("BE-3.21a", "BE-3.21b", "BE-3.21c", "BE-3.21d", "BE-3.21e", "BE-SBE1e", "BE-SBE3c")
def test_some_units_stand_still_in_june_1941() -> None:
    units = {"Pskov": "s-14a 3", "Kaunas": "s-8a 3"}
    june = position(soviet=units, month="1941-06", active="soviet").begin(MOVEMENT)
    assert june.block("s-14a") not in june.game.rules.movement.movable(june.state, SOVIET)
    assert june.block("s-8a") in june.game.rules.movement.movable(june.state, SOVIET)
    assert june.refusal(Move(june.block("s-14a"), june.hex("Ostrov"))).clause == "BE-3.21b"
    july = position(soviet=units, active="soviet").begin(MOVEMENT)
    assert july.block("s-14a") in july.game.rules.movement.movable(july.state, SOVIET)
    romania = position(axis={"Jassy": "romania fighter 2, romania infantry 3"}, month="1941-06")
    frozen = romania.game.rules.definitions.is_frozen
    fighter, infantry = (romania.game.rules.fire.units_at(romania.state, romania.hex("Jassy"), AXIS))[::-1]
    kinds = {romania.game.rules.units.is_air[block]: frozen(romania.state, block) for block in (fighter, infantry)}
    assert kinds == {True: False, False: True}


@clause("BE-3.7a", "BE-3.7c", "BE-7.5.5a", "BE-R8")
def test_boxes_are_entered_along_arrows_for_three_points() -> None:
    here = position(axis={"narvik": "g-1k 4"}).begin(MOVEMENT)
    targets = {action.to for action in here.legal() if isinstance(action, Move)}
    assert here.hex("tromso") in targets
    assert here.hex("petsamo") not in targets, "six points away"
    here.play(Move(here.block("g-1k"), here.hex("tromso")))
    assert here.state.spent[here.block("g-1k")] == 3


@clause("BE-3.8b", "BE-R9", "BE-3.22a")
def test_artillery_follows_a_combat_unit_into_battle() -> None:
    here = position(axis={"Sumy": "g-18a 4, g-1k 4"}, soviet={"Sumy E1": "infantry 3"}).begin(MOVEMENT)
    guns, corps, target, entry = here.block("g-18a"), here.block("g-1k"), here.hex("Sumy E1"), here.hex("Sumy")
    assert Move(guns, target, entry) not in here.legal()
    assert here.refusal(Move(guns, target, entry)).clause == "BE-3.8b"
    here.play(Move(corps, target, entry))
    assert Move(guns, target, entry) in here.legal()
    here.play(Move(guns, target, entry), EndPhase())


@clause("BE-3.3f", "BE-7.7.6n", "BE-7.7.6o", "BE-R35")
def test_a_captured_fortress_is_a_bunker_and_a_captured_bunker_nothing() -> None:
    here = position()
    definitions, state, sevastopol = here.game.rules.definitions, here.state, here.hex("Sevastopol")
    assert definitions.fortification(state, sevastopol) == "fortress"
    definitions.capture(state, AXIS, 1 << sevastopol, [])
    assert definitions.fortification(state, sevastopol) == "bunker"
    definitions.capture(state, SOVIET, 1 << sevastopol, [])
    assert definitions.fortification(state, sevastopol) == ""
    assert definitions.fortification(state, here.hex("Armjansk")) == "bunker"
    definitions.capture(state, AXIS, 1 << here.hex("Armjansk"), [])
    assert definitions.fortification(state, here.hex("Armjansk")) == ""


@clause("BE-3.3b")
def test_capture_destroys_factories() -> None:
    here = position(eliminated=("s-3mc",), points={"ussr": 9}, active="soviet")
    production, tank = here.game.rules.production, here.block("s-3mc")
    assert production.places(here.state, tank) >> here.hex("Kharkov") & 1
    here.game.rules.definitions.capture(here.state, AXIS, 1 << here.hex("Kharkov"), [])
    here.game.rules.definitions.capture(here.state, SOVIET, 1 << here.hex("Kharkov"), [])
    assert not production.places(here.state, tank) >> here.hex("Kharkov") & 1


@clause("BE-3.1b", "BE-3.19e", "BE-R4")
def test_empty_land_in_ones_zones_alone_is_behind_ones_front() -> None:
    here = position(axis={"Poltava": "g-7k 4"}, soviet={"Poltava E2": "s-20a 3"})
    here.begin(SUPPLY)
    gained = {"Poltava W1", "Poltava NW1", "Poltava SW1"}
    assert all(here.holds(AXIS, place) for place in gained)
    assert not here.holds(AXIS, "Poltava E1"), "both sides' zones reach it"
    assert here.told(Captured)


@clause("BE-3.1c", "BE-3.3a")
def test_cities_and_bunkers_fall_only_to_those_who_enter() -> None:
    here = position(axis={"Kharkov W1": "g-7k 4", "Kherson": "g-2k 3"})
    here.begin(SUPPLY)
    assert not here.holds(AXIS, "Kharkov")
    assert here.holds(AXIS, "Kharkov W2")
