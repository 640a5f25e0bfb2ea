"""Chapters 20 and 21: cavalry charges and Panzer attacks."""

from typing import Any

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_east.aids.battle_scene import battle
from blockfront.games.blocks_in_the_east.aids.scene import AXIS
from blockfront.games.blocks_in_the_east.game import make
from blockfront.games.blocks_in_the_east.rules.history import BEGUN, READY, SPANS, WORKS
from blockfront.games.blocks_in_the_east.title import TITLE
from blockfront.games.blocks_series.actions import Charge, EndPhase, TakeLoss
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import Charged, Rolled
from blockfront.games.blocks_series.loading.data_model import WEATHERS
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import GREAT_CHARGE
from blockfront.games.blocks_series.state import COMBAT

CAVALRY, ARMOUR, BOTH = 1, 2, 3
CHARGES = ("cavalry_charge", "panzer_attack")


def charges(axis: str, soviet: str, place: str = "Poltava", *, month: str = "1941-07", weather: str = "good", **more: Any) -> int:
    here = battle(axis, soviet, place, month=month, options=CHARGES, **more)
    here.state.weather = WEATHERS.index(weather)
    return here.game.rules.fire.charges(here.state, here.hex(place))


def begin(axis: str, soviet: str, options: tuple[str, ...] = CHARGES) -> Position:
    here = battle(axis, soviet, options=options).begin(COMBAT)
    if here.side != CHANCE:
        assert here.side == AXIS
    return here


@clause("BE-20.0a")
@pytest.mark.parametrize(
    ("axis", "soviet", "expected"),
    [
        ("r-cav 3", "s-8a 3", CAVALRY),
        ("g-1k 3", "s-8a 3", 0),
        ("r-cav 3", "s-8a 3, cavalry 3", 0),
        ("r-cav 3", "s-8a 3, tankette 3", 0),
        ("r-cav 3", "s-8a 3, fighter 3", CAVALRY),
    ],
)
def test_whom_cavalry_may_charge(axis: str, soviet: str, expected: int) -> None:
    assert charges(axis, soviet) == expected


@clause("BE-20.0a", "BE-21.0a")
@pytest.mark.parametrize(
    ("place", "weather", "expected"), [("Poltava", "good", BOTH), ("Poltava", "rain", 0), ("Luga", "good", 0), ("Kharkov", "good", 0)]
)
def test_charges_need_clear_country_and_good_weather(place: str, weather: str, expected: int) -> None:
    assert charges("r-cav 3, g-41pz 5", "s-8a 3", place, weather=weather) == expected


@clause("BE-21.0a")
@pytest.mark.parametrize(
    ("axis", "soviet", "month", "expected"),
    [
        ("g-41pz 5", "s-8a 3", "1941-07", ARMOUR),
        ("g-41pz 5", "s-8a 3, tank 3", "1941-07", 0),
        ("g-41pz 5", "s-8a 3, tankette 3", "1941-07", ARMOUR),  # TECH 1
        ("g-41pz 5", "s-8a 3, tankette 3", "1943-01", 0),  # TECH 2
        ("g-41pz 5", "s-8a 3, cavalry 3", "1941-07", ARMOUR),
        ("romania tankette 1", "s-8a 3", "1941-07", 0),
        ("romania tankette 1", "s-8a 3", "1943-08", ARMOUR),  # TECH 2
    ],
)
def test_when_armour_may_attack_first(axis: str, soviet: str, month: str, expected: int) -> None:
    assert charges(axis, soviet, month=month) == expected


@clause("BE-20.0b", "BE-20.0c")
def test_the_cavalry_fires_first_and_takes_the_answer() -> None:
    here = begin("r-cav 3, g-1k 4", "s-8a 4").play(Charge(CAVALRY))
    assert [event.kinds for event in here.told(Charged)] == [CAVALRY]
    here.play(Roll((6, 1, 1)))
    assert here.strength("s-8a") == 3
    here.play(Roll((6, 6, 1)))
    assert (here.strength("r-cav"), here.strength("g-1k")) == (1, 4)
    here.play(Roll((1, 1, 1, 6)))
    assert [(event.side, len(event.faces)) for event in here.told(Rolled)] == [(AXIS, 3), (1, 3), (AXIS, 4)]
    assert here.strength("s-8a") == 2


@clause("BE-20.0c")
def test_hits_beyond_the_cavalry_fall_on_others() -> None:
    here = begin("r-cav 1, g-1k 4", "s-8a 4").play(Charge(CAVALRY), Roll((1,)), Roll((6, 6, 6, 1)))
    assert here.strength("r-cav") == 0
    assert here.strength("g-1k") == 2


@clause("BE-20.0d")
def test_a_charge_goes_on_in_later_rounds() -> None:
    here = begin("r-cav 3, g-1k 4", "s-8a 4").play(Charge(CAVALRY), Roll((1,) * 3), Roll((1,) * 4), Roll((1,) * 4))
    while here.side != CHANCE:
        here.play(EndPhase())
    here.play(Roll((6, 1, 1)))
    assert here.told(Rolled)[-1].shots[0][0] == here.block("r-cav")
    assert len(here.told(Charged)) == 1


@clause("BE-20.0a", "BE-20.0b")
def test_nobody_has_to_charge() -> None:
    here = begin("r-cav 3", "s-8a 4")
    assert here.legal() == [EndPhase(), Charge(CAVALRY)]
    here.play(EndPhase())
    assert not here.told(Charged)
    here.play(Roll((1, 1, 1, 1)))
    assert here.told(Rolled)[0].side == 1


def test_without_the_options_nobody_is_asked() -> None:
    assert begin("r-cav 3, g-41pz 5", "s-8a 4", options=()).side == CHANCE


@clause("BE-20.0e")
def test_the_gruppo_barbo_charges_with_three_more_dice_once() -> None:
    here = begin("i-barbo 2", "s-8a 4").play(Charge(CAVALRY | GREAT_CHARGE), Roll((1,) * 5), Roll((1,) * 4))
    while here.side != CHANCE:
        here.play(EndPhase())
    here.play(Roll((1, 1)))
    assert [dice for _, dice, _ in here.told(Rolled)[-1].shots] == [2]


@clause("BE-20.0d", "BE-20.0e")
def test_the_gruppo_barbo_may_save_its_dice_for_a_later_round() -> None:
    here = begin("i-barbo 2", "s-8a 4").play(Charge(CAVALRY), Roll((1, 1)), Roll((1,) * 4))
    while here.legal() == [EndPhase()] or EndPhase() in here.legal():
        here.play(EndPhase())
    assert here.legal() == [Charge(CAVALRY), Charge(CAVALRY | GREAT_CHARGE)], "the charge goes on"
    here.play(Charge(CAVALRY | GREAT_CHARGE), Roll((1,) * 5))
    assert [dice for _, dice, _ in here.told(Rolled)[-1].shots] == [5]


@clause("BE-20.0e", "BE-SBE6f")
def test_a_great_charge_builds_no_railway() -> None:
    here = begin("i-barbo 2", "s-8a 4").play(Charge(CAVALRY | GREAT_CHARGE), Roll((1,) * 5))
    assert here.state.happened
    assert not READY.read(here.state.happened)
    assert not BEGUN.read(here.state.happened)


def test_no_two_happenings_share_a_bit() -> None:
    taken = 0
    for name, span in SPANS.items():
        assert not taken & span.mask, name
        taken |= span.mask
    assert max(len(make(scenario.id, frozenset()).rules.scenario.works) for scenario in TITLE.scenarios) <= WORKS


@clause("BE-21.0b")
def test_armour_fires_first_and_takes_the_answer() -> None:
    here = begin("g-41pz 5, g-1k 4", "s-8a 4").play(Charge(ARMOUR), Roll((6, 6, 1, 1, 1)), Roll((6, 6)))
    assert (here.strength("g-41pz"), here.strength("g-1k"), here.strength("s-8a")) == (3, 4, 2)
    here.play(Roll((6, 1, 1, 1)))
    assert here.strength("s-8a") == 1


@clause("BE-21.0c")
def test_both_charges_together_take_hits_strongest_first() -> None:
    here = begin("g-41pz 5, r-cav 3", "s-8a 4")
    assert here.legal() == [EndPhase(), Charge(CAVALRY), Charge(ARMOUR), Charge(BOTH)]
    here.play(Charge(BOTH), Roll((1,) * 8), Roll((6, 6, 6, 1)))
    assert here.side == AXIS  # both are at three now
    here.play(TakeLoss(here.block("r-cav")))
    assert (here.strength("g-41pz"), here.strength("r-cav")) == (3, 2)
