"""EF-6.22b: units too many after a Repulse count as unsupplied."""

from blockfront.blocks import effects
from blockfront.core.clauses import clause
from blockfront.core.sides import EVERYBODY, audience
from blockfront.games.eastfront.actions import Overcrowd
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.events import LostStep, Starved, SupplyChecked
from blockfront.games.eastfront.state import AXIS, SOVIET, SUPPLY, UNSUPPLIED

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


@clause("EF-6.22b", "EF-0.2a")
def test_the_enemy_sees_that_a_block_lost_a_step_not_which() -> None:
    here = crowded()
    here.play(Overcrowd(here.block("ax-inf-5")))
    assert here.told(LostStep)[0].seen_by == audience(AXIS)
    assert here.told(Starved)[0].seen_by == EVERYBODY & ~audience(AXIS)


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
