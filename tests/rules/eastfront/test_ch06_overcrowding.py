"""EF-6.22: units too many after a Repulse leave when they can, and count as unsupplied when they cannot."""

import pytest

from blockfront.blocks import effects
from blockfront.core.clauses import clause
from blockfront.core.sides import EVERYBODY, audience
from blockfront.games.eastfront.actions import EndPhase, Mobilise, Move, Overcrowd
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.events import LostStep, Starved, SupplyChecked
from blockfront.games.eastfront.state import (
    ACTIVE,
    AXIS,
    BLITZ,
    BLITZ_MOVEMENT,
    MOVED,
    MOVEMENT,
    REARGUARD,
    SOVIET,
    SUPPLY,
    UNSUPPLIED,
)

FIVE = "ax-inf-1 3, ax-inf-2 3, ax-inf-5 2, ax-pz-41 4, ax-hq-north 2"


def crowded(units: str = FIVE, place: str = "Minsk") -> Position:
    return position("s43", axis={place: units}, active=SOVIET).begin(SUPPLY)


@clause("EF-6.22b")
def test_the_owner_chooses_who_loses_a_step_in_the_enemy_supply_phase() -> None:
    here = crowded()
    assert here.side == AXIS
    assert [type(action) for action in here.legal()] == [Overcrowd] * 5
    here.play(Overcrowd(here.block("ax-inf-5")))
    assert not here.state.frames
    assert [here.value(key) for key in ("ax-inf-1", "ax-inf-2", "ax-inf-5", "ax-pz-41", "ax-hq-north")] == [3, 3, 1, 4, 2]
    assert here.state.flags[here.block("ax-inf-5")] & UNSUPPLIED
    assert here.told(SupplyChecked)[0].unsupplied == 1


@clause("EF-6.22b", "EF-0.2a", "EF-2.4a")
def test_the_enemy_sees_that_a_block_lost_a_step_not_which() -> None:
    here = crowded()
    here.play(Overcrowd(here.block("ax-inf-5")))
    assert here.told(LostStep)[0].seen_by == audience(AXIS)
    assert here.told(Starved)[0].seen_by == EVERYBODY & ~audience(AXIS)
    assert here.told(Starved)[0].block == -1


@clause("EF-6.22b")
def test_as_many_as_there_are_too_many() -> None:
    here = crowded(FIVE + ", ax-inf-6 3")
    here.play(Overcrowd(here.block("ax-inf-5")))
    assert Overcrowd(here.block("ax-inf-5")) not in here.legal()
    here.play(Overcrowd(here.block("ax-inf-6")))
    assert not here.state.frames
    assert here.told(SupplyChecked)[0].unsupplied == 2


@clause("EF-6.22b")
def test_nothing_happens_when_the_overstack_has_been_cleared() -> None:
    here = position("s43", axis={"Minsk": FIVE}, active=SOVIET)
    effects.place(here.state, here.block("ax-inf-5"), AXIS, here.hex("Warsaw"))
    here.begin(SUPPLY)
    assert not here.state.frames
    assert here.told(SupplyChecked)[0].unsupplied == 0


@clause("EF-6.22b")
def test_one_s_own_supply_phase_does_not_count() -> None:
    here = position("s43", axis={"Minsk": FIVE}, active=AXIS).begin(SUPPLY)
    assert not here.state.frames
    assert here.value("ax-inf-5") == 2


@clause("EF-6.22b", "EF-10.4a")
def test_units_without_a_supply_line_make_up_the_number() -> None:
    around = dict.fromkeys(("Gorky", "Vladimir", "1506", "1606"), "infantry 3")
    here = position("s43", axis={"1507": FIVE}, soviet=around, active=SOVIET).begin(SUPPLY)
    assert not here.state.frames  # all five are cut off and lose a step each, no more
    assert here.told(SupplyChecked)[0].unsupplied == 5
    assert here.value("ax-inf-5") == 1


# ---- the end of a Movement Phase


def moving(axis: dict[str, str], *active: str, phase: int = MOVEMENT) -> Position:
    here = position("s43", axis=axis)
    for key in active:
        here.state.command[here.block(key)] = BLITZ if phase == BLITZ_MOVEMENT else ACTIVE
    return here.begin(phase)


@pytest.mark.parametrize("phase", [MOVEMENT, BLITZ_MOVEMENT])
@clause("EF-6.2a", "EF-6.22a")
def test_no_movement_phase_ends_while_somebody_can_leave_a_stack_that_a_repulse_made_too_high(phase: int) -> None:
    here = moving({"Minsk": FIVE, "Borisov": "ax-hq-centre 2", "Vilna": "ax-inf-6 3"}, "ax-hq-centre", phase=phase)
    assert EndPhase() not in here.legal()
    assert here.refusal(EndPhase()).clause == "EF-6.22a"
    assert not [action for action in here.legal() if isinstance(action, Mobilise)]  # nor is their command given up
    here.play(Move(here.block("ax-inf-6"), here.hex("Kaunas")))
    assert EndPhase() not in here.legal()  # it is somebody else who has to go
    out = next(m for m in here.legal() if isinstance(m, Move) and m.block == here.block("ax-inf-5"))
    assert EndPhase() in here.play(out).legal()


@clause("EF-6.22a", "EF-6.22b")
def test_a_stack_that_nobody_can_leave_holds_up_nothing() -> None:
    here = moving({"Minsk": FIVE, "Riga": "ax-hq-centre 1, ax-inf-6 3"}, "ax-hq-centre")
    assert any(isinstance(action, Move) for action in here.legal())
    assert EndPhase() in here.legal()


@clause("EF-5.21e", "EF-6.2a", "EF-6.22a")
def test_a_headquarters_that_made_a_stack_too_high_has_to_leave_it() -> None:
    here = moving({"Minsk": "ax-inf-1 3, ax-inf-2 3, ax-inf-5 2, ax-pz-41 4, ax-hq-centre 2"}, "ax-hq-centre")
    for key in ("ax-inf-1", "ax-inf-2", "ax-inf-5", "ax-pz-41"):
        here.state.flags[here.block(key)] |= MOVED
    here.state.derived = {}
    assert EndPhase() not in here.legal()
    out = next(action for action in here.legal() if isinstance(action, Mobilise))
    assert EndPhase() in here.play(out).legal()


@clause("EF-6.22a", "EF-6.41a")
def test_a_rearguard_is_on_its_way_out() -> None:
    here = position("s43", axis={"Minsk": "ax-inf-1 3, ax-inf-2 3, ax-inf-5 2, ax-pz-41 4, ax-inf-6 1", "Borisov": "ax-hq-centre 2"})
    here.state.command[here.block("ax-hq-centre")] = ACTIVE
    here.begin(MOVEMENT)
    for key in ("ax-inf-1", "ax-inf-2", "ax-inf-5", "ax-pz-41"):
        here.state.flags[here.block(key)] |= MOVED
    here.state.flags[here.block("ax-inf-6")] |= REARGUARD
    assert not here.game.rules.movement.crowded(here.state, AXIS)
