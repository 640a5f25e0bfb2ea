"""PG-5: movement."""

from blockfront.core.actions import Deal
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE_ALONE
from blockfront.games.proving_ground.actions import Activate, EndMovement, Hold, Move
from blockfront.games.proving_ground.aids.scene import Position, position
from blockfront.games.proving_ground.events import Manoeuvred, Moved
from blockfront.games.proving_ground.title import BLUE, RED


def targets(here: Position, key: str) -> set[str]:
    grid, block = here.game.board.grid, here.block(key)
    return {grid.label(a.target) for a in here.legal() if isinstance(a, Move) and a.block == block}


@clause("PG-5.1")
def test_a_block_moves_once() -> None:
    here = position("0103 | blue: infantry 4", "movement")
    block = here.block("b-inf-1")
    here.play(Move(block, here.hex("0104")))
    assert here.refusal(Move(block, here.hex("0103"))).because == "has_moved"
    assert here.refusal(Move(here.block("r-hq"), here.hex("0103"))).because == "not_your_block"


@clause("PG-5.2")
def test_terrain_and_river_cost_points() -> None:
    here = position("0202 | blue: headquarters 3; 0402 | blue: infantry 4", "command").play(Activate())
    reached = targets(here, "b-inf-1")
    assert {"0302", "0202", "0404", "0502", "0401"} <= reached  # two clear hexes, or one forest or hill
    assert "0602" not in reached  # through the forest and over the river
    assert here.refusal(Move(here.block("b-inf-1"), here.hex("0602"))).clause == "PG-5.2"
    banks = position("0303 | blue: headquarters 3; 0503 | blue: infantry 4", "command").play(Activate())
    crossed = targets(banks, "b-inf-1")
    assert "0603" in crossed  # the river costs both points
    assert "0703" not in crossed
    assert "0604" not in crossed


@clause("PG-5.3")
def test_only_commanded_blocks_attack() -> None:
    text = "0303 | blue: headquarters 3; 0402 | blue: armour 3; 0304 | red: infantry 4"
    here = position(text, "command").play(Hold())
    refusal = here.refusal(Move(here.block("b-hq"), here.hex("0304")))
    assert (refusal.clause, refusal.because) == ("PG-5.3", "attack_needs_command")
    commanded = position(text, "command").play(Activate())
    assert "0304" in targets(commanded, "b-hq")


@clause("PG-5.3")
def test_an_attacker_stops_in_the_enemy_hex() -> None:
    text = "0107 | blue: headquarters 3; 0106 | blue: armour 3; 0105 | red: infantry 4; 0205 | red: infantry 4"
    here = position(text, "command").play(Activate())
    assert {"0105", "0205"} <= targets(here, "b-arm-1")
    assert "0104" not in targets(here, "b-arm-1")  # behind them; the way around costs too much


@clause("PG-5.4")
def test_one_hex_always_and_no_more_without_command() -> None:
    here = position("0503 | blue: artillery 2", "command", "weather").play(Hold())
    assert targets(here, "b-art-1") == {"0402", "0502", "0403", "0603", "0404", "0504"}


@clause("PG-5.5")
def test_moves_become_known_when_the_phase_ends() -> None:
    here = position("0103 | blue: infantry 4", "movement")
    block = here.block("b-inf-1")
    before = here.game.view(here.state, RED)
    here.play(Move(block, here.hex("0104")))
    assert here.game.view(here.state, RED) == before
    assert len(here.told(Moved, BLUE)) == 1
    assert here.told(Moved, RED) == []
    here.play(EndMovement())
    (seen,) = here.told(Manoeuvred, RED)
    assert (seen.handle, seen.origin, seen.target) == (here.state.handle[block], here.hex("0103"), here.hex("0104"))
    assert here.told(Manoeuvred, BLUE) == []


@clause("PG-5.6")
def test_blocks_that_come_together_are_mixed() -> None:
    here = position("0103 | blue: infantry 4; 0104 | blue: armour 3; 0301 | blue: artillery 2", "movement")
    infantry, armour, artillery = here.block("b-inf-1"), here.block("b-arm-1"), here.block("b-art-1")
    here.state.seen_steps[infantry] = here.state.seen_steps[artillery] = 2
    here.play(Move(infantry, here.hex("0104")), Move(artillery, here.hex("0302")), EndMovement())
    assert here.game.to_act(here.state) == CHANCE_ALONE
    deals = set()
    for seed in range(20):
        dealt = Position(here.game, here.state.copy()).play(Deal(seed))
        deals.add((dealt.state.handle[infantry], dealt.state.handle[armour]))
        assert dealt.state.handle[artillery] == here.state.handle[artillery]  # alone: still followed
        assert dealt.state.seen_steps[infantry] == 0
        assert dealt.state.seen_steps[artillery] == 2
    assert deals == {(infantry, armour), (armour, infantry)}
