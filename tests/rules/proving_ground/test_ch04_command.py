"""PG-4: command."""

from blockfront.core.clauses import clause
from blockfront.games.proving_ground.actions import Activate, EndMovement, EndRebuilding, Hold
from blockfront.games.proving_ground.aids.scene import Position, position
from blockfront.games.proving_ground.events import HeadquartersActivated
from blockfront.games.proving_ground.title import RED


def seen_headquarters(here: Position) -> list[tuple[int, bool]]:
    sights = here.game.view(here.state, RED).blocks.seen
    return [(sight.steps, sight.face_up) for sight in sights if sight.block == here.block("b-hq")]


@clause("PG-4.1")
def test_activation_turns_the_headquarters_up() -> None:
    here = position("Alder | blue: headquarters 2", "command")
    assert seen_headquarters(here) == []
    here.play(Activate())
    assert here.happened(HeadquartersActivated, block=here.block("b-hq"), target=here.hex("Alder"), strength=2)
    assert seen_headquarters(here) == [(2, True)]


@clause("PG-4.1")
def test_a_headquarters_with_one_step_holds() -> None:
    here = position("Alder | blue: headquarters 1", "command")
    assert here.legal() == [Hold()]
    assert here.refusal(Activate()).clause == "PG-4.1"


@clause("PG-4.2")
def test_command_reaches_as_far_as_the_headquarters_is_strong() -> None:
    text = "0202 | blue: headquarters 2; 0402 | blue: infantry 4; 0502 | blue: armour 3"
    here = position(text, "command").play(Activate())
    commanded = here.game.rules.command.is_commanded
    assert commanded(here.state, here.block("b-hq"))
    assert commanded(here.state, here.block("b-inf-1"))
    assert not commanded(here.state, here.block("b-arm-1"))
    held = position(text, "command").play(Hold())
    assert not held.game.rules.command.is_commanded(held.state, held.block("b-inf-1"))


@clause("PG-4.3")
def test_command_costs_a_step_and_the_headquarters_hides_again() -> None:
    here = position("Alder | blue: headquarters 3", "command")
    here.play(Activate(), EndMovement())
    assert here.state.face_up >> here.block("b-hq") & 1
    here.play(EndRebuilding())
    assert seen_headquarters(here) == [(2, False)]
    held = position("Alder | blue: headquarters 3", "command").play(Hold(), EndMovement(), EndRebuilding())
    assert held.state.steps[held.block("b-hq")] == 3
