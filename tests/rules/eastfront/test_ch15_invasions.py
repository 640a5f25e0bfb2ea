"""Sections 15.4 and 15.6: Invasion HQs, landings, sea assaults, evacuations."""

from collections.abc import Iterable

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.games.eastfront.actions import (
    Activate,
    Drop,
    EndPhase,
    Evacuate,
    Fight,
    Invade,
    Mobilise,
    Move,
    NavalMove,
    Rearguard,
    Strike,
)
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.events import Activated, BattleOpened, Eliminated, Rolled, WentBack
from blockfront.games.eastfront.state import (
    ACTIVE,
    AXIS,
    BLITZ,
    BLITZ_MOVEMENT,
    COMBAT,
    COMMAND,
    INVASION,
    MOVEMENT,
    PARA,
    SOVIET,
    SUPPLY,
    UNSUPPLIED,
)

HQ, UNIT, OTHER, COASTAL = "so-hq-south", "so-inf-12", "so-inf-13", "so-coastal"
SEA = frozenset({"sea_power"})
ELSEWHERE = "Volkhov"  # an old battle far away, so that the Combat Phase asks for a decision


def soviets(
    soviet: dict[str, str],
    axis: dict[str, str] | None = None,
    *,
    weather: str = "dry",
    soviet_holds: Iterable[str] = (),
    options: frozenset[str] = SEA,
) -> Position:
    soviet, axis = {ELSEWHERE: "infantry 3", **soviet}, {ELSEWHERE: "infantry 3", **(axis or {})}
    return position("s42", soviet=soviet, axis=axis, active=SOVIET, weather=weather, soviet_holds=soviet_holds, options=options)


def invading(
    soviet: dict[str, str],
    axis: dict[str, str] | None = None,
    *,
    hqs: Iterable[str] = (HQ,),
    blitz: bool = False,
    weather: str = "dry",
    soviet_holds: Iterable[str] = (),
) -> Position:
    """The Soviets move with their headquarters in ports active as Invasion HQs."""
    here = soviets(soviet, axis, weather=weather, soviet_holds=soviet_holds)
    for hq in hqs:
        here.state.command[here.block(hq)] = (BLITZ if blitz else ACTIVE) | INVASION
    return here.begin(MOVEMENT)


def at_sevastopol(axis: dict[str, str] | None = None, *, units: str = f"{UNIT} 3", value: int = 2, **settings: bool | str) -> Position:
    blitz, weather = bool(settings.get("blitz")), str(settings.get("weather", "dry"))
    return invading({"Sevastopol": f"{HQ} {value}, {units}"}, axis, blitz=blitz, weather=weather)


def coasts(here: Position, key: str = UNIT) -> set[str]:
    """Where a unit may land."""
    landings = [action for action in here.legal() if isinstance(action, Invade) and action.block == here.block(key)]
    return {here.game.rules.board.name(landing.to) for landing in landings}


def land(here: Position, to: str, key: str = UNIT, hq: str = HQ) -> Position:
    return here.play(Invade(here.block(hq), here.block(key), here.hex(to)))


def evacuate(here: Position, key: str = UNIT, hq: str = HQ) -> Position:
    return here.play(Evacuate(here.block(hq), here.block(key)))


def evacuees(here: Position) -> set[str]:
    order = here.game.rules.order
    return {order[action.block].key for action in here.legal() if isinstance(action, Evacuate)}


def to_combat(here: Position) -> Position:
    """End the Movement Phase and go on to the first roll."""
    here.end_phase()
    while here.side >= 0:
        here.play(EndPhase() if EndPhase() in here.legal() else here.legal()[0])
    return here


# ---- 15.4 and 15.41: Invasion HQs


@clause("EF-15.41a")
def test_a_headquarters_in_a_port_may_become_an_invasion_hq_where_it_stands() -> None:
    here = soviets({"Sevastopol": f"{HQ} 2, {UNIT} 3", "Tula": "so-hq-west 2", "Simferopol": "so-hq-ukraine 2"}).begin(COMMAND)
    roles = {action.hq for action in here.legal() if isinstance(action, Activate) and action.role == INVASION}
    assert roles == {here.block(HQ)}
    assert here.refusal(Activate(here.block("so-hq-west"), role=INVASION)).clause == "EF-15.41a"
    deploying = Activate(here.block("so-hq-ukraine"), to=here.hex("Sevastopol"), role=INVASION)
    assert here.refusal(deploying).because == "invasion_headquarters_stays"
    here.play(Activate(here.block(HQ), role=INVASION)).end_phase()
    assert here.told(Activated, AXIS)[0].role == INVASION


@clause("EF-15.41a", "EF-15.1a")
@pytest.mark.parametrize(
    ("soviet", "axis"),
    [
        ({"Sevastopol": f"{HQ} 2, {UNIT} 3"}, {"Sevastopol": "infantry 3"}),  # engaged
        ({"Odessa": f"{HQ} 2, {UNIT} 3"}, {"Sevastopol": "infantry 3"}),  # no sea control
        ({"Feodosia": f"{HQ} 2, {UNIT} 3"}, {}),  # no port
    ],
)
def test_no_invasion_hq_in_a_battle_without_sea_control_or_outside_ports(soviet: dict[str, str], axis: dict[str, str]) -> None:
    here = soviets(soviet, axis).begin(COMMAND)
    assert here.refusal(Activate(here.block(HQ), role=INVASION)).clause == "EF-15.41a"


@clause("EF-15.41a", "EF-5.8c")
def test_neither_stavka_nor_a_powerless_headquarters_directs_invasions() -> None:
    here = soviets({"Sevastopol": f"supreme 3, {HQ} 0"}, weather="mud").begin(COMMAND)
    for hq in (here.game.rules.units.supreme[SOVIET], here.block(HQ)):
        assert here.refusal(Activate(hq, role=INVASION)).because == "not_in_a_port"


@clause("EF-2.61b", "EF-1.45a")
def test_without_the_option_nobody_lands() -> None:
    here = soviets({"Sevastopol": f"{HQ} 2, {COASTAL} 3"}, options=frozenset()).begin(COMMAND)
    assert here.refusal(Activate(here.block(HQ), role=INVASION)).because == "not_offered"
    here.play(Activate(here.block(HQ))).end_phase()
    assert here.refusal(Invade(here.block(HQ), here.block(COASTAL), here.hex("Odessa"))).because == "not_offered"
    assert here.refusal(Evacuate(here.block(HQ), here.block(COASTAL))).because == "not_offered"


@clause("EF-15.4b", "EF-15.41b")
def test_an_invasion_hq_lands_one_unit_and_directs_no_other_movement() -> None:
    here = at_sevastopol(units=f"{UNIT} 3, {OTHER} 3")
    assert not [action for action in here.legal() if isinstance(action, Move)]
    land(here, "Izmail")
    assert here.is_at(UNIT, "Izmail")
    assert coasts(here, OTHER) == set()
    assert here.refusal(Invade(here.block(HQ), here.block(OTHER), here.hex("Varna"))).because == "no_invasion_headquarters"
    assert [action for action in here.legal() if isinstance(action, Mobilise)]


@clause("EF-15.41b", "EF-R18")
def test_infantry_coastal_army_and_paratroops_land() -> None:
    here = at_sevastopol(units=f"{UNIT} 3, {COASTAL} 3, so-para-4 2")
    assert all(coasts(here, key) for key in (UNIT, COASTAL, "so-para-4"))


@clause("EF-15.41b", "EF-R18")
@pytest.mark.parametrize("kind", ["armor", "mech", "cavalry", "shock"])
def test_other_types_do_not_land(kind: str) -> None:
    here = at_sevastopol(units=f"{kind} 1")
    (key,) = set(here.at("Sevastopol", SOVIET)) - {HQ}
    assert coasts(here, key) == set()
    assert here.refusal(Invade(here.block(HQ), here.block(key), here.hex("Izmail"))).clause == "EF-15.41b"


@clause("EF-15.41b", "EF-R18")
def test_axis_mountain_troops_land_too() -> None:
    here = position("w42", axis={"Sevastopol": "ax-hq-a 2, ax-mtn-49 3"}, active=AXIS, options=SEA)
    here.state.weather = 0
    here.state.command[here.block("ax-hq-a")] = ACTIVE | INVASION
    here.begin(MOVEMENT)
    assert "Odessa" in coasts(here, "ax-mtn-49")


@clause("EF-15.41b")
def test_the_unit_must_stand_in_the_port_of_the_headquarters() -> None:
    here = invading({"Sevastopol": f"{HQ} 2", "Odessa": f"{UNIT} 3"})
    assert coasts(here) == set()


@clause("EF-15.4a", "EF-15.41b", "EF-1.34f", "EF-1.35e")
def test_a_unit_lands_on_any_coast_of_the_sea_but_mountain_and_swamp() -> None:
    west = {"Odessa", "Nikolaev", "Tiraspol", "Izmail", "Perekop", "Simferopol", "Constanta", "Varna", "Burgas"}
    east = {"Kerch", "Feodosia", "Novorossiysk", "1420", "Batumi"}
    here = at_sevastopol()
    assert coasts(here) == west | east
    for barred in ("Tulcea", "Tuapse", "Berdyansk", "Minsk"):
        assert here.refusal(Invade(here.block(HQ), here.block(UNIT), here.hex(barred))).clause == "EF-15.4a"


@clause("EF-15.4a", "EF-15.42a", "EF-1.37b")
def test_shoals_bar_the_way_to_perekop_from_the_sea_of_azov() -> None:
    here = invading({"Rostov": f"{HQ} 2, {UNIT} 3"}, {"Mariupol": "infantry 2"})
    assert coasts(here) == {"Mariupol", "1317", "Berdyansk", "Yeisk", "Kerch"}
    assert here.refusal(Invade(here.block(HQ), here.block(UNIT), here.hex("Perekop"))).clause == "EF-15.4a"


@clause("EF-15.42a", "EF-1.39d")
def test_an_invasion_does_not_go_through_a_strait() -> None:
    here = at_sevastopol()
    assert not {"Mariupol", "Berdyansk", "Yeisk"} & coasts(here)
    held = invading({"Sevastopol": f"{HQ} 2, {UNIT} 3", "Kerch": "infantry 2", "Novorossiysk": "infantry 2"})
    assert not {"Mariupol", "Berdyansk", "Yeisk"} & coasts(held)


@clause("EF-R5", "EF-12.24a")
def test_no_landing_in_mud() -> None:
    here = at_sevastopol(weather="mud")
    assert coasts(here) == set()
    assert here.refusal(Invade(here.block(HQ), here.block(UNIT), here.hex("Odessa"))).clause == "EF-15.4a"


@clause("EF-1.34g", "EF-1.34f")
def test_in_snow_a_swamp_is_forest_and_open_to_landings() -> None:
    assert "Tulcea" in coasts(at_sevastopol(weather="snow"))


@clause("EF-15.41c")
def test_an_invasion_hq_supports_battles_by_lines_over_the_sea() -> None:
    here = to_combat(land(at_sevastopol({"Perekop": "infantry 2"}), "Perekop"))
    assert here.told(BattleOpened)[-1].supported  # two hexes over the water


@clause("EF-15.41c")
def test_a_line_over_land_gives_no_support_to_an_invasion() -> None:
    """Simferopol is next to Sevastopol by land, but two hexes away over the sea."""
    assert to_combat(land(at_sevastopol({"Simferopol": "infantry 2"}), "Simferopol")).told(BattleOpened)[-1].supported
    weak = land(at_sevastopol({"Simferopol": "infantry 2"}, value=1), "Simferopol")
    assert not to_combat(weak).told(BattleOpened)[-1].supported


@clause("EF-15.41c")
def test_sea_hexsides_carry_support_where_no_sea_hex_lies_between() -> None:
    """Rostov reaches the sea along the hexside between Mariupol and Yeisk."""
    here = land(invading({"Rostov": f"{HQ} 1, {UNIT} 3"}, {"Mariupol": "infantry 2"}), "Mariupol")
    assert to_combat(here).told(BattleOpened)[-1].supported


@clause("EF-15.41c", "EF-15.41e")
def test_beyond_its_radius_a_landing_has_neither_support_nor_aircraft() -> None:
    here = land(at_sevastopol({"Constanta": "infantry 2"}), "Constanta").end_phase()
    assert not [action for action in here.legal() if isinstance(action, Strike)]
    while here.side >= 0:
        here.play(EndPhase())
    assert not here.told(BattleOpened)[-1].supported


@clause("EF-15.41c")
def test_an_invasion_hq_makes_its_air_strike() -> None:
    here = land(at_sevastopol({"Perekop": "infantry 2"}), "Perekop").end_phase()
    here.play(Strike(here.block(HQ), here.hex("Perekop")))


@clause("EF-15.41d")
def test_a_blitzing_invasion_hq_lands_a_second_unit_on_the_same_coast() -> None:
    here = land(at_sevastopol(units=f"{UNIT} 3, {OTHER} 3", blitz=True), "Izmail").end_phase()
    here.play(EndPhase())
    assert here.state.phase == BLITZ_MOVEMENT
    assert coasts(here, OTHER) == {"Izmail"}
    assert not [action for action in here.legal() if isinstance(action, Move)]
    land(here, "Izmail", OTHER)
    assert here.at("Izmail", SOVIET) == [OTHER, UNIT]


@clause("EF-15.41d")
def test_another_coast_must_be_marked_when_the_headquarters_is_activated() -> None:
    here = soviets({"Sevastopol": f"{HQ} 2, {UNIT} 3, {OTHER} 3"}).begin(COMMAND)
    assert here.refusal(Activate(here.block(HQ), role=INVASION, mark=here.hex("Varna"))).clause == "EF-15.41d"
    assert here.refusal(Activate(here.block(HQ), True, role=INVASION, mark=here.hex("Tuapse"))).clause == "EF-15.41d"
    here.play(Activate(here.block(HQ), True, role=INVASION, mark=here.hex("Varna"))).end_phase()
    land(here, "Izmail").end_phase()
    here.play(EndPhase())
    assert coasts(here, OTHER) == {"Izmail", "Varna"}


@clause("EF-15.41d")
def test_marks_do_not_outlast_the_turn() -> None:
    here = soviets({"Sevastopol": f"{HQ} 2, {UNIT} 3"}).begin(COMMAND)
    here.play(Activate(here.block(HQ), True, role=INVASION, mark=here.hex("Varna"))).end_phase()
    assert here.state.landings == [(here.block(HQ), here.hex("Varna"))]
    while here.state.frames:
        here.end_phase()
    assert here.state.landings == []


# ---- 15.42: limits


@clause("EF-15.42b")
def test_one_unit_a_phase_lands_in_a_defended_hex() -> None:
    ports = {"Sevastopol": f"{HQ} 2, {UNIT} 3", "Odessa": f"so-hq-west 2, {OTHER} 3"}
    here = invading(ports, {"Varna": "infantry 3"}, hqs=(HQ, "so-hq-west"))
    land(here, "Varna")
    assert "Varna" not in coasts(here, OTHER)
    refused = here.refusal(Invade(here.block("so-hq-west"), here.block(OTHER), here.hex("Varna")))
    assert refused.clause == "EF-15.42b"
    land(here, "Burgas", OTHER, "so-hq-west")


@clause("EF-15.42b")
def test_several_units_land_where_nobody_defends() -> None:
    ports = {"Sevastopol": f"{HQ} 2, {UNIT} 3", "Odessa": f"so-hq-west 2, {OTHER} 3"}
    here = invading(ports, hqs=(HQ, "so-hq-west"))
    land(land(here, "Varna"), "Varna", OTHER, "so-hq-west")
    assert here.at("Varna", SOVIET) == [OTHER, UNIT]


def landed_beside_a_land_attack() -> Position:
    here = soviets({"Sevastopol": f"{HQ} 2, {UNIT} 3", "Feodosia": "so-hq-west 2, so-inf-13 3"}, {"Simferopol": "infantry 3"})
    here.state.command[here.block(HQ)] = ACTIVE | INVASION
    here.state.command[here.block("so-hq-west")] = ACTIVE
    land(here.begin(MOVEMENT), "Simferopol").play(Move(here.block(OTHER), here.hex("Simferopol"), here.hex("Feodosia")))
    return here


@clause("EF-15.42b")
def test_land_attacks_may_join_a_landing() -> None:
    here = landed_beside_a_land_attack()
    assert here.at("Simferopol", SOVIET) == [OTHER, UNIT]


@clause("EF-15.42b", "EF-6.21a")
def test_a_full_coast_takes_no_more() -> None:
    here = invading({"Sevastopol": f"{HQ} 2, {UNIT} 3", "Varna": ", ".join(["infantry 2"] * 4)})
    assert here.refusal(Invade(here.block(HQ), here.block(UNIT), here.hex("Varna"))).clause == "EF-6.21a"


@clause("EF-15.42c")
def test_a_captured_port_takes_naval_moves_once_it_is_free_of_battle() -> None:
    def captured(axis: dict[str, str]) -> Position:
        here = soviets({"Moscow": "supreme 3", "Varna": "infantry 3", "Sevastopol": f"{UNIT} 3"}, axis)
        here.state.axis_defends |= 1 << here.hex("Varna")
        here.fix_control()
        here.state.command[here.game.rules.units.supreme[SOVIET]] = ACTIVE
        return here.begin(MOVEMENT)

    assert NavalMove(captured({}).block(UNIT), captured({}).hex("Varna")) in captured({}).legal()
    contested = captured({"Varna": "infantry 3"})
    assert NavalMove(contested.block(UNIT), contested.hex("Varna")) not in contested.legal()


# ---- 15.43: sea assaults


@clause("EF-15.43a", "EF-15.43b")
def test_ones_to_threes_repulse_a_sea_assault_to_its_port() -> None:
    here = to_combat(land(at_sevastopol({"Varna": "infantry 3"}), "Varna"))
    assert here.told(BattleOpened)[-1].assault
    here.play(Roll((3, 6, 4)))
    assert here.told(Rolled)[-1].repulses == 1
    assert here.told(WentBack)[0].to == here.hex("Sevastopol")
    assert here.is_at(UNIT, "Sevastopol")
    assert here.value(UNIT) == 2  # the hit falls on the repulsed unit
    assert not here.state.landed


@clause("EF-15.43a")
def test_fours_do_not_repulse_and_the_second_round_is_ordinary() -> None:
    here = to_combat(land(at_sevastopol({"Varna": "infantry 2"}), "Varna"))
    here.play(Roll((4, 4))).play(Roll((1, 1, 1)))
    assert here.is_at(UNIT, "Varna")
    assert not here.game.rules.assaults.repulse_number(here.state, here.hex("Varna"))


@clause("EF-15.43a", "EF-7.5c")
def test_joining_a_battle_from_the_sea_is_no_sea_assault() -> None:
    here = invading({"Sevastopol": f"{HQ} 2, {UNIT} 3", "Varna": f"{OTHER} 3"}, {"Varna": "infantry 3"})
    land(here, "Varna").end_phase()
    here.play(Fight(here.hex("Varna")))
    while here.side >= 0:
        here.play(EndPhase())
    assert not here.told(BattleOpened)[-1].assault


@clause("EF-15.5a")
def test_the_coastal_army_is_repulsed_by_ones_and_twos_only() -> None:
    here = to_combat(land(at_sevastopol({"Varna": "infantry 3"}, units=f"{COASTAL} 3"), "Varna", COASTAL))
    here.play(Roll((3, 3, 3)))
    assert here.is_at(COASTAL, "Varna")
    back = to_combat(land(at_sevastopol({"Varna": "infantry 3"}, units=f"{COASTAL} 3"), "Varna", COASTAL))
    back.play(Roll((2, 4, 4)))
    assert back.is_at(COASTAL, "Sevastopol")


@clause("EF-15.43c")
def test_a_ground_attack_over_dry_land_removes_the_danger_of_repulse() -> None:
    here = landed_beside_a_land_attack()
    assert not to_combat(here).told(BattleOpened)[-1].assault


@clause("EF-15.43c", "EF-14.41a", "EF-7.54a")
def test_a_drop_beside_a_landing_lowers_the_number_to_one() -> None:
    both = frozenset({"sea_power", "paratroops"})
    here = soviets(
        {"Sevastopol": f"{HQ} 2, {UNIT} 3", "Kerch": "so-hq-west 2, so-para-4 3"},
        {"Feodosia": "infantry 3"},
        options=both,
    )
    here.state.command[here.block(HQ)] = ACTIVE | INVASION
    here.state.command[here.block("so-hq-west")] = ACTIVE | PARA
    land(here.begin(MOVEMENT), "Feodosia")
    here.play(Drop(here.block("so-hq-west"), here.block("so-para-4"), here.hex("Feodosia")))
    assert here.game.rules.assaults.repulse_number(here.state, here.hex("Feodosia")) == 1
    to_combat(here).play(Roll((2, 3, 1)))
    assert here.told(Rolled)[0].repulses == 1


# ---- 15.6: evacuations


@clause("EF-15.6a")
def test_an_invasion_hq_brings_one_unit_from_any_coast_of_its_sea_into_its_port() -> None:
    units = {"Sevastopol": f"{HQ} 2", "Izmail": f"{UNIT} 3", "Tulcea": f"{OTHER} 3", "Minsk": "so-inf-18 2"}
    here = invading(units)
    assert evacuees(here) == {UNIT, OTHER}
    evacuate(here)
    assert here.is_at(UNIT, "Sevastopol")
    assert evacuees(here) == set()
    assert here.refusal(Evacuate(here.block(HQ), here.block(OTHER))).because == "no_invasion_headquarters"


@clause("EF-15.6a", "EF-6.21a")
def test_nobody_is_evacuated_into_a_full_port_or_from_inland() -> None:
    full = invading({"Sevastopol": f"{HQ} 2, infantry 2, infantry 2, infantry 2", "Izmail": f"{UNIT} 3"})
    assert full.refusal(Evacuate(full.block(HQ), full.block(UNIT))).clause == "EF-6.21a"
    inland = invading({"Sevastopol": f"{HQ} 2", "Minsk": f"{UNIT} 3"})
    assert inland.refusal(Evacuate(inland.block(HQ), inland.block(UNIT))).clause == "EF-15.6a"


@clause("EF-15.6a", "EF-15.6b", "EF-15.6e")
def test_a_unit_leaves_an_enemy_port_by_evacuation_without_pursuit_while_friends_stay() -> None:
    here = invading({"Sevastopol": f"{HQ} 2", "Varna": f"{UNIT} 3, {OTHER} 3"}, {"Varna": "infantry 3"})
    here.state.axis_defends |= 1 << here.hex("Varna")
    here.fix_control()
    evacuate(here)
    assert here.is_at(UNIT, "Sevastopol")
    assert not here.told(Rolled)


def retreating(unit: str, axis: str = "infantry 3") -> Position:
    """The last unit of a battle at Varna waits to be evacuated; everything else has moved."""
    here = invading({"Sevastopol": f"{HQ} 2", "Varna": f"{unit} 3"}, {"Varna": axis})
    here.state.axis_defends |= 1 << here.hex("Varna")
    here.fix_control()
    evacuate(here, unit)
    assert here.is_at(unit, "Varna")
    return here.end_phase().play(Rearguard(here.block(unit)))


@clause("EF-15.6c", "EF-15.6b", "EF-6.42g", "EF-6.41b")
def test_the_last_unit_of_a_battle_is_pursued_as_if_it_had_speed_one() -> None:
    here = retreating(UNIT)
    here.play(Roll((5, 1, 1)))
    fire = here.told(Rolled)[0]
    assert (fire.kind, fire.lowest, fire.hits) == ("pursuit", 5, 1)  # infantry of speed 2 is faster
    here.play(Evacuate(here.block(HQ), here.block(UNIT)))
    assert here.is_at(UNIT, "Sevastopol")
    assert here.value(UNIT) == 2


@clause("EF-15.5b", "EF-15.6c", "EF-6.42g")
def test_the_coastal_army_boards_at_speed_two() -> None:
    here = retreating(COASTAL)
    here.play(Roll((5, 5, 6)))
    assert (here.told(Rolled)[0].lowest, here.told(Rolled)[0].hits) == (6, 1)


@clause("EF-15.6c")
def test_pursuit_may_eliminate_the_evacuated_unit() -> None:
    here = retreating(UNIT)
    here.play(Roll((6, 6, 6)))
    assert here.told(Eliminated)[0].cause == "pursuit"
    assert here.state.phase == COMBAT
    assert not here.state.evacuations


@clause("EF-15.6b")
def test_the_last_unit_needs_an_evacuation_even_from_a_friendly_port() -> None:
    here = soviets(
        {"Moscow": "supreme 3", "Sevastopol": f"{HQ} 2", "Odessa": f"{UNIT} 3"}, {"Odessa": "infantry 3"}, soviet_holds=("Odessa",)
    )
    here.state.axis_defends = 0
    here.fix_control()
    here.state.command[here.game.rules.units.supreme[SOVIET]] = ACTIVE
    here.state.command[here.block(HQ)] = ACTIVE | INVASION
    here.begin(MOVEMENT)
    assert here.refusal(NavalMove(here.block(UNIT), here.hex("Sevastopol"))).clause == "EF-15.6b"
    assert evacuees(here) == {UNIT}


@clause("EF-15.6a", "EF-6.41f")
def test_a_rearguard_stays_when_its_port_has_filled_up() -> None:
    units = {"Sevastopol": f"{HQ} 2, infantry 2, infantry 2", "Simferopol": f"so-hq-west 2, {OTHER} 3", "Varna": f"{UNIT} 3"}
    here = soviets(units, {"Varna": "infantry 3"})
    here.state.axis_defends |= 1 << here.hex("Varna")
    here.fix_control()
    here.state.command[here.block(HQ)] = ACTIVE | INVASION
    here.state.command[here.block("so-hq-west")] = ACTIVE
    evacuate(here.begin(MOVEMENT)).play(Move(here.block(OTHER), here.hex("Sevastopol")))
    here.end_phase().play(Rearguard(here.block(UNIT)))
    here.play(Roll((1, 1, 1)))
    assert here.is_at(UNIT, "Varna")


@clause("EF-15.6d")
def test_a_unit_on_an_open_beach_starves_in_the_enemy_supply_phase() -> None:
    here = position("s42", soviet={"Izmail": f"{UNIT} 3"}, axis={"Kishinev": "infantry 3"}, active=AXIS, options=SEA)
    here.begin(SUPPLY)
    assert here.state.flags[here.block(UNIT)] & UNSUPPLIED
    assert here.value(UNIT) == 2


@clause("EF-15.4a", "EF-0.2d")
def test_the_enemy_learns_of_a_landing_when_all_moves_are_shown() -> None:
    here = land(at_sevastopol({"Varna": "infantry 3"}), "Varna")
    assert here.game.view(here.state, AXIS).beaches == ()
    here.end_phase()
    view = here.game.view(here.state, AXIS)
    assert view.beaches == (here.hex("Varna"),)
    (sight,) = [sight for sight in view.blocks.seen if sight.location == here.hex("Varna")]
    assert (sight.block, sight.handle in view.landed) == (-1, True)
