"""EF-16.2, 16.3, 16.5 and 16.6: oil, lend-lease, Army Group 'E'; EF-W44.1b: the sea lane to Courland."""

import pytest

from blockfront.blocks import effects
from blockfront.core.clauses import clause
from blockfront.games.eastfront.actions import Arrive, EndPhase
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.state import AXIS, SOVIET, SUPPLY, UNSUPPLIED
from blockfront.games.eastfront.steps.production import ProductionPhase

ARMY_GROUP_E = ("ax-mtn-21", "ax-mtn-22", "ax-inf-86", "ax-mech-91")


def hq_costs(here: Position, side: int) -> tuple[int, int]:
    """What a step and a cadre of a headquarters cost a side."""
    production, hq = here.game.rules.production, here.game.rules.units.hqs[side][0]
    return production.step_cost(here.state, hq), production.cadre_cost(here.state, hq)


def base_losses(here: Position, side: int = SOVIET) -> int:
    return here.game.rules.objectives.base_penalty(here.state, side)


# ---- oil


@clause("EF-16.2a", "EF-11.42d", "EF-R51")
def test_german_headquarters_cost_more_without_ploesti() -> None:
    assert hq_costs(position("s44"), AXIS) == (10, 20)
    assert hq_costs(position("s44", soviet={"Ploesti": "infantry 3"}), AXIS) == (15, 30)


@clause("EF-16.2a")
def test_a_siege_of_ploesti_costs_nothing_while_the_railway_reaches_it() -> None:
    besieged = position("s44", axis={"Ploesti": "infantry 3"}, soviet={"Ploesti": "infantry 3"})
    assert hq_costs(besieged, AXIS) == (15, 30)  # the Soviets were there first
    besieged.state.axis_defends |= 1 << besieged.hex("Ploesti")
    assert hq_costs(besieged.fix_control(), AXIS) == (10, 20)


@clause("EF-16.2a")
def test_ploesti_cut_off_from_the_railway_counts_as_lost() -> None:
    neighbours = ("0420", "Brasov", "Sibiu", "Buzau", "0521", "Bucharest")
    here = position("s44", axis={"Ploesti": "infantry 3"}, soviet=dict.fromkeys(neighbours, "infantry 3"))
    assert here.state.friendly[AXIS] >> here.hex("Ploesti") & 1
    assert hq_costs(here, AXIS) == (15, 30)


@clause("EF-16.2b")
def test_baku_with_rail_supply_makes_up_for_ploesti() -> None:
    everything = ("ussr", "Tbilisi", "Baku")
    with_baku = position("s44", soviet={"Ploesti": "infantry 3"}, axis={"Baku": "infantry 3"}, axis_holds=everything)
    assert with_baku.game.rules.supply.sources(with_baku.state, AXIS) >> with_baku.hex("Baku") & 1
    assert hq_costs(with_baku, AXIS) == (10, 20)
    cut_off = position("s44", soviet={"Ploesti": "infantry 3"}, axis={"Baku": "infantry 3"})
    assert hq_costs(cut_off, AXIS) == (15, 30)


@clause("EF-W41.1a")
def test_axis_headquarters_cost_more_throughout_the_first_winter() -> None:
    assert hq_costs(position("w41"), AXIS) == (15, 30)
    assert hq_costs(position("w41"), SOVIET) == (10, 20)
    assert hq_costs(position("w41", soviet={"Ploesti": "infantry 3"}), AXIS) == (15, 30)


@clause("EF-W44.4a")
def test_axis_headquarters_cost_more_in_the_last_winter() -> None:
    assert hq_costs(position("w44"), AXIS) == (15, 30)


@clause("EF-16.6a")
def test_soviet_headquarters_cost_more_without_baku() -> None:
    assert hq_costs(position("s42"), SOVIET) == (10, 20)
    assert hq_costs(position("s42", axis={"Baku": "infantry 3"}), SOVIET) == (15, 30)


@clause("EF-16.61a", "EF-16.61b", "EF-R38")
@pytest.mark.parametrize("port", ["Guryev", "Astrakhan"])
def test_the_oil_route_is_cut_at_guryev_or_astrakhan(port: str) -> None:
    here = position("s42")
    level = here.game.rules.production.from_map(here.state, SOVIET) + here.state.base[SOVIET]
    assert here.game.rules.production.level(here.state, SOVIET) == level
    cut = position("s42", axis={port: "infantry 3"})
    assert base_losses(cut) == 5
    from_map = cut.game.rules.production.from_map(cut.state, SOVIET)
    assert cut.game.rules.production.level(cut.state, SOVIET) == cut.state.base[SOVIET] + from_map - 5
    assert hq_costs(cut, SOVIET) == (10, 20)


@clause("EF-16.61a")
def test_the_oil_route_needs_the_railway_from_guryev_to_the_edge() -> None:
    here = position("s42", axis={"2414": "infantry 3"})
    assert here.state.friendly[SOVIET] >> here.hex("Guryev") & 1
    assert base_losses(here) == 5


@clause("EF-16.61c", "EF-16.6a")
def test_the_loss_of_baku_and_of_the_route_do_not_add_up() -> None:
    here = position("s42", axis={"Baku": "infantry 3", "Guryev": "infantry 3"})
    assert base_losses(here) == 0
    assert hq_costs(here, SOVIET) == (15, 30)
    whole = position("s42")
    production = here.game.rules.production
    lost = production.from_map(whole.state, SOVIET) - production.from_map(here.state, SOVIET)
    assert lost >= 10  # Baku's oil, and what lies in Guryev


@clause("EF-16.61c", "EF-11.33a")
def test_baku_is_worth_twenty_to_the_axis() -> None:
    production = position("s42").game.rules.production
    all_but_baku = position("s42", axis_holds=("ussr",), soviet={"Baku": "infantry 3"})
    all_of_it = position("s42", axis_holds=("ussr",), axis={"Baku": "infantry 3"})
    gain = production.from_map(all_of_it.state, AXIS) - production.from_map(all_but_baku.state, AXIS)
    assert gain >= 20


# ---- lend-lease


@clause("EF-16.3a", "EF-R20")
def test_lend_lease_flows_while_one_arctic_line_reaches_the_east_edge() -> None:
    assert base_losses(position("s42")) == 0
    one = position("s42", axis={"Petrozavodsk": "infantry 3"})
    assert base_losses(one) == 0  # the line from Archangel is left
    both = position("s42", axis={"Petrozavodsk": "infantry 3", "1401": "infantry 3"})
    assert base_losses(both) == 5


@clause("EF-16.3a", "EF-R20")
def test_lend_lease_needs_the_whole_way() -> None:
    here = position("s42", axis={"Petrozavodsk": "infantry 3", "Vologda": "infantry 3"})
    assert here.state.friendly[SOVIET] >> here.hex("1401") & 1
    assert base_losses(here) == 5


@clause("EF-16.3a")
def test_the_axis_has_no_lend_lease_to_lose() -> None:
    assert base_losses(position("s42", soviet={"Ploesti": "infantry 3"}), AXIS) == 0


@clause("EF-16.3a", "EF-16.61a")
def test_both_losses_together_cost_ten() -> None:
    here = position("s42", axis={"Petrozavodsk": "infantry 3", "1401": "infantry 3", "Guryev": "infantry 3"})
    assert base_losses(here) == 10


# ---- Army Group 'E'


def army_group_arrivals(here: Position) -> set[tuple[str, int]]:
    keys = {here.block(key): key for key in ARMY_GROUP_E}
    offered = (action for action in here.legal(AXIS) if isinstance(action, Arrive))
    return {(keys[action.block], action.hex) for action in offered if action.block in keys}


@clause("EF-16.5a", "EF-1.7b", "EF-2.68a")
def test_army_group_e_waits_until_soviets_cross_the_boundary() -> None:
    here = position("s44", soviet={"Sofia": "infantry 3"}, month="1944-09")
    assert not here.state.west_front
    assert not army_group_arrivals(here.run(ProductionPhase, 0))
    here = position("s44", soviet={"0321": "infantry 3"}, month="1944-09")
    assert here.state.west_front
    ports = {here.hex(label) for label in ("0123", "0424", "0125", "0325", "0226", "0227", "0328")}
    assert army_group_arrivals(here.run(ProductionPhase, 0)) == {(key, port) for key in ARMY_GROUP_E for port in ports}


@clause("EF-16.5a", "EF-R21")
def test_its_units_come_with_three_one_to_a_hex() -> None:
    here = position("s44", soviet={"0321": "infantry 3"}, month="1944-09").run(ProductionPhase, 0)
    first, port = here.block("ax-mtn-21"), here.hex("0424")
    here.play(Arrive(first, port), side=AXIS)
    assert here.value("ax-mtn-21") == 3
    left = army_group_arrivals(here)
    assert {key for key, _ in left} == set(ARMY_GROUP_E[1:])
    assert port not in {hex_ for _, hex_ in left}


@clause("EF-16.5a")
def test_production_does_not_end_before_army_group_e_has_been_placed() -> None:
    here = position("s44", soviet={"0321": "infantry 3"}, month="1944-09").with_nobody_due().run(ProductionPhase, 0)
    for key in ARMY_GROUP_E:
        assert EndPhase() not in here.legal(AXIS)
        to = next(hex_ for waiting, hex_ in sorted(army_group_arrivals(here)) if waiting == key)
        here.play(Arrive(here.block(key), to), side=AXIS)
    assert EndPhase() in here.legal(AXIS)


@clause("EF-16.5a")
def test_a_port_in_soviet_hands_takes_nobody() -> None:
    here = position("s44", soviet={"0424": "infantry 3"}, month="1944-09").run(ProductionPhase, 0)
    assert here.hex("0424") not in {hex_ for _, hex_ in army_group_arrivals(here)}


@clause("EF-16.5a", "EF-1.7b")
def test_the_crossing_is_remembered_when_the_soviets_go_back() -> None:
    here = position("s44", soviet={"0321": "so-inf-5 3"}, month="1944-09")
    effects.place(here.state, here.block("so-inf-5"), SOVIET, here.hex("Sofia"))
    here.fix_control().run(ProductionPhase, 0)
    assert army_group_arrivals(here)


@clause("EF-W44.2a")
def test_in_the_last_winter_army_group_e_is_part_of_the_forces() -> None:
    here = position("w44")
    pools = [force.pool for force in here.game.rules.chain[0].sides[AXIS].forces]
    assert all(any(here.block(key) in pool for pool in pools) for key in ARMY_GROUP_E)


# ---- Courland

AROUND_COURLAND = dict.fromkeys(("Siauliai", "Memel", "Tilsit", "Jekabpils", "Riga"), "infantry 3")


def is_cut_off(here: Position) -> bool:
    here.begin(SUPPLY)
    while here.state.frames:
        here.play(EndPhase())
    return bool(here.state.flags[here.block("ax-inf-1")] & UNSUPPLIED)


@clause("EF-W44.1b", "EF-R42", "EF-R53")
def test_courland_lives_by_sea_while_danzig_is_axis_and_unengaged() -> None:
    axis = {"Ventspils": "ax-inf-1 2"}
    assert not is_cut_off(position("w44", axis=axis, soviet=AROUND_COURLAND, active=SOVIET))
    assert is_cut_off(position("w44", axis=axis, soviet=AROUND_COURLAND, active=SOVIET, soviet_holds=("Danzig",)))
    engaged = position("w44", axis=axis | {"Danzig": "infantry 3"}, soviet=AROUND_COURLAND | {"Danzig": "infantry 3"}, active=SOVIET)
    engaged.state.axis_defends |= 1 << engaged.hex("Danzig")
    assert is_cut_off(engaged)
    assert engaged.state.friendly[AXIS] >> engaged.hex("Danzig") & 1


@clause("EF-W44.1b")
def test_the_sea_lane_ends_when_ventspils_is_lost() -> None:
    taken = position("w44", axis={"Siauliai": "ax-inf-1 2"}, soviet={"Ventspils": "infantry 3", "Tilsit": "infantry 3"}, active=SOVIET)
    assert not taken.game.rules.objectives.sea_lane(taken.state, AXIS)


@clause("EF-W44.1b")
def test_no_other_scenario_has_that_sea_lane() -> None:
    assert is_cut_off(position("s44", axis={"Ventspils": "ax-inf-1 2"}, soviet=AROUND_COURLAND, active=SOVIET))
