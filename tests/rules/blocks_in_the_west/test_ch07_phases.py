"""Sections 7.0 to 7.6 and 7.8 to 7.11 of the West: the turn, production, trains, movement, blitz, exploitation."""

from typing import Any

import pytest

from blockfront.blocks import effects
from blockfront.core.actions import Roll
from blockfront.core.chance import Dice
from blockfront.core.clauses import clause
from blockfront.core.data_files import DataError
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, battle, position
from blockfront.games.blocks_in_the_west.game import make
from blockfront.games.blocks_series.actions import BlitzMove, BuyStep, Disband, EndPhase, Fly, Move, RailMove, Rebuild, Reinforce, Resolve
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import Eliminated, PhaseBegan
from blockfront.games.blocks_series.state import (
    AIR_MOVEMENT,
    AIR_RETURN,
    ATTACKED,
    BLITZ,
    COMBAT,
    EXPLOITATION,
    FINAL_SUPPLY,
    IN_FLIGHT,
    MARKED,
    MOVEMENT,
    OPEN_CITY,
    PRODUCTION,
    REACTION,
    STRATEGIC_RAIL,
    SUPPLY,
    VICTORY,
)
from blockfront.games.blocks_series.steps.calendar import Calendar
from blockfront.games.blocks_series.steps.encounters import AirReturns
from blockfront.hexes.hexset import members


def go_on(here: Position) -> None:
    """One decision: chance throws ones, players end what they can."""
    if here.side == CHANCE:
        dice = here.game.chance(here.state)
        if isinstance(dice, Dice):
            here.play(Roll((1,) * dice.count))
        here.deal()
        return
    offered = here.legal()
    here.play(EndPhase() if EndPhase() in offered else offered[0])
    here.deal()


# ---- the turn


@clause("BW-7.0a", "BW-7.0b", "BW-7.0c", "BW-7.1a", "BW-7.11e")
def test_the_phases_of_a_month() -> None:
    here = position("sbw1", axis={"Bologna": "de-1para 3", "Verona": "de-14pz 2"}, allies={"Florence": "us-2 5"}, month="1945-04")
    here.run(Calendar, Calendar.WEATHER)
    seen: list[tuple[int, int]] = []
    for _ in range(200):
        for event in here.told(PhaseBegan):
            seen.append((event.phase, event.side))
        here.events.clear()
        if here.state.month != here.game.rules.scenario.first_month:
            break
        go_on(here)
    quiet = [SUPPLY, PRODUCTION, STRATEGIC_RAIL, MOVEMENT, AIR_MOVEMENT, FINAL_SUPPLY, EXPLOITATION]  # nobody fights
    expected = [(phase, AXIS) for phase in quiet] + [(phase, ALLIES) for phase in quiet]
    assert [one for one in seen if one[0] != VICTORY][: len(expected)] == expected
    assert VICTORY in {phase for phase, _ in seen}
    assert here.state.month == here.game.rules.scenario.first_month + 1


# ---- production


@clause("BW-7.3.1a", "BW-7.3.2a", "BW-7.3.1c")
def test_where_rebuilt_units_appear() -> None:
    here = position("sbw3", axis={"Cologne": "de-81 3"}, month="1940-06", points={"germany": 30}, eliminated=("de-26", "de-16pz"))
    production, board = here.game.rules.production, here.game.rules.board
    here.begin(PRODUCTION)
    infantry = {action.hex for action in here.legal() if isinstance(action, Rebuild) and action.block == here.block("de-26")}
    germany = here.game.rules.tables.power("germany")
    home = here.game.rules.powers.homelands[germany] & (board.majors | board.fortresses)
    linked = here.game.rules.supply.sources(here.state, germany).everything
    assert infantry
    assert all((home & linked) >> hex_ & 1 for hex_ in infantry)
    tanks = {action.hex for action in here.legal() if isinstance(action, Rebuild) and action.block == here.block("de-16pz")}
    assert tanks <= set(members(board.factories("armour", here.state.month)))
    assert production.places(here.state, here.block("de-26")) & ~(board.majors | board.fortresses) == 0
    cut = position(
        "sbw3", axis={"Cologne": "de-81 3"}, allies={"Ruhr": "fr-20 4"}, month="1940-06", points={"germany": 30}, eliminated=("de-26",)
    )
    assert not cut.game.rules.production.places(cut.state, cut.block("de-26")) >> cut.hex("Ruhr") & 1  # the enemy holds it


@clause("BW-7.3.1b", "BW-R77", "BW-7.3.2b")
def test_one_new_unit_a_hex_and_two_in_a_capital() -> None:
    dead = ("fr-20", "fr-21", "fr-18", "fr-8")
    here = position("sbw3", allies={"Paris": "fr-1 4, fr-3 4"}, month="1940-06", active="allies", points={"france": 60}, eliminated=dead)
    here.begin(PRODUCTION)

    def places(key: str) -> set[int]:
        return {action.hex for action in here.legal() if isinstance(action, Rebuild) and action.block == here.block(key)}

    paris, lyon = here.hex("Paris"), here.hex("Lyon")
    assert {paris, lyon} <= places("fr-20")  # though Paris is full: arrivals may overstack
    here.play(Rebuild(here.block("fr-20"), lyon))
    assert lyon not in places("fr-21")
    here.play(Rebuild(here.block("fr-21"), paris))
    assert paris in places("fr-18")
    here.play(Rebuild(here.block("fr-18"), paris))
    assert paris not in places("fr-8")
    here.end_phase()
    here.begin(MOVEMENT)
    assert EndPhase() not in here.legal()  # until the movement phase is over the stack must be thinned out


@clause("BW-7.3e", "BW-7.3.1d", "BW-7.3.2c", "BW-7.3.3a")
def test_reinforcements_come_with_their_strength_or_wait() -> None:
    here = position("sbw3", axis={"Cologne": "de-81 3"}, month="1940-05")
    here.begin(PRODUCTION)
    assert not any(isinstance(action, Reinforce) for action in here.legal())  # they are listed for June
    june = position("sbw3", axis={"Cologne": "de-81 3"}, month="1940-06")
    june.begin(PRODUCTION)
    block = june.block("de-2a")
    assert Reinforce(block, june.hex("Aachen")) in june.legal()
    before = june.points("germany")
    june.play(Reinforce(block, june.hex("Aachen")))
    assert june.strength("de-2a") == 4
    assert june.points("germany") == before  # free of charge
    lost = position("sbw3", axis={"Cologne": "de-81 3"}, allies={"Aachen": "fr-20 4"}, month="1940-06")
    lost.begin(PRODUCTION)
    assert not any(isinstance(action, Reinforce) and action.block == block for action in lost.legal())
    lost.end_phase()
    lost.state.month += 1
    lost.state.location[lost.block("fr-20")] = -1
    lost.state.occupied[ALLIES] = 0
    lost.state.control[AXIS] |= 1 << lost.hex("Aachen")
    lost.state.control[ALLIES] &= ~(1 << lost.hex("Aachen"))
    lost.state.derived = {}
    lost.begin(PRODUCTION)
    assert Reinforce(block, lost.hex("Aachen")) in lost.legal()  # held back, and comes later without penalty


@clause("BW-7.3.4a", "BW-7.3.4b")
def test_supplied_units_may_be_dismantled_for_a_point_of_the_next_turn() -> None:
    here = position("sbw2", axis={"Frankfurt": "de-53 3, de-64 2"}, month="1945-01")
    here.state.flags[here.block("de-64")] |= MARKED
    here.begin(PRODUCTION)
    income = here.points("germany")
    assert Disband(here.block("de-53")) in here.legal()
    assert Disband(here.block("de-64")) not in here.legal()  # out of supply
    here.play(Disband(here.block("de-53")))
    here.end_phase()
    assert here.state.location[here.block("de-53")] < 0
    assert here.points("germany") == income
    here.begin(PRODUCTION)
    assert here.points("germany") == 2 * income + 1
    assert any(isinstance(action, Rebuild) and action.block == here.block("de-53") for action in here.legal())


# ---- trains


@clause("BW-7.4d", "BW-7.4b", "BW-7.4c", "BW-R96")
def test_who_came_by_train_still_marches_and_no_train_goes_past_the_enemy() -> None:
    here = position("sbw2", axis={"Frankfurt": "de-53 3"}, allies={"Metz": "us-20 4"}, month="1945-01", points={"germany": 3})
    here.begin(STRATEGIC_RAIL)
    block, board = here.block("de-53"), here.game.rules.board
    targets = {action.to for action in here.legal() if isinstance(action, RailMove) and action.block == block}
    assert targets
    assert not any(board.around(1 << here.hex("Metz")) >> to & 1 for to in targets)
    here.play(RailMove(block, min(targets)))
    here.end_phase()
    here.begin(MOVEMENT)
    assert any(isinstance(action, Move) and action.block == block for action in here.legal())


# ---- movement


@clause("BW-7.5b", "BW-7.5.3d", "BW-7.5.3e", "BW-7.5.3a")
def test_a_move_is_a_path_of_neighbouring_hexes_that_can_be_paid() -> None:
    here = position("sbw1", axis={"Modena": "de-51m 3"}, month="1945-04")
    board, block = here.game.rules.board, here.block("de-51m")
    here.begin(MOVEMENT)
    costs = {hex_: cost for cost, hexes in here.game.rules.movement.costs(here.state, block) for hex_ in members(hexes)}
    best = {here.hex("Modena"): 0}
    for _ in range(5):  # hex by hex, as the clause says
        for origin, spent in list(best.items()):
            for hex_ in members(board.by_land[origin] & here.game.rules.powers.territory(here.state, block)):
                if hex_ in costs and spent + costs[hex_] <= 4:
                    best[hex_] = min(best.get(hex_, 9), spent + costs[hex_])
    reached = {action.to for action in here.legal() if isinstance(action, Move) and action.block == block}
    assert reached == set(best) - {here.hex("Modena")}
    here.play(Move(block, next(iter(reached))))
    assert here.state.spent[block] == best[here.state.location[block]]
    here.end_phase()
    here.begin(MOVEMENT)
    assert here.state.spent[block] == 0  # what was not used is not saved


@clause("BW-7.5.2a")
def test_ground_units_move_before_air_units() -> None:
    here = position("sbw2", axis={"Frankfurt": "de-1jd 3", "Trier": "de-47pz 5"}, month="1945-01").begin(MOVEMENT)
    assert not any(isinstance(action, Fly) for action in here.legal())
    here.end_phase()
    while here.step != "AirMovement":
        go_on(here)
    assert any(isinstance(action, Fly) for action in here.legal())
    assert not any(isinstance(action, Move) for action in here.legal())


@clause("BW-7.5.3c", "BW-7.5.3k", "BW-7.5.4a")
def test_aircraft_pay_one_a_hex_over_mountains_water_and_enemies() -> None:
    here = position(
        "sbw3", axis={"Cologne": "de-8fk 4"}, allies={"London": "gb-1 4", "Lille": "gb-2 4", "Dunkirk": "gb-3 3"}, month="1940-06"
    )
    here.state.neutral = 0
    board = here.game.rules.board
    here.begin(AIR_MOVEMENT)
    london = here.hex("London")
    distance = next(number for number in range(1, 12) if board.within(here.hex("Cologne"), number) >> london & 1)
    assert distance <= 10
    assert Fly(here.block("de-8fk"), london) in here.legal()  # over the sea and past British units


@clause("BW-7.5.4a", "BW-7.5.4b")
def test_ground_units_keep_to_land_and_pay_coasts_by_their_terrain() -> None:
    here = position("sbw3", allies={"Cherbourg": "fr-20 4"}, month="1940-06", active="allies").begin(MOVEMENT)
    board = here.game.rules.board
    reached = {action.to for action in here.legal() if isinstance(action, Move)}
    assert reached
    assert all(board.map.land_mask >> hex_ & 1 for hex_ in reached)
    costs = dict(here.game.rules.movement.costs(here.state, here.block("fr-20")))
    coast = board.map.coast_mask & board.map.playable_mask
    assert costs[1] & coast == coast & board.terrain["clear"]
    assert costs[2] & coast == coast & (board.terrain["forest"] | board.terrain["hill"])


@clause("BW-7.5.5a", "BW-7.5.5b")
def test_red_arrows_cost_three_and_contested_ones_are_for_infantry() -> None:
    both, units = ("Messina", "Reggio Calabria"), {"Reggio Calabria": "de-76pz 3, de-1para 3"}
    here = position("sbw7", axis=units, month="1943-07", axis_holds=both)
    here.begin(MOVEMENT).command("de-76pz")
    messina = here.hex("Messina")
    for key in ("de-76pz", "de-1para"):
        assert Move(here.block(key), messina) in here.legal()
    here.play(Move(here.block("de-1para"), messina))
    assert here.state.spent[here.block("de-1para")] == 3
    contested = position("sbw7", axis={"Reggio Calabria": "de-76pz 3, de-1para 3"}, month="1943-07", allies_hold=("Messina",))
    contested.begin(MOVEMENT).command("de-76pz")
    assert Move(contested.block("de-1para"), messina) in contested.legal()
    assert not any(isinstance(a, Move) and a.to == messina and a.block == contested.block("de-76pz") for a in contested.legal())


@clause("BW-R28", "BW-4.4d", "BW-7.5.2d")
@pytest.mark.parametrize(("key", "place", "reach"), [("us-12f", "Florence", 10), ("us-15s", "Florence", 15)])
def test_aircraft_out_of_supply_change_base_within_half_of_twice_their_range(key: str, place: str, reach: int) -> None:
    here = position("sbw1", allies={place: f"{key} 5"}, month="1945-04", active="allies")
    block, board, air = here.block(key), here.game.rules.board, here.game.rules.air
    free = here.game.rules.definitions.free_airfields(here.state, block)
    assert air.transfers(here.state, block) == board.within(here.hex(place), 2 * reach) & free
    here.state.flags[block] |= MARKED
    assert air.transfers(here.state, block) == board.within(here.hex(place), reach) & free


@clause("BW-7.7.15c", "BW-5.1e", "BW-R36")
def test_who_cannot_leave_an_open_city_is_lost() -> None:
    here = position("sbw3", axis={"Reims": "de-16pz 5"}, allies={"Paris": "fr-sfm 3"}, month="1940-06", active="allies")
    here.state.turning_points |= OPEN_CITY
    here.begin(MOVEMENT)
    here.end_phase()  # static infantry does not march
    assert here.state.location[here.block("fr-sfm")] < 0
    assert [event.block for event in here.told(Eliminated)] == [here.block("fr-sfm")]


# ---- blitz and exploitation


def fresh_from_battle(**more: Any) -> Position:
    given = {"axis": {"Reims": "de-47pz 5, de-2ss 6, de-53 3"}, "month": "1945-01", "points": {"germany": 9}, **more}
    here = position("sbw2", **given)
    for key in ("de-47pz", "de-2ss", "de-53"):
        here.state.flags[here.block(key)] |= ATTACKED
        here.state.fought_at[here.block(key)] = here.hex("Reims")
    here.state.phase = COMBAT
    return here


@clause("BW-7.8a", "BW-7.8b", "BW-R30", "BW-7.8d")
def test_a_blitz_goes_one_cheap_hex_in_any_order() -> None:
    here = fresh_from_battle()
    here.begin(BLITZ)
    board = here.game.rules.board
    offered = [action for action in here.legal() if isinstance(action, BlitzMove)]
    assert {action.block for action in offered} == {here.block("de-47pz"), here.block("de-2ss")}  # not the infantry
    cheap = dict(here.game.rules.movement.costs(here.state, here.block("de-47pz")))[1]
    assert {action.to for action in offered} <= set(members(board.neighbours(here.hex("Reims")) & cheap))
    second = next(action for action in offered if action.block == here.block("de-2ss"))
    here.play(second)
    assert any(isinstance(action, BlitzMove) and action.block == here.block("de-47pz") for action in here.legal())
    assert not any(isinstance(action, BlitzMove) and action.block == here.block("de-2ss") for action in here.legal())  # once


@clause("BW-7.8f")
def test_no_blitz_in_bad_weather() -> None:
    here = fresh_from_battle()
    here.state.weather = 1
    assert not here.game.rules.blitz.is_possible(here.state)
    here.begin(BLITZ)
    assert not any(isinstance(action, BlitzMove) for action in here.legal())


@clause("BW-7.8b", "BW-7.8e")
def test_nobody_flies_to_a_blitz_battle() -> None:
    here = fresh_from_battle(allies={"Paris": "us-9f 5"})
    board = here.game.rules.board
    cheap = dict(here.game.rules.movement.costs(here.state, here.block("de-47pz")))[1]
    target = next(h for h in members(board.neighbours(here.hex("Reims")) & cheap) if board.within(here.hex("Paris"), 10) >> h & 1)
    effects.set_steps(here.state, here.block("us-8"), 3)
    effects.place(here.state, here.block("us-8"), ALLIES, target)
    here.state.shown[here.block("us-8")] = target
    here.state.derived = {}
    here.begin(BLITZ)
    here.play(BlitzMove(here.block("de-47pz"), target))
    here.play(Resolve(target))
    phases = set()
    for _ in range(6):
        phases.add(here.step)
        go_on(here)
    assert "Battle" in phases
    assert "Reaction" not in phases
    assert here.state.location[here.block("us-9f")] == here.hex("Paris")


@clause("BW-7.8.1a")
def test_aircraft_come_home_the_defender_first_and_one_to_a_base() -> None:
    here = battle("de-1jd 3, de-47pz 5", "us-9f 5, us-8 5", "Reims", month="1945-01")
    here.state.flags[here.block("us-9f")] |= IN_FLIGHT
    here.state.phase = AIR_RETURN
    here.run(AirReturns)
    assert here.side == ALLIES
    homes = {action.to for action in here.legal() if isinstance(action, Fly)}
    assert homes
    here.play(next(action for action in here.legal() if isinstance(action, Fly)))
    while here.side != AXIS:
        go_on(here)
    assert any(isinstance(action, Fly) and action.block == here.block("de-1jd") for action in here.legal())
    based = position("sbw2", axis={"Frankfurt": "de-1jd 3", "Reims": "de-2jd 3"}, month="1945-01")
    based.state.flags[based.block("de-2jd")] |= IN_FLIGHT
    based.state.derived = {}
    bases = based.game.rules.air.retreats(based.state, based.block("de-2jd"))
    assert based.hex("Frankfurt") not in {action.to for action in bases if isinstance(action, Fly)}


@clause("BW-7.10b", "BW-7.10c", "BW-7.10a")
def test_exploitation_is_for_supplied_armour_and_keeps_away_from_enemies() -> None:
    front = {"Frankfurt": "de-47pz 5", "Cologne": "de-58pz 5"}
    here = position("sbw2", axis=front, allies={"Metz": "us-20 4"}, month="1945-01", points={"germany": 9})
    here.state.flags[here.block("de-58pz")] |= MARKED
    assert here.game.rules.blitz.exploiters(here.state, AXIS) == [here.block("de-47pz")]
    here.begin(EXPLOITATION)
    moves = [action for action in here.legal() if isinstance(action, Move)]
    assert moves
    assert not any(here.state.occupied[ALLIES] >> action.to & 1 for action in moves)
    near = position("sbw2", axis={"Saarbrücken": "de-47pz 5"}, allies={"Metz": "us-20 4"}, month="1945-01", points={"germany": 9})
    near.begin(EXPLOITATION)
    assert not any(isinstance(action, Move) and action.to == near.hex("Metz") for action in near.legal())
    near.begin(MOVEMENT)
    assert any(isinstance(action, Move) and action.to == near.hex("Metz") for action in near.legal())


@clause("BW-7.10b")
def test_barrels_of_the_exploitation_check_go_again() -> None:
    here = position("sbw2", axis={"Paris": "de-47pz 5"}, allies={"Reims": "us-20 4"}, month="1945-01", points={"germany": 9})
    here.begin(EXPLOITATION)
    assert here.state.flags[here.block("de-47pz")] & MARKED  # cut off now
    assert here.state.location[here.block("de-47pz")] >= 0  # but not eliminated
    here.end_phase()
    assert not here.state.flags[here.block("de-47pz")] & MARKED


@clause("BW-7.6a", "BW-7.6b")
def test_the_defender_s_aircraft_come_to_battles_in_range() -> None:
    here = battle("de-47pz 5", "us-8 5", "Reims", month="1945-01")
    effects.set_steps(here.state, here.block("us-9f"), 4)
    effects.place(here.state, here.block("us-9f"), ALLIES, here.hex("Paris"))
    here.state.derived = {}
    here.begin(REACTION)
    assert here.side == ALLIES
    assert Fly(here.block("us-9f"), here.hex("Reims")) in here.legal()
    assert not any(isinstance(action, Fly) and action.to != here.hex("Reims") for action in here.legal())


@clause("BW-2.2a", "BW-0.3c")
def test_scenarios_and_options_are_chosen_singly() -> None:
    assert make("sbw1", frozenset()).rules.scenario.first_month != make("sbw3", frozenset()).rules.scenario.first_month
    plain, elite = make("sbw2", frozenset()), make("sbw2", frozenset({"elites"}))
    assert type(plain.rules.fire) is not type(elite.rules.fire)
    assert type(plain.rules.zones).__name__ == type(elite.rules.zones).__name__
    with pytest.raises(DataError):
        make("sbw99", frozenset())


@clause("BW-7.3c")
def test_a_unit_grows_face_by_face_from_the_weakest() -> None:
    here = position("sbw2", axis={"Frankfurt": "de-53 1"}, month="1945-01", points={"germany": 9}).begin(PRODUCTION)
    for expected in (2, 3):
        here.play(BuyStep(here.block("de-53")))
        assert here.strength("de-53") == expected
    assert BuyStep(here.block("de-53")) not in here.legal()


@clause("BW-3.10e")
def test_an_overfull_hex_that_nobody_can_leave_keeps_nobody_from_ending_the_phase() -> None:
    free = {"Tunis": "us-1ad 5"}
    full = position("sbw4", allies=free | {"Algiers": "us-ike 4, ca-1 4, us-12af 4, gb-8a 4"}, month="1943-08", active="allies")
    full.begin(MOVEMENT)
    assert not any(isinstance(action, Move) and action.block == full.block("ca-1") for action in full.legal())  # the theatre ends there
    assert EndPhase() in full.legal()
    able = position("sbw4", allies=free | {"Sousse": "us-2 5, us-6 6, us-patton 4, gb-8a 4"}, month="1943-08", active="allies")
    able.begin(MOVEMENT)
    assert EndPhase() not in able.legal()


@clause("BW-3.10e", "BW-7.5.3h")
def test_a_full_hex_may_be_passed_but_not_stopped_in() -> None:
    here = position("sbw2", axis={"Cologne": "de-81 3, de-53 3, de-6a 4", "Bonn": "de-64 3"}, month="1945-01")
    here.begin(MOVEMENT)
    cologne, block = here.hex("Cologne"), here.block("de-64")
    reached = {action.to for action in here.legal() if isinstance(action, Move) and action.block == block}
    assert cologne not in reached
    layers = here.game.rules.movement.network(here.state, block)
    assert layers.open_hexes >> cologne & 1
    beyond = here.game.rules.board.by_land[cologne] & ~here.game.rules.board.within(here.hex("Bonn"), 1)
    assert any(beyond >> hex_ & 1 for hex_ in reached)


@clause("BW-0.3a")
def test_the_advanced_chapters_belong_to_the_advanced_game() -> None:
    basic, advanced = make("sbw2", frozenset()).rules, make("sbw10", frozenset()).rules
    assert not basic.headquarters.commanders(position("sbw2").state, AXIS)
    for chapter in ("zones", "weather", "fire", "production", "supply", "headquarters"):
        assert len(type(getattr(advanced, chapter)).__mro__) > len(type(getattr(basic, chapter)).__mro__), chapter
