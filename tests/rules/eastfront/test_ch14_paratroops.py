"""Chapter 14: drops of the Soviet Paratroop Corps, air assaults, dispersion and link-up."""

import pytest

from blockfront.blocks.block_state import ELIMINATED, NOT_IN_PLAY
from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.games.eastfront.actions import Activate, Drop, EndPhase, Fight, Mobilise, Move, RailMove, Strike
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.events import Activated, BattleOpened, Eliminated, LostStep, Rolled, WentBack
from blockfront.games.eastfront.loading.tables import scenario
from blockfront.games.eastfront.state import ACTIVE, AXIS, BLITZ, BLITZ_MOVEMENT, COMBAT, COMMAND, DISPERSED, MOVEMENT, PARA, SOVIET, SUPPLY

CORPS, HQ = "so-para-4", "so-hq-west"
PARATROOPS = frozenset({"paratroops"})
ELSEWHERE = "Volkhov"  # an old battle far away, so that the Combat Phase asks for a decision


def soviets(
    soviet: dict[str, str], axis: dict[str, str] | None = None, *, weather: str = "dry", options: frozenset[str] = PARATROOPS
) -> Position:
    soviet, axis = {ELSEWHERE: "infantry 3", **soviet}, {ELSEWHERE: "infantry 3", **(axis or {})}
    return position("s42", soviet=soviet, axis=axis, active=SOVIET, weather=weather, options=options)


def dropping(
    axis: dict[str, str], *, at: str = "Tula", hq: str = f"{HQ} 3", corps: int = 3, blitz: bool = False, **others: str
) -> Position:
    """A Para HQ stands with the paratroops south of Moscow, in its Movement Phase; others stand elsewhere."""
    places = {place.replace("_", " "): units for place, units in others.items()}
    here = soviets({at: f"{hq}, {CORPS} {corps}", **places}, axis)
    here.state.command[here.block(hq.split()[0])] = (BLITZ if blitz else ACTIVE) | PARA
    return here.begin(MOVEMENT)


def targets(here: Position) -> set[int]:
    return {action.to for action in here.legal() if isinstance(action, Drop)}


def drop(here: Position, to: str, hq: str = HQ) -> Position:
    return here.play(Drop(here.block(hq), here.block(CORPS), here.hex(to)))


def to_combat(here: Position) -> Position:
    """End the Movement Phase and go on to the first roll."""
    here.end_phase()
    while here.side >= 0:
        here.play(EndPhase() if EndPhase() in here.legal() else here.legal()[0])
    return here


def is_dispersed(here: Position) -> bool:
    return bool(here.state.flags[here.block(CORPS)] & DISPERSED)


def holds(here: Position, side: int, place: str) -> bool:
    return bool(here.state.friendly[side] >> here.hex(place) & 1)


# ---- 14.1 and 2.64: the corps


@clause("EF-14.1a", "EF-2.64b")
def test_the_corps_comes_in_december_1941_and_starts_later_scenarios_eliminated() -> None:
    rules = position("s42", options=PARATROOPS).game.rules
    block = rules.order.key(CORPS)
    arrival = next(r for r in scenario("w41").sides[SOVIET].reinforcements if r.block == block)
    assert (arrival.month % 12 + 1, arrival.cv) == (12, 1)
    for name in ("s42", "w42", "s43", "w43", "s44", "w44"):
        data = scenario(name)
        assert data.available >> block & 1
        assert all(block not in force.pool for force in data.sides[SOVIET].forces), name


@clause("EF-2.64a")
def test_without_the_option_paratroops_are_ordinary_troops() -> None:
    here = soviets({"Tula": f"{HQ} 3, {CORPS} 3"}, options=frozenset()).begin(COMMAND)
    assert not [action for action in here.legal() if isinstance(action, Activate) and action.role]
    assert here.refusal(Activate(here.block(HQ), role=PARA)).clause
    here.play(Activate(here.block(HQ))).end_phase()
    assert targets(here) == set()
    assert here.refusal(Drop(here.block(HQ), here.block(CORPS), here.hex("Orel"))).because == "not_offered"
    here.play(Move(here.block(CORPS), here.hex("Belev")))
    assert not is_dispersed(here)
    assert holds(here.end_phase(), SOVIET, "Belev")


# ---- 14.2: the Para HQ


@clause("EF-14.2a", "EF-14.2b")
def test_a_headquarters_in_the_hex_of_the_paratroops_may_become_a_para_hq_where_it_stands() -> None:
    here = soviets({"Tula": f"{HQ} 2, {CORPS} 3", "Ryazan": "so-hq-south 2", "Moscow": "supreme 3"}).begin(COMMAND)
    roles = [action for action in here.legal() if isinstance(action, Activate) and action.role == PARA]
    assert roles == [Activate(here.block(HQ), role=PARA), Activate(here.block(HQ), True, role=PARA)]
    near = here.refusal(Activate(here.block("so-hq-south"), role=PARA))
    assert near.clause == "EF-14.2b"  # next to the paratroops, not with them
    deploying = here.refusal(Activate(here.block("so-hq-south"), to=here.hex("Tula"), role=PARA))
    assert deploying.because == "para_headquarters_stays"
    here.play(Activate(here.block(HQ), role=PARA)).end_phase()
    assert here.told(Activated, AXIS)[0].role == PARA


@clause("EF-14.2a")
def test_a_supreme_headquarters_may_order_a_drop_and_spends_its_supreme_moves() -> None:
    here = soviets({"Moscow": f"supreme 3, {CORPS} 3", "Tula": "infantry 3"}).begin(COMMAND)
    stavka = here.game.rules.units.supreme[SOVIET]
    assert Activate(stavka, True, role=PARA) not in here.legal()
    here.play(Activate(stavka, role=PARA)).end_phase()
    assert here.state.supreme_moves == 0
    assert not [action for action in here.legal() if isinstance(action, Move)]
    assert [action for action in here.legal() if isinstance(action, Drop)]
    assert [action for action in here.legal() if isinstance(action, Mobilise)]


@clause("EF-14.2a", "EF-14.5b")
def test_a_para_hq_commands_no_movement_gives_no_support_and_makes_no_air_strike() -> None:
    here = dropping({"Orel": "infantry 2", "Bryansk": "infantry 3"}, Stalinogorsk="infantry 3", Belev="infantry 3")
    assert not [action for action in here.legal() if isinstance(action, Move)]
    drop(here, "Orel").end_phase()
    assert not [action for action in here.legal() if isinstance(action, Strike)]
    while here.side >= 0:
        here.play(EndPhase())
    assert not here.told(BattleOpened)[-1].supported


@clause("EF-14.5b")
def test_another_headquarters_with_a_line_to_the_battle_supports_the_paratroops() -> None:
    here = soviets({"Tula": f"{HQ} 3, {CORPS} 3", "Belev": "so-hq-south 2"}, {"Orel": "infantry 2"})
    here.state.command[here.block(HQ)] = ACTIVE | PARA
    here.state.command[here.block("so-hq-south")] = ACTIVE
    to_combat(drop(here.begin(MOVEMENT), "Orel"))
    assert here.told(BattleOpened)[-1].supported


@clause("EF-14.2b", "EF-6.32b")
def test_engaged_paratroops_cannot_leave_a_battle_by_air() -> None:
    here = soviets({"Tula": f"{HQ} 3, {CORPS} 3"}, {"Tula": "infantry 3"}).begin(COMMAND)
    assert here.refusal(Activate(here.block(HQ), role=PARA)).because == "no_paratroops_here"


@clause("EF-14.2c")
def test_a_blitzing_para_hq_must_order_a_drop_in_both_phases_and_nothing_else() -> None:
    here = dropping({"Orel": "infantry 3", "Kursk": "infantry 2"}, blitz=True, Stalinogorsk="infantry 3")
    assert EndPhase() not in here.legal()
    assert here.refusal(EndPhase()).clause == "EF-14.2c"
    to_combat(drop(here, "Orel"))
    here.play(Roll((1, 2, 3)))  # repulsed: back at Tula
    assert here.is_at(CORPS, "Tula")
    assert here.state.phase == BLITZ_MOVEMENT
    assert not [action for action in here.legal() if isinstance(action, Move)]
    assert EndPhase() not in here.legal()
    drop(here, "Belev")
    assert EndPhase() in here.legal()


@clause("EF-14.2c")
def test_paratroops_of_a_blitzing_para_hq_may_not_walk_away_from_their_drop() -> None:
    here = soviets({"Tula": f"{HQ} 3, {CORPS} 3", "Ryazan": "so-hq-south 2"})
    here.state.command[here.block(HQ)] = BLITZ | PARA
    here.state.command[here.block("so-hq-south")] = ACTIVE
    here.begin(MOVEMENT)
    assert not [action for action in here.legal() if isinstance(action, Move) and action.block == here.block(CORPS)]
    assert here.refusal(Move(here.block(CORPS), here.hex("Belev"))).clause == "EF-14.2c"


@pytest.mark.parametrize("blitz", [True, False])
@clause("EF-14.2c")
def test_paratroops_of_a_blitzing_para_hq_may_not_take_the_train_from_their_drop(blitz: bool) -> None:
    here = soviets({"Tula": f"{HQ} 3, {CORPS} 3", "Moscow": "so-hq-stavka 3"})
    here.state.command[here.block(HQ)] = (BLITZ if blitz else ACTIVE) | PARA
    here.state.command[here.block("so-hq-stavka")] = ACTIVE
    here.begin(MOVEMENT)
    trains = [action for action in here.legal() if isinstance(action, RailMove) and action.block == here.block(CORPS)]
    assert bool(trains) is not blitz
    if blitz:
        assert here.refusal(RailMove(here.block(CORPS), here.hex("Ryazan"))).clause == "EF-14.2c"


# ---- 14.3: range


@clause("EF-14.3a")
@pytest.mark.parametrize("value", [1, 2, 3])
def test_a_drop_reaches_as_far_as_the_aircraft_of_the_para_hq(value: int) -> None:
    here = dropping({}, hq=f"{HQ} {value}")
    board, origin = here.game.rules.board, here.hex("Tula")
    assert max(board.distance(origin, hex_) for hex_ in targets(here)) == value
    assert here.hex("Tula") not in targets(here)
    far = here.refusal(Drop(here.block(HQ), here.block(CORPS), here.hex("Smolensk" if value < 3 else "Minsk")))
    assert far.clause == "EF-14.3a"


@clause("EF-14.3a")
def test_stavka_drops_paratroops_at_double_range() -> None:
    here = dropping({}, at="Moscow", hq="so-hq-stavka 3")
    board, origin = here.game.rules.board, here.hex("Moscow")
    assert max(board.distance(origin, hex_) for hex_ in targets(here)) == 6


@clause("EF-14.3a", "EF-5.8c")
def test_a_headquarters_whose_aircraft_reach_nothing_cannot_order_a_drop() -> None:
    here = soviets({"Tula": f"{HQ} 1, {CORPS} 3"}, weather="mud").begin(COMMAND)
    assert here.refusal(Activate(here.block(HQ), role=PARA)).because == "no_paratroops_here"


@clause("EF-14.3a", "EF-1.35e")
def test_no_drop_into_mountains() -> None:
    here = dropping({}, at="Maikop", hq="so-hq-south 2")
    assert here.game.rules.board.mountain >> here.hex("Tuapse") & 1
    assert here.hex("Tuapse") not in targets(here)
    assert here.refusal(Drop(here.block("so-hq-south"), here.block(CORPS), here.hex("Tuapse"))).clause == "EF-1.35e"


@clause("EF-14.3a", "EF-6.21a")
def test_no_drop_into_a_full_hex() -> None:
    here = dropping({}, Belev="infantry 3, infantry 3, infantry 3, infantry 3")
    assert here.hex("Belev") not in targets(here)
    assert here.refusal(Drop(here.block(HQ), here.block(CORPS), here.hex("Belev"))).clause == "EF-6.21a"


@clause("EF-14.2a", "EF-14.1a")
def test_only_paratroops_jump_and_only_once() -> None:
    here = dropping({}, hq=f"{HQ} 3, so-inf-12 3")
    assert here.refusal(Drop(here.block(HQ), here.block("so-inf-12"), here.hex("Orel"))).clause == "EF-14.1a"
    drop(here, "Orel")
    assert targets(here) == set()
    assert here.refusal(Drop(here.block(HQ), here.block(CORPS), here.hex("Belev"))).because == "no_para_headquarters"


# ---- 14.4: air assaults


@clause("EF-14.4a", "EF-14.4b")
def test_a_one_repulses_an_air_assault_and_costs_a_step_beside_the_hits() -> None:
    here = to_combat(drop(dropping({"Orel": "infantry 3"}), "Orel"))
    assert here.told(BattleOpened)[-1].assault
    here.play(Roll((1, 6, 2)))
    assert here.is_at(CORPS, "Tula")
    assert here.told(WentBack)[0].to == here.hex("Tula")
    assert here.value(CORPS) == 1  # one for the repulse, one for the hit
    assert not is_dispersed(here)


@clause("EF-14.4a")
def test_twos_do_not_repulse_paratroops() -> None:
    here = to_combat(drop(dropping({"Orel": "infantry 3"}), "Orel"))
    here.play(Roll((2, 2, 2)))
    assert here.is_at(CORPS, "Orel")
    assert not here.told(WentBack)
    assert here.value(CORPS) == 3


@clause("EF-14.4b")
def test_a_repulse_eliminates_a_corps_at_its_last_step() -> None:
    here = to_combat(drop(dropping({"Orel": "infantry 1"}, corps=1), "Orel"))
    here.play(Roll((1,)))
    assert here.state.location[here.block(CORPS)] == ELIMINATED
    assert here.told(Eliminated)[0].cause == "repulse"


@clause("EF-14.4c")
def test_a_drop_into_an_existing_battle_is_no_air_assault() -> None:
    here = dropping({"Orel": "infantry 3"}, Orel="infantry 2")
    drop(here, "Orel").end_phase()
    assert not here.state.new_battles
    here.play(Fight(here.hex("Orel")))
    while here.side >= 0:
        here.play(EndPhase())
    assert not here.told(BattleOpened)[-1].assault
    here.play(Roll((1, 1, 1)))
    assert here.is_at(CORPS, "Orel")


def dropped_beside_an_attack(origin: str, *, weather: str = "dry") -> Position:
    """Paratroops drop on Orel while infantry attacks it from another hex."""
    here = soviets({"Tula": f"{HQ} 3, {CORPS} 3", origin: "so-hq-south 2, so-inf-12 3"}, {"Orel": "infantry 3"}, weather=weather)
    here.state.command[here.block(HQ)] = ACTIVE | PARA
    here.state.command[here.block("so-hq-south")] = ACTIVE
    drop(here.begin(MOVEMENT), "Orel").play(Move(here.block("so-inf-12"), here.hex("Orel"), here.hex(origin)))
    return here


@clause("EF-14.4c", "EF-7.5b")
def test_a_drop_beside_an_ordinary_ground_attack_is_no_air_assault() -> None:
    here = dropped_beside_an_attack("Livny")
    to_combat(here)
    assert not here.told(BattleOpened)[-1].assault


@clause("EF-14.41a", "EF-7.54a")
def test_a_drop_beside_a_river_assault_lowers_the_number_to_one_for_all() -> None:
    here = dropped_beside_an_attack("Belev")
    to_combat(here)
    here.play(Roll((2, 2, 1)))
    assert here.told(Rolled)[0].repulses == 1
    assert len(here.told(WentBack)) <= 1


@clause("EF-14.41a", "EF-7.52a")
def test_frozen_rivers_make_the_partner_of_a_drop_an_ordinary_attacker() -> None:
    here = dropped_beside_an_attack("Belev", weather="snow")
    assert not to_combat(here).told(BattleOpened)[-1].assault


# ---- 14.5: on the ground


@clause("EF-14.5a")
def test_on_the_ground_paratroops_move_like_infantry_and_defend_with_double_fire() -> None:
    here = soviets({"Tula": f"{CORPS} 3, so-inf-12 3"})
    units, corps, infantry = here.game.rules.units, here.block(CORPS), here.block("so-inf-12")
    assert units.speed[corps] == units.speed[infantry] == (2, 1, 1)
    firepower = here.game.rules.firepower
    assert firepower.offensive(here.state, corps, here.hex("Tula")) == 6
    assert firepower.defensive(here.state, corps, here.hex("Livny"), False) == 5


# ---- 14.6: dispersion and link-up


@clause("EF-14.6a")
def test_dispersed_paratroops_do_not_change_control_of_any_hex() -> None:
    before = dropping({"Kursk": "infantry 3"})
    here = drop(dropping({"Kursk": "infantry 3"}), "Orel").end_phase()
    assert is_dispersed(here)
    assert holds(here, AXIS, "Orel")
    before.end_phase()
    assert here.state.friendly == before.state.friendly


@clause("EF-14.6a", "EF-8.2c")
def test_units_attacked_by_dispersed_paratroops_alone_keep_their_zone_of_control() -> None:
    before = dropping({"Orel": "infantry 3"})
    here = drop(dropping({"Orel": "infantry 3"}), "Orel").end_phase()
    before.end_phase()
    assert here.state.friendly == before.state.friendly
    assert here.game.rules.battles.original_defender(here.state, here.hex("Orel")) == AXIS


@clause("EF-14.6a")
def test_dispersed_paratroops_cannot_move_in_the_blitz() -> None:
    here = soviets({"Tula": f"{HQ} 3, {CORPS} 3", "Livny": "so-hq-south 2"})
    here.state.command[here.block(HQ)] = ACTIVE | PARA
    here.state.command[here.block("so-hq-south")] = BLITZ
    drop(here.begin(MOVEMENT), "Orel").end_phase()
    while here.state.phase == COMBAT:
        here.play(EndPhase())
    assert here.state.phase == BLITZ_MOVEMENT
    assert here.state.in_command >> here.hex("Orel") & 1
    assert not [action for action in here.legal() if isinstance(action, Move) and action.block == here.block(CORPS)]
    assert here.refusal(Move(here.block(CORPS), here.hex("Kursk"))).clause == "EF-14.6a"


@clause("EF-14.6b")
def test_dispersed_paratroops_fight_as_usual() -> None:
    here = to_combat(drop(dropping({"Orel": "infantry 1"}, corps=3), "Orel"))
    here.play(Roll((2,)))
    here.play(Roll((6, 6, 1)))  # three dice, single fire; unsupported against clear terrain: two hits a step
    assert [(roll.kind, len(roll.faces), roll.lowest, roll.hits) for roll in here.told(Rolled)][-1] == ("offensive", 3, 6, 2)
    assert here.at("Orel", AXIS) == []


def supply_phase(here: Position) -> Position:
    """Go on from a drop to the end of the Supply Phase."""
    while here.state.frames and here.state.phase != SUPPLY:
        here.end_phase() if EndPhase() in here.legal() else here.play(here.legal()[0])
    return here


@clause("EF-14.6c", "EF-14.6d", "EF-4.46b")
def test_paratroops_next_to_a_friendly_hex_link_up_and_hold_their_hex_at_once() -> None:
    here = supply_phase(drop(dropping({"Smolensk": "infantry 3"}), "Orel"))
    assert not is_dispersed(here)
    assert holds(here, SOVIET, "Orel")
    assert holds(here, SOVIET, "Kursk")  # its zone of control


@clause("EF-14.6c")
def test_paratroops_in_a_friendly_hex_link_up() -> None:
    here = supply_phase(drop(dropping({}), "Stalinogorsk"))
    assert here.is_at(CORPS, "Stalinogorsk")
    assert not is_dispersed(here)


@clause("EF-14.6c", "EF-14.6e")
def test_paratroops_far_behind_the_lines_are_eliminated() -> None:
    here = supply_phase(drop(dropping({}), "Sevsk"))
    assert here.state.location[here.block(CORPS)] == ELIMINATED
    lost = here.told(Eliminated, AXIS)[0]
    assert (lost.block, lost.cause) == (here.block(CORPS), "dispersed")
    assert holds(here, AXIS, "Sevsk")


@clause("EF-14.6e")
def test_being_able_to_trace_supply_does_not_help_the_dispersed() -> None:
    """Over disputed Livny a line of two hexes leads to Yelets, but no hex next to Orel is friendly."""
    around = dict.fromkeys(("Bryansk", "Kursk", "Belev", "Sukhinichi"), "infantry 3")
    here = drop(dropping(around, Yelets="infantry 3"), "Orel").end_phase()
    assert not holds(here, SOVIET, "Livny")
    assert not holds(here, AXIS, "Livny")
    assert here.game.rules.supply.in_reach(here.state, SOVIET) >> here.hex("Orel") & 1
    here = supply_phase(here)
    assert here.state.location[here.block(CORPS)] == ELIMINATED


@clause("EF-14.6c")
def test_an_engaged_friendly_hex_next_door_is_no_link() -> None:
    around = {"Livny": "infantry 3", "Belev": "infantry 3", "Bryansk": "infantry 3", "Kursk": "infantry 3", "Sukhinichi": "infantry 3"}
    here = dropping(around, Belev="so-inf-12 3")
    here.state.axis_defends &= ~(1 << here.hex("Belev"))
    here = supply_phase(drop(here.fix_control(), "Orel"))
    assert here.state.location[here.block(CORPS)] == ELIMINATED


@clause("EF-14.6c")
def test_paratroops_beside_ground_troops_in_an_enemy_battle_link_up() -> None:
    around = {"Livny": "infantry 3", "Belev": "infantry 3", "Bryansk": "infantry 3", "Kursk": "infantry 3", "Orel": "infantry 3"}
    here = dropping(around, Orel="so-inf-12 3")
    here.state.axis_defends |= 1 << here.hex("Orel")
    here = supply_phase(drop(here.fix_control(), "Orel"))
    assert here.is_at(CORPS, "Orel")
    assert not is_dispersed(here)


@clause("EF-14.6c", "EF-14.6e")
def test_linking_with_unsupplied_friends_is_enough() -> None:
    around = dict.fromkeys(("Orel", "Kursk", "1213", "1113", "Bryansk"), "infantry 3")
    here = dropping(around, Sevsk="so-inf-12 3")
    assert not here.game.rules.supply.in_reach(here.state, SOVIET) >> here.hex("Sevsk") & 1
    here = supply_phase(drop(here, "Sevsk"))
    assert here.is_at(CORPS, "Sevsk")


@clause("EF-14.6a", "EF-0.2a")
def test_the_enemy_sees_where_a_unit_dropped_but_not_its_strength() -> None:
    here = drop(dropping({"Smolensk": "infantry 3"}), "Orel")
    planned = here.game.view(here.state, AXIS)
    assert planned.dispersed == ()
    here.end_phase()
    view = here.game.view(here.state, AXIS)
    (sight,) = [sight for sight in view.blocks.seen if sight.location == here.hex("Orel")]
    assert view.dispersed == (sight.handle,)
    assert (sight.block, sight.steps) == (-1, 0)


def test_nobody_else_is_named_when_the_corps_has_not_arrived() -> None:
    here = soviets({"Tula": f"{HQ} 3"}).begin(COMMAND)
    assert here.state.location[here.block(CORPS)] == NOT_IN_PLAY
    assert not [action for action in here.legal() if isinstance(action, Activate) and action.role]
    assert not here.told(LostStep)


@clause("EF-14.3a", "EF-5.8b")
@pytest.mark.parametrize(("weather", "reached"), [("dry", True), ("mud", False)])
def test_a_headquarters_that_the_mud_leaves_without_air_range_drops_nobody(weather: str, reached: bool) -> None:
    here = soviets({"Tula": f"{HQ} 1, {CORPS} 3"}, weather=weather)
    here.state.command[here.block(HQ)] = ACTIVE | PARA
    assert bool(targets(here.begin(MOVEMENT))) == reached
