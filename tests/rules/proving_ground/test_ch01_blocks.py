"""PG-1: blocks and map."""

from collections import Counter

from blockfront.core.clauses import clause
from blockfront.core.sides import SPECTATOR
from blockfront.games.proving_ground.actions import Move
from blockfront.games.proving_ground.aids.scene import position
from blockfront.games.proving_ground.loading.board import load_board
from blockfront.games.proving_ground.title import BLUE, RED


@clause("PG-1.1")
def test_each_side_has_seven_blocks() -> None:
    order = load_board().order
    for side in (BLUE, RED):
        kinds = Counter(order[block].type for block in order.of_side[side])
        assert kinds == {"headquarters": 1, "infantry": 3, "armour": 2, "artillery": 1}


@clause("PG-1.2")
def test_strength_is_the_value_of_the_remaining_steps() -> None:
    here = position("Alder | blue: 2nd Blue Armour 3", "movement")
    block = here.block("b-arm-2")
    assert here.state.steps[block] == 2
    assert here.game.rules.blocks.strength(here.state, block) == 3
    here.state.steps[block] = 1
    assert here.game.rules.blocks.strength(here.state, block) == 1


@clause("PG-1.3")
def test_the_enemy_sees_that_a_block_is_there_and_no_more() -> None:
    here = position("Alder | blue: infantry 4; 0304 | blue: armour 2", "movement")
    for viewer in (RED, SPECTATOR):
        seen = [s for s in here.game.view(here.state, viewer).blocks.seen if s.location == here.hex("Alder")]
        assert [(sight.block, sight.steps, sight.face_up) for sight in seen] == [(-1, 0, False)]
    own = here.game.view(here.state, BLUE).blocks.own[here.block("b-inf-1")]
    assert (own.location, own.steps) == (here.hex("Alder"), 4)


@clause("PG-1.4")
def test_no_block_enters_a_lake() -> None:
    here = position("0505 | blue: infantry 4", "movement")
    lake = here.hex("0405")
    assert here.game.board.map.terrain_mask("lake") >> lake & 1
    refusal = here.refusal(Move(here.block("b-inf-1"), lake))
    assert (refusal.clause, refusal.because) == ("PG-1.4", "cannot_be_entered")


@clause("PG-1.5")
def test_a_fourth_block_finds_no_room() -> None:
    here = position("Alder | blue: infantry 4, infantry 4, artillery 2; 0303 | blue: armour 3", "movement")
    refusal = here.refusal(Move(here.block("b-arm-1"), here.hex("Alder")))
    assert (refusal.clause, refusal.because) == ("PG-1.5", "hex_is_full")
    assert here.game.refusal_text(refusal) == "Alder is full: no more than 3 blocks of a side stand in a hex."
    here.play(Move(here.block("b-art-1"), here.hex("0402")), Move(here.block("b-arm-1"), here.hex("Alder")))
    assert here.text() == "Alder | blue: infantry 4, infantry 4, armour 3 (moved); 0402 | blue: artillery 2 (moved)"


@clause("PG-1.6")
def test_towns_bases_and_river() -> None:
    board = load_board()
    assert board.towns == {board.map.hex("Alder"): 1, board.map.hex("Stonebridge"): 2, board.map.hex("Birch"): 1}
    assert board.bases == (board.map.hex("Westhaven"), board.map.hex("Eastmoor"))
    assert [river.name for river in board.map.rivers] == ["Arn"]
