"""Section 7.7: who fires, with how many dice, who is hit, who leaves."""

import pytest

from blockfront.blocks import effects
from blockfront.core.actions import Roll
from blockfront.core.chance import Dice
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_east.aids.battle_scene import battle, dice, fight, shots
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET
from blockfront.games.blocks_series.actions import EndPhase, Fly, Resolve, Retreat, TakeLoss
from blockfront.games.blocks_series.events import BattleClosed, Eliminated, HalfHit, LostStep, Revealed, Rolled, RoundBegan
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import (
    AIR_TO_AIR,
    AIR_TO_GROUND,
    ANTI_AIRCRAFT,
    ARTILLERY,
    GROUND,
    FireContext,
)
from blockfront.games.blocks_series.state import COMBAT
from blockfront.games.blocks_series.steps.battle import ATTACK, BattleFrame


@clause("BE-6.0a", "BE-6.0b", "BE-3.11a", "BE-3.13f", "BE-7.7.5b")
def test_a_unit_rolls_its_strength_with_the_firepower_of_its_tech() -> None:
    here = battle("g-41pz 5, g-1k 4", "s-3mc 3, s-8a 3")
    assert dice(here, "Poltava", GROUND, AXIS) == [(4, 6), (5, 5)]
    assert dice(here, "Poltava", GROUND, SOVIET) == [(3, 6), (3, 5)]


@clause("BE-6.1.1b", "BE-6.2.2c")
def test_tech_three_hits_harder() -> None:
    here = battle("g-41pz 5, g-1k 4", "infantry 3", month="1944-10")
    assert dice(here, "Poltava", GROUND, AXIS) == [(4, 6), (5, 4)]
    defending = battle("g-41pz 5, g-1k 4", "infantry 3", month="1944-10", active="soviet", held_by="axis")
    assert dice(defending, "Poltava", GROUND, AXIS) == [(4, 5), (5, 4)]


@clause("BE-7.7.6f", "BE-7.7.6b", "BE-7.7.7a", "BE-7.7.7b", "BE-3.16a", "BE-3.17a")
@pytest.mark.parametrize(("strength", "expected"), [(5, 2), (3, 1), (1, 1)])
def test_forest_halves_the_attacker_only(strength: int, expected: int) -> None:
    here = battle(f"g-41pz {strength}", "infantry 3", "Luga")
    assert dice(here, "Luga", GROUND, AXIS) == [(expected, 5)]
    assert dice(here, "Luga", GROUND, SOVIET) == [(3, 6)]


@clause("BE-7.7.6i", "BE-7.7.6c", "BE-3.3d")
def test_a_major_city_helps_its_defenders() -> None:
    here = battle("g-1k 4, g-18a 4", "infantry 3, s-art1 4", "Kharkov")
    assert dice(here, "Kharkov", GROUND, AXIS) == [(2, 6)]
    assert dice(here, "Kharkov", ARTILLERY, AXIS) == [(4, 5)], "support units suffer no terrain"
    assert dice(here, "Kharkov", GROUND, SOVIET) == [(3, 5)]
    assert dice(here, "Kharkov", ARTILLERY, SOVIET) == [(4, 6)]


@clause("BE-7.7.6j", "BE-3.3e", "BE-3.3i")
def test_a_minor_city_changes_nothing_of_its_own() -> None:
    assert dice(battle("g-1k 4", "infantry 3", "Rzhev"), "Rzhev", GROUND, AXIS) == [(2, 6)], "forest"
    assert dice(battle("g-1k 4", "infantry 3", "Sumy"), "Sumy", GROUND, AXIS) == [(4, 6)]


@clause("BE-7.7.6k", "BE-3.3h")
def test_a_fortress_adds_to_its_city() -> None:
    here = battle("g-41pz 5, g-18a 4, g-1fk 4", "infantry 3", "Sevastopol")
    assert dice(here, "Sevastopol", GROUND, AXIS) == [(1, 5)], "three maluses"
    assert dice(here, "Sevastopol", ARTILLERY, AXIS) == [(1, 5)], "two maluses"
    assert dice(here, "Sevastopol", AIR_TO_GROUND, AXIS) == [(1, 5)]
    assert dice(here, "Sevastopol", GROUND, SOVIET) == [(3, 3)], "three bonuses"


@clause("BE-7.7.6l")
def test_a_bunker_in_a_swamp_counts_twice() -> None:
    here = battle("g-41pz 5, g-18a 4", "infantry 3", "Solone Ozero")
    assert dice(here, "Solone Ozero", GROUND, AXIS) == [(1, 5)]
    assert dice(here, "Solone Ozero", ARTILLERY, AXIS) == [(2, 5)]
    assert dice(here, "Solone Ozero", GROUND, SOVIET) == [(3, 5)]


@clause("BE-7.7.6g", "BE-7.7.6h")
def test_rivers_count_in_the_first_round() -> None:
    here = battle("g-1k 4", "infantry 3", "Cherkassy", came_from="Cherkassy E1")
    assert dice(here, "Cherkassy", GROUND, AXIS) == [(2, 6)]
    assert dice(here, "Cherkassy", GROUND, SOVIET) == [(3, 5)]
    assert dice(here, "Cherkassy", GROUND, AXIS, round_=2) == [(4, 6)]
    assert dice(here, "Cherkassy", GROUND, SOVIET, round_=2) == [(3, 6)]


@clause("BE-7.7.6h")
def test_the_river_bonus_needs_all_attackers_to_have_crossed() -> None:
    here = battle("g-1k 4, g-2k 4", "infantry 3", "Cherkassy", came_from="Cherkassy E1")
    here.state.entered[here.block("g-2k")] = here.hex("Cherkassy W1")
    assert dice(here, "Cherkassy", GROUND, SOVIET) == [(3, 6)]
    assert sorted(dice(here, "Cherkassy", GROUND, AXIS)) == [(2, 6), (4, 6)]


@clause("BE-7.7.6m")
def test_a_strait_halves_twice() -> None:
    here = battle("g-1k 4", "infantry 3", "Taman", came_from="Kerch")
    assert dice(here, "Taman", GROUND, AXIS) == [(1, 6)], "arrow and swamp: three maluses"
    assert dice(here, "Taman", GROUND, SOVIET) == [(3, 5)]
    assert dice(here, "Taman", GROUND, AXIS, round_=2) == [(2, 6)]


@clause("BE-6.1.2a", "BE-6.1.2b", "BE-14.0d")
def test_mountain_troops_are_at_home_in_the_hills() -> None:
    here = battle("g-49geb 3", "s-mtn 2", "Grozny")
    assert dice(here, "Grozny", GROUND, AXIS) == [(1, 6)], "the city alone"
    assert dice(here, "Grozny", GROUND, SOVIET)[0][1] == 4, "city and hills"


@clause("BE-7.7.7c", "BE-7.7.7d", "BE-R36")
def test_units_pool_what_halving_leaves_over() -> None:
    here = battle("g-41pz 3, g-10k 3", "infantry 3", "Luga")
    assert sorted(dice(here, "Luga", GROUND, AXIS)) == [(1, 5), (2, 6)], "the weakest rolls the third die"


@clause("BE-6.1.4a", "BE-6.1.4d", "BE-7.7.4a", "BE-7.7.4b", "BE-7.7.4c", "BE-R33", "BE-7.7d")
def test_artillery_fires_first_and_loses_a_step_by_it() -> None:
    here = battle("g-18a 4, g-1k 4", "s-8a 4, s-art1 4")
    fight(here, (1, 1, 1, 1), (1, 1, 1, 1))
    assert here.strength("g-18a") == 2
    assert here.strength("s-art1") == 2
    steps = [(event.step, event.side) for event in here.told(Rolled)]
    assert steps == [("artillery", AXIS), ("artillery", SOVIET)]
    fight(here, (1,) * 4, (1,) * 4)
    assert [(event.step, event.side) for event in here.told(Rolled)][2:] == [("ground", SOVIET), ("ground", AXIS)]


@clause("BE-6.1.4e", "BE-7.7.4d", "BE-R22")
def test_artillery_without_ammunition_is_silent() -> None:
    here = battle("g-18a 0, g-1k 4", "s-8a 4, fighter 3")
    assert dice(here, "Poltava", ARTILLERY, AXIS) == []
    assert len(dice(here, "Poltava", ANTI_AIRCRAFT, AXIS)) == 1


@clause("BE-6.1.4b", "BE-6.1.4c", "BE-6.4d")
def test_lone_artillery_does_not_fire_in_the_first_round() -> None:
    here = battle("g-18a 4", "infantry 3", active="soviet", held_by="axis", others={"Poltava W1": "g-1k 4"})
    assert dice(here, "Poltava", ARTILLERY, AXIS) == []
    assert dice(here, "Poltava", ARTILLERY, AXIS, round_=2) == [(4, 5)]
    fight(here, (1, 1, 1))
    assert here.told(RoundBegan), "it survived"
    again = battle("g-18a 4", "infantry 3", active="soviet", held_by="axis", others={"Poltava W1": "g-1k 4"})
    again.begin(COMBAT)
    again.play(Roll((1, 1, 1)))
    assert Retreat(again.block("g-18a"), again.hex("Poltava W1")) in again.legal()


@clause("BE-7.7.5a", "BE-3.15a", "BE-7.7.5c")
def test_defenders_fire_first_and_their_hits_count_at_once() -> None:
    here = fight(battle("g-1k 4", "s-8a 4"), (6, 6, 1, 1), (1, 1))
    rolls = here.told(Rolled)
    assert [(event.side, len(event.faces), event.hits) for event in rolls] == [(SOVIET, 4, 2), (AXIS, 2, 0)]


@clause("BE-7.7.8a", "BE-7.7.8b", "BE-7.7.8c", "BE-3.15d", "BE-R37")
def test_a_step_of_two_takes_two_hits() -> None:
    here = fight(battle("g-1k 4", "s-1sh 7", month="1941-11"), (1,) * 7, (6, 1, 1, 1))
    assert here.strength("s-1sh") == 7
    assert len(here.told(HalfHit)) == 1
    fight(here, (1,) * 7, (6, 1, 1, 1))
    assert here.strength("s-1sh") == 5


@clause("BE-7.7.8d", "BE-7.7.10a", "BE-3.15c")
def test_half_hits_are_forgotten_when_the_battle_is_over() -> None:
    here = fight(battle("g-1k 1", "s-1sh 7", month="1941-11"), (6, 1, 1, 1, 1, 1, 1))
    assert here.told(Eliminated)[0].block == here.block("g-1k")
    assert here.told(BattleClosed)
    again = fight(battle("g-1k 4, g-2k 1", "s-1sh 7", month="1941-11"), (6, 6, 6, 6, 1, 1, 1), (6,))
    assert again.state.flags[again.block("s-1sh")]
    fight(again, (6,) * 7)
    assert not again.flags("s-1sh")


@clause("BE-7.7.9a", "BE-7.7.9b", "BE-3.15b", "BE-R38")
def test_the_strongest_takes_the_hit_and_equals_are_chosen() -> None:
    here = battle("g-1k 4, g-2k 3", "s-8a 4").begin(COMBAT)
    here.play(Roll((6, 6, 1, 1)))
    assert here.strength("g-1k") == 3, "the first hit left no choice"
    assert set(here.legal()) == {TakeLoss(here.block("g-1k")), TakeLoss(here.block("g-2k"))}
    here.play(TakeLoss(here.block("g-2k")))
    assert (here.strength("g-1k"), here.strength("g-2k")) == (3, 2)


@clause("BE-7.7.10b", "BE-7.7.10c", "BE-R39", "BE-7.7.11a")
def test_a_unit_at_zero_survives_in_company_and_dies_alone() -> None:
    here = fight(battle("g-18a 1, g-1k 2", "s-8a 4"), (1,), (6, 1, 1, 1), (1,))
    assert (here.strength("g-18a"), here.strength("g-1k")) == (0, 1), "its shot cost the guns their last step"
    fight(here, (6, 6, 1, 1))
    assert [event.block for event in here.told(Eliminated)] == [here.block("g-1k"), here.block("g-18a")]


@clause("BE-7.7.1a", "BE-7.7.1b", "BE-7.7.1c", "BE-7.7.1e", "BE-7.7.12b", "BE-7.7d")
def test_aircraft_fight_each_other_first() -> None:
    here = battle("g-jg54 3, g-1fk 4, g-1k 4", "s-bal-f 3, s-bal-b 2, s-8a 4", "Sumy")
    assert sorted(dice(here, "Sumy", AIR_TO_AIR, AXIS)) == [(3, 5), (4, 6)]
    assert dice(here, "Sumy", AIR_TO_AIR, SOVIET) == [(3, 6)], "bombers of TECH 1 do not fire"
    bombers = battle("g-1fk 4, g-1k 4", "s-bal-b 2, s-8a 4", "Sumy")
    assert dice(bombers, "Sumy", AIR_TO_AIR, AXIS) == [], "no fighter, no air combat"


@clause("BE-7.7.1d", "BE-7.7.13a", "BE-7.7.18a", "BE-7.7.16a")
def test_air_rounds_follow_each_other_and_aircraft_may_leave_between() -> None:
    here = battle("g-jg54 3, g-1k 4", "s-bal-f 3, s-8a 4", "Sumy").begin(COMBAT)
    here.play(Roll((1, 1, 1)), Roll((1, 1, 1)))
    assert here.side == SOVIET
    fighter = here.block("s-bal-f")
    targets = {action.to for action in here.legal() if isinstance(action, Fly)}
    assert here.hex("Kursk") in targets
    assert here.hex("Moscow") not in targets, "further than five hexes"
    here.play(Fly(fighter, here.hex("Kursk")))
    assert here.is_at("s-bal-f", "Kursk")
    assert [event.step for event in here.told(Rolled)] == ["air_to_air", "air_to_air"]
    assert here.side == AXIS
    assert here.legal() == [EndPhase()], "the German fighters are too far from home to leave"
    here.play(EndPhase())
    assert here.side == CHANCE, "the air battle is over and the guns fire"


@clause("BE-6.5a", "BE-7.7.2a", "BE-7.7.2b", "BE-7.7.2c", "BE-7.7.2d", "BE-R31", "BE-R32")
@pytest.mark.parametrize(
    ("place", "guns"), [("Kharkov", (2, 6)), ("Sevastopol", (2, 5)), ("Sumy", (1, 6)), ("Armjansk", (1, 5)), ("Poltava W1", None)]
)
def test_units_and_places_fire_at_aircraft(place: str, guns: tuple[int, int] | None) -> None:
    here = battle("g-jg54 3, g-1k 4", "s-8a 2, s-3mc 3", place)
    fired = dice(here, place, ANTI_AIRCRAFT, SOVIET)
    assert fired[:2] == [(2, 6), (3, 5)]
    assert fired[2:] == ([guns] if guns else [])


@clause("BE-7.7.2e", "BE-7.7.2f", "BE-7.7.9c")
def test_anti_aircraft_fire_hits_aircraft_and_costs_no_ammunition() -> None:
    here = fight(battle("g-1fk 4, g-1k 4", "s-8a 2, s-art1 4", "Poltava W1"), (6, 1, 6, 1, 1, 1))
    assert here.strength("g-1fk") == 2
    assert here.strength("s-art1") == 4


@clause("BE-7.7.2g")
def test_terrain_halves_the_guns_of_attacking_combat_units() -> None:
    here = battle("g-1k 4, g-18a 4", "s-8a 3, fighter 3", "Luga")
    assert sorted(dice(here, "Luga", ANTI_AIRCRAFT, AXIS)) == [(2, 6), (4, 5)]


@clause("BE-7.7.3a", "BE-7.7.3b", "BE-7.7.3c", "BE-7.6c", "BE-6.3.1a", "BE-6.3.1b", "BE-6.3.2a", "BE-6.3.2b")
def test_bombing_by_tech() -> None:
    here = battle("g-jg54 3, g-1fk 4, g-1k 4", "s-8a 3", "Poltava W1")
    assert sorted(dice(here, "Poltava W1", AIR_TO_GROUND, AXIS)) == [(3, 6), (4, 5)]
    soviet = battle("g-1k 4", "s-bal-f 3, s-bal-b 2, s-8a 4", "Poltava W1", active="soviet", held_by="axis")
    assert dice(soviet, "Poltava W1", AIR_TO_GROUND, SOVIET) == [(2, 6)]
    assert shots(soviet, "Poltava W1", AIR_TO_GROUND, AXIS) == []


@clause("BE-6.3.1d", "BE-6.3.2f", "BE-7.6.1b", "BE-7.6.1c", "BE-R29")
def test_fighters_scramble_and_bombers_are_caught_on_the_ground() -> None:
    here = battle("g-1fk 4", "s-bal-f 3, s-bal-b 2", "Sumy")
    fire, state = here.game.rules.fire, here.state
    first, second = FireContext(here.hex("Sumy"), 1, True), FireContext(here.hex("Sumy"), 2, True)
    assert fire.is_in_the_air(state, here.block("s-bal-f"), first)
    assert not fire.is_in_the_air(state, here.block("s-bal-b"), first)
    assert fire.is_in_the_air(state, here.block("s-bal-b"), second)
    assert fire.targets(state, first, AIR_TO_GROUND, SOVIET) == [here.block("s-bal-b")]


@clause("BE-R29", "BE-7.7.13a")
def test_bombers_that_were_caught_on_the_ground_may_leave_when_the_round_is_over() -> None:
    here = battle("g-1fk 4, g-1k 4", "s-bal-b 2, s-8a 4", "Sumy").begin(COMBAT)
    bomber = here.block("s-bal-b")
    flights: dict[int, bool] = {}
    while not here.told(RoundBegan):
        if here.side == CHANCE:
            thrown = here.game.chance(here.state)
            assert isinstance(thrown, Dice)
            here.play(Roll((1,) * thrown.count))
            continue
        stage = BattleFrame(*here.state.frames[-1]).stage
        if here.side == SOVIET:
            flights[stage] = any(isinstance(action, Fly) and action.block == bomber for action in here.legal())
        here.play(EndPhase())
    assert flights.pop(ATTACK), "after ground combat"
    assert not any(flights.values()), "and not before"


@clause("BE-R29", "BE-7.7.3d")
def test_the_last_step_of_a_bomber_can_still_take_off() -> None:
    here = battle("g-1fk 4, g-1k 4", "s-bal-b 1, s-8a 4", "Sumy")
    assert here.game.rules.fire.may_take_off(here.state, here.block("s-bal-b"))


@clause("BE-6.3.2e", "BE-R23")
def test_long_range_bombers_fight_one_round() -> None:
    here = battle("g-1k 4", "s-lr1 3, s-8a 3", active="soviet", held_by="axis")
    fire, bomber = here.game.rules.fire, here.block("s-lr1")
    assert bomber in fire.fighting(here.state, FireContext(here.hex("Poltava"), 1, True), SOVIET)
    assert bomber not in fire.fighting(here.state, FireContext(here.hex("Poltava"), 2, True), SOVIET)


@clause("BE-7.7a", "BE-7.7b", "BE-7.7c", "BE-3.22c", "BE-1.3a")
def test_the_attacker_chooses_the_order_and_faces_turn_up_when_a_battle_begins() -> None:
    here = battle("g-1k 4", "s-8a 4")
    other = here.hex("Sumy")
    for key, side in (("g-2k", AXIS), ("s-11a", SOVIET)):
        effects.set_steps(here.state, here.block(key), 3)
        effects.place(here.state, here.block(key), side, other)
        here.state.shown[here.block(key)] = other
    here.state.battles |= 1 << other
    here.begin(COMBAT)
    assert set(here.legal()) == {Resolve(here.hex("Poltava")), Resolve(other)}
    here.play(Resolve(other))
    assert {block for block, _ in here.told(Revealed)[0].blocks} == {here.block("g-2k"), here.block("s-11a")}


@clause("BE-7.7.12a", "BE-7.7.13b", "BE-7.7.13c", "BE-7.7.14a", "BE-7.7.14d")
def test_rounds_go_on_until_one_side_has_left() -> None:
    here = battle("g-1k 4", "s-8a 4").begin(COMBAT)
    here.play(Roll((1,) * 4), Roll((1,) * 4))
    assert here.side == SOVIET
    retreats = [action for action in here.legal() if isinstance(action, Retreat)]
    here.play(retreats[0])
    assert here.told(BattleClosed)
    assert here.holds(AXIS, "Poltava")


@clause("BE-7.7.14b", "BE-7.7.14c", "BE-7.7.15a", "BE-7.7.15b", "BE-7.7.17a", "BE-R40", "BE-R41")
def test_retreats_lead_to_friendly_hexes_out_of_enemy_zones() -> None:
    here = battle("g-1k 4", "s-8a 4", others={"Poltava SW1": "g-2k 4"}).begin(COMBAT)
    here.play(Roll((1,) * 4), Roll((1,) * 4))
    targets = {action.to for action in here.legal() if isinstance(action, Retreat)}
    assert here.hex("Poltava E1") in targets
    assert here.hex("Poltava W1") not in targets, "in the zone of the other corps"
    assert here.hex("Poltava SE1") not in targets


@clause("BE-6.1.1e", "BE-7.7.15c")
def test_static_infantry_never_retreats() -> None:
    here = fight(battle("g-1k 4", "s-st-kiev 2"), (1, 1), (1,) * 4)
    assert here.told(RoundBegan)
    assert here.side != SOVIET


@clause("BE-R79", "BE-7.7.12a")
def test_where_nobody_can_fire_the_attack_ends() -> None:
    here = battle("romania fighter 2", "s-art1 0", "Poltava W1")
    fight(here)
    assert here.told(BattleClosed)
    assert not here.told(LostStep)
