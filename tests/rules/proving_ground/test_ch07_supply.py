"""PG-7: supply and rebuilding."""

from blockfront.core.clauses import clause
from blockfront.games.proving_ground.actions import Activate, EndMovement, EndRebuilding, Rebuild
from blockfront.games.proving_ground.aids.scene import position
from blockfront.games.proving_ground.events import Rebuilt
from blockfront.games.proving_ground.title import BLUE, RED


@clause("PG-7.1")
def test_blocks_cut_off_from_their_base_are_not_rebuilt() -> None:
    ring = "0201 | red: infantry 4; 0102 | red: infantry 4"
    here = position(f"0101 | blue: infantry 2; {ring}; 0303 | blue: armour 2", "rebuilding")
    refusal = here.refusal(Rebuild(here.block("b-inf-1")))
    assert (refusal.clause, refusal.because) == ("PG-7.1", "out_of_supply")
    assert Rebuild(here.block("b-arm-1")) in here.legal()


@clause("PG-7.2")
def test_base_and_towns_give_points() -> None:
    points = position("0101 | blue: infantry 2", "rebuilding").state.points
    assert points == 1
    towns = position("Stonebridge | blue: infantry 2; Alder | blue: infantry 2; 0303 | blue: armour 1", "rebuilding")
    assert towns.state.points == 1 + 2 + 1
    assert towns.game.view(towns.state, RED).points == 0
    spent = position("0303 | blue: infantry 2; 0101 | blue: infantry 2", "rebuilding")
    spent.play(Rebuild(spent.block("b-inf-1")))
    assert spent.refusal(Rebuild(spent.block("b-inf-2"))).clause == "PG-7.2"


@clause("PG-7.3")
def test_rebuilding_adds_a_step_in_secret() -> None:
    here = position("Stonebridge | blue: 2nd Blue Armour 1; 0303 | blue: infantry 4", "rebuilding")
    block = here.block("b-arm-2")
    before = here.game.view(here.state, RED)
    here.play(Rebuild(block))
    assert here.text() == "0303 | blue: infantry 4; Stonebridge | blue: armour 3 (rebuilt)"
    assert here.game.view(here.state, RED) == before
    assert (len(here.told(Rebuilt, BLUE)), len(here.told(Rebuilt, RED))) == (1, 0)
    assert here.refusal(Rebuild(block)).because == "has_been_rebuilt"
    assert here.refusal(Rebuild(here.block("b-inf-1"))).because == "at_full_strength"
    assert here.refusal(Rebuild(here.block("r-hq"))).because == "not_your_block"


@clause("PG-7.3")
def test_face_up_blocks_are_not_rebuilt() -> None:
    here = position("Alder | blue: headquarters 2", "command").play(Activate(), EndMovement())
    assert here.refusal(Rebuild(here.block("b-hq"))).because == "is_face_up"
    assert here.legal() == [EndRebuilding()]
