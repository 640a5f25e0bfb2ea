"""Chapter 6: land movement, engaging and disengaging, retreats, supreme command."""

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.games.eastfront.actions import BuyStep, Mobilise, Move, RailMove, Rearguard, Strike
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.events import Eliminated, LostStep, Moved, Rolled
from blockfront.games.eastfront.state import ACTIVE, AXIS, BLITZ, BLITZ_MOVEMENT, MOVEMENT, SOVIET
from blockfront.games.eastfront.steps.production import ProductionPhase

SOUTH = ("Rostov", "Rostov E1", "Rostov E2", "Kamensko", "Kamensko E1", "Mariupol", "Voroshilovgrad", "Millerovo", "Salsk")


def moving(axis: dict[str, str], soviet: dict[str, str], *, hq: str = "ax-hq-south", blitz: bool = False) -> Position:
    """The Axis moves in the south with an active headquarters; the ground north of the Caucasus is its own."""
    here = position("s42", axis=axis, soviet=soviet, axis_holds=SOUTH, active=AXIS)
    here.state.command[here.block(hq)] = BLITZ if blitz else ACTIVE
    return here.begin(MOVEMENT)


def targets(here: Position, key: str) -> set[int]:
    """Hexes a unit may end a land move in."""
    block = here.block(key)
    return {action.to for action in here.legal() if isinstance(action, Move) and action.block == block}


def go(here: Position, key: str, to: str, *, by: str = "", out: str = "") -> Position:
    entry, way_out = (here.hex(by) if by else -1), (here.hex(out) if out else -1)
    return here.play(Move(here.block(key), here.hex(to), entry, way_out))


HQ = "ax-hq-south 3"


@clause("EF-6.1a", "EF-6.1d", "EF-1.31a")
def test_a_unit_moves_up_to_its_speed_through_empty_hexes_whoever_holds_them() -> None:
    here = moving({"Kamensko": f"ax-pz-41 4, ax-inf-1 3, {HQ}"}, {"Astrakhan": "infantry 3"})
    board = here.game.rules.board
    armor, infantry = targets(here, "ax-pz-41"), targets(here, "ax-inf-1")
    origin = here.hex("Kamensko")
    assert max(board.distance(origin, hex_) for hex_ in armor) == 3
    assert max(board.distance(origin, hex_) for hex_ in infantry) == 2
    assert here.hex("Rostov E1") in infantry
    assert here.hex("Kotelnikovo") in infantry  # on the Soviet side of the line


@clause("EF-6.1b", "EF-1.35a", "EF-2.24b")
def test_mountains_stop_all_but_cavalry() -> None:
    here = position("s42", soviet={"Maikop": "so-cav-1 3, so-inf-12 3, so-hq-south 2"}, active=SOVIET)
    here.state.command[here.block("so-hq-south")] = ACTIVE
    here.begin(MOVEMENT)
    board, origin = here.game.rules.board, here.hex("Maikop")
    near = {hex_ for _, hex_ in board.neighbours[origin]}
    behind = {
        hex_
        for hex_ in targets(here, "so-cav-1")
        if board.distance(origin, hex_) == 2 and all(board.mountain >> n & 1 for _, n in board.neighbours[hex_] if n in near)
    }
    assert behind  # only reached over the mountains
    assert not behind & targets(here, "so-inf-12")
    assert here.hex("Tuapse E1") in targets(here, "so-inf-12")


@clause("EF-6.1c", "EF-6.52b")
def test_a_unit_moves_once_in_a_phase() -> None:
    here = moving({"Kamensko": f"ax-pz-41 4, {HQ}"}, {"Astrakhan": "infantry 3"})
    go(here, "ax-pz-41", "Kamensko E1")
    assert targets(here, "ax-pz-41") == set()
    assert here.refusal(Move(here.block("ax-pz-41"), here.hex("Kotelnikovo"))).clause == "EF-6.1c"


@clause("EF-6.2a", "EF-6.22a", "EF-6.21a")
def test_no_more_than_four_units_end_their_move_in_a_clear_hex_but_any_number_passes() -> None:
    here = moving(
        {"Rostov E1": "infantry 3, infantry 3, infantry 3, infantry 3", "Kamensko": f"ax-pz-41 4, {HQ}"}, {"Astrakhan": "infantry 3"}
    )
    assert here.hex("Rostov E1") not in targets(here, "ax-pz-41")
    assert here.hex("Salsk") in targets(here, "ax-pz-41")  # through the full hex
    assert here.refusal(Move(here.block("ax-pz-41"), here.hex("Rostov E1"))).clause == "EF-6.21a"


@clause("EF-6.21b", "EF-7.11a")
def test_both_sides_may_fill_a_battle_hex() -> None:
    four = "infantry 2, infantry 2, infantry 2, infantry 2"
    here = moving({"Rostov E1": "infantry 3, infantry 3, infantry 3", "Kamensko": f"ax-pz-41 4, {HQ}"}, {"Rostov E1": four})
    go(here, "ax-pz-41", "Rostov E1", by="Kamensko")
    assert len(here.at("Rostov E1", AXIS)) == 4
    assert len(here.at("Rostov E1", SOVIET)) == 4


@clause("EF-6.22c")
@pytest.mark.parametrize("weather", ["dry", "mud", "snow"])
def test_weather_never_changes_stacking(weather: str) -> None:
    here = position("s42", weather=weather)
    limit = here.game.rules.weather.stacking_limit
    assert (limit(here.hex("Rostov E1")), limit(here.hex("Tuapse"))) == (4, 2)


@clause("EF-6.31a", "EF-6.31b", "EF-7.11a")
def test_entering_a_hex_of_enemies_stops_and_begins_a_battle_that_must_be_fought() -> None:
    here = moving({"Kamensko": f"ax-pz-41 4, {HQ}"}, {"Rostov E1": "infantry 3"})
    beyond = here.hex("Salsk")
    go(here, "ax-pz-41", "Rostov E1", by="Kamensko")
    assert here.state.new_battles == 1 << here.hex("Rostov E1")
    assert beyond not in targets(here, "ax-pz-41")
    here.end_phase()
    assert here.game.rules.battles.mandatory(here.state) >> here.hex("Rostov E1") & 1


@clause("EF-6.31c", "EF-0.2d")
def test_attackers_are_not_revealed_while_they_move_in() -> None:
    here = moving({"Kamensko": f"ax-pz-41 4, {HQ}"}, {"Rostov E1": "infantry 3"})
    go(here, "ax-pz-41", "Rostov E1", by="Kamensko")
    assert not here.state.face_up >> here.block("ax-pz-41") & 1
    seen = [s for s in here.game.view(here.state, SOVIET).blocks.seen if s.location == here.hex("Rostov E1")]
    assert seen == []  # and not even shown before the phase is over


@clause("EF-6.31d", "EF-7.15b")
def test_joining_a_battle_does_not_force_combat() -> None:
    here = moving({"Rostov E1": "ax-inf-1 3", "Kamensko": f"ax-pz-41 4, {HQ}"}, {"Rostov E1": "infantry 3"})
    go(here, "ax-pz-41", "Rostov E1", by="Kamensko")
    assert here.state.new_battles == 0


@clause("EF-6.32a", "EF-6.32b", "EF-6.32c")
def test_a_unit_that_disengages_goes_on_but_never_engages_again() -> None:
    here = moving(
        {"Rostov E1": "ax-pz-41 4, ax-inf-1 3", "Kamensko": HQ},
        {"Rostov E1": "infantry 3", "Kotelnikovo": "infantry 3"},
    )
    ways = [a for a in here.legal() if isinstance(a, Move) and a.block == here.block("ax-pz-41")]
    assert ways
    assert all(action.exit != -1 and action.entry == -1 for action in ways)
    assert here.hex("Kotelnikovo") not in {action.to for action in ways}
    assert here.hex("Millerovo") in {action.to for action in ways}  # Kamensko, then on


@clause("EF-6.32d", "EF-8.4c")
def test_without_a_friendly_hex_beside_it_a_unit_cannot_disengage() -> None:
    here = position(
        "s42",
        axis={"Salsk": f"ax-pz-41 4, ax-inf-1 3, {HQ}"},
        soviet={"Salsk": "infantry 3", "Rostov": "infantry 2", "Kotelnikovo": "infantry 2", "Stavropol": "infantry 2"},
    )
    here.state.command[here.block("ax-hq-south")] = ACTIVE
    here.begin(MOVEMENT)
    assert here.game.rules.movement.exits(here.state, here.block("ax-pz-41")) == 0
    assert here.refusal(Move(here.block("ax-pz-41"), here.hex("Rostov E1"))).clause == "EF-6.32d"


@clause("EF-6.32e")
def test_disengaging_forward_into_a_friendly_hex_behind_the_enemy_is_legal() -> None:
    here = moving({"Rostov E1": "ax-pz-41 4, ax-inf-1 3", "Kamensko": HQ, "Stavropol": "ax-inf-5 3"}, {"Rostov E1": "infantry 3"})
    go(here, "ax-pz-41", "Salsk", out="Salsk")
    assert here.is_at("ax-pz-41", "Salsk")


@clause("EF-6.33a", "EF-6.33d", "EF-6.2b", "EF-1.36c")
def test_one_unit_crosses_a_river_side_and_two_a_clear_one_into_a_battle() -> None:
    here = moving({"Kamensko": f"ax-pz-41 4, ax-inf-1 3, ax-inf-5 3, {HQ}"}, {"Rostov E1": "infantry 3", "Rostov": "infantry 3"})
    go(here, "ax-pz-41", "Rostov E1", by="Kamensko")
    river = Move(here.block("ax-inf-1"), here.hex("Rostov E1"), here.hex("Kamensko"))
    assert here.refusal(river).clause == "EF-6.33a"
    go(here, "ax-inf-1", "Rostov", by="Kamensko")
    go(here, "ax-inf-5", "Rostov", by="Kamensko")  # a clear side takes two


@clause("EF-6.33b")
def test_leaving_and_entering_across_a_side_count_together() -> None:
    here = moving({"Rostov E1": "ax-pz-41 4, ax-inf-5 3", "Kamensko": f"ax-inf-1 3, {HQ}"}, {"Rostov E1": "infantry 3"})
    go(here, "ax-pz-41", "Kamensko", out="Kamensko")
    assert here.refusal(Move(here.block("ax-inf-1"), here.hex("Rostov E1"), here.hex("Kamensko"))).clause == "EF-6.33a"


@clause("EF-6.33c", "EF-4.44a", "EF-6.52c")
def test_the_limit_applies_anew_in_blitz_movement_and_all_may_move_again() -> None:
    here = moving({"Rostov E1": "ax-inf-5 3", "Kamensko": f"ax-pz-41 4, ax-inf-1 3, {HQ}"}, {"Rostov E1": "infantry 3"}, blitz=True)
    go(here, "ax-pz-41", "Rostov E1", by="Kamensko")
    here.begin(BLITZ_MOVEMENT)
    go(here, "ax-inf-1", "Rostov E1", by="Kamensko")
    assert here.is_at("ax-inf-1", "Rostov E1")


# ---- retreats


def retreating(pursuer: str = "so-inf-12 3", rearguard: str = "ax-inf-1 3") -> Position:
    return moving({"Rostov E1": rearguard, "Kamensko": HQ}, {"Rostov E1": pursuer})


@clause("EF-6.41a", "EF-6.41c")
def test_a_lone_unit_leaves_only_as_its_own_rearguard() -> None:
    here = retreating()
    assert targets(here, "ax-inf-1") == set()
    assert Rearguard(here.block("ax-inf-1")) in here.legal()
    refusal = here.refusal(Move(here.block("ax-inf-1"), here.hex("Kamensko"), exit=here.hex("Kamensko")))
    assert refusal.clause == "EF-6.41a"


@clause("EF-6.41b", "EF-6.42a", "EF-6.42b")
def test_equally_fast_pursuers_fire_at_the_rearguard_with_a_six_and_then_it_leaves() -> None:
    here = retreating()
    here.play(Rearguard(here.block("ax-inf-1"))).end_phase()
    here.play(Rearguard(here.block("ax-inf-1"))).play(Roll((6, 5, 1)))
    (rolled,) = here.told(Rolled)
    assert (rolled.kind, rolled.lowest, rolled.hits) == ("pursuit", 6, 1)
    assert here.value("ax-inf-1") == 2
    go(here, "ax-inf-1", "Kamensko", out="Kamensko")
    assert here.is_at("ax-inf-1", "Kamensko")
    assert here.told(Moved)[-1].mode == "retreat"


@clause("EF-6.42b", "EF-R12")
@pytest.mark.parametrize(("pursuer", "lowest"), [("so-gtk-1 3", 5), ("so-inf-12 3", 6), ("so-shock-1 3", 7)])
def test_pursuit_firepower_follows_speed_alone(pursuer: str, lowest: int) -> None:
    here = retreating(pursuer)
    key = pursuer.split()[0]
    assert here.game.rules.movement.pursuit_firepower(here.state, here.block(key), here.block("ax-inf-1")) == lowest


@clause("EF-6.42d")
def test_mud_does_not_change_pursuit_firepower() -> None:
    here = position("s42", axis={"Rostov E1": "ax-inf-1 3"}, soviet={"Rostov E1": "so-cav-1 3"}, weather="mud")
    assert here.game.rules.movement.pursuit_firepower(here.state, here.block("so-cav-1"), here.block("ax-inf-1")) == 5


@clause("EF-6.42c")
def test_terrain_protects_the_rearguard_as_in_combat() -> None:
    dry = position("s42")
    mud = position("s42", weather="mud")
    hits = [
        h.game.rules.defence.pursuit_hits_per_step(h.state, h.hex(p), AXIS)
        for h, p in ((dry, "Rostov E1"), (dry, "Rostov"), (mud, "Rostov E1"))
    ]
    assert hits == [1, 2, 2]


@clause("EF-6.42c", "EF-1.46c")
def test_a_fortress_protects_its_defenders_rearguard() -> None:
    here = position("s42", axis={"Sevastopol": "infantry 3"}, soviet={"Sevastopol": "infantry 3"})
    hits = here.game.rules.defence.pursuit_hits_per_step
    assert hits(here.state, here.hex("Sevastopol"), SOVIET) == 3
    assert hits(here.state, here.hex("Sevastopol"), AXIS) == 2  # a hill


@clause("EF-6.42e", "EF-6.42a")
def test_a_rearguard_that_falls_ends_the_matter() -> None:
    here = retreating("so-gtk-1 3", "ax-inf-1 1")
    here.play(Rearguard(here.block("ax-inf-1"))).end_phase()
    here.play(Rearguard(here.block("ax-inf-1"))).play(Roll((5, 1, 1)))
    assert here.told(Eliminated)[0].block == here.block("ax-inf-1")
    assert here.at("Rostov E1", SOVIET) == ["so-gtk-1"]


@clause("EF-6.42f", "EF-R12")
def test_headquarters_never_pursue() -> None:
    here = retreating("so-hq-south 2")
    here.play(Rearguard(here.block("ax-inf-1"))).end_phase()
    here.play(Rearguard(here.block("ax-inf-1")))
    assert here.told(Rolled) == []
    go(here, "ax-inf-1", "Kamensko", out="Kamensko")


@clause("EF-6.41d")
def test_while_one_unit_stays_nobody_retreats() -> None:
    here = moving({"Rostov E1": "ax-inf-1 3, ax-inf-5 3", "Kamensko": HQ}, {"Rostov E1": "infantry 3"})
    assert Rearguard(here.block("ax-inf-1")) not in here.legal()
    go(here, "ax-inf-1", "Kamensko", out="Kamensko")
    assert Rearguard(here.block("ax-inf-5")) in here.legal()


@clause("EF-6.41e")
def test_leaving_with_all_while_others_come_in_is_a_retreat_and_a_new_attack() -> None:
    here = moving({"Rostov E1": "ax-inf-1 3", "Kamensko E1": "ax-pz-41 4", "Kamensko": HQ}, {"Rostov E1": "so-inf-12 2"})
    battle = here.hex("Rostov E1")
    here.state.axis_defends |= 1 << battle
    go(here, "ax-pz-41", "Rostov E1", by="Kamensko E1")
    here.play(Rearguard(here.block("ax-inf-1"))).end_phase()
    here.play(Rearguard(here.block("ax-inf-1"))).play(Roll((1, 1)))
    here.play(Move(here.block("ax-inf-1"), here.hex("Kamensko"), exit=here.hex("Kamensko")))
    here.deal()
    assert here.state.new_battles >> battle & 1
    assert here.game.rules.battles.original_defender(here.state, battle) == SOVIET


@clause("EF-6.41f")
def test_rearguards_go_in_their_owners_order_and_one_without_a_way_out_stays() -> None:
    here = moving(
        {"Rostov E1": "ax-inf-1 3", "Rostov": "ax-inf-5 3", "Kamensko": f"{HQ}, infantry 3, infantry 3"},
        {"Rostov E1": "so-hq-south 1", "Rostov": "so-hq-west 1"},
    )
    first, second = here.block("ax-inf-1"), here.block("ax-inf-5")
    here.play(Rearguard(first)).play(Rearguard(second)).end_phase()
    assert here.legal() == [Rearguard(first), Rearguard(second)]
    here.play(Rearguard(second))
    assert here.side == AXIS


@clause("EF-6.41f", "EF-6.33b", "EF-6.41a")
def test_naming_a_rearguard_keeps_its_last_way_out_free_for_it() -> None:
    here = moving({"Rostov E1": "ax-inf-1 3", "Kamensko": f"ax-pz-41 4, {HQ}"}, {"Rostov E1": "so-inf-12 2"})
    battle, home = here.hex("Rostov E1"), here.hex("Kamensko")
    attack = Move(here.block("ax-pz-41"), battle, home)
    here.state.friendly[AXIS] = 1 << home | 1 << battle
    assert attack in here.legal()
    here.play(Rearguard(here.block("ax-inf-1")))
    assert here.refusal(attack).clause == "EF-6.33a"
    here.end_phase().play(Rearguard(here.block("ax-inf-1"))).play(Roll((1, 1)))
    here.play(Move(here.block("ax-inf-1"), home, exit=home))
    assert here.is_at("ax-inf-1", "Kamensko")


@clause("EF-6.33a", "EF-6.33b")
def test_hexsides_count_for_units_that_leave_a_battle_and_for_no_others() -> None:
    here = moving({"Rostov E1": "ax-inf-1 3, ax-inf-5 3, ax-inf-6 3", "Kamensko": f"{HQ}, ax-pz-41 4"}, {"Rostov E1": "so-inf-12 3"})
    march = next(m for m in here.legal() if isinstance(m, Move) and m.block == here.block("ax-pz-41") and m.entry == -1)
    assert not here.play(march).state.crossings
    out = next(m for m in here.legal() if isinstance(m, Move) and m.block == here.block("ax-inf-1"))
    assert out.exit >= 0
    assert len(here.play(out).state.crossings) == 1


@clause("EF-6.41f", "EF-6.33a")
def test_a_rearguard_with_another_way_out_leaves_this_one_to_others() -> None:
    here = moving({"Rostov E1": "ax-inf-1 3", "Kamensko": f"ax-pz-41 4, {HQ}"}, {"Rostov E1": "so-inf-12 2"})
    battle, home = here.hex("Rostov E1"), here.hex("Kamensko")
    here.state.friendly[AXIS] = 1 << home | 1 << battle | 1 << here.hex("Kamensko E1")
    here.play(Rearguard(here.block("ax-inf-1")))
    here.play(Move(here.block("ax-pz-41"), battle, home))
    assert here.is_at("ax-pz-41", "Rostov E1")


# ---- supreme command


def with_okh(axis: dict[str, str], soviet: dict[str, str]) -> Position:
    return moving(axis, soviet, hq="ax-hq-okh")


@clause("EF-6.51a", "EF-6.51b", "EF-6.52a")
def test_a_supreme_move_takes_a_unit_anywhere_supplied_or_not() -> None:
    here = with_okh({"Voroshilovgrad": "ax-hq-okh 3", "Salsk": "ax-pz-41 4", "Rostov": "ax-inf-1 3"}, {"Kotelnikovo": "infantry 3"})
    assert here.state.supreme_moves == 6
    assert here.state.in_command == 0
    here.state.flags[here.block("ax-pz-41")] |= 4
    go(here, "ax-pz-41", "Rostov E2")
    assert here.state.supreme_moves == 5


@clause("EF-6.52a", "EF-6.41a")
@pytest.mark.parametrize("unit", ["ax-inf-1 3", "ax-hq-a 1"])
def test_a_retreat_by_supreme_command_costs_a_supreme_move_for_headquarters_too(unit: str) -> None:
    here = with_okh({"Voroshilovgrad": "ax-hq-okh 3", "Rostov E1": unit}, {"Rostov E1": "infantry 2"})
    here.play(Rearguard(here.block(unit.split()[0])))
    assert here.state.supreme_moves == 5


@clause("EF-5.61b", "EF-2.67a", "EF-6.52c", "EF-4.44a")
def test_supreme_moves_reach_any_unit_and_do_not_keep_it_from_the_blitz() -> None:
    here = with_okh(
        {"Warsaw": "ax-hq-okh 1", "Kamensko": "ax-pz-41 4, ax-hq-south 3", "Bucharest": "ax-sta-2r 1"}, {"Astrakhan": "infantry 3"}
    )
    assert here.state.supreme_moves == 2
    go(here, "ax-pz-41", "Rostov")
    go(here, "ax-sta-2r", "Bucharest W1")
    assert here.state.supreme_moves == 0
    here.state.command[here.block("ax-hq-south")] = BLITZ
    here.begin(BLITZ_MOVEMENT)
    go(here, "ax-pz-41", "Kamensko")
    assert targets(here, "ax-sta-2r") == set()


@clause("EF-6.53a", "EF-6.53c", "EF-9.21b")
def test_ten_rail_hexes_cost_one_supreme_move_and_eleven_two() -> None:
    here = with_okh({"Warsaw": "ax-hq-okh 3", "Rostov": "ax-inf-1 3"}, {"Astrakhan": "infantry 3"})
    strategic, block = here.game.rules.strategic, here.block("ax-inf-1")
    moves = [a for a in here.legal() if isinstance(a, RailMove) and a.block == block]
    lengths = {a.to: strategic.distance(here.state, block, a.to, -1) for a in moves}
    near = next(to for to, length in lengths.items() if length == 10)
    far = next(to for to, length in lengths.items() if length == 11)
    for to, cost in ((near, 1), (far, 2)):
        trial = Position(here.game, here.state.copy()).play(RailMove(block, to))
        assert 6 - trial.state.supreme_moves == cost


@clause("EF-6.53d", "EF-4.44b")
def test_a_unit_that_went_by_rail_is_done_for_the_turn() -> None:
    here = with_okh({"Warsaw": "ax-hq-okh 3", "Rostov": "ax-inf-1 3", "Kamensko": "ax-hq-south 3"}, {"Astrakhan": "infantry 3"})
    here.play(RailMove(here.block("ax-inf-1"), here.hex("Kamensko")))
    here.state.command[here.block("ax-hq-south")] = BLITZ
    here.begin(BLITZ_MOVEMENT)
    assert here.refusal(Move(here.block("ax-inf-1"), here.hex("Rostov"))).clause == "EF-6.53d"


@clause("EF-6.53e", "EF-9.21d", "EF-9.22c")
def test_strategic_moves_never_engage_and_never_retreat() -> None:
    here = with_okh(
        {"Warsaw": "ax-hq-okh 3", "Rostov": "ax-inf-1 3", "Millerovo": "ax-inf-5 3"}, {"Rostov": "infantry 1", "Kamensko": "infantry 3"}
    )
    here.state.axis_defends |= 1 << here.hex("Rostov")
    here.fix_control()
    rails = [a for a in here.legal() if isinstance(a, RailMove)]
    assert not [a for a in rails if a.block == here.block("ax-inf-1")]  # the last unit in a battle
    assert here.hex("Kamensko") not in {a.to for a in rails}


@clause("EF-6.53f", "EF-11.41a")
def test_a_supreme_headquarters_regains_one_step_a_month() -> None:
    here = position("s42", axis={"Warsaw": "ax-hq-okh 1"})
    here.state.month += 1
    here.run(ProductionPhase, 0)
    step = BuyStep(here.block("ax-hq-okh"))
    here.play(step, side=AXIS)
    assert step not in here.game.legal(here.state, AXIS)


@clause("EF-5.1e")
def test_headquarters_never_move_onto_enemies() -> None:
    here = moving({"Kamensko": f"{HQ}, ax-hq-a 1"}, {"Rostov E1": "infantry 1"})
    assert here.hex("Rostov E1") not in targets(here, "ax-hq-a")
    refusal = here.refusal(Move(here.block("ax-hq-a"), here.hex("Rostov E1"), here.hex("Kamensko")))
    assert refusal.clause == "EF-5.1e"


@clause("EF-5.41a", "EF-5.41b", "EF-5.41c", "EF-5.43b", "EF-4.42c")
def test_a_mobilised_headquarters_pays_moves_and_is_out_of_the_combat() -> None:
    here = moving({"Kamensko": HQ, "Rostov E1": "infantry 3"}, {"Rostov E1": "infantry 3"})
    here.play(Mobilise(here.block("ax-hq-south"), here.hex("Millerovo")))
    assert here.value("ax-hq-south") == 2
    assert here.is_at("ax-hq-south", "Millerovo")
    assert targets(here, "ax-hq-south") == set()
    here.end_phase()
    assert not [a for a in here.legal() if isinstance(a, Strike)]
    assert not here.game.rules.battles.is_supported(here.state, here.hex("Rostov E1"))
    assert not here.told(LostStep)
