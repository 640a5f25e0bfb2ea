"""PG-8: control and victory."""

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.game import Result
from blockfront.games.proving_ground.actions import Activate, EndMovement, EndRebuilding, Move
from blockfront.games.proving_ground.aids.scene import position
from blockfront.games.proving_ground.events import Captured, GameEnded
from blockfront.games.proving_ground.title import BLUE, RED


@clause("PG-8.1")
def test_the_last_to_stand_alone_holds_a_hex() -> None:
    text = "control blue: Westhaven, Alder; control red: Eastmoor; 0303 | blue: infantry 4; 0301 | red: infantry 4"
    here = position(text + "; active: red", "movement")
    here.play(Move(here.block("r-inf-1"), here.hex("Alder")), EndMovement())
    assert here.happened(Captured, side=RED, target=here.hex("Alder"))
    assert here.state.control[RED] >> here.hex("Alder") & 1
    assert not here.state.control[BLUE] >> here.hex("Alder") & 1
    assert here.state.control[BLUE] >> here.hex("Westhaven") & 1


@clause("PG-8.2")
def test_a_side_without_headquarters_loses_at_once() -> None:
    here = position("0303 | blue: infantry 4 | red: headquarters 1", "combat").play(Roll((1,)), Roll((6, 6, 6, 6)))
    assert here.game.result(here.state) == Result(BLUE, 0, "win", "headquarters_lost")
    assert here.happened(GameEnded, winner=BLUE)
    assert not here.game.to_act(here.state)


@clause("PG-8.3")
def test_a_side_without_its_base_loses_when_the_enemy_turn_ends() -> None:
    here = position("0804 | blue: headquarters 3", "command")
    here.play(Activate(), Move(here.block("b-hq"), here.hex("Eastmoor")), EndMovement())
    assert here.game.result(here.state) is None
    here.play(EndRebuilding())
    assert here.game.result(here.state) == Result(BLUE, 0, "win", "base_lost")


@clause("PG-8.4")
def test_towns_decide_after_the_last_turn() -> None:
    towns = "Stonebridge | red: infantry 4; Alder | blue: infantry 4"
    last = position(f"turn: 6; active: red; {towns}", "rebuilding").play(EndRebuilding())
    assert last.game.result(last.state) == Result(RED, -1, "win", "towns")
    even = position("turn: 6; active: red; Alder | blue: infantry 4; Birch | red: infantry 4", "rebuilding")
    even.play(EndRebuilding())
    assert even.game.result(even.state) == Result(None, 0, "draw", "draw")
    earlier = position(f"turn: 5; active: red; {towns}", "rebuilding").play(EndRebuilding())
    assert earlier.game.result(earlier.state) is None
