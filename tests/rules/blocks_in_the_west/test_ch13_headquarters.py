"""Chapter 13 in the West: families of headquarters, leaders and whom they command."""

from typing import Any

import pytest

from blockfront.blocks.months import month_number
from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, battle, position
from blockfront.games.blocks_series.actions import Command, Fly, Move, RailMove, Ship, SpecialAction
from blockfront.games.blocks_series.aids.battle_scene import dice, fight
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import Activated
from blockfront.games.blocks_series.loading.data_model import FIELDS
from blockfront.games.blocks_series.power_actions import Jump
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import ANTI_AIRCRAFT, ARTILLERY
from blockfront.games.blocks_series.rules.ch13_headquarters import (
    AIRBORNE_ASSAULT,
    FREE_RAIL,
    HELP_AIR,
    HELP_ARMOUR,
    HELP_MARKED,
    LANDING,
    PUT_IN_RESERVE,
    SEA_TRANSPORT,
    STAND_BY,
)
from blockfront.games.blocks_series.state import (
    AIR_MOVEMENT,
    ATTACKED,
    EXPLOITATION,
    FINAL_SUPPLY,
    MARKED,
    MOVEMENT,
    NO_BLOCK,
    REACTION,
    STRATEGIC_RAIL,
)

ITALY = "1943-08"


def field(axis: dict[str, str], allies: dict[str, str] | None = None, **more: Any) -> Position:
    more = {"month": ITALY, **more}
    return position("sbw7", axis=axis, allies=allies or {}, **more)


def commands(here: Position, hq: str) -> set[str]:
    number, order = here.block(hq), here.game.order
    return {order[action.block].key for action in here.legal() if isinstance(action, Command) and action.hq == number}


def actions(here: Position, hq: str) -> set[tuple[int, str]]:
    """Kinds of special action that a headquarters may take, with the units they are for."""
    number, order = here.block(hq), here.game.order
    found = [action for action in here.legal() if isinstance(action, SpecialAction) and action.hq == number]
    return {(action.kind, order[action.block].key if action.block != NO_BLOCK else "") for action in found}


def kinds(here: Position, hq: str) -> set[int]:
    return {kind for kind, _ in actions(here, hq)}


def order(here: Position, hq: str, kind: int, unit: str) -> Position:
    return here.play(SpecialAction(here.block(hq), kind, here.block(unit) if unit else NO_BLOCK))


def points(here: Position, key: str) -> int:
    return here.game.rules.movement.allowance(here.state, here.block(key))


# ---- tactical headquarters


@clause("BW-13.2a", "BW-13.5a", "BW-13.4a", "BW-13.0a", "BW-13.1c", "BW-3.12a")
def test_armour_acts_fully_only_under_an_armour_headquarters() -> None:
    here = field({"Bologna": "de-kleist 1", "Modena": "de-76pz 3, de-14pz 3", "Verona": "de-51m 4"}, {"Genoa": "us-2 4"}).begin(MOVEMENT)
    assert points(here, "de-76pz") == 2
    assert not here.game.rules.movement.may_attack(here.state, here.block("de-76pz"))
    assert commands(here, "de-kleist") == {"de-76pz", "de-14pz"}
    here.play(Command(here.block("de-kleist"), here.block("de-76pz")))
    assert points(here, "de-76pz") == 4
    assert here.game.rules.movement.may_attack(here.state, here.block("de-76pz"))
    assert commands(here, "de-kleist") == set(), "one step is one action"
    assert points(here, "de-51m") == 4


@clause("BW-13.3b", "BW-13.3a", "BW-13.0b")
def test_mountains_do_not_stop_command_but_distance_does() -> None:
    here = field({"Bologna": "de-kleist 4"})
    rules, board = here.game.rules, here.game.rules.board
    reach = rules.headquarters.reach(here.state, here.block("de-kleist"))
    behind = reach & ~board.within(here.hex("Bologna"), 2) & board.mountains
    assert behind, "mountains lie within its range"
    assert not reach & ~board.within(here.hex("Bologna"), 5)
    assert reach & board.within(here.hex("Bologna"), 5) & ~board.within(here.hex("Bologna"), 4)


@clause("BW-13.1e", "BW-13.1f", "BW-13.3d")
def test_air_headquarters_command_the_aircraft_of_their_nation() -> None:
    units = {"Rome": "de-2lf 4, it-ra 3", "Naples": "de-jf1 4", "Pisa": "it-f1 3"}
    here = field(units).begin(AIR_MOVEMENT)
    assert commands(here, "de-2lf") == {"de-jf1"}
    assert commands(here, "it-ra") == {"it-f1"}


@clause("BW-13.5d", "BW-13.4a")
@pytest.mark.parametrize(("steps", "marked", "most"), [(4, False, 4), (4, True, 2), (3, True, 1), (1, True, 1)])
def test_headquarters_out_of_supply_have_half_their_actions(steps: int, marked: bool, most: int) -> None:
    """BWX-13.4 and BWX-13.5."""
    here = field({"Bologna": f"de-kleist {steps}"})
    here.state.flags[here.block("de-kleist")] |= MARKED if marked else 0
    assert here.game.rules.headquarters.points_left(here.state, here.block("de-kleist")) == most


# ---- motorised infantry


@clause("BW-6.1.6b", "BW-6.1.6c", "BW-13.7b")
def test_motorised_infantry_marches_alone_and_exploits_under_command() -> None:
    units = {"Bologna": "de-kleist 2", "Modena": "de-3pg 3"}
    here = field(units).begin(MOVEMENT)
    assert points(here, "de-3pg") == 4
    assert "de-3pg" in commands(here, "de-kleist")
    here = field(units).begin(EXPLOITATION)
    block = here.block("de-3pg")
    assert not any(isinstance(action, Move) and action.block == block for action in here.legal())
    here.play(Command(here.block("de-kleist"), block))
    assert any(isinstance(action, Move) and action.block == block for action in here.legal())
    assert here.game.rules.headquarters.points_left(here.state, here.block("de-kleist")) == 1


# ---- leaders


@clause("BW-13.8a", "BW-13.8.1c", "BW-13.8.1d", "BW-13.8.1d1", "BW-13.8.1d2", "BW-13.8.1d4", "BW-7.4a")
def test_leaders_act_in_the_rail_phase_each_kind_once() -> None:
    units = {"Berlin": "de-fhq 4", "Modena": "de-76pz 3, de-14pz 3", "Naples": "de-jf1 4"}
    assert not actions(field(units).begin(MOVEMENT), "de-fhq")
    here = field(units).begin(STRATEGIC_RAIL)
    assert {(HELP_ARMOUR, "de-76pz"), (HELP_ARMOUR, "de-14pz"), (HELP_AIR, "de-jf1"), (FREE_RAIL, "de-76pz")} <= actions(here, "de-fhq")
    order(here, "de-fhq", HELP_ARMOUR, "de-76pz")
    assert HELP_ARMOUR not in kinds(here, "de-fhq")
    assert HELP_AIR in kinds(here, "de-fhq")
    order(here, "de-fhq", FREE_RAIL, "de-14pz")
    assert any(isinstance(action, RailMove) and action.block == here.block("de-14pz") for action in here.legal())


@clause("BW-13.8.1.1c", "BW-13.1f")
def test_the_fhq_moves_units_of_allies_and_mussolini_none_of_germany() -> None:
    """BWX-13.8.1.1."""
    units = {"Berlin": "de-fhq 4", "Rome": "it-mussolini 3", "Modena": "de-76pz 3", "Pisa": "it-cen 2", "Catania": "it-f1 3"}
    here = field(units).begin(STRATEGIC_RAIL)
    assert {(HELP_ARMOUR, "de-76pz"), (HELP_ARMOUR, "it-cen"), (HELP_AIR, "it-f1")} <= actions(here, "de-fhq")
    assert {unit for _, unit in actions(here, "it-mussolini")} <= {"it-cen", "it-f1"}
    assert (HELP_ARMOUR, "it-cen") in actions(here, "it-mussolini")


@clause("BW-13.8b", "BW-13.8.1.1d", "BW-13.8.1.1e", "BW-13.8.1.1f", "BW-R47", "BW-13.4b", "BW-R114")
def test_kesselring_commands_germans_in_italy_in_any_phase() -> None:
    units = {"Rome": "de-kesselring 4", "Enna": "de-hgd 3", "Cagliari": "de-jf1 4", "Marseille": "de-76pz 3", "Pisa": "it-cen 2"}
    rail = field(units).begin(STRATEGIC_RAIL)
    assert (HELP_ARMOUR, "de-hgd") in actions(rail, "de-kesselring"), "Sicily is Italy"
    assert not {"de-76pz", "it-cen"} & {unit for _, unit in actions(rail, "de-kesselring")}
    ground = field(units).begin(MOVEMENT)
    order(ground, "de-kesselring", HELP_ARMOUR, "de-hgd")
    assert HELP_ARMOUR not in kinds(ground, "de-kesselring")
    air = field(units).begin(AIR_MOVEMENT)
    assert actions(air, "de-kesselring") == {(HELP_AIR, "de-jf1")}
    exploitation = field(units).begin(EXPLOITATION)
    assert kinds(exploitation, "de-kesselring") == {HELP_ARMOUR}


@clause("BW-13.8b", "BW-13.8.1d5", "BW-13.8.1.1d")
@pytest.mark.parametrize(("leader", "shipped"), [("de-rommel", {"de-2"}), ("de-fhq", {"de-1", "de-2"})])
def test_rommel_ships_from_french_ports_alone(leader: str, shipped: set[str]) -> None:
    units = {"Berlin": "de-fhq 4", "Paris": "de-rommel 4", "Kiel": "de-1 4", "Brest": "de-2 4"}
    here = position("sbw10", axis=units, month="1944-03", active="axis").begin(STRATEGIC_RAIL)
    hq, order = here.block(leader), here.game.order
    assert {order[action.block].key for action in here.legal() if isinstance(action, Ship) and action.hq == hq} == shipped


@clause("BW-13.8b", "BW-R47")
def test_rommel_commands_in_france_alone() -> None:
    units = {"Paris": "de-rommel 4", "Lyon": "de-58pz 5", "Cologne": "de-39pz 5"}
    here = position("sbw9", axis=units, month="1944-08").begin(MOVEMENT)
    assert (HELP_ARMOUR, "de-58pz") in actions(here, "de-rommel")
    assert (HELP_ARMOUR, "de-39pz") not in actions(here, "de-rommel")


@clause("BW-13.8.1.1g", "BW-13.8.1.1h", "BW-R49")
def test_goering_flies_many_and_serves_the_luftwaffe_on_the_ground_once_a_kind() -> None:
    units = {"Berlin": "de-goering 3", "Enna": "de-hgd 3", "Modena": "de-76pz 3", "Naples": "de-jf1 4", "Pisa": "de-8fk 4"}
    rail = field(units).begin(STRATEGIC_RAIL)
    assert actions(rail, "de-goering") == {(HELP_ARMOUR, "de-hgd"), (FREE_RAIL, "de-hgd")}
    air = field(units).begin(AIR_MOVEMENT)
    assert commands(air, "de-goering") == {"de-jf1", "de-8fk"}
    air.play(Command(air.block("de-goering"), air.block("de-jf1")))
    assert commands(air, "de-goering") == {"de-8fk"}


@clause("BW-13.8.1.2a", "BW-13.8.1.2b", "BW-13.8.1.2c")
def test_fighter_and_bomber_command() -> None:
    units = {"London": "gb-harris 4, gb-dowding 4", "Dover": "gb-11g 5", "Birmingham": "gb-2g 3"}
    here = position("sbw5", allies=units, month="1940-08", active="allies").begin(AIR_MOVEMENT)
    assert commands(here, "gb-dowding") == {"gb-11g"}
    assert commands(here, "gb-harris") == {"gb-2g"}


@clause("BW-13.8.5a", "BW-13.8.5b", "BW-R114")
def test_kings_of_minor_powers_act_in_any_phase_for_their_own() -> None:
    units = {"Brussels": "be-leopold 3", "Liège": "be-1 3", "Antwerp": "be-air 2", "Lille": "fr-cc 4"}
    here = position("sbw6", allies=units, month="1940-06", active="allies")
    here.state.neutral = 0
    here.begin(STRATEGIC_RAIL)
    assert actions(here, "be-leopold") == {(FREE_RAIL, "be-1"), (HELP_AIR, "be-air")}
    here = position("sbw6", allies=units, month="1940-06", active="allies")
    here.state.neutral = 0
    assert actions(here.begin(AIR_MOVEMENT), "be-leopold") == {(HELP_AIR, "be-air")}


@clause("BW-13.8.4a", "BW-R52")
def test_after_casablanca_eisenhower_repeats_his_actions() -> None:
    units = {"Tunis": "us-ike 4, us-12 4", "Bizerte": "us-1ad 4"}
    here = field({}, units, active="allies").begin(STRATEGIC_RAIL)
    order(here, "us-ike", HELP_ARMOUR, "us-12")
    assert (HELP_ARMOUR, "us-1ad") in actions(here, "us-ike")


@clause("BW-23.0c", "BW-R105", "BW-13.8.1c")
def test_a_leader_on_stand_by_orders_a_jump_when_aircraft_move() -> None:
    units = {"Tunis": "us-ike 2", "Bizerte": "us-82ab 3"}
    here = field({"Trapani": "it-12 3"}, units, active="allies").begin(STRATEGIC_RAIL)
    order(here, "us-ike", STAND_BY, "")
    assert here.game.rules.headquarters.points_left(here.state, here.block("us-ike")) == 2, "it costs no action"
    assert STAND_BY not in kinds(here, "us-ike")
    here.end_phase().end_phase()
    assert here.told(Activated)[0].blocks == ((here.block("us-ike"), here.state.steps[here.block("us-ike")]),)
    assert here.state.phase == AIR_MOVEMENT
    assert not any(isinstance(action, Jump) for action in here.legal())
    order(here, "us-ike", AIRBORNE_ASSAULT, "us-82ab")
    assert any(isinstance(action, Jump) and action.block == here.block("us-82ab") for action in here.legal())
    idle = field({"Trapani": "it-12 3"}, units, active="allies").begin(AIR_MOVEMENT)
    assert not actions(idle, "us-ike"), "who was not activated in the rail phase has nothing in hand"


@clause("BW-13.6a", "BW-R50", "BW-R95")
def test_active_headquarters_lose_a_step_at_the_end_of_the_blitz_phase() -> None:
    here = field({"Bologna": "de-kleist 2", "Modena": "de-76pz 3"}).begin(MOVEMENT)
    here.play(Command(here.block("de-kleist"), here.block("de-76pz")))
    while here.state.phase < FINAL_SUPPLY and here.state.frames:
        here.end_phase()
    assert here.strength("de-kleist") == 1


@clause("BW-13.8.1f", "BW-R17", "BW-R89")
def test_fixed_leaders_never_leave() -> None:
    here = field({"Rome": "it-mussolini 3", "Berlin": "de-fhq 4"}).begin(MOVEMENT)
    still = {here.block("it-mussolini"), here.block("de-fhq")}
    assert not any(isinstance(action, Move) and action.block in still for action in here.legal())
    here = field({"Rome": "it-mussolini 3", "Berlin": "de-fhq 4"}).begin(STRATEGIC_RAIL)
    assert not any(isinstance(action, RailMove) and action.block in still for action in here.legal())


@clause("BW-13.8.1b", "BW-6.5c")
def test_leaders_shoot_at_aircraft_like_armour_and_other_staffs_like_infantry() -> None:
    here = field({"Rome": "it-mussolini 3, de-goering 4", "Berlin": "de-fhq 4"})
    lowest = {key: here.game.rules.fire.base_firepower(here.state, ANTI_AIRCRAFT, here.block(key)) for key in ("de-fhq", "de-goering")}
    assert lowest == {"de-fhq": 4, "de-goering": 6}


@clause("BW-13.8.1d3")
def test_a_leader_lets_a_unit_out_of_supply_move_freely() -> None:
    here = field({"Berlin": "de-fhq 4", "Modena": "de-51m 4"})
    here.state.flags[here.block("de-51m")] |= MARKED
    here.begin(STRATEGIC_RAIL)
    order(here, "de-fhq", HELP_MARKED, "de-51m")
    assert points(here, "de-51m") == 4
    assert here.flags("de-51m") & MARKED


@clause("BW-13.3d", "BW-13.8.1.1e")
def test_the_inactive_side_calls_headquarters_in_the_reaction_phase() -> None:
    rules = field({}).game.rules
    reacting = {key for hq, facts in rules.units.staff.items() if REACTION in facts.phases for key in (rules.order[hq].key,)}
    assert {"de-2lf", "de-goering", "gb-dowding", "gb-harris", "de-rommel", "de-kesselring", "be-leopold", "nl-winkelman"} <= reacting
    assert not {"de-kleist", "us-patton", "de-fhq", "us-ike", "de-doenitz"} & reacting


@clause("BW-13.1d", "BW-13.1a")
def test_an_armour_headquarters_fires_with_the_guns_and_loses_a_face() -> None:
    here = battle("de-kleist 4, de-1 4", "us-2 5", "Ferrara", scenario="sbw7", month=ITALY)
    assert dice(here, "Ferrara", ARTILLERY, AXIS) == [(4, 4)], "with the values of tanks"
    fight(here, (1,) * 4)
    assert here.strength("de-kleist") == 3
    alone = battle("de-kleist 4", "us-2 5", "Ferrara", scenario="sbw7", month=ITALY, active="allies")
    assert dice(alone, "Ferrara", ARTILLERY, AXIS) == []
    others = battle("de-2lf 4, de-fhq 4, de-1 4", "us-2 5", "Ferrara", scenario="sbw7", month=ITALY)
    assert dice(others, "Ferrara", ARTILLERY, AXIS) == []


@clause("BW-13.8.1e", "BW-R71")
def test_kings_fire_like_guns_of_tech_one() -> None:
    here = battle("de-1 4", "be-leopold 3, be-1 3", "Brussels", scenario="sbw6", month="1940-06", active="axis")
    here.state.neutral, here.state.assisted = 0, 1 << here.game.rules.tables.power("belgium")
    assert dice(here, "Brussels", ARTILLERY, ALLIES) == [(3, 6)]
    alone = battle("de-1 4", "be-leopold 3", "Brussels", scenario="sbw6", month="1940-06", active="axis")
    alone.state.neutral = 0
    assert dice(alone, "Brussels", ARTILLERY, ALLIES) == []


@clause("BW-13.3c", "BW-R89")
def test_a_headquarters_moves_first_and_acts_then() -> None:
    here = field({"Bologna": "de-kleist 2", "Modena": "de-76pz 3"}).begin(MOVEMENT)
    here.play(Move(here.block("de-kleist"), here.hex("Ferrara")))
    here.play(Command(here.block("de-kleist"), here.block("de-76pz")))
    assert not any(isinstance(action, Move) and action.block == here.block("de-kleist") for action in here.legal())


@clause("BW-13.5c")
def test_aircraft_without_command_only_change_their_base() -> None:
    here = field({"Rome": "de-jf1 4"}, {"Naples": "us-2 4"}).begin(AIR_MOVEMENT)
    flights = {action.to for action in here.legal() if isinstance(action, Fly)}
    assert here.hex("Pisa") in flights
    assert here.hex("Naples") not in flights
    here.command("de-jf1")
    here.state.derived = {}
    assert here.hex("Naples") in {action.to for action in here.legal() if isinstance(action, Fly)}


@clause("BW-13.7a", "BW-13.8c", "BW-R50")
def test_a_blitz_needs_no_new_activation_and_exploitation_is_paid_at_its_end() -> None:
    here = field({"Ferrara": "de-76pz 5", "Bologna": "de-kleist 3"})
    block = here.block("de-76pz")
    here.state.flags[block] |= ATTACKED
    here.state.fought_at[block] = here.hex("Ferrara")
    assert block in here.game.rules.blitz.movers(here.state, AXIS)
    here = field({"Modena": "de-76pz 5", "Bologna": "de-kleist 3"}).begin(EXPLOITATION)
    here.play(Command(here.block("de-kleist"), here.block("de-76pz")))
    assert here.strength("de-kleist") == 3
    here.end_phase()
    assert here.strength("de-kleist") == 2


@clause("BW-13.8.1a", "BW-13.8.1.3a")
def test_the_families_of_headquarters() -> None:
    order = field({}).game.order
    kinds: dict[str, set[str]] = {}
    for unit in order.blocks:
        kinds.setdefault(unit.type, set()).add(unit.key)
    assert kinds["national_hq"] == {"de-fhq", "gb-churchill", "us-ike", "it-mussolini", "fr-gamelin"}
    assert kinds["minor_hq"] == {"be-leopold", "nl-winkelman", "dk-christian", "no-haakon"}
    assert kinds["area_hq"] == {"de-kesselring", "de-rommel"}
    assert kinds["strategic_air_hq"] == {"de-goering", "gb-dowding", "gb-harris", "fr-vuillemin"}
    assert {key for key in kinds["air_hq"] if key.startswith("us-")} == {"us-8af", "us-9af", "us-12af", "us-15af"}
    assert kinds["armour_hq"] == {
        "de-kleist", "de-guderian", "de-manteuffel", "de-dietrich", "us-patton", "gb-monty", "fr-degaulle",
    }  # fmt: skip


@clause("BW-13.8.1.1a", "BW-13.8.1g")
def test_the_fhq_is_rebuilt_in_berlin_and_other_leaders_anywhere_at_home() -> None:
    here = position("sbw9", month="1944-08", eliminated=("de-fhq", "de-rommel"))
    production = here.game.rules.production
    assert production.places(here.state, here.block("de-fhq")) == 1 << here.hex("Berlin")
    assert production.places(here.state, here.block("de-rommel")) >> here.hex("Cologne") & 1
    for scenario in ("sbw4", "sbw5", "sbw6", "sbw7", "sbw8", "sbw9", "sbw10"):
        places = {here.game.order[one.block].key: one.place for one in position(scenario).game.rules.scenario.set_up}
        assert places.get("de-fhq", "Berlin") == "Berlin"


@clause("BW-13.8.1.1i", "BW-13.8.1.1j", "BW-13.8.1.1m")
def test_naval_headquarters_act_when_units_move() -> None:
    staff = {field({}).game.order[hq].key: facts for hq, facts in field({}).game.rules.units.staff.items()}
    assert staff["de-raeder"].phases == staff["de-doenitz"].phases == frozenset((MOVEMENT,))
    assert {SEA_TRANSPORT, LANDING} <= staff["de-raeder"].repeats
    assert not staff["de-doenitz"].repeats
    assert {SEA_TRANSPORT, LANDING} <= set(staff["de-doenitz"].actions)


@clause("BW-17.0a", "BW-17.0b", "BW-17.0c", "BW-17.0d")
def test_the_tech_calendar() -> None:
    here = position("sbw10", month="1944-06")
    definitions, tables = here.game.rules.definitions, here.game.rules.tables

    def levels(power: str, month: str) -> tuple[int, ...]:
        here.state.month = month_number(month) or 0
        return tuple(definitions.level(here.state, tables.power(power), field) for field in range(len(FIELDS)))

    assert levels("germany", "1940-05")[:4] == (2, 2, 1, 2)
    assert levels("germany", "1941-05")[:4] == (2, 2, 2, 2)
    assert levels("germany", "1943-07")[:4] == (2, 3, 2, 2)
    assert levels("germany", "1944-10")[:4] == (3, 3, 3, 2)
    assert levels("germany", "1945-03")[:4] == (3, 3, 3, 3)
    assert levels("france", "1945-03") == (1, 1, 1, 1, 1)
    assert levels("usa", "1944-06")[0] == 3
    assert levels("free_france", "1944-06")[0] == 2
    assert [levels(power, "1944-01")[4] for power in ("uk", "usa", "germany")] == [3, 3, 2]
    assert levels("belgium", "1944-06") == (0, 0, 0, 0, 0)
    assert all(1 <= level <= 3 for level in levels("uk", "1945-05"))


# ---- leaders' ships, reserves and the navy's plans


@clause("BW-13.8.1d5", "BW-18.0d", "BW-R48")
def test_a_leader_orders_one_naval_movement() -> None:
    """In the rail phase, for a point, once; a naval headquarters as often as it has points, in the movement phase."""
    allies = {"London": "gb-churchill 4", "Plymouth": "gb-10 4, gb-11 4"}
    here = position("sbw8", allies=allies, month="1944-07", active="allies").begin(STRATEGIC_RAIL)
    ships = [action for action in here.legal() if isinstance(action, Ship) and action.hq == here.block("gb-churchill")]
    assert {action.block for action in ships} == {here.block("gb-10"), here.block("gb-11")}
    here.play(next(action for action in ships if action.block == here.block("gb-10") and action.to == here.hex("Hull")))
    assert here.game.rules.headquarters.points_left(here.state, here.block("gb-churchill")) == 3
    first = position("sbw5", allies=allies, month="1940-08", active="allies").begin(STRATEGIC_RAIL)  # before Casablanca nothing is repeated
    first.play(next(a for a in first.legal() if isinstance(a, Ship) and a.block == first.block("gb-10")))
    assert not any(isinstance(action, Ship) for action in first.legal())


@clause("BW-13.8.1d6", "BW-31.0d", "BW-R51")
def test_a_leader_puts_one_ground_unit_in_reserve() -> None:
    """With the option of reserves in any scenario: it stands still when others move, and moves when armour exploits."""
    axis = {"Berlin": "de-fhq 4", "Verona": "de-51m 4", "Modena": "de-76pz 3"}
    plain = field(axis, {"Genoa": "us-2 4"}).begin(STRATEGIC_RAIL)
    assert PUT_IN_RESERVE not in kinds(plain, "de-fhq")
    here = field(axis, {"Genoa": "us-2 4"}, options=("reserves",)).begin(STRATEGIC_RAIL)
    assert {(PUT_IN_RESERVE, "de-51m"), (PUT_IN_RESERVE, "de-76pz")} <= actions(here, "de-fhq")
    order(here, "de-fhq", PUT_IN_RESERVE, "de-51m")
    assert here.game.rules.headquarters.points_left(here.state, here.block("de-fhq")) == 3
    assert PUT_IN_RESERVE not in kinds(here, "de-fhq")  # each kind of action once
    while here.state.phase != MOVEMENT:
        here.end_phase()
    assert not any(isinstance(action, Move) and action.block == here.block("de-51m") for action in here.legal())
    while here.state.phase != EXPLOITATION or here.step != "Exploitation":
        here.end_phase()
    assert any(isinstance(action, Move) and action.block == here.block("de-51m") for action in here.legal())


def navy(**admirals: str) -> Position:
    return position(
        "sbw5", axis={"Paris": ", ".join(f"de-{name} {steps}" for name, steps in admirals.items()) or "de-goering 4"}, month="1940-08"
    )


@clause("BW-13.8.1.1l", "BW-13.8.1.1j")
@pytest.mark.parametrize(("admirals", "upkeep"), [({"raeder": "4"}, 2), ({"doenitz": "4"}, 0), ({}, 0)])
def test_the_fleet_of_plan_z_costs_two_points_a_turn(admirals: dict[str, str], upkeep: int) -> None:
    here = navy(**admirals)
    germany = here.game.rules.tables.power("germany")
    assert here.game.rules.scenario.production["germany"][0] - here.game.rules.production.income(here.state, germany)[0] == upkeep


@clause("BW-13.8.1.1o")
def test_doenitz_ends_plan_z_for_good() -> None:
    here = navy(raeder="4", doenitz="4")
    germany = here.game.rules.tables.power("germany")
    assert here.game.rules.production.income(here.state, germany)[0] == here.game.rules.scenario.production["germany"][0]
    lost = position("sbw5", axis={"Paris": "de-raeder 4"}, month="1940-08", eliminated=("de-doenitz",))  # he has led the navy, and is gone
    assert lost.game.rules.production.income(lost.state, germany)[0] == lost.game.rules.scenario.production["germany"][0]
    gone = position("sbw5", axis={"Paris": "de-doenitz 4"}, month="1940-08", eliminated=("de-raeder",), points={"germany": 20})
    gone.state.pool[germany * 5 + 4] = 20
    assert not gone.game.rules.production.may_rebuild(gone.state, gone.block("de-raeder"))
    alone = position("sbw5", month="1940-08", eliminated=("de-raeder",), points={"germany": 20})
    alone.state.pool[germany * 5 + 4] = 20
    assert alone.game.rules.production.may_rebuild(alone.state, alone.block("de-raeder"))


@clause("BW-13.8.1.1o", "BW-17.0a")
@pytest.mark.parametrize(("admiral", "level"), [("raeder", 3), ("doenitz", 2)])
def test_under_doenitz_germany_never_reaches_naval_tech_three(admiral: str, level: int, monkeypatch: pytest.MonkeyPatch) -> None:
    here = navy(**{admiral: "4"})
    definitions, germany, naval = here.game.rules.definitions, here.game.rules.tables.power("germany"), FIELDS.index("naval")
    monkeypatch.setattr(definitions, "levels", lambda month: tuple((3,) * len(FIELDS) for _ in here.game.rules.tables.powers))
    assert definitions.level(here.state, germany, naval) == level
    assert definitions.level(here.state, germany, 0) == 3
    assert definitions.level(here.state, here.game.rules.tables.power("uk"), naval) == 3


@clause("BW-R29", "BW-7.4f")
@pytest.mark.parametrize(("power", "places", "limit"), [("germany", ("de-51m", "de-76pz", "de-14pz"), 2), ("italy", ("it-2", "it-7"), 1)])
def test_rail_moves_of_germany_and_italy(power: str, places: tuple[str, ...], limit: int) -> None:
    """Two and one: the greater figures are those of joined games."""
    stations = ("Verona", "Bologna", "Milan")
    here = field({station: f"{key} 3" for station, key in zip(stations, places, strict=False)}, points={"germany": 20}).begin(
        STRATEGIC_RAIL
    )
    for made in range(limit + 1):
        moves = [a for a in here.legal() if isinstance(a, RailMove) and a.block in [here.block(key) for key in places[made:]]]
        assert bool(moves) == (made < limit), made
        if moves:
            here.play(next(a for a in moves if a.block == here.block(places[made])))
