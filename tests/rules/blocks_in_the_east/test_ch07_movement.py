"""Sections 7.4, 7.5, 7.6, 7.8 and 7.10: rail moves, marches, flights, reaction, blitz, exploitation."""

from random import Random

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_east.aids.battle_scene import battle
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_series.actions import BlitzMove, EndPhase, Fly, Move, RailMove, Resolve
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import BattleClosed, Eliminated, Encountered, LostStep, Surrendered
from blockfront.games.blocks_series.state import (
    AIR_MOVEMENT,
    ATTACKED,
    BLITZ,
    COMBAT,
    EXPLOITATION,
    IN_FLIGHT,
    MARKED,
    MOVEMENT,
    REACTION,
    STRATEGIC_RAIL,
)
from blockfront.games.blocks_series.steps.base import privately
from blockfront.games.blocks_series.steps.blitz import BlitzPhase
from blockfront.games.blocks_series.steps.encounters import AirReturns


def targets(here: Position, key: str) -> set[int]:
    block = here.block(key)
    return {action.to for action in here.legal() if isinstance(action, Move | Fly | RailMove | BlitzMove) and action.block == block}



# ---- marching


@clause("BE-7.5.3a", "BE-6.1.1a", "BE-6.1.3a", "BE-6.2.1a", "BE-6.2.1b", "BE-6.2.2a", "BE-6.2.2b")
@pytest.mark.parametrize(
    ("key", "month", "points"),
    [("s-8a", "1941-07", 3), ("g-1k", "1941-07", 4), ("s-8a", "1942-03", 4), ("s-3mc", "1941-07", 3), ("g-41pz", "1941-07", 4)],
)
def test_movement_points_follow_tech(key: str, month: str, points: int) -> None:
    here = position(month=month)
    assert here.game.rules.movement.allowance(here.state, here.block(key)) == points


@clause("BE-7.5.3b", "BE-7.5.3c", "BE-7.5.3e", "BE-3.18b")
@pytest.mark.parametrize(("terrain", "cost"), [("clear", 1), ("forest", 2), ("hill", 2), ("mountain", 3), ("swamp", 3)])
def test_entering_costs_by_terrain(terrain: str, cost: int) -> None:
    board = position().game.rules.board
    costs = {points for points, hexes in board.entry_costs[0] if hexes & board.terrain[terrain]}
    assert costs == {cost}


@clause("BE-3.18a", "BE-3.18b", "BE-4.4b")
def test_one_point_does_not_open_a_forest() -> None:
    here = position(soviet={"Novgorod": "s-8a 3"}, active="soviet")
    here.state.flags[here.block("s-8a")] |= MARKED
    here.begin(MOVEMENT)
    reached = targets(here, "s-8a")
    assert here.hex("Luga") not in reached
    assert all(here.game.rules.board.terrain["clear"] >> hex_ & 1 for hex_ in reached)


@clause("BE-7.5a", "BE-7.5.3f", "BE-7.5.1a")
def test_a_move_may_be_made_in_legs() -> None:
    here = position(axis={"Sumy": "g-41pz 5"}).begin(MOVEMENT)
    block = here.block("g-41pz")
    here.play(Move(block, here.hex("Sumy E1")), Move(block, here.hex("Sumy E2")))
    assert here.game.rules.movement.points_left(here.state, block) == 2
    here.play(Move(block, here.hex("Sumy E4")))
    assert here.refusal(Move(block, here.hex("Sumy E3"))).clause == "BE-7.5.3f"


@clause("BE-7.5.3g", "BE-R71", "BE-3.22b")
def test_a_unit_stops_where_it_meets_the_enemy() -> None:
    here = position(axis={"Sumy": "g-41pz 5"}, soviet={"Sumy E1": "infantry 3"}).begin(MOVEMENT)
    block = here.block("g-41pz")
    here.play(Move(block, here.hex("Sumy E1"), here.hex("Sumy")))
    assert here.game.rules.movement.points_left(here.state, block) == 0
    assert here.state.entered[block] == here.hex("Sumy")
    assert here.holds(SOVIET, "Sumy E1"), "a battle hex is not taken yet"


@clause("BE-7.5.4a", "BE-7.5.4b", "BE-7.5.4c")
def test_water_and_half_hexes_are_barred() -> None:
    here = position()
    zone = here.game.rules.powers.territory(here.state, here.block("g-1k"))
    assert not zone & here.game.rules.board.map.sea_mask
    assert not zone >> here.hex("Sverdlovsk") & 1
    assert here.game.rules.board.playable >> here.hex("Teheran") & 1, "on the map, though Persia is neutral"
    assert zone >> here.hex("Salla") & 1


@clause("BE-7.5.5a", "BE-7.5.5b", "BE-7.5.5c")
def test_the_kerch_strait() -> None:
    with_fortress = position(axis={"Kerch": "g-1k 4, g-41pz 5"}, axis_holds=("Sevastopol",)).begin(MOVEMENT)
    assert with_fortress.hex("Taman") in targets(with_fortress, "g-1k")
    assert with_fortress.hex("Taman") not in targets(with_fortress, "g-41pz"), "the far shore is not friendly"
    with_fortress.play(Move(with_fortress.block("g-1k"), with_fortress.hex("Taman")))
    assert with_fortress.state.spent[with_fortress.block("g-1k")] == 3
    both = position(axis={"Kerch": "g-41pz 5"}, axis_holds=("Sevastopol", "Taman")).begin(MOVEMENT)
    assert both.hex("Taman") in targets(both, "g-41pz")
    without = position(axis={"Kerch": "g-1k 4"}).begin(MOVEMENT)
    assert without.hex("Taman") not in targets(without, "g-1k")


@clause("BE-6.1.1d")
def test_static_infantry_goes_by_rail_only() -> None:
    here = position(soviet={"Kiev": "s-st-kiev 2"}, active="soviet", points={"ussr": 3})
    assert here.block("s-st-kiev") not in here.game.rules.movement.movable(here.state, SOVIET)
    here.begin(STRATEGIC_RAIL)
    assert here.hex("Kharkov") in targets(here, "s-st-kiev")


# ---- railways


@clause("BE-7.4b", "BE-7.4c", "BE-7.4d", "BE-7.4f", "BE-7.4g", "BE-R26", "BE-R27")
def test_rail_moves_cost_a_point_and_keep_away_from_the_enemy() -> None:
    units = {"Kursk": "s-8a 3", "Smolensk": "s-11a 3", "Tula": "s-6iak 3"}
    here = position(soviet=units, axis={"Smolensk W1": "g-1k 4"}, active="soviet", points={"ussr": 2}).begin(STRATEGIC_RAIL)
    assert not targets(here, "s-11a"), "next to the enemy"
    assert here.hex("Vitebsk") not in targets(here, "s-8a")
    assert here.hex("Moscow") in targets(here, "s-8a")
    assert here.hex("Moscow") in targets(here, "s-6iak")
    here.play(RailMove(here.block("s-8a"), here.hex("Moscow")))
    assert here.points("ussr") == 1
    here.play(RailMove(here.block("s-6iak"), here.hex("Kursk")))
    assert here.legal() == [EndPhase()], "nothing left to pay with"
    here.end_phase()
    assert here.block("s-8a") in here.game.rules.movement.movable(here.state, SOVIET)


@clause("BE-7.4a", "BE-R25", "BE-R77")
def test_rail_moves_are_limited() -> None:
    names = ("Kursk", "Orel", "Tula", "Kaluga", "Kharkov", "Voronezh")
    units = {name: f"{key} 3" for name, key in zip(names, ("s-8a", "s-11a", "s-14a", "s-23a", "s-3a", "s-4a"), strict=True)}
    here = position(soviet=units, active="soviet", points={"ussr": 20}).begin(STRATEGIC_RAIL)
    for key, place in (("s-8a", "Gorki"), ("s-11a", "Kazan"), ("s-14a", "Penza"), ("s-23a", "Saratov"), ("s-3a", "Tambov")):
        here.play(RailMove(here.block(key), here.hex(place)))
    assert here.legal() == [EndPhase()]


@clause("BE-7.4a", "BE-7.4e")
def test_axis_rail_moves_outside_the_soviet_union_are_free_of_limits() -> None:
    here = position(axis={"Berlin": "g-1k 4", "Breslau": "g-2k 4"}, points={"germany": 20}).begin(STRATEGIC_RAIL)
    assert here.hex("Warsaw") in targets(here, "g-1k")
    assert here.hex("Minsk") not in targets(here, "g-1k"), "the railway ends at one's own front"
    here.play(RailMove(here.block("g-1k"), here.hex("Warsaw")))
    assert not any(here.state.rail_moves)


# ---- in the air


@clause("BE-7.5.2a", "BE-7.5.2b", "BE-7.6.1a", "BE-3.10d")
def test_missions_within_range() -> None:
    soviet = {"Kaunas": "infantry 3", "Minsk": "infantry 3", "Smolensk": "infantry 3"}
    here = position(axis={"Königsberg": "g-jg54 3", "Tilsit": "g-1fk 4", "Memel": "g-2fk 4"}, soviet=soviet).begin(AIR_MOVEMENT)
    assert here.hex("Kaunas") in targets(here, "g-jg54")
    assert here.hex("Minsk") not in targets(here, "g-jg54")
    assert here.hex("Minsk") in targets(here, "g-1fk")
    here.play(Fly(here.block("g-jg54"), here.hex("Kaunas")), Fly(here.block("g-1fk"), here.hex("Kaunas")))
    assert here.flags("g-1fk") & IN_FLIGHT
    assert here.hex("Kaunas") not in targets(here, "g-2fk"), "two air units are the most"


@clause("BE-7.7.3d", "BE-6.1.4e")
def test_an_air_unit_at_zero_flies_no_missions() -> None:
    here = position(axis={"Jassy": "r-ftr 0", "Kishinev": "r-mtn 3"}, soviet={"Kishinev": "infantry 3"}).begin(AIR_MOVEMENT)
    assert here.hex("Kishinev") not in targets(here, "r-ftr")


@clause("BE-7.6a", "BE-7.6b", "BE-3.10d")
def test_the_defender_sends_aircraft_to_battles() -> None:
    here = position(
        axis={"Kaunas": "g-1k 4"}, soviet={"Kaunas": "s-8a 3", "Vilnius": "s-bal-b 2", "Riga": "s-bal-f 3", "Moscow": "s-6iak 3"}
    ).begin(REACTION)
    assert here.side == SOVIET
    assert targets(here, "s-bal-f") == {here.hex("Kaunas")}
    assert not targets(here, "s-6iak"), "too far away"
    here.play(Fly(here.block("s-bal-f"), here.hex("Kaunas")))
    here.end_phase()
    assert here.is_at("s-bal-f", "Kaunas")
    assert here.step in ("CombatPhase", "Battle")


@clause("BE-7.6.2a", "BE-7.6.2c", "BE-R30")
def test_aircraft_flee_from_overrun_airfields() -> None:
    here = position(axis={"Kaunas W1": "g-41pz 5"}, soviet={"Kaunas": "s-bal-f 3"}).begin(MOVEMENT)
    here.play(Move(here.block("g-41pz"), here.hex("Kaunas"), here.hex("Kaunas W1"))).deal()
    assert here.told(Encountered)[-1].hexes == (here.hex("Kaunas"),)
    assert here.side == SOVIET
    assert here.strength("s-bal-f") == 2
    here.play(Fly(here.block("s-bal-f"), here.hex("Riga")))
    assert here.holds(AXIS, "Kaunas")
    assert not here.state.battles


@clause("BE-7.6.2a", "BE-R30")
def test_a_march_onto_hidden_blocks_tells_that_they_are_not_all_aircraft() -> None:
    """Aircraft alone would flee. Whoever marches in learns something and cannot take the march back; of faces seen before nobody learns."""
    for is_known in (False, True):
        here = position(axis={"Kaunas W1": "g-41pz 5"}, soviet={"Kaunas": "s-8a 3"}).begin(MOVEMENT)
        if is_known:
            here.state.seen_steps[here.block("s-8a")] = 3
        here.play(Move(here.block("g-41pz"), here.hex("Kaunas"), here.hex("Kaunas W1")))
        found = here.told(Encountered)
        assert bool(found) != is_known
        assert all(event.reveals and not event.hexes and event.seen_by == privately(AXIS) for event in found)


@clause("BE-7.5.3g", "BE-E42")
def test_aircraft_alone_stop_nobody_and_ground_units_do() -> None:
    for company, goes_on in (("s-bal-f 3", True), ("s-bal-f 3, s-8a 3", False)):
        here = position(axis={"Kaunas W1": "g-41pz 5"}, soviet={"Kaunas": company}).begin(MOVEMENT)
        tank = here.block("g-41pz")
        before = here.game.rules.movement.points_left(here.state, tank)
        here.play(Move(tank, here.hex("Kaunas"), here.hex("Kaunas W1"))).deal()
        if goes_on:
            here.play(Fly(here.block("s-bal-f"), here.hex("Riga")))
        (cost,) = (cost for cost, hexes in here.game.rules.board.entry_costs[0] if hexes >> here.hex("Kaunas") & 1)
        assert here.game.rules.movement.points_left(here.state, tank) == (before - cost if goes_on else 0)
        assert any(isinstance(action, Move) and action.block == tank for action in here.legal()) == goes_on


@clause("BE-7.6.2a", "BE-1.3a")
def test_their_owner_can_flee_whatever_he_thinks_has_come() -> None:
    others = {"Tilsit": "g-jg54 3, g-1fk 4", "Memel": "g-2fk 4"}
    here = position(axis={"Kaunas W1": "g-41pz 5", **others}, soviet={"Kaunas": "s-bal-f 3"}).begin(MOVEMENT)
    here.play(Move(here.block("g-41pz"), here.hex("Kaunas"), here.hex("Kaunas W1"))).deal()
    view = here.game.view(here.state, SOVIET)
    for seed in range(12):
        assert list(here.game.legal(here.game.guess(view, Random(seed)), SOVIET)) == here.legal()


@clause("BE-7.6.2b")
def test_aircraft_that_cannot_flee_surrender() -> None:
    here = position(axis={"Kaunas W1": "g-41pz 5"}, soviet={"Kaunas": "s-bal-f 1"}).begin(MOVEMENT)
    here.play(Move(here.block("g-41pz"), here.hex("Kaunas"), here.hex("Kaunas W1"))).end_phase()
    assert here.told(Surrendered)[0].block == here.block("s-bal-f")
    assert here.points("germany") == 1
    assert here.holds(AXIS, "Kaunas")


@clause("BE-7.8.1a", "BE-7.8.1b", "BE-7.7.16b")
def test_air_units_return_or_are_lost() -> None:
    here = position(axis={"Kaunas": "g-1fk 4", "Tula": "g-2fk 4"}, soviet={"Kaunas": "s-bal-f 3"})
    for key in ("g-1fk", "g-2fk", "s-bal-f"):
        here.state.flags[here.block(key)] |= IN_FLIGHT
    here.run(AirReturns)
    assert here.side == SOVIET, "the inactive side first"
    here.play(Fly(here.block("s-bal-f"), here.hex("Riga"))).end_phase()
    here.play(Fly(here.block("g-1fk"), here.hex("Königsberg"))).end_phase()
    assert here.is_at("g-1fk", "Königsberg")
    assert here.told(Eliminated)[0].block == here.block("g-2fk")


# ---- blitz and exploitation


def after_battle(axis: str, soviet: dict[str, str], month: str = "1941-07") -> Position:
    """Axis units that have attacked at Sumy in this turn."""
    here = position(axis={"Sumy": axis}, soviet=soviet, month=month)
    for block in here.game.rules.fire.units_at(here.state, here.hex("Sumy"), AXIS):
        here.state.flags[block] |= ATTACKED
        here.state.fought_at[block] = here.hex("Sumy")
    here.state.phase = BLITZ
    return here.run(BlitzPhase, BlitzPhase.MOVING, 0)


@clause("BE-7.8e", "BE-6.1.4f")
def test_artillery_goes_along_where_armour_has_blitzed_into_an_empty_hex() -> None:
    here = after_battle("g-41pz 5, g-18a 4", {"Moscow": "infantry 3"})
    gun, target = here.block("g-18a"), here.hex("Sumy E1")
    assert BlitzMove(gun, target) not in here.legal(), "not before the tanks"
    here.play(BlitzMove(here.block("g-41pz"), target))
    assert BlitzMove(gun, target) in here.legal()
    assert {action.to for action in here.legal() if isinstance(action, BlitzMove) and action.block == gun} == {target}
    here.play(BlitzMove(gun, target))
    assert here.is_at("g-18a", "Sumy E1")
    assert here.legal() == [EndPhase()]


@clause("BE-6.1.4f", "BE-7.8e")
def test_artillery_of_tech_1_stays_behind() -> None:
    here = position(soviet={"Sumy": "tank 4, artillery 4"}, month="1941-07", active="soviet")
    for block in here.game.rules.fire.units_at(here.state, here.hex("Sumy"), SOVIET):
        here.state.flags[block] |= ATTACKED
        here.state.fought_at[block] = here.hex("Sumy")
    here.state.phase = BLITZ
    here.run(BlitzPhase, BlitzPhase.MOVING, 0)
    tank = next(action for action in here.legal() if isinstance(action, BlitzMove))
    here.play(tank)
    assert here.legal() == [EndPhase()]


@clause("BE-7.8a", "BE-7.8b", "BE-7.8c", "BE-R42")
def test_armour_that_attacked_goes_one_hex_further() -> None:
    here = after_battle("g-41pz 5, g-1k 4", {"Moscow": "infantry 3"})
    assert here.hex("Sumy E1") in targets(here, "g-41pz")
    assert here.hex("Sumy E2") not in targets(here, "g-41pz")
    assert not targets(here, "g-1k")
    clear = here.game.rules.board.terrain["clear"]
    assert all(clear >> hex_ & 1 for hex_ in targets(here, "g-41pz"))
    here.play(BlitzMove(here.block("g-41pz"), here.hex("Sumy E1")))
    assert not targets(here, "g-41pz"), "once only"


@clause("BE-7.8d", "BE-7.8e", "BE-7.8f", "BE-7.8g")
def test_a_blitz_battle_is_fought_at_once_with_guns_that_follow() -> None:
    here = after_battle("g-41pz 5, g-18a 4", {"Sumy E1": "s-8a 1"})
    target = here.hex("Sumy E1")
    assert BlitzMove(here.block("g-18a"), target) not in here.legal(), "only behind the armour"
    here.play(BlitzMove(here.block("g-41pz"), target))
    assert set(here.legal()) == {Resolve(target), BlitzMove(here.block("g-18a"), target)}
    here.play(BlitzMove(here.block("g-18a"), target), Resolve(target))
    here.deal()
    assert here.side == CHANCE, "no reaction, the guns fire"
    here.play(Roll((6, 1, 1, 1)))
    assert here.told(BattleClosed)
    assert here.holds(AXIS, "Sumy E1")


@clause("BE-7.8b", "BE-6.2.1a")
def test_tankettes_blitz_from_tech_two_on() -> None:
    blitz = position().game.rules.blitz
    early, late = position(month="1942-10"), position(month="1942-11")
    tankette, tank = early.block("s-12mc"), early.block("s-3mc")
    assert not blitz.is_able(early.state, tankette)
    assert blitz.is_able(late.state, tankette)
    assert blitz.is_able(early.state, tank)


@clause("BE-7.10a", "BE-7.10d")
def test_exploiting_armour_moves_again_but_avoids_the_enemy() -> None:
    here = position(axis={"Warsaw": "g-41pz 5, g-1k 4"}, soviet={"Warsaw E1": "fighter 3"}).begin(EXPLOITATION)
    assert not targets(here, "g-1k")
    reached = targets(here, "g-41pz")
    assert reached
    assert here.hex("Warsaw E1") not in reached


@clause("BE-7.0a", "BE-7.0b", "BE-3.2a")
def test_phases_without_battles_are_skipped() -> None:
    here = position(axis={"Berlin": "g-1k 4"}, soviet={"Moscow": "infantry 3"}).begin(AIR_MOVEMENT)
    here.end_phase()
    assert here.step == "Exploitation"


@clause("BE-7.7.12a", "BE-R80")
def test_winners_stay_in_the_hex() -> None:
    here = battle("g-1k 4", "s-8a 1").begin(COMBAT)
    here.play(Roll((1,)), Roll((6, 1, 1, 1)))
    assert here.is_at("g-1k", "Poltava")
    assert here.holds(AXIS, "Poltava")
    assert not here.told(LostStep)


# ---- refusals that name their reason


@clause("BE-7.4a", "BE-R25")
def test_a_train_too_many_is_refused_for_the_limit_of_its_region() -> None:
    here = position(axis={"Petrozavodsk": "g-1k 4"}, axis_holds=("finnish_attack_zone", "finnish_operations_area"), points={"germany": 9})
    here.begin(STRATEGIC_RAIL)
    block = here.block("g-1k")
    target = next(iter(targets(here, "g-1k")))
    here.state.rail_moves[:] = [0, 1]
    assert here.refusal(RailMove(block, target)).clause == "BE-7.4a"
    assert here.refusal(RailMove(block, here.hex("Moscow"))).clause == "BE-7.4d", "no railway at all"


@clause("BE-7.5.2a", "BE-7.5.2b", "BE-7.5.2d", "BE-4.4d")
def test_a_flight_is_refused_for_one_reason() -> None:
    soviet = {"Kaunas": "infantry 3", "Minsk": "infantry 3"}
    axis = {"Königsberg": "g-jg54 3", "Tilsit": "g-1fk 4", "Memel": "g-2fk 4", "Danzig": "g-1k 4"}
    here = position(axis=axis, soviet=soviet).begin(AIR_MOVEMENT)
    fighter = here.block("g-jg54")

    def why(place: str) -> tuple[str, str]:
        refusal = here.refusal(Fly(fighter, here.hex(place)))
        return refusal.because, refusal.clause

    assert why("Minsk") == ("too_far_to_fight", "BE-7.5.2b")
    assert why("Tilsit") == ("airfield_full", "BE-7.5.2d")
    assert why("Vienna") == ("too_far_to_land", "BE-7.5.2d")
    assert why("Insterburg") == ("no_airfield_there", "BE-7.5.2d")
    here.state.flags[fighter] |= MARKED
    assert why("Kaunas") == ("no_mission_without_supply", "BE-4.4d")
    here.state.flags[fighter] &= ~MARKED
    here.play(Fly(fighter, here.hex("Kaunas")))
    assert why("Danzig") == ("has_flown", "BE-7.5.2a")


@clause("BE-7.4c", "BE-7.4d")
def test_a_train_is_refused_for_one_reason() -> None:
    axis = {"Warsaw": "g-1k 4"}
    here = position(axis=axis, points={"germany": 9}).begin(STRATEGIC_RAIL)

    def why(key: str) -> str:
        return str(here.refusal(RailMove(here.block(key), here.hex("Moscow"))).because)

    assert why("g-1k") == "not_by_rail_there"
    here.state.flags[here.block("g-1k")] |= MARKED
    assert why("g-1k") == "no_train_without_supply"
    poor = position(axis=axis).begin(STRATEGIC_RAIL)
    assert poor.refusal(RailMove(poor.block("g-1k"), poor.hex("Lodz"))).because == "no_fare"


@clause("BE-7.4a", "BE-R25")
def test_estonia_is_not_scandinavia() -> None:
    here = position()
    union, north = here.game.rules.rail.limits(here.state, AXIS)
    assert union[0] >> here.hex("Narva") & 1
    assert not north[0] >> here.hex("Narva") & 1
    assert north[0] >> here.hex("Schlüsselburg") & 1


@clause("BE-7.3.2c", "BE-3.10e")
def test_who_ends_the_phase_with_too_high_a_stack_is_told_where() -> None:
    here = position(axis={"Warsaw": "g-1k 4, g-2k 4, g-10k 3"}).begin(MOVEMENT)
    refusal = here.refusal(EndPhase())
    assert (refusal.clause, refusal.values["hex"]) == ("BE-7.3.2c", here.hex("Warsaw"))
