"""Chapter 2: combat values, step losses, special and static units."""

import pytest

from blockfront.blocks.block_state import ELIMINATED
from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.games.eastfront.actions import Deploy, Fight, Move, RailMove
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.events import BattleClosed, Eliminated, LostStep, Rolled
from blockfront.games.eastfront.game import make
from blockfront.games.eastfront.state import ACTIVE, AXIS, COMBAT, MOVEMENT, SOVIET, SUPPLY

SCENARIOS = ("s41", "w41", "s42", "w42", "s43", "w43", "s44", "w44")


def attacked(axis: str, soviet: str = "so-inf-12 3", place: str = "Bucharest E1") -> Position:
    """The Soviets fight in a battle in the Romanian plain, supported."""
    here = position("s44", axis={place: axis}, soviet={place: f"{soviet}, so-hq-south 1"}, active=SOVIET)
    here.state.axis_defends |= 1 << here.hex(place)
    here.state.command[here.block("so-hq-south")] = ACTIVE
    here.fix_control().begin(COMBAT)
    here.end_phase()
    return here.play(Fight(here.hex(place)))


@clause("EF-2.3a", "EF-2.4a")
def test_every_loss_lowers_the_combat_value_by_one() -> None:
    here = attacked("ax-inf-1 4").play(Roll((1, 1, 1, 1))).play(Roll((6, 6, 1)))
    assert [event.steps for event in here.told(LostStep)] == [3, 2]
    assert here.value("ax-inf-1") == 2


@clause("EF-2.4a", "EF-2.4b", "EF-2.4c")
@pytest.mark.parametrize(("unit", "last"), [("ax-inf-1", 1), ("ax-hq-a", 0), ("ax-sta-2r", 0)])
def test_a_unit_at_its_lowest_step_is_eliminated_by_the_next_loss(unit: str, last: int) -> None:
    here = position("s43", axis={"Moscow": f"{unit} {last}"}, active=SOVIET).begin(SUPPLY)  # far from any supply
    assert here.state.location[here.block(unit)] == ELIMINATED
    assert [event.block for event in here.told(Eliminated)] == [here.block(unit)]
    above = position("s43", axis={"Moscow": f"{unit} {last + 1}"}, active=SOVIET).begin(SUPPLY)
    assert above.value(unit) == last


@clause("EF-2.6a")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_special_units_may_be_chosen_in_place_of_infantry(scenario: str) -> None:
    game = make(scenario, frozenset())
    data = game.rules.chain[0]
    for side, kinds in ((AXIS, {"mountain"}), (SOVIET, {"coastal"})):
        pool = next(force.pool for force in data.sides[side].forces if force.type == "infantry")
        special = {block for block in game.order.of_side[side] if game.rules.units.type[block] in kinds and data.available >> block & 1}
        assert special <= set(pool)
    siege = game.order.key("ax-inf-54")
    assert siege in next(force.pool for force in data.sides[AXIS].forces if force.type == "infantry")


@clause("EF-2.6a", "EF-3.22a")
def test_they_count_as_infantry_for_numbers_and_totals() -> None:
    game = make("s43", frozenset())
    state = game.setup()
    automatic = next(iter(game.legal(state, AXIS)))
    assert isinstance(automatic, Deploy)
    mountain, infantry = (game.order.key(key) for key in ("ax-mtn-49", "ax-inf-23"))
    placed = {block for block, _, _ in automatic.placements}
    assert mountain in placed
    assert infantry not in placed
    swapped = tuple((infantry if block == mountain else block, value, hex_) for block, value, hex_ in automatic.placements)
    assert Deploy(swapped) in game.legal(state, AXIS)
    both = (*automatic.placements, next((infantry, value, hex_) for block, value, hex_ in automatic.placements if block == mountain))
    refusal = game.why_not(state, Deploy(both), AXIS)
    assert refusal is not None
    assert {problem.values.get("type") for problem in refusal.values["problems"]} == {"infantry"}


# ---- static units


@clause("EF-2.67a")
def test_static_units_move_one_hex_and_only_by_supreme_moves() -> None:
    units = {"Bucharest": "ax-sta-2r 1, ax-inf-1 3, ax-hq-south 3", "Warsaw": "ax-hq-okh 1"}
    ordinary = position("s43", axis=units, soviet={"Moscow": "infantry 3"})
    ordinary.state.command[ordinary.block("ax-hq-south")] = ACTIVE
    ordinary.begin(MOVEMENT)
    assert {a.block for a in ordinary.legal() if isinstance(a, Move)} == {ordinary.block("ax-inf-1")}
    assert ordinary.refusal(Move(ordinary.block("ax-sta-2r"), ordinary.hex("Ploesti"))).clause == "EF-5.3d"
    supreme = position("s43", axis=units, soviet={"Moscow": "infantry 3"})
    for hq in ("ax-hq-south", "ax-hq-okh"):
        supreme.state.command[supreme.block(hq)] = ACTIVE
    supreme.begin(MOVEMENT)
    static, bucharest = supreme.block("ax-sta-2r"), supreme.hex("Bucharest")
    moves = [a for a in supreme.legal() if isinstance(a, Move) and a.block == static]
    assert {supreme.game.rules.board.distance(bucharest, a.to) for a in moves} == {1}
    assert [a for a in supreme.legal() if isinstance(a, RailMove) and a.block == static]
    supreme.play(moves[0])
    assert supreme.state.supreme_moves == 1  # although an ordinary headquarters commands its hex


@clause("EF-2.67b")
def test_a_static_unit_at_zero_rolls_no_dice() -> None:
    here = attacked("ax-sta-2r 0, ax-inf-1 2").play(Roll((1, 1)))
    assert [(event.block, event.kind) for event in here.told(Rolled)] == [(here.block("ax-inf-1"), "defensive")]
    weak = attacked("ax-sta-2r 1, ax-inf-1 2")
    assert {action.block for action in weak.legal() if hasattr(action, "block")} == {weak.block("ax-sta-2r"), weak.block("ax-inf-1")}


@clause("EF-2.67c")
def test_static_units_at_zero_alone_in_a_battle_perish_when_a_round_is_fought() -> None:
    here = attacked("ax-sta-2r 0, ax-sta-2b 0", place="0721")
    assert {event.block for event in here.told(Eliminated)} == {here.block("ax-sta-2r"), here.block("ax-sta-2b")}
    assert here.told(Rolled) == []
    assert here.told(BattleClosed)[0].over
    company = attacked("ax-sta-2r 0, ax-inf-1 1")
    assert company.told(Eliminated) == []
