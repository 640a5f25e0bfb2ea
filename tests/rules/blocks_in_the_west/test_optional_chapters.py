"""Chapters 14 and 19 to 22 in the West: terrain in detail, reconnaissance, charges, dive bombers."""

from typing import Any

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, battle, position
from blockfront.games.blocks_in_the_west.options.ch19_reconnaissance import WesternScouting
from blockfront.games.blocks_series.actions import Move, Scout
from blockfront.games.blocks_series.aids.battle_scene import dice
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import (
    AIR_TO_GROUND,
    ANTI_AIRCRAFT,
    ARMOUR_ATTACK,
    ARTILLERY,
    CAVALRY_CHARGE,
    CHARGING,
    GROUND,
    OTHERS,
    FireContext,
)
from blockfront.games.blocks_series.state import AIR_MOVEMENT, FINAL_SUPPLY, MOVEMENT
from blockfront.hexes.hexset import members

TERRAIN = ("terrain_details",)
SCOUTING = ("advanced", "reconnaissance")
AUGUST = "1943-08"


def cost(here: Position, key: str, hex_: int) -> int:
    table = here.game.rules.movement.costs(here.state, here.block(key))
    return next(points for points, hexes in table if hexes >> hex_ & 1)


def some(here: Position, kind: str, *, coast: bool = False) -> int:
    """A hex of a kind of terrain, inland unless asked for the coast."""
    board = here.game.rules.board
    shore = board.area("mediterranean_coast")
    land = board.terrain[kind] & here.game.rules.theatre & board.map.playable_mask & ~board.cities
    return next(iter(members(land & (shore if coast else ~shore))))


# ---- terrain


@clause("BW-14.0c", "BW-14.0d")
def test_armour_keeps_out_of_mountains_and_others_in_bad_weather() -> None:
    units = {"Verona": "de-76pz 3, de-3pg 3", "Bolzano": "de-51m 4, de-1para 3"}
    for weather, infantry in (("good", False), ("rain", True)):
        here = position("sbw7", axis=units, month=AUGUST, weather=weather, options=TERRAIN)
        barred = {key: here.game.rules.movement.barred(here.state, here.block(key)) for key in ("de-76pz", "de-51m", "de-1para")}
        hex_ = some(here, "mountain")
        assert barred["de-76pz"] >> hex_ & 1
        assert bool(barred["de-1para"] >> hex_ & 1) == infantry
        assert not barred["de-51m"] >> hex_ & 1
    here.begin(MOVEMENT)
    target = next(m for m in members(here.game.rules.board.mountains & here.game.rules.theatre))
    refusal = here.game.why_not(here.state, Move(here.block("de-76pz"), target), AXIS)
    assert refusal is not None
    assert refusal.clause == "BW-14.0c"


@clause("BW-14.0d", "BW-9.0.1a")
def test_on_the_sunny_coast_mountains_stay_open() -> None:
    here = position("sbw7", axis={"Bolzano": "de-1para 3"}, month="1943-11", weather="rain", options=TERRAIN)
    barred = here.game.rules.movement.barred(here.state, here.block("de-1para"))
    assert not barred >> some(here, "mountain", coast=True) & 1


@clause("BW-14.0e")
def test_mountain_units_climb_cheaper() -> None:
    here = position("sbw7", axis={"Bolzano": "de-51m 4, de-1para 3"}, month=AUGUST, options=TERRAIN)
    assert [cost(here, key, some(here, "mountain")) for key in ("de-51m", "de-1para")] == [2, 3]
    assert [cost(here, key, some(here, "hill")) for key in ("de-51m", "de-1para")] == [1, 2]


@clause("BW-14.0f", "BW-6.1.2a", "BW-6.1.2b")
def test_mountain_effects_count_once() -> None:
    here = battle("de-51m 4", "us-2 5", "Bolzano", scenario="sbw7", month=AUGUST, options=TERRAIN)
    assert dice(here, "Bolzano", GROUND, AXIS) == [(4, 6)], "no malus of the ground"
    held = battle("de-51m 4", "us-2 5, us-12b 4", "Bolzano", scenario="sbw7", month=AUGUST, active="allies", options=TERRAIN)
    assert dice(held, "Bolzano", GROUND, AXIS) == [(4, 5)], "one bonus, not two"
    assert (4, 6) in dice(held, "Bolzano", ANTI_AIRCRAFT, AXIS), "not for its flak"


@clause("BW-14.0g")
def test_armour_founders_in_swamps_that_are_not_frozen() -> None:
    here = position("sbw9", axis={"Amsterdam": "de-47pz 5, de-1 4"}, month="1944-09", options=TERRAIN)
    swamp = some(here, "swamp")
    fire = here.game.rules.fire
    assert fire.terrain_malus(here.state, swamp, here.block("de-47pz")) == 2
    assert fire.terrain_malus(here.state, swamp, here.block("de-1")) == 1
    here.state.weather = 3
    assert fire.terrain_malus(here.state, swamp, here.block("de-47pz")) == 1


@clause("BW-14.0h")
@pytest.mark.parametrize(
    ("kind", "weather", "points"),
    [("forest", "rain", 2), ("clear", "rain", 2), ("swamp", "good", 2), ("hill", "rain", 3), ("mountain", "snow", 3)],
)
def test_cavalry_pays_two_at_most_but_for_mountains_and_hills(kind: str, weather: str, points: int) -> None:
    here = position("sbw3", allies={"Brussels": "be-cav 3"}, month="1940-05", weather=weather, options=TERRAIN)
    assert cost(here, "be-cav", some(here, kind)) == points


# ---- reconnaissance


def scouting(axis: dict[str, str], allies: dict[str, str], **more: Any) -> Position:
    here = position("sbw7", axis=axis, allies=allies, options=SCOUTING, **{"month": AUGUST, **more})
    return here


def targets(here: Position, hq: str) -> set[int]:
    return {action.hex for action in here.legal() if isinstance(action, Scout) and action.hq == here.block(hq)}


@clause("BW-19.1a", "BW-19.1b", "BW-R46", "BW-19.0c")
def test_headquarters_of_the_air_scout_within_the_range_of_their_fighters() -> None:
    units = {"Rome": "de-2lf 2", "Berlin": "de-goering 1"}
    here = scouting(units, {"Naples": "us-2 4", "Gela": "us-3 4"}, weather="rain").begin(AIR_MOVEMENT)
    assert here.hex("Naples") in targets(here, "de-2lf"), "in rain too"
    reach = here.game.rules.board.within(here.hex("Rome"), 10)
    assert targets(here, "de-2lf") == {hex_ for hex_ in (here.hex("Naples"), here.hex("Gela")) if reach >> hex_ & 1}
    headquarters = here.game.rules.headquarters
    assert isinstance(headquarters, WesternScouting)
    assert headquarters.scouting_left(here.state, here.block("de-2lf")) == 2
    assert headquarters.scouting_left(here.state, here.block("de-goering")) == 1


@clause("BW-19.1a", "BW-13.8.5a")
def test_a_king_scouts_once_when_he_is_active() -> None:
    axis, allies = {"Liège": "de-47pz 5"}, {"Brussels": "be-leopold 3"}
    here = position("sbw6", axis=axis, allies=allies, month="1940-06", active="allies", options=SCOUTING)
    headquarters = here.game.rules.headquarters
    assert isinstance(headquarters, WesternScouting)
    assert headquarters.scouting_left(here.state, here.block("be-leopold")) == 0
    here.state.active_hqs |= 1 << here.block("be-leopold")
    assert headquarters.scouting_left(here.state, here.block("be-leopold")) == 1


@clause("BW-19.1e", "BW-R44")
@pytest.mark.parametrize(("tech", "modifier", "faces"), [(1, 6, []), (2, 4, []), (3, 2, [1, 2])])
def test_turin_in_bad_weather(tech: int, modifier: int, faces: list[int]) -> None:
    """BWX-19.1b."""
    month = {1: "1943-06", 2: "1943-11", 3: "1944-05"}[tech]
    hq = "it-ra" if tech == 1 else "de-2lf"
    here = position("sbw7", axis={"Milan": f"{hq} 3"}, allies={"Turin": "us-2 4"}, month=month, weather="rain", options=SCOUTING)
    headquarters = here.game.rules.headquarters
    assert isinstance(headquarters, WesternScouting)
    assert headquarters.fighter_tech(here.state, here.block(hq)) == tech
    assert headquarters.difficulty(here.state, here.block(hq), here.hex("Turin")) == modifier
    assert [face for face in range(1, 7) if headquarters.succeeds(here.state, here.block(hq), here.hex("Turin"), face)] == faces


@clause("BW-19.1e", "BW-13.8.5a", "BW-R124")
def test_a_king_without_assistance_scouts_no_worse_than_at_tech_one() -> None:
    here = position("sbw6", axis={"Liège": "de-47pz 5"}, allies={"Brussels": "be-leopold 3"}, month="1940-06", options=SCOUTING)
    headquarters, board = here.game.rules.headquarters, here.game.rules.board
    assert isinstance(headquarters, WesternScouting)
    plain = next(iter(members(board.terrain["clear"] & board.nation("FR") & ~board.cities & ~board.bunkers)))
    assert headquarters.fighter_tech(here.state, here.block("be-leopold")) == 0
    assert headquarters.difficulty(here.state, here.block("be-leopold"), plain) == 0
    assert headquarters.succeeds(here.state, here.block("be-leopold"), plain, 4)


@clause("BW-19.1e")
def test_redoubts_hide_like_cities_and_festungen_like_fortresses() -> None:
    found = []
    for steps in (0, 5, 7):
        units = {"Modena": f"de-1para 3, rd-futa {steps}"} if steps else {"Modena": "de-1para 3"}
        here = position("sbw7", axis=units, allies={"Florence": "us-12af 4"}, month=AUGUST, active="allies", options=SCOUTING)
        headquarters = here.game.rules.headquarters
        assert isinstance(headquarters, WesternScouting)
        found.append(headquarters.difficulty(here.state, here.block("us-12af"), here.hex("Modena")))
    assert [value - found[0] for value in found] == [0, 2, 4]


@clause("BW-19.1c", "BW-19.1g", "BW-R45")
def test_orleans_intercepts_with_three_dice() -> None:
    here = position("sbw6", allies={"Orléans": "fr-1 2, fr-dcr1 1, fr-f1 2"}, axis={"Metz": "de-2lf 4"}, month="1940-06", options=SCOUTING)
    shots = here.game.rules.headquarters.interception(here.state, here.hex("Orléans"))
    assert sorted((shot.dice, shot.lowest) for shot in shots) == [(1, 5), (1, 6), (1, 6)]


@clause("BW-19.0a", "BW-19.0b", "BW-6.3.3b")
def test_unscouted_attackers_fire_half_blind_but_strategic_bombers() -> None:
    here = battle("de-1 4", "us-2 5, us-12b 4, us-15s 5", "Ferrara", scenario="sbw7", month=AUGUST, active="allies", options=SCOUTING)
    assert sorted(dice(here, "Ferrara", AIR_TO_GROUND, ALLIES)) == [(2, 5), (5, 5)]
    assert sorted(dice(here, "Ferrara", AIR_TO_GROUND, ALLIES, round_=2))[0][0] == 4
    here.state.scouted = 1 << here.hex("Ferrara")
    assert sorted(dice(here, "Ferrara", AIR_TO_GROUND, ALLIES)) == [(4, 5), (5, 5)]
    guns = battle("de-1 4", "us-2 5, us-5a 5", "Ferrara", scenario="sbw7", month=AUGUST, active="allies", options=SCOUTING)
    assert dice(guns, "Ferrara", ARTILLERY, ALLIES) == [(2, 5)]


@clause("BW-19.1d", "BW-19.1f")
def test_a_success_reveals_the_hex_until_the_final_supply_phase() -> None:
    here = scouting({"Rome": "de-2lf 1"}, {"Tarquinia": "us-2 1"}).begin(AIR_MOVEMENT)
    here.play(Scout(here.block("de-2lf"), here.hex("Tarquinia")))
    while here.state.scouted == 0 and here.state.frames:
        here.play(Roll((1,) * here.dice))
    assert here.state.face_up >> here.block("us-2") & 1
    assert here.state.phase < FINAL_SUPPLY


@clause("BW-19.2a")
def test_in_good_weather_modern_fire_picks_its_target() -> None:
    here = battle("de-1 4", "us-2 5, us-12b 4", "Ferrara", scenario="sbw7", month=AUGUST, active="allies", options=SCOUTING)
    context = FireContext(here.hex("Ferrara"), 1, False)
    assert not here.game.rules.fire.is_aimed(here.state, context, AIR_TO_GROUND)
    here.state.scouted = 1 << here.hex("Ferrara")
    assert here.game.rules.fire.is_aimed(here.state, context, AIR_TO_GROUND)
    here.state.coast_weather = 1
    assert not here.game.rules.fire.is_aimed(here.state, context, AIR_TO_GROUND)


# ---- charges


def charges(here: Position, place: str) -> int:
    return here.game.rules.fire.charges(here.state, here.hex(place))


@clause("BW-21.0a", "BW-21.0b", "BW-R84")
@pytest.mark.parametrize(
    ("attackers", "defenders", "place", "weather", "allowed"),
    [
        ("de-47pz 5, de-1 4", "fr-1 3", "Reims", "good", True),
        ("de-47pz 5, de-1 4", "fr-1 3, fr-cc 2", "Reims", "good", True),
        ("de-47pz 5, de-1 4", "fr-1 3, fr-dcr1 2", "Reims", "good", False),
        ("de-14mot 4, de-1 4", "fr-1 3", "Reims", "good", False),
        ("de-47pz 5, de-1 4", "fr-1 3", "Sedan", "good", False),
        ("de-47pz 5, de-1 4", "fr-1 3", "Reims", "rain", False),
    ],
)
def test_when_armour_may_attack_first(attackers: str, defenders: str, place: str, weather: str, allowed: bool) -> None:
    """BWX-21.0."""
    here = battle(attackers, defenders, place, scenario="sbw3", month="1940-06", weather=weather, options=("panzer_attack",))
    assert bool(charges(here, place) & ARMOUR_ATTACK) == allowed


@clause("BW-21.0c", "BW-R100")
def test_charging_armour_fires_first_and_takes_the_answer() -> None:
    here = battle("de-47pz 5, de-1 4", "fr-1 3", "Reims", scenario="sbw3", month="1940-06", options=("panzer_attack",))
    fire, tank, foot = here.game.rules.fire, here.block("de-47pz"), here.block("de-1")
    for round_ in (1, 3):
        first = FireContext(here.hex("Reims"), round_, False, charge=ARMOUR_ATTACK, wave=CHARGING)
        later = FireContext(here.hex("Reims"), round_, False, charge=ARMOUR_ATTACK, wave=OTHERS)
        assert fire.fires_in(here.state, first, GROUND, tank)
        assert not fire.fires_in(here.state, first, GROUND, foot)
        assert fire.fires_in(here.state, later, GROUND, foot)
        assert fire.targets(here.state, first, GROUND, AXIS) == [tank]


@clause("BW-20.0a", "BW-20.0b", "BW-20.0c")
def test_cavalry_charges_infantry_in_the_open() -> None:
    here = battle("de-1 3", "be-cav 3, be-1 3", "Reims", scenario="sbw3", month="1940-06", active="allies", options=("cavalry_charge",))
    assert charges(here, "Reims") & CAVALRY_CHARGE
    context = FireContext(here.hex("Reims"), 1, False, charge=CAVALRY_CHARGE, wave=CHARGING)
    assert here.game.rules.fire.fires_in(here.state, context, GROUND, here.block("be-cav"))
    assert here.game.rules.fire.targets(here.state, context, GROUND, ALLIES) == [here.block("be-cav")]
    units = ("de-1 3, de-47pz 3", "be-cav 3", "Reims")
    stopped = battle(*units, scenario="sbw3", month="1940-06", active="allies", options=("cavalry_charge",))
    assert not charges(stopped, "Reims") & CAVALRY_CHARGE


@clause("BW-22.0a", "BW-22.0b")
def test_full_stukas_add_two_dice_where_no_fighter_is() -> None:
    options = (*SCOUTING, "jericho")
    here = battle("de-1 4, de-8fk 4", "fr-1 3", "Reims", scenario="sbw6", month="1940-06", options=options)
    assert dice(here, "Reims", AIR_TO_GROUND, AXIS) == [(2, 5)], "not scouted"
    here.state.scouted = 1 << here.hex("Reims")
    assert dice(here, "Reims", AIR_TO_GROUND, AXIS) == [(6, 5)]
    here.state.steps[here.block("de-8fk")] = 3
    here.state.derived = {}
    assert dice(here, "Reims", AIR_TO_GROUND, AXIS) == [(3, 5)]
    guarded = battle("de-1 4, de-8fk 4", "fr-1 3, fr-f1 3", "Reims", scenario="sbw6", month="1940-06", options=options)
    guarded.state.scouted = 1 << guarded.hex("Reims")
    assert dice(guarded, "Reims", AIR_TO_GROUND, AXIS) == [(4, 5)]
