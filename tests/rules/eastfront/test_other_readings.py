"""Options that read a sentence of the book the other way: full stacks that exchange units, Repulses before all hits."""

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.games.eastfront.actions import EndPhase, FireAll, Move, Repulse
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.events import WentBack
from blockfront.games.eastfront.state import ACTIVE, AXIS, MOVEMENT

HELD = ("Rostov", "Rostov E1", "Rostov E2", "Kamensko", "Kamensko E1", "Mariupol", "Voroshilovgrad", "Millerovo", "Salsk")

# ---- exchanges

FRONT = ("ax-inf-1", "ax-inf-2", "ax-inf-5", "ax-inf-6")
REAR = ("ax-pz-41", "ax-pz-3", "ax-pz-14", "ax-hq-south")


def two_full_stacks(*options: str) -> Position:
    stacks = {"Rostov E1": ", ".join(f"{key} 3" for key in FRONT), "Kamensko": ", ".join(f"{key} 2" for key in REAR)}
    here = position("s42", axis=stacks, soviet={"Astrakhan": "infantry 3"}, axis_holds=HELD, options=options)
    here.state.command[here.block("ax-hq-south")] = ACTIVE
    return here.begin(MOVEMENT)


def forward(here: Position, key: str) -> Move:
    return Move(here.block(key), here.hex("Rostov E1"))


@clause("EF-6.2a", "EF-6.22a")
def test_full_stacks_exchange_units_only_by_the_option() -> None:
    here = two_full_stacks()
    assert here.refusal(forward(here, "ax-pz-41")).clause == "EF-6.21a"
    here = two_full_stacks("exchanges")
    for relief, relieved in zip(REAR[:3], FRONT[:3], strict=True):
        here.play(forward(here, relief))
        assert EndPhase() not in here.legal()  # five stand there
        still_there = {here.block(key) for key in FRONT if here.is_at(key, "Rostov E1")}
        assert {action.block for action in here.legal() if isinstance(action, Move)} == still_there
        here.play(Move(here.block(relieved), here.hex("Kamensko")))
    assert set(here.at("Rostov E1", AXIS)) == {*REAR[:3], FRONT[3]}
    assert set(here.at("Kamensko", AXIS)) == {*FRONT[:3], REAR[3]}
    assert EndPhase() in here.legal()


@clause("EF-6.22a", "EF-5.3d")
def test_nobody_enters_a_full_hex_that_nobody_can_leave() -> None:
    here = two_full_stacks("exchanges")
    here.state.in_command &= ~(1 << here.hex("Rostov E1"))  # those in front are out of command
    assert forward(here, "ax-pz-41") not in here.legal()


# ---- repulses first


def assault(*options: str) -> Position:
    """Two attackers over the Don against two defenders; the first throws a hit, the second a Repulse."""
    axis = {"Kamensko": "ax-pz-41 4, ax-hq-south 3", "Kamensko E1": "ax-inf-1 3"}
    here = position("s42", axis=axis, soviet={"Rostov E1": "so-inf-12 1, so-inf-37 1"}, axis_holds=HELD, options=options)
    here.state.command[here.block("ax-hq-south")] = ACTIVE
    here.begin(MOVEMENT)
    here.play(Move(here.block("ax-pz-41"), here.hex("Rostov E1"), here.hex("Kamensko")))
    here.play(Move(here.block("ax-inf-1"), here.hex("Rostov E1"), here.hex("Kamensko E1")))
    here.end_phase().end_phase().play(FireAll())
    return here.play(Roll((6,))).play(Roll((1,)))


@clause("EF-R48")
def test_each_defender_is_resolved_before_the_next_one_fires() -> None:
    here = assault()
    assert (here.value("ax-pz-41"), here.value("ax-inf-1")) == (3, 3)  # the hit has made them equal
    assert here.legal() == [Repulse(here.block("ax-pz-41")), Repulse(here.block("ax-inf-1"))]


@clause("EF-7.51e", "EF-7.51c", "EF-R48")
def test_by_the_option_all_repulses_are_made_before_any_hit() -> None:
    here = assault("repulses_first")
    assert [event.block for event in here.told(WentBack)] == [here.block("ax-inf-1")]  # the weakest before there was a hit
    assert (here.value("ax-pz-41"), here.value("ax-inf-1")) == (3, 3)
    assert here.is_at("ax-pz-41", "Rostov E1")


@pytest.mark.parametrize("option", ["exchanges", "repulses_first"])
def test_a_game_with_the_option_can_be_set_up(option: str) -> None:
    assert position("s43", options=(option,)).game.options == {option}
