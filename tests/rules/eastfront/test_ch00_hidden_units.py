"""EF-0.2: which units the opponent sees, and for how long."""

from random import Random

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.sandbox import Sandbox
from blockfront.core.sides import CHANCE
from blockfront.games.eastfront.actions import Move, Rearguard
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.events import Revealed
from blockfront.games.eastfront.game import make
from blockfront.games.eastfront.state import ACTIVE, AXIS, COMBAT, COMMAND, MOVEMENT, SOVIET, SUPPLY

SOUTH = ("Rostov", "Rostov E1", "Rostov E2", "Kamensko", "Kamensko E1", "Mariupol", "Voroshilovgrad", "Millerovo", "Salsk")


def attacking(*, active: int = AXIS) -> Position:
    """A battle in which the Axis is the Original Attacker and therefore lies open."""
    axis = {"Rostov E1": "ax-pz-41 4, ax-inf-1 3", "Kamensko": "ax-hq-south 3, ax-inf-5 3"}
    here = position(
        "s42", axis=axis, soviet={"Rostov E1": "so-inf-12 3", "Salsk": "so-hq-south 2, so-inf-24 2"}, axis_holds=SOUTH, active=active
    )
    here.fix_control()
    for key in ("ax-pz-41", "ax-inf-1"):
        here.state.face_up |= 1 << here.block(key)
    return here


def is_open(here: Position, key: str) -> bool:
    return bool(here.state.face_up >> here.block(key) & 1)


@clause("EF-0.2a", "EF-R7")
def test_the_opponent_sees_that_units_are_there_and_how_many_and_no_more() -> None:
    here = position("s42", axis={"Minsk": "ax-pz-41 4, ax-inf-1 3"}, soviet={"Moscow": "infantry 3"})
    seen = [sight for sight in here.game.view(here.state, SOVIET).blocks.seen if sight.location == here.hex("Minsk")]
    assert [(sight.side, sight.block, sight.steps, sight.face_up) for sight in seen] == [(AXIS, -1, 0, False)] * 2


@clause("EF-0.2c", "EF-0.2a")
def test_an_attacker_that_leaves_the_battle_hides_again_and_one_that_stays_does_not() -> None:
    here = attacking()
    here.state.command[here.block("ax-hq-south")] = ACTIVE
    here.begin(MOVEMENT)
    here.play(Move(here.block("ax-pz-41"), here.hex("Kamensko"), exit=here.hex("Kamensko")))
    assert is_open(here, "ax-pz-41")  # nothing is shown while the phase goes on
    here.end_phase()
    assert not is_open(here, "ax-pz-41")
    assert is_open(here, "ax-inf-1")
    in_kamensko = [sight for sight in here.game.view(here.state, SOVIET).blocks.seen if sight.location == here.hex("Kamensko")]
    assert here.block("ax-pz-41") not in {sight.block for sight in in_kamensko}  # mixed with those who stood there


@clause("EF-0.2c", "EF-6.41b")
def test_attackers_hide_when_the_defender_has_retreated() -> None:
    here = attacking(active=SOVIET)
    here.state.command[here.block("so-hq-south")] = ACTIVE
    here.begin(MOVEMENT)
    here.play(Rearguard(here.block("so-inf-12"))).end_phase()
    here.play(Rearguard(here.block("so-inf-12"))).play(Roll((1, 1, 1, 1))).play(Roll((1, 1, 1)))
    here.play(Move(here.block("so-inf-12"), here.hex("Salsk"), exit=here.hex("Salsk"))).deal()
    assert not any(is_open(here, key) for key in ("ax-pz-41", "ax-inf-1", "so-inf-12"))


@clause("EF-0.2c")
def test_attackers_hide_when_the_defender_has_starved() -> None:
    here = position("s42", axis={"Salsk": "ax-pz-41 4", "Rostov E1": "infantry 3"}, soviet={"Salsk": "so-inf-12 1"}, axis_holds=("ussr",))
    here.fix_control()
    here.state.face_up |= 1 << here.block("ax-pz-41")
    here.begin(SUPPLY)
    assert here.at("Salsk", SOVIET) == []
    here.begin(COMMAND)
    assert not is_open(here, "ax-pz-41")


@clause("EF-0.2b", "EF-0.2c")
def test_a_headquarters_is_shown_while_it_is_active_and_no_longer() -> None:
    here = attacking()
    here.state.command[here.block("ax-hq-south")] = ACTIVE
    here.state.face_up |= 1 << here.block("ax-hq-south")
    here.begin(COMBAT)
    assert is_open(here, "ax-hq-south")
    here.end_phase().end_phase()
    assert not is_open(here, "ax-hq-south")


@clause("EF-R56", "EF-7.15b")
def test_units_that_join_the_attacker_are_revealed_those_that_join_the_defender_are_not() -> None:
    here = attacking()
    here.state.command[here.block("ax-hq-south")] = ACTIVE
    here.begin(MOVEMENT).play(Move(here.block("ax-inf-5"), here.hex("Rostov E1"), here.hex("Kamensko"))).end_phase()
    assert is_open(here, "ax-inf-5")
    assert [pair[0] for event in here.told(Revealed, SOVIET) for pair in event.blocks] == [here.block("ax-inf-5")]
    other = attacking(active=SOVIET)
    other.state.command[other.block("so-hq-south")] = ACTIVE
    other.begin(MOVEMENT).play(Move(other.block("so-inf-24"), other.hex("Rostov E1"), other.hex("Salsk"))).end_phase()
    assert other.is_at("so-inf-24", "Rostov E1")
    assert not is_open(other, "so-inf-24")


@pytest.mark.parametrize(
    ("scenario", "place", "attacker"), [("w42", "Stalingrad", AXIS), ("w43", "Volkhov", SOVIET), ("w43", "Kremenchug W1", SOVIET)]
)
@clause("EF-W42.2a", "EF-W43.2a", "EF-0.2c", "EF-R36")
def test_the_attackers_of_battles_that_have_been_going_on_start_revealed(scenario: str, place: str, attacker: int) -> None:
    game = make(scenario, frozenset())
    scene = Sandbox(game, game.setup())
    while scene.state.phase == 0:
        scene.play(game.chance(scene.state).sample(Random(1)) if scene.side == CHANCE else scene.legal()[0])
    hex_ = game.rules.board.map.hex(place)
    sides = [game.rules.battles.units_of(scene.state, hex_, side) for side in (AXIS, SOVIET)]
    assert all(sides)
    assert all(scene.state.face_up >> block & 1 for block in sides[attacker])
    assert not any(scene.state.face_up >> block & 1 for block in sides[1 - attacker])


@clause("EF-0.2a", "EF-R7")
def test_battles_that_a_march_began_are_the_movers_secret_until_the_phase_ends() -> None:
    here = position(
        "s42", axis={"Kamensko": "ax-hq-south 3, ax-inf-5 3"}, soviet={"Rostov E1": "so-inf-12 3"}, axis_holds=SOUTH
    ).fix_control()
    here.state.command[here.block("ax-hq-south")] = ACTIVE
    here.begin(MOVEMENT)
    attack = next(move for move in here.legal() if isinstance(move, Move) and move.to == here.hex("Rostov E1"))
    here.play(attack)
    views = [here.game.view(here.state, side) for side in (AXIS, SOVIET)]
    assert [view.new_battles for view in views] == [(here.hex("Rostov E1"),), ()]
    assert bool(views[0].crossings)
    assert not views[1].crossings
