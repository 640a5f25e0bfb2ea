"""PG-6: combat."""

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE_ALONE
from blockfront.games.proving_ground.actions import Fight, Press, Retreat, TakeLoss, Withdraw
from blockfront.games.proving_ground.aids.scene import position
from blockfront.games.proving_ground.events import Eliminated, Fired, Revealed
from blockfront.games.proving_ground.title import RED


@clause("PG-6.1")
def test_the_active_side_chooses_the_order_of_battles() -> None:
    here = position("0101 | blue: infantry 4 | red: infantry 3; 0303 | blue: armour 3 | red: infantry 4", "combat")
    assert here.legal() == [Fight(here.hex("0101")), Fight(here.hex("0303"))]
    here.play(Fight(here.hex("0303")))
    assert here.state.frames[-1][1] == here.hex("0303")


@clause("PG-6.2")
def test_blocks_in_battle_are_revealed() -> None:
    here = position("0101 | blue: infantry 4 | red: infantry 3; 0303 | blue: armour 3 | red: infantry 4", "combat")
    here.play(Fight(here.hex("0303")))
    assert {event.block for event in here.told(Revealed)} == {here.block("b-arm-1"), here.block("r-inf-2")}
    seen = [sight.block for sight in here.game.view(here.state, RED).blocks.seen if sight.face_up]
    assert seen == [here.block("b-arm-1")]


@clause("PG-6.3")
def test_the_defender_fires_first_with_a_die_for_each_strength() -> None:
    here = position("0303 | blue: infantry 4 | red: infantry 3, artillery 2", "combat")
    assert here.game.to_act(here.state) == CHANCE_ALONE
    here.play(Roll((4, 5, 6, 3, 4)))  # infantry 5-6: two hits; artillery 4-6: one
    assert here.told(Fired)[-1].hits == 3
    assert here.text() == "0303 | blue: infantry 1* | red: infantry 3*, artillery 2*"
    here.play(Roll((5,)))
    assert here.text() == "0303 | blue: infantry 1* | red: infantry 2*, artillery 2*"


@clause("PG-6.3")
def test_a_headquarters_needs_a_six() -> None:
    here = position("0303 | blue: infantry 4 | red: headquarters 3", "combat").play(Roll((5, 5, 6)))
    assert here.told(Fired)[-1].hits == 1


@clause("PG-6.4")
def test_forest_protects_the_defender_only() -> None:
    here = position("0304 forest | blue: infantry 4 | red: infantry 3", "combat")
    here.play(Roll((5, 1, 1)), Roll((5, 5, 6)))
    assert [event.hits for event in here.told(Fired)] == [1, 1]
    guns = position("0401 hill | blue: artillery 2 | red: infantry 3", "combat")
    guns.play(Roll((1, 1, 1)), Roll((4, 5)))
    assert guns.told(Fired)[-1].hits == 1


@clause("PG-6.4")
def test_a_six_always_hits() -> None:
    here = position("0304 forest | blue: headquarters 3 | red: infantry 3", "combat")
    here.play(Roll((1, 1, 1)), Roll((6, 5, 5)))
    assert here.told(Fired)[-1].hits == 1


@clause("PG-6.5")
def test_the_strongest_block_loses_and_the_owner_chooses_among_equals() -> None:
    here = position("0303 | blue: infantry 4 | red: infantry 3, 3rd Red Infantry 3, armour 2", "combat")
    here.play(Roll((1,) * 8), Roll((6, 6, 1, 1)))
    first, second, armour = here.block("r-inf-1"), here.block("r-inf-3"), here.block("r-arm-1")
    assert here.side == RED
    assert here.legal() == [TakeLoss(first), TakeLoss(second)]
    assert here.refusal(TakeLoss(armour)).clause == "PG-6.5"
    here.play(TakeLoss(second))  # the other one is now the only strongest and loses the second step without a question
    assert here.text() == "0303 | blue: infantry 4* | red: infantry 2*, infantry 2*, armour 2*"


@clause("PG-6.6")
def test_after_a_round_the_attacker_presses_or_withdraws() -> None:
    here = position("0303 | blue: infantry 4 | red: infantry 3", "combat").play(Roll((1, 1, 1)), Roll((1, 1, 1, 1)))
    assert here.legal() == [Press(), Withdraw()]
    here.play(Press())
    assert here.game.to_act(here.state) == CHANCE_ALONE


@clause("PG-6.7")
def test_after_the_second_round_he_must_withdraw() -> None:
    misses = (Roll((1, 1, 1)), Roll((1, 1, 1, 1)))
    here = position("0303 | blue: infantry 4 | red: infantry 3", "combat").play(*misses, Press(), *misses)
    assert all(isinstance(action, Retreat) for action in here.legal())


@clause("PG-6.8")
def test_attackers_withdraw_to_adjacent_hexes_without_enemies() -> None:
    text = "0101 | blue: infantry 4 | red: infantry 3; 0201 | red: infantry 4"
    here = position(text, "combat").play(Roll((1, 1, 1)), Roll((1, 1, 1, 1)), Withdraw())
    assert here.text() == "0101 | red: infantry 3; 0201 | red: infantry 4; 0102 | blue: infantry 4"  # the only way out


@clause("PG-6.8")
def test_who_cannot_withdraw_is_eliminated() -> None:
    text = "0101 | blue: infantry 4 | red: infantry 3; 0201 | red: infantry 4; 0102 | red: armour 3"
    here = position(text, "combat").play(Roll((1, 1, 1)), Roll((1, 1, 1, 1)), Withdraw())
    assert here.happened(Eliminated, block=here.block("b-inf-1"))
    assert here.text() == "0101 | red: infantry 3; 0201 | red: infantry 4; 0102 | red: armour 3"


@clause("PG-6.9")
def test_after_the_battle_blocks_are_hidden_and_remembered() -> None:
    here = position("0303 | blue: infantry 4 | red: infantry 1", "combat").play(Roll((1,)), Roll((6, 1, 1, 1)))
    assert here.text() == "0303 | blue: infantry 4"
    (sight,) = [s for s in here.game.view(here.state, RED).blocks.seen if s.location == here.hex("0303")]
    assert (sight.block, sight.steps, sight.face_up, sight.seen_turn) == (here.block("b-inf-1"), 4, False, 1)
