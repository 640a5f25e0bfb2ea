"""Sections 15.1 to 15.3: sea control, naval movement, sea lanes and Siege Supply."""

import shutil
from collections.abc import Iterable
from importlib import resources
from pathlib import Path

import pytest

from blockfront.core.clauses import clause
from blockfront.core.data_files import Problems
from blockfront.games.eastfront.actions import Activate, EndPhase, Mobilise, Move, NavalMove, RailMove, Rearguard, Sustain
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.events import Eliminated, LostStep, Moved, Starved
from blockfront.games.eastfront.loading.board import board
from blockfront.games.eastfront.options.ch15_sea_power.sea_control import controlled
from blockfront.games.eastfront.options.ch15_sea_power.seas import read_seas, seas
from blockfront.games.eastfront.state import ACTIVE, AXIS, BLITZ_MOVEMENT, COMMAND, MOVEMENT, SOVIET, STRATEGIC, SUPPLY, UNSUPPLIED

SEA = frozenset({"sea_power"})


def at_sea(
    soviet: dict[str, str] | None = None,
    axis: dict[str, str] | None = None,
    *,
    scenario: str = "s42",
    active: int = SOVIET,
    axis_holds: Iterable[str] = (),
    soviet_holds: Iterable[str] = (),
) -> Position:
    return position(
        scenario,
        soviet=soviet or {},
        axis=axis or {},
        active=active,
        axis_holds=axis_holds,
        soviet_holds=soviet_holds,
        options=SEA,
    )


def sailing(soviet: dict[str, str], axis: dict[str, str] | None = None, *, value: int = 3, soviet_holds: Iterable[str] = ()) -> Position:
    """STAVKA is active in Moscow; the Soviets move."""
    here = at_sea({"Moscow": f"supreme {value}", **soviet}, axis, soviet_holds=soviet_holds)
    here.state.command[here.game.rules.units.supreme[SOVIET]] = ACTIVE
    return here.begin(MOVEMENT)


def ports_for(here: Position, key: str) -> set[str]:
    """Ports a unit may sail to."""
    moves = [action for action in here.legal() if isinstance(action, NavalMove) and action.block == here.block(key)]
    return {here.game.rules.board.name(move.to) for move in moves}


def sail(here: Position, key: str, to: str) -> Position:
    return here.play(NavalMove(here.block(key), here.hex(to)))


def supplied(here: Position, side: int, place: str) -> bool:
    """Whether a rail/sea line runs into a place."""
    return bool(here.game.rules.railways.supplied(here.state, side) >> here.hex(place) & 1)


def seas_of(here: Position, side: int) -> set[str]:
    mask = controlled(here.state, side)
    return {name for n, name in enumerate(seas().names) if mask >> n & 1}


INFANTRY = "so-inf-12"

# ---- 15.1: sea control


@clause("EF-15.1a", "EF-1.45c")
def test_the_holder_of_the_naval_base_controls_the_sea() -> None:
    here = at_sea()
    assert seas_of(here, SOVIET) == {"western_black_sea", "eastern_black_sea", "sea_of_azov", "northern_caspian", "southern_caspian"}
    assert seas_of(here, AXIS) == {"eastern_baltic", "gulf_of_finland", "gulf_of_riga"}
    taken = at_sea(axis={"Sevastopol": "infantry 3"}, soviet={"Riga": "infantry 3"})
    assert "western_black_sea" in seas_of(taken, AXIS)
    assert "western_black_sea" not in seas_of(taken, SOVIET)
    assert "gulf_of_riga" in seas_of(taken, SOVIET)


@clause("EF-15.1a", "EF-R42")
def test_an_engaged_base_still_serves_the_original_defender() -> None:
    here = at_sea({"Sevastopol": "infantry 3"}, {"Sevastopol": "infantry 3"})
    here.state.axis_defends &= ~(1 << here.hex("Sevastopol"))
    assert "western_black_sea" in seas_of(here.fix_control(), SOVIET)
    here.state.axis_defends |= 1 << here.hex("Sevastopol")
    assert "western_black_sea" in seas_of(here.fix_control(), AXIS)


@clause("EF-15.1b")
def test_the_axis_has_no_navy_on_the_caspian() -> None:
    here = at_sea(axis={"Astrakhan": "infantry 3", "Baku": "infantry 3"})
    assert not {"northern_caspian", "southern_caspian"} & seas_of(here, AXIS)
    assert not {"northern_caspian", "southern_caspian"} & seas_of(here, SOVIET)


@clause("EF-15.1c", "EF-1.38b")
def test_the_mediterranean_and_lakes_are_closed() -> None:
    assert "mediterranean" not in seas().names
    assert board().map.hex("Salonika") not in seas().ports
    assert {board().map.areas[name].kind for name in seas().names} == {"sea"}


def test_mistakes_in_the_lists_of_seas_are_named_with_their_lines(tmp_path: Path) -> None:
    data = resources.files("blockfront.games.eastfront") / "data"
    for name in ("seas.csv", "straits.csv"):
        with resources.as_file(data / name) as source:
            shutil.copy(source, tmp_path / name)
    (tmp_path / "seas.csv").write_text("sea,base,navies\nwestern_blak_sea,Sevastopol,axis\nsea_of_azov,Rostof,axis\n")
    problems = Problems()
    read_seas(tmp_path, board(), problems)
    text = "\n".join(map(str, problems))
    assert "seas.csv:2: sea 'western_blak_sea'" in text
    assert "did you mean 'western_black_sea'" in text
    assert "seas.csv:3: base 'Rostof'" in text
    assert "straits.csv:3: sea 'eastern_black_sea'" in text


# ---- 15.2: naval movement


@clause("EF-15.2a", "EF-6.53b", "EF-6.53d")
def test_a_naval_move_is_a_supreme_move_for_each_sea_crossed() -> None:
    here = sailing({"Sevastopol": f"{INFANTRY} 3", "Odessa": "infantry 3", "Batumi": "infantry 3"})
    assert ports_for(here, INFANTRY) >= {"Odessa", "Batumi"}
    sail(here, INFANTRY, "Odessa")
    assert here.state.supreme_moves == 5
    assert here.state.flags[here.block(INFANTRY)] & STRATEGIC
    assert here.refusal(Move(here.block(INFANTRY), here.hex("Nikolaev"))).clause == "EF-6.53d"


@clause("EF-15.2a")
def test_two_seas_cost_two_supreme_moves_and_are_too_far_for_one() -> None:
    here = sailing({"Odessa": f"{INFANTRY} 3"}, value=1)
    sail(here, INFANTRY, "Batumi")
    assert here.state.supreme_moves == 0
    here = sailing({"Odessa": f"{INFANTRY} 3, so-inf-13 3", "Sevastopol": "infantry 3"}, value=1)
    sail(here, "so-inf-13", "Sevastopol")
    assert ports_for(here, INFANTRY) == set()  # the one move left does not reach Batumi; Odessa has let a unit go


@clause("EF-15.2a", "EF-4.42d")
def test_without_an_active_supreme_headquarters_nobody_sails() -> None:
    here = at_sea({"Sevastopol": f"{INFANTRY} 3, so-hq-south 2", "Odessa": "infantry 3"})
    here.state.command[here.block("so-hq-south")] = ACTIVE
    here.begin(MOVEMENT)
    assert ports_for(here, INFANTRY) == set()
    assert here.refusal(NavalMove(here.block(INFANTRY), here.hex("Odessa"))).clause == "EF-15.2a"


@clause("EF-1.45a")
def test_ports_are_of_no_use_without_the_option() -> None:
    here = position("s42", soviet={"Moscow": "supreme 3", "Sevastopol": f"{INFANTRY} 3", "Odessa": "infantry 3"}, active=SOVIET)
    here.state.command[here.game.rules.units.supreme[SOVIET]] = ACTIVE
    here.begin(MOVEMENT)
    assert ports_for(here, INFANTRY) == set()
    assert here.refusal(NavalMove(here.block(INFANTRY), here.hex("Odessa"))).because == "not_offered"


@clause("EF-15.2b", "EF-15.1a")
def test_only_friendly_ports_in_controlled_seas_are_reached() -> None:
    here = sailing({"Sevastopol": f"{INFANTRY} 3", "Tallinn": "infantry 3"})
    assert ports_for(here, INFANTRY) == {"Batumi", "Novorossiysk"}
    assert here.refusal(NavalMove(here.block(INFANTRY), here.hex("Odessa"))).clause == "EF-15.2b"
    without = sailing({"Batumi": f"{INFANTRY} 3"}, {"Sevastopol": "infantry 3"})
    assert ports_for(without, INFANTRY) == {"Novorossiysk"}


@clause("EF-15.2b")
def test_a_unit_must_start_in_a_port() -> None:
    here = sailing({"Tuapse": f"{INFANTRY} 3"})
    assert ports_for(here, INFANTRY) == set()


@clause("EF-15.2b", "EF-15.2c")
def test_no_naval_move_ends_in_a_battle() -> None:
    here = sailing({"Sevastopol": f"{INFANTRY} 3", "Odessa": "infantry 3"}, {"Odessa": "infantry 3"}, soviet_holds=("Odessa",))
    here.state.axis_defends = 0
    here.fix_control()
    assert here.state.friendly[SOVIET] >> here.hex("Odessa") & 1
    assert "Odessa" not in ports_for(here, INFANTRY)
    assert "Novorossiysk" in ports_for(here, INFANTRY)


@clause("EF-15.2c", "EF-6.53e", "EF-15.6b")
def test_units_disengage_from_a_friendly_port_by_sea_but_the_last_one_does_not_retreat() -> None:
    here = sailing({"Odessa": f"{INFANTRY} 3, so-inf-13 3", "Sevastopol": "infantry 2"}, {"Odessa": "infantry 3"})
    here.state.axis_defends = 0
    here.fix_control()
    assert "Sevastopol" in ports_for(here, INFANTRY)
    sail(here, "so-inf-13", "Sevastopol")
    assert ports_for(here, INFANTRY) == set()
    alone = sailing({"Odessa": f"{INFANTRY} 3", "Sevastopol": "infantry 2"}, {"Odessa": "infantry 3"})
    alone.state.axis_defends = 0
    alone.fix_control()
    assert ports_for(alone, INFANTRY) == set()
    assert alone.refusal(NavalMove(alone.block(INFANTRY), alone.hex("Sevastopol"))).clause == "EF-15.6b"


@clause("EF-15.6e")
def test_nobody_leaves_an_enemy_port_by_naval_movement() -> None:
    here = sailing({"Odessa": f"{INFANTRY} 3, so-inf-13 3", "Sevastopol": "infantry 2"}, {"Odessa": "infantry 3"})
    here.state.axis_defends |= 1 << here.hex("Odessa")
    here.fix_control()
    assert ports_for(here, INFANTRY) == set()


@clause("EF-15.21a", "EF-1.45b", "EF-R41")
def test_a_minor_port_takes_one_unit_a_turn_and_a_major_port_two() -> None:
    units = "so-inf-12 3, so-inf-13 3"
    here = sailing({"Batumi": units, "Sevastopol": "so-inf-18 3", "Odessa": "infantry 2", "Nikolaev": "infantry 2"})
    sail(here, "so-inf-12", "Odessa")
    assert "Odessa" not in ports_for(here, "so-inf-13")
    assert here.refusal(NavalMove(here.block("so-inf-13"), here.hex("Odessa"))).clause == "EF-15.21a"
    sail(here, "so-inf-13", "Sevastopol")  # the second to leave Batumi
    assert "Batumi" not in ports_for(here, "so-inf-18")
    sail(here, "so-inf-18", "Nikolaev")  # the second at Sevastopol
    assert here.state.ports_used.count(here.hex("Sevastopol")) == 2


@clause("EF-15.21a")
def test_leaving_counts_against_the_capacity_of_a_minor_port() -> None:
    here = sailing({"Odessa": "so-inf-12 3, so-inf-13 3", "Sevastopol": "infantry 2", "Nikolaev": "infantry 2"})
    sail(here, "so-inf-12", "Sevastopol")
    assert ports_for(here, "so-inf-13") == set()
    assert here.refusal(NavalMove(here.block("so-inf-13"), here.hex("Nikolaev"))).clause == "EF-15.21a"


@clause("EF-1.39d", "EF-15.42a")
@pytest.mark.parametrize("shore", ["Kerch", "Novorossiysk"])
def test_an_enemy_shore_closes_the_strait_to_ships(shore: str) -> None:
    open_strait = sailing({"Batumi": f"{INFANTRY} 3"}, soviet_holds=("Kerch", "Novorossiysk"))
    assert "Rostov" in ports_for(open_strait, INFANTRY)
    other = {"Kerch", "Novorossiysk"} - {shore}
    closed = sailing({"Batumi": f"{INFANTRY} 3"}, {shore: "infantry 3"}, soviet_holds=other)
    assert "Rostov" not in ports_for(closed, INFANTRY)


@clause("EF-1.45d")
def test_a_port_on_two_seas_is_used_from_both() -> None:
    here = sailing({"Kerch": f"{INFANTRY} 3", "Mariupol": "infantry 2"}, soviet_holds=("Novorossiysk",))
    sail(here, INFANTRY, "Mariupol")
    assert here.state.supreme_moves == 5
    here = sailing({"Kerch": f"{INFANTRY} 3", "Mariupol": "infantry 2"}, soviet_holds=("Novorossiysk",))
    sail(here, INFANTRY, "Batumi")
    assert here.state.supreme_moves == 5


@clause("EF-6.53c")
def test_a_unit_goes_by_rail_or_by_sea_in_a_turn_never_both() -> None:
    here = sailing({"Batumi": f"{INFANTRY} 3"})
    assert [action for action in here.legal() if isinstance(action, RailMove)]
    here.play(RailMove(here.block(INFANTRY), here.hex("Kutaisi")))
    assert ports_for(here, INFANTRY) == set()


@clause("EF-5.62b", "EF-5.62c")
def test_a_supreme_headquarters_mobilises_by_sea() -> None:
    here = at_sea({"Sevastopol": "supreme 1", "Novorossiysk": "infantry 2"})
    stavka = here.game.rules.units.supreme[SOVIET]
    here.state.command[stavka] = ACTIVE
    here.begin(MOVEMENT)
    here.play(Mobilise(stavka, here.hex("Novorossiysk"), sea=True))
    assert here.state.location[stavka] == here.hex("Novorossiysk")
    assert here.game.rules.headquarters.value(here.state, stavka) == 0
    assert here.state.ports_used == [here.hex("Sevastopol"), here.hex("Novorossiysk")]


@clause("EF-15.2a", "EF-0.2a")
def test_the_enemy_sees_a_voyage_only_when_all_moves_are_shown() -> None:
    here = sailing({"Sevastopol": f"{INFANTRY} 3", "Odessa": "infantry 3"})
    sail(here, INFANTRY, "Batumi")
    assert not here.told(Moved, AXIS)
    assert here.told(Moved, SOVIET)[0].mode == "naval"


# ---- 15.3: sea supply


@clause("EF-15.3a", "EF-15.3b", "EF-9.31a")
def test_a_sea_lane_carries_a_rail_line_on_to_another_port() -> None:
    here = at_sea()
    assert supplied(here, SOVIET, "Sevastopol")
    assert not supplied(position("s42"), SOVIET, "Sevastopol")
    landed = at_sea({"Odessa": "infantry 3", "Tiraspol": "infantry 3"})
    assert supplied(landed, SOVIET, "Odessa")
    assert supplied(landed, SOVIET, "Tiraspol")  # on by rail from Odessa
    assert landed.game.rules.supply.in_reach(landed.state, SOVIET) >> landed.hex("Kishinev") & 1


@clause("EF-15.3a", "EF-15.1a")
def test_no_sea_lane_without_sea_control() -> None:
    here = at_sea({"Odessa": "infantry 3"}, {"Sevastopol": "infantry 3"})
    assert not supplied(here, SOVIET, "Odessa")


@clause("EF-15.3b", "EF-9.31b", "EF-11.32a", "EF-R40")
def test_a_city_with_sea_supply_produces() -> None:
    by_sea, by_land = at_sea({"Odessa": "infantry 3"}), position("s42", soviet={"Odessa": "infantry 3"})
    yields = [here.game.rules.production.from_map(here.state, SOVIET) for here in (by_sea, by_land)]
    assert yields[0] - yields[1] == sum(c.value for c in board().map.production if c.name == "Odessa")
    assert yields[0] > yields[1]


@clause("EF-15.3a", "EF-R53")
@pytest.mark.parametrize("scenario", ["s41", "w41", "s42", "w42", "s43", "w43", "s44", "w44"])
def test_sea_supply_adds_nothing_to_the_stated_productions(scenario: str) -> None:
    here = at_sea(scenario=scenario)
    setup = here.game.rules.scenario_of(here.state).sides
    levels = [here.game.rules.production.level(here.state, side) for side in (AXIS, SOVIET)]
    assert levels == [side.start_production for side in setup]


@clause("EF-1.39d", "EF-15.3a")
def test_sea_supply_does_not_pass_a_strait_with_an_enemy_shore() -> None:
    """Mariupol, cut off by land, hangs on Batumi's lane through the strait."""
    cut = {"Stalino": "infantry 3", "Voroshilovgrad": "infantry 3", "Kamensko": "infantry 3", "1317": "infantry 3"}
    around = {**cut, "Tikhoretsk": "infantry 3", "Rostov E1": "infantry 3"}
    closed = at_sea({"Rostov": "infantry 3", "Mariupol": "infantry 3"}, around)
    assert not supplied(closed, SOVIET, "Mariupol")
    opened = at_sea({"Rostov": "infantry 3", "Mariupol": "infantry 3", "Kerch": "infantry 3"}, around, soviet_holds=("Novorossiysk",))
    assert supplied(opened, SOVIET, "Mariupol")


@clause("EF-15.31a")
def test_a_sea_lane_runs_into_an_engaged_port_but_not_through_it() -> None:
    here = at_sea({"Odessa": "infantry 3", "Tiraspol": "infantry 3"}, {"Odessa": "infantry 3"})
    here.state.axis_defends = 0
    here.fix_control()
    assert supplied(here, SOVIET, "Odessa")
    assert not supplied(here, SOVIET, "Tiraspol")


@clause("EF-15.31a", "EF-R42")
def test_no_lane_leads_on_from_an_engaged_port() -> None:
    """Batumi is engaged: it still gives sea control, but its railway goes no further."""
    here = at_sea({"Batumi": "infantry 3", "Sevastopol": "infantry 3"}, {"Batumi": "infantry 3"}, axis_holds=("Novorossiysk",))
    here.state.axis_defends = 0
    here.fix_control()
    assert "eastern_black_sea" in seas_of(here, SOVIET)
    assert not supplied(here, SOVIET, "Sevastopol")


def besieged(soviet: str, *, place: str = "Odessa") -> Position:
    """The Soviets, first there, are besieged in a port; it is the Axis turn's Supply Phase."""
    around = {"Odessa": ("Tiraspol", "Nikolaev", "Balta", "Pervomaisk")}.get(place, ("Simferopol", "Feodosia"))
    axis = {place: "infantry 3", **dict.fromkeys(around, "infantry 3")}
    here = at_sea({place: soviet}, axis, active=AXIS)
    here.state.axis_defends = 0
    return here.fix_control().begin(SUPPLY)


@clause("EF-15.31b", "EF-R17")
def test_siege_supply_saves_the_last_step_of_one_unit() -> None:
    here = besieged("so-inf-12 1, so-inf-13 1, so-inf-18 3")
    assert here.side == SOVIET
    assert set(here.legal()) == {Sustain(here.block("so-inf-12")), Sustain(here.block("so-inf-13"))}
    here.play(Sustain(here.block("so-inf-13")))
    assert here.value("so-inf-13") == 1
    assert here.value("so-inf-18") == 2
    assert [event.block for event in here.told(Eliminated)] == [here.block("so-inf-12")]


@clause("EF-15.31b", "EF-0.2a")
def test_the_enemy_cannot_tell_starving_units_apart_by_the_order_in_which_they_starve() -> None:
    around = dict.fromkeys(("Odessa", "Tiraspol", "Nikolaev", "Balta", "Pervomaisk"), "infantry 3")
    here = at_sea({"Odessa": "so-inf-12 3, so-inf-13 3, so-inf-18 3"}, around, active=AXIS)
    here.state.axis_defends = 0
    first, second = here.block("so-inf-12"), here.block("so-inf-13")
    here.state.handle[first], here.state.handle[second] = here.state.handle[second], here.state.handle[first]
    here.fix_control().begin(SUPPLY)
    here.play(Sustain(first))
    handles = [event.handle for event in here.told(Starved, AXIS)]
    assert handles == sorted(handles)
    assert len(handles) == 3
    blocks = [event.block for event in here.told(LostStep, SOVIET)]
    assert blocks == sorted(blocks)


@clause("EF-15.31b", "EF-R17")
def test_above_cadre_level_siege_supply_saves_nothing() -> None:
    here = besieged("so-inf-12 3")
    assert not here.state.frames
    assert here.value("so-inf-12") == 2
    assert here.state.flags[here.block("so-inf-12")] & UNSUPPLIED
    cadre = besieged("so-inf-12 1")
    assert cadre.value("so-inf-12") == 1


@clause("EF-15.31b")
def test_a_besieged_port_supplies_nobody_next_to_it() -> None:
    here = at_sea({"Odessa": "infantry 3", "Tiraspol": f"{INFANTRY} 3"}, {"Odessa": "infantry 3"}, active=AXIS)
    here.state.axis_defends = 0
    here.fix_control()
    assert not here.game.rules.supply.in_reach(here.state, SOVIET) >> here.hex("Tiraspol") & 1


@clause("EF-15.31b")
def test_a_port_that_the_railway_reaches_as_well_is_fully_supplied() -> None:
    here = at_sea({"Batumi": f"{INFANTRY} 1"}, {"Batumi": "infantry 3"}, active=AXIS)
    here.state.axis_defends = 0
    here.fix_control().begin(SUPPLY)
    assert not here.state.flags[here.block(INFANTRY)] & UNSUPPLIED


@clause("EF-15.31c")
def test_fortress_supply_takes_the_place_of_siege_supply_at_sevastopol() -> None:
    here = besieged("so-inf-12 3, so-inf-13 1", place="Sevastopol")
    here.play(Sustain(here.block("so-inf-12")))
    assert here.value("so-inf-12") == 3  # the largest keeps every step
    assert [event.block for event in here.told(Eliminated)] == [here.block("so-inf-13")]


@clause("EF-W44.1b", "EF-R42")
def test_courland_has_no_lane_while_danzig_is_engaged() -> None:
    ring = {"Riga": "infantry 3", "0507": "infantry 3", "0408": "infantry 3"}
    here = at_sea(ring, {"Ventspils": "ax-inf-1 3", "Danzig": "infantry 3"}, scenario="w44", active=SOVIET)
    assert here.game.rules.supply.in_reach(here.state, AXIS) >> here.hex("Ventspils") & 1
    fought = at_sea({**ring, "Danzig": "infantry 3"}, {"Ventspils": "ax-inf-1 3", "Danzig": "infantry 3"}, scenario="w44", active=SOVIET)
    fought.state.axis_defends |= 1 << fought.hex("Danzig")
    fought.fix_control()
    assert fought.state.friendly[AXIS] >> fought.hex("Danzig") & 1
    assert not fought.game.rules.supply.in_reach(fought.state, AXIS) >> fought.hex("Ventspils") & 1


@clause("EF-15.2a", "EF-6.53e")
def test_naval_moves_belong_to_the_first_movement_phase() -> None:
    here = sailing({"Sevastopol": f"{INFANTRY} 3", "Novorossiysk": "infantry 3", "Rostov": "so-hq-south 2"})
    here.end_phase()
    here = at_sea({"Moscow": "supreme 3", "Sevastopol": f"{INFANTRY} 3", "Rostov": "so-hq-south 2"}).begin(COMMAND)
    stavka = here.game.rules.units.supreme[SOVIET]
    here.play(Activate(stavka), Activate(here.block("so-hq-south"), True)).end_phase()
    assert ports_for(here, INFANTRY)
    here.end_phase()
    assert here.state.phase == BLITZ_MOVEMENT
    assert EndPhase() in here.legal()
    assert ports_for(here, INFANTRY) == set()
    assert not [action for action in here.legal() if isinstance(action, Rearguard)]
