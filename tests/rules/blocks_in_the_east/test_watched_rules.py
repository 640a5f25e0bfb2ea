"""Rules that could be wrong without anybody noticing, until each of them got a test here."""

import pytest

from blockfront.blocks.months import month_number
from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.sides import Side
from blockfront.games.blocks_in_the_east.aids.battle_scene import battle
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_in_the_east.game import facts, make
from blockfront.games.blocks_in_the_east.options.lend_lease import LendLease
from blockfront.games.blocks_in_the_east.rules.ch12_supply import FortressSupply
from blockfront.games.blocks_series.actions import EndPhase, Invest, Move, Retreat
from blockfront.games.blocks_series.aids.battle_scene import stage
from blockfront.games.blocks_series.events import PhaseBegan, RoundBegan
from blockfront.games.blocks_series.loading.data_model import WEATHERS
from blockfront.games.blocks_series.options.ch15_new_factories import LAST_BOX, NewFactories
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import GROUND, Shooter, pooled
from blockfront.games.blocks_series.state import COMBAT, MARKED, MOVEMENT, PHASES, PRODUCTION
from blockfront.games.blocks_series.steps.battle import BattleFrame
from blockfront.games.blocks_series.steps.calendar import Calendar
from blockfront.hexes.hexset import members

ADVANCED = ("advanced",)
NEVER = (7, 7, 7)
AS_INFANTRY = (6, 6, 5)
ON_FOOT = (3, 4, 4)
TANKS = ((6, 5, 4), (5, 5, 4))
TECH_TABLE = {  # attack, defence, movement points by TECH 1 to 3
    "infantry": ((6, 6, 6), AS_INFANTRY, ON_FOOT),
    "static": (NEVER, AS_INFANTRY, (0, 0, 0)),
    "mountain": ((6, 6, 6), AS_INFANTRY, ON_FOOT),
    "cavalry": ((6, 6, 6), AS_INFANTRY, (4, 5, 5)),
    "paratroop": ((6, 6, 6), AS_INFANTRY, ON_FOOT),
    "marine": ((6, 6, 6), AS_INFANTRY, ON_FOOT),
    "artillery": ((6, 5, 4), (6, 5, 4), ON_FOOT),
    "tankette": ((6, 6, 5), (6, 5, 4), ON_FOOT),
    "tank": (*TANKS, ON_FOOT),
    "armour_hq": (*TANKS, ON_FOOT),
    "air_hq": (NEVER, AS_INFANTRY, ON_FOOT),
    "naval_hq": (NEVER, AS_INFANTRY, ON_FOOT),
    "national_hq": (NEVER, AS_INFANTRY, ON_FOOT),
}
AIRCRAFT = {  # against the ground, in the air, range
    "fighter": ((7, 6, 5), (6, 5, 4), (5, 5, 10)),
    "bomber": ((6, 5, 4), (7, 6, 5), (10, 10, 15)),
    "long_range_bomber": ((6, 5, 4), (7, 6, 5), (15, 15, 15)),
}


@clause("BE-3.13f", "BE-6.1.1a", "BE-6.1.1b", "BE-6.1.3a", "BE-6.1.4f", "BE-6.2.1c", "BE-6.2.2c", "BE-6.4b", "BE-6.4c", "BE-R12")
@pytest.mark.parametrize("name", TECH_TABLE)
def test_every_cell_of_the_tech_table_for_ground_units(name: str) -> None:
    found = facts().tables.classes[name]
    assert (found.attack[1:], found.defence[1:], found.mp[1:]) == TECH_TABLE[name]
    assert found.blitz == {"tankette": 2, "tank": 1, "armour_hq": 1}.get(name, 0)


@clause("BE-6.3.1a", "BE-6.3.1b", "BE-6.3.1c", "BE-6.3.2a", "BE-6.3.2b", "BE-6.3.2c", "BE-6.3.2d", "BE-7.6c")
@pytest.mark.parametrize("name", AIRCRAFT)
def test_every_cell_of_the_tech_table_for_aircraft(name: str) -> None:
    found = facts().tables.classes[name]
    assert (found.attack[1:], found.air[1:], found.range[1:]) == AIRCRAFT[name]
    assert found.defence[1:] == found.attack[1:], "in defence they strike as in attack"
    assert not found.blitz


COSTS = {  # good weather, rain, light rain, snow
    "clear": (1, 3, 2, 2),
    "forest": (2, 3, 3, 2),
    "hill": (2, 3, 3, 3),
    "mountain": (3, 3, 3, 3),
    "swamp": (3, 3, 3, 2),
}


@clause("BE-7.5.3b", "BE-9.2b", "BE-9.2e", "BE-39.0d")
@pytest.mark.parametrize("weather", WEATHERS)
def test_what_hexes_cost_in_every_weather(weather: str) -> None:
    here = position(axis={"Warsaw": "g-1k 4"}, weather=weather, options=("advanced", "light_rain"))
    board, costs = here.game.rules.board, here.game.rules.movement.costs(here.state, here.block("g-1k"))
    for terrain, by_weather in COSTS.items():
        hexes = board.terrain[terrain] & board.playable
        assert [cost for cost, found in costs if found & hexes] == [by_weather[WEATHERS.index(weather)]], terrain


@clause("BE-R12", "BE-13.8.1c", "BE-13.8.2c")
def test_headquarters_go_as_fast_as_the_troops_of_their_nation() -> None:
    here = position(
        axis={"Warsaw": "g-1lf 4", "Rastenburg": "g-fhq 4"}, soviet={"Minsk": "s-vvs2 2", "Moscow": "s-stavka 4"}, options=ADVANCED
    )
    movement = here.game.rules.movement
    assert movement.full_allowance(here.state, here.block("g-1lf")) == 4, "German infantry is TECH 2"
    assert movement.full_allowance(here.state, here.block("s-vvs2")) == 3, "Soviet infantry is TECH 1"
    assert not any(movement.may_move(here.state, here.block(key)) for key in ("g-fhq", "s-stavka"))


# North of Budennovsk lies the steppe, and no other railway is near: hexes of its row are one step from the rails, those behind it two.
SAME_WAY, LONGER_WAY = {"3938", "4139", "Budennovsk"}, {"4037", "4137", "4138"}


@clause("BE-7.7.15a", "BE-7.7.15b", "BE-R40")
@pytest.mark.parametrize(
    ("friends", "allowed"),
    [
        ({}, SAME_WAY),
        ({"4137": "s-11a 3"}, SAME_WAY | {"4137"}),  # friends may stand in any direction
        ({"3938": "s-11a 3"}, SAME_WAY),
    ],
)
def test_a_retreat_does_not_lengthen_the_way_to_supply(friends: dict[str, str], allowed: set[str]) -> None:
    here = position(axis={"4038": "g-1k 4"}, soviet={"4038": "s-8a 4", **friends}, soviet_holds=("4038",))
    stage(here, "4038", "").begin(COMBAT)
    here.play(Roll((1,) * 4), Roll((1,) * 4))
    near = set(members(here.game.rules.board.neighbours(here.hex("4038")) & here.state.control[SOVIET]))
    assert near == {here.hex(place) for place in SAME_WAY | LONGER_WAY}, "all six are Soviet, and no enemy is near"
    assert {action.to for action in here.legal() if isinstance(action, Retreat)} == {here.hex(place) for place in allowed}


@clause("BE-7.7.15a", "BE-R40")
def test_the_way_to_supply_leads_around_enemy_zones() -> None:
    here = battle("g-1k 4", "s-8a 4", "4038", others={"3939": "g-2k 4"}).begin(COMBAT)
    here.play(Roll((1,) * 4), Roll((1,) * 4))
    allowed = {"4139", "4138"}  # Budennovsk is barred: Mozdok is two steps away over 4139, and no more from 4138
    assert {action.to for action in here.legal() if isinstance(action, Retreat)} == {here.hex(place) for place in allowed}


@clause("BE-7.7.14b", "BE-R41")
@pytest.mark.parametrize(("neighbour", "allowed"), [({}, True), ({"Kremenchug W1": "g-2k 4"}, False)])
def test_an_empty_city_in_an_enemy_zone_is_no_refuge(neighbour: dict[str, str], allowed: bool) -> None:
    here = battle("g-1k 4", "s-8a 4", "Kremenchug E1", others=neighbour).begin(COMBAT)
    here.play(Roll((1,) * 4), Roll((1,) * 4))
    city = here.hex("Kremenchug")
    assert here.game.rules.board.cities >> city & 1
    assert any(isinstance(action, Retreat) and action.to == city for action in here.legal()) == allowed


@clause("BE-3.21b", "BE-3.21d", "BE-3.21e")
@pytest.mark.parametrize(("month", "asked"), [("1941-06", False), ("1941-07", True)])
def test_frozen_units_that_are_attacked_do_not_retreat(month: str, asked: bool) -> None:
    here = battle("g-1k 4", "s-14a 3", "Pskov", month=month).begin(COMBAT)
    here.play(Roll((1,) * 3), Roll((1,) * 4))
    assert (here.side == SOVIET) == asked


@clause("BE-3.21a", "BE-3.21d")
def test_only_the_named_groups_are_frozen() -> None:
    here = position(month="1941-06")
    definitions, order = here.game.rules.definitions, here.game.order
    groups = {here.game.rules.tables.facts[block].group for block in range(len(order)) if definitions.is_frozen(here.state, block)}
    axis = {"axis_romania", "axis_romania_german", "axis_hungary", "axis_finland"}
    assert groups <= axis | {"sov_leningrad", "sov_odessa", "sov_caucasus", "sov_black"}
    assert not definitions.is_frozen(here.state, here.block("g-1k"))
    assert not definitions.is_frozen(here.state, here.block("s-8a"))
    here.state.month += 1
    assert not any(definitions.is_frozen(here.state, block) for block in range(len(order)))


@clause("BE-12.2a", "BE-12.2b")
def test_only_marked_soviets_are_the_garrison_of_sevastopol() -> None:
    board = position().game.rules.board
    around = [board.grid.label(hex_) for hex_ in members(board.neighbours(board.hex("Sevastopol")))]
    ring = dict(zip(around, ("g-1k 4", "g-2k 4", "g-10k 3", "g-26k 4", "g-28k 3", "g-5k 3"), strict=False))
    here = position(soviet={"Sevastopol": "s-8a 3"}, axis=ring, options=ADVANCED, active="soviet")
    supply = here.game.rules.supply
    assert isinstance(supply, FortressSupply)
    soviet = here.block("s-8a")
    assert not supply.is_garrison(here.state, soviet), "supplied over the sea it may attack"
    assert here.game.rules.movement.may_attack(here.state, soviet)
    here.state.flags[soviet] |= MARKED
    assert supply.is_garrison(here.state, soviet)
    assert not here.game.rules.movement.may_attack(here.state, soviet)
    german = here.block("g-1k")
    here.state.flags[german] |= MARKED
    assert not supply.is_garrison(here.state, german)


@clause("BE-15.1a", "BE-15.1c")
def test_the_last_point_begins_a_project_and_a_finished_one_takes_none() -> None:
    here = position("sbe6", month="1942-07", options=("advanced", "new_factories"))
    here.begin(PRODUCTION)
    germany = here.game.rules.tables.power("germany")
    here.state.projects[:] = [(AXIS, 0, LAST_BOX, 0), (AXIS, 0, LAST_BOX - 1, 0)]
    here.state.pool[germany * 5] = 1
    offered = {action for action in here.game.rules.production.projects(here.state, AXIS) if isinstance(action, Invest)}
    assert offered == {Invest(0, LAST_BOX - 1), Invest(0, 0), Invest(1, 0), Invest(2, 0)}
    here.state.pool[germany * 5] = 0
    assert not here.game.rules.production.projects(here.state, AXIS)


@clause("BE-8.0a")
@pytest.mark.parametrize(("weather", "crosses"), [("good", False), ("rain", False), ("light_rain", False), ("snow", True)])
def test_zones_cross_frozen_rivers_alone(weather: str, crosses: bool) -> None:
    here = position(axis={"Cherkassy E1": "infantry 3"}, options=ADVANCED, weather=weather)
    assert bool(here.game.rules.zones.zone(here.state, AXIS) >> here.hex("Cherkassy") & 1) == crosses


@clause("BE-12.4a")
def test_who_is_supplied_attacks_whatever_his_tech() -> None:
    here = position(soviet={"Kiev": "s-8a 3"}, axis={"Kiev W1": "g-1k 4"}, active="soviet", options=ADVANCED).begin(MOVEMENT)
    infantry = here.block("s-8a")
    assert any(isinstance(action, Move) and action.to == here.hex("Kiev W1") for action in here.legal())
    here.state.flags[infantry] |= MARKED
    assert not here.game.rules.movement.may_attack(here.state, infantry), "TECH 1 keeps the basic penalty"


@clause("BE-34.0a", "BE-34.0d")
@pytest.mark.parametrize(
    ("month", "lost", "expected"),
    [
        ("1941-08", (), ()),
        ("1941-09", (), ((3, 2), (2, 1), (0, 0))),
        ("1941-09", ("murmansk", "Archangelsk"), ((3, 2), (0, 0), (0, 0))),
        ("1942-06", (), ((3, 2), (2, 1), (1, 1))),
        ("1943-06", (), ((2, 4), (1, 2), (0, 2))),
    ],
)
def test_what_comes_by_each_route(month: str, lost: tuple[str, ...], expected: tuple[tuple[int, int], ...]) -> None:
    here = position("sbe9", month=month, axis_holds=lost, options=("advanced", "lend_lease"))
    production = here.game.rules.production
    assert isinstance(production, LendLease)
    assert production.deliveries(here.state, here.game.rules.tables.power("ussr")) == expected


@clause("BE-6.1.1e", "BE-7.7.13b")
def test_infantry_retreats_from_beside_static_infantry() -> None:
    here = battle("g-1k 4", "s-8a 4, s-st-kiev 2", "Poltava").begin(COMBAT)
    here.play(Roll((1,) * 6), Roll((1,) * 4))
    assert {action.block for action in here.legal() if isinstance(action, Retreat)} == {here.block("s-8a")}


@clause("BE-3.4a", "BE-3.4b", "BE-5.3b")
def test_a_free_airfield_lies_where_the_unit_may_be() -> None:
    here = position(axis={"Bucharest": "r-ftr 2"}, axis_holds=("Kharkov",))
    free = here.game.rules.definitions.free_airfields(here.state, here.block("r-ftr"))
    assert not free >> here.hex("Berlin") & 1, "no land of Romanian operations"
    assert not free >> here.hex("Bucharest") & 1, "taken"


INFANTRY, ARMOUR, FIGHTER, BOMBER = range(4)
CALENDAR = {
    "ussr": {INFANTRY: ("1942-03", "1944-09"), ARMOUR: ("1942-11", "1944-07"), FIGHTER: ("1943-01", ""), BOMBER: ("1943-09", "")},
    "germany": {INFANTRY: ("", "1944-10"), ARMOUR: ("", "1943-07"), FIGHTER: ("", "1944-05"), BOMBER: ("", "1945-03")},
    "romania": {INFANTRY: ("1944-10", ""), ARMOUR: ("1943-07", ""), FIGHTER: ("1944-05", ""), BOMBER: ("1945-03", "")},
    "hungary": {INFANTRY: ("1944-10", ""), ARMOUR: ("1943-07", ""), FIGHTER: ("1944-05", ""), BOMBER: ("1945-03", "")},
    "slovakia": {INFANTRY: ("1944-10", ""), ARMOUR: ("1943-07", ""), FIGHTER: ("1944-05", ""), BOMBER: ("1945-03", "")},
    "finland": {INFANTRY: ("", ""), ARMOUR: ("1943-07", ""), FIGHTER: ("1944-05", ""), BOMBER: ("1945-03", "")},
    "italy": dict.fromkeys(range(4), ("", "")),
}
AT_START = {("germany", field): 2 for field in range(4)} | {("finland", INFANTRY): 2}


@clause("BE-3.13b", "BE-3.13c", "BE-17.1a", "BE-17.1b", "BE-R49", "BE-R70")
@pytest.mark.parametrize("power", CALENDAR)
def test_every_month_of_the_tech_calendar(power: str) -> None:
    rules = position().game.rules
    number = rules.tables.power(power)
    for month in range(month_number("1941-06") or 0, (month_number("1945-06") or 0) + 1):
        expected = []
        for field, (second, third) in CALENDAR[power].items():
            level = AT_START.get((power, field), 1)
            level = 2 if second and month >= (month_number(second) or 0) else level
            expected.append(3 if third and month >= (month_number(third) or 0) else level)
        assert rules.definitions.levels(month)[number][:4] == tuple(expected), month


@clause("BE-7.8c", "BE-R42")
def test_a_blitz_reaches_clear_hexes_alone() -> None:
    board = position().game.rules.board
    place = next(
        hex_
        for hex_ in members(board.terrain["clear"] & board.area("kiev_district") & ~board.cities)
        if board.neighbours(hex_) & board.terrain["forest"] and board.neighbours(hex_) & board.terrain["clear"]
    )
    here = position(axis={board.grid.label(place): "g-41pz 5"})
    found = here.game.rules.blitz.targets(here.state, here.block("g-41pz"))
    assert found
    assert not found & ~board.terrain["clear"]


@clause("BE-7.8c", "BE-7.8a", "BE-3.22a")
def test_a_blitz_enters_a_hex_of_enemies_only_if_the_unit_may_attack() -> None:
    here = position(axis={"Sumy": "g-41pz 5"}, soviet={"Sumy E1": "s-8a 3"})
    blitz, tank, enemy = here.game.rules.blitz, here.block("g-41pz"), here.hex("Sumy E1")
    assert blitz.targets(here.state, tank) >> enemy & 1
    here.state.flags[tank] |= MARKED
    here.state.derived = {}
    assert not blitz.targets(here.state, tank) >> enemy & 1
    assert blitz.targets(here.state, tank), "empty hexes stay open"


@clause("BE-3.6b", "BE-7.3a", "BE-R6")
def test_a_power_that_the_scenario_gives_no_points_gets_none() -> None:
    here = position("sbe1")
    without = [number for number, power in enumerate(here.game.rules.tables.powers) if power.id not in here.game.rules.scenario.production]
    assert without
    assert all(here.game.rules.production.income(here.state, number) == (0,) * 5 for number in without)


@clause("BE-6.0b", "BE-6.2.2a")
def test_tanks_of_tech_1_attack_and_defend_with_different_firepower() -> None:
    lowest = {}
    for active in ("axis", "soviet"):
        here = battle("g-1k 4", "s-3mc 4", active=active, held_by="soviet" if active == "axis" else "axis")
        lowest[active] = here.game.rules.fire.base_firepower(here.state, GROUND, here.block("s-3mc"))
    assert (lowest["soviet"], lowest["axis"]) == (6, 5)


@clause("BE-12.1b", "BE-4.2c", "BE-3.10a", "BE-3.10d", "BE-4.3a", "BE-7.5.5a", "BE-5.2c", "BE-4.5b")
def test_the_numbers_of_the_rules() -> None:
    numbers = facts().tables.numbers
    assert dict(numbers.siege_capacity) == {"major": 4, "minor": 1, "capital": 4}
    assert dict(numbers.port_capacity) == {"major": 5, "minor": 1}
    assert (numbers.ground_units, numbers.combat_units, numbers.battle_air_units) == (3, 2, 2)
    assert (numbers.supply_range, numbers.arrow_cost, numbers.aid_a_turn, numbers.surrender_points) == (3, 3, 3, 1)


@clause("BE-3.17a", "BE-7.7.6b", "BE-7.7.7a", "BE-7.7.7c", "BE-R36")
@pytest.mark.parametrize(
    ("values", "maluses", "dice"),
    [((1,), 1, (1,)), ((5,), 1, (2,)), ((5,), 2, (1,)), ((1, 1, 1), 1, (1, 1, 1)), ((3, 3), 1, (1, 2)), ((5, 3), 1, (2, 2))],
)
def test_halved_dice_are_pooled_and_never_none(values: tuple[int, ...], maluses: int, dice: tuple[int, ...]) -> None:
    shooters = [Shooter(number, 6, maluses) for number in range(len(values))]
    assert tuple(shot.dice for shot in pooled(shooters, values)) == dice


@clause("BE-7.5.1a", "BE-7.5.3f")
@pytest.mark.parametrize(("spent", "allowed"), [(0, True), (3, True), (4, False)])
def test_a_unit_moves_on_while_a_single_point_is_left(spent: int, allowed: bool) -> None:
    here = position("sbe2", axis={"Warsaw": "g-1k 4"}, soviet={"Moscow": "infantry 3"})
    block, movement = here.block("g-1k"), here.game.rules.movement
    assert movement.allowance(here.state, block) == 4
    here.state.spent[block] = spent
    assert movement.may_move(here.state, block) == allowed


@clause("BE-R79", "BE-7.7.12a")
def test_whether_anybody_fires_is_asked_anew_in_every_round() -> None:
    here = battle("g-1k 1", "s-8a 1", "Poltava").begin(COMBAT)
    here.play(Roll((1,)), Roll((1,)))
    while not here.told(RoundBegan):
        here.play(EndPhase())
    assert [event.round for event in here.told(RoundBegan)] == [2]
    assert BattleFrame(*here.state.frames[-1]).has_fired == 0, "shots of the first round do not keep the second one going"


@clause("BE-15.1d", "BE-R48")
def test_a_city_with_a_new_factory_of_one_kind_is_free_for_the_other() -> None:
    here = position("sbe5", axis={"Warsaw": "g-1k 4"}, soviet={"Moscow": "infantry 3"}, options=("new_factories",))
    production, kassel = here.game.rules.production, here.hex("Kassel")
    assert isinstance(production, NewFactories)
    armour, aircraft = 0, 1
    here.state.built[:] = [(AXIS, kassel, armour, 0)]
    assert not production._free(here.state, AXIS, armour) >> kassel & 1
    assert production._free(here.state, AXIS, aircraft) >> kassel & 1


@clause("BE-16.0a", "BE-16.0d")
def test_nothing_is_paid_yet_for_the_repair_of_a_centre_that_has_just_fallen() -> None:
    here = position("sbe5", axis={"Kiev": "g-1k 4"}, soviet={"Moscow": "infantry 3"}, options=("scorched_earth",))
    kharkov = here.hex("Kharkov")
    here.game.rules.definitions.capture(here.state, AXIS, 1 << kharkov, [])
    assert [(hex_, paid) for hex_, _, paid in here.state.ruins] == [(kharkov, 0)] * len(here.state.ruins)
    assert here.state.ruins


@clause("BE-BSSe", "BE-BSSf")
def test_the_watched_border_lies_in_the_part_of_the_map_that_is_played() -> None:
    for scenario in ("sbe1", "sbe2", "sbe3", "sbe4"):
        rules = make(scenario, frozenset()).rules
        assert rules.set_up.watched(SOVIET)
        assert not rules.set_up.watched(SOVIET) & ~rules.theatre
        assert rules.set_up.watched(AXIS) == 0


@clause("BE-7.0a", "BE-7.0b", "BE-7.2a")
def test_a_player_turn_begins_with_supply_and_then_production() -> None:
    here = position("sbe2", axis={"Warsaw": "g-1k 4"}, soviet={"Moscow": "infantry 3"})
    here.run(Calendar, Calendar.FIRST)
    begun = [PHASES[event.phase] for event in here.told(PhaseBegan)]
    assert begun[:2] == ["supply", "production"]


PLACES = {  # anti-aircraft dice, their lowest hit, maluses of attackers, bonuses of defenders
    "fortress": (2, 5, 2, 2),
    "bunker": (1, 5, 1, 1),
    "major": (2, 6, 1, 1),
    "minor": (1, 6, 0, 0),
}


@clause("BE-3.10a", "BE-3.10d", "BE-4.2c", "BE-4.3a", "BE-7.3c", "BE-7.5.5a", "BE-7.7.2b", "BE-7.7.2c", "BE-R34", "BE-4.5b", "BE-5.2c")
@clause("BE-7.3.1b", "BE-3.1d", "BE-12.1b", "BE-7.3.4c", "BE-13.3a", "BE-13.3e", "BE-9.0b", "BE-11.3a", "BE-32.0e", "BE-32.1a", "BE-29.1a")
@clause("BE-29.1f", "BE-29.1g", "BE-29.1i")
def test_every_number_of_the_rules() -> None:
    found = facts().tables.numbers
    assert (found.ground_units, found.combat_units, found.battle_air_units) == (3, 2, 2)
    assert (found.supply_range, found.arrow_cost, found.arrow_malus, found.best_firepower) == (3, 3, 2, 2)
    assert found.port_capacity == {"major": 5, "minor": 1}
    assert found.siege_capacity == {"major": 4, "minor": 1, "capital": 4}
    assert found.sea_control == {"major": 1, "minor": 2}
    assert found.step_price == {"black": 1, "white": 2, "red": 3, "zero": 0}
    assert (found.surrender_points, found.disband_refund, found.aid_a_turn) == (1, 1, 3)
    assert (found.command_range, found.command_range_in_bad_weather) == (5, 3)
    assert (found.new_units, found.new_units_in_great_cities) == (1, 2)
    assert (found.good_weather_to, found.mines_pass_to) == (3, 5)
    assert found.bombing_flak == ((3, 6), (3, 6), (6, 6), (6, 5)), "TECH 0 has the guns of TECH 1"
    assert found.hits_to_destroy_factory == 10
    assert (found.partisans_a_hex, found.cities_a_partisan, found.partisan_firepower) == (3, 3, 6)
    assert found.partisans_on_map["red"] == 20
    assert {name: (place.dice, place.lowest, place.malus, place.bonus) for name, place in found.places.items()} == PLACES


@clause("BE-SBE9b", "BE-SBE9c", "BE-7.11f")
def test_the_campaign_ends_with_berlin() -> None:
    here = position("sbe9", axis={"Warsaw": "g-1k 4"}, soviet={"Moscow": "infantry 3"}, month="1945-04")
    victory = here.game.rules.victory
    assert victory.sudden(here.state) is None
    here.game.rules.definitions.capture(here.state, SOVIET, 1 << here.hex("Berlin"), [])
    outcome = victory.sudden(here.state)
    assert outcome is not None
    assert (outcome[0], outcome[1], outcome[3]) == (SOVIET, 0, "objectives")


@clause("BE-38.1a")
def test_a_side_is_divided_by_its_own_powers() -> None:
    game = make("sbe5", frozenset())
    divided = [{name for division in game.divisions(Side(side)) for name in division} for side in (AXIS, SOVIET)]
    assert {"germany", "romania"} <= divided[AXIS]
    assert "ussr" not in divided[AXIS]
    assert "ussr" in divided[SOVIET]
    assert "germany" not in divided[SOVIET]
