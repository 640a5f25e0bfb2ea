"""Fog where the further chapters act: nobody can tell the truth from a position he must hold possible."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from blockfront.games.blocks_in_the_east.aids.scene import position
from blockfront.games.blocks_series.actions import Move, Reinforce, SpecialAction
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.power_actions import Jump, PayWith
from blockfront.games.blocks_series.rules.ch13_headquarters import AIRBORNE_ASSAULT
from blockfront.games.blocks_series.rules.ch29_partisans import RED
from blockfront.games.blocks_series.state import AIR_MOVEMENT, MOVEMENT, PRODUCTION, STRATEGIC_RAIL
from blockfront.testing.fog import leaks, leaks_of_actions, viewers

OPTIONS = ("advanced", "partisans", "airborne", "chechens", "volkssturm", "garrisons", "gustav", "persia")
AXIS_UNITS = {"Minsk": "g-7fd 3", "Rastenburg": "g-fhq 4", "Orsha": "g-1k 4, g-2k 3", "Warsaw": "g-5k 3", "Bucharest": "r-4k 2"}
SOVIET_UNITS = {"Smolensk": "s-8a 3, s-27a 2", "Moscow": "s-11a 4", "Gomel": "s-3mc 2"}


def scene() -> Position:
    held: dict[str, Any] = {"axis_holds": ("western_district",), "soviet_holds": ("Gomel",)}
    here = position("sbe9", axis=AXIS_UNITS, soviet=SOVIET_UNITS, month="1942-06", options=OPTIONS, **held)
    here.state.partisans[:] = [(here.hex("2325"), RED, 2)]
    here.state.pool[:] = [4] * len(here.state.pool)
    return here


def ordered() -> Position:
    here = scene().begin(STRATEGIC_RAIL)
    return here.play(SpecialAction(here.block("g-fhq"), AIRBORNE_ASSAULT, here.block("g-7fd")))


def jumping() -> Position:
    orders = list(ordered().state.orders)
    here = scene().begin(AIR_MOVEMENT)
    here.state.orders[:] = orders
    here.state.active_hqs |= 1 << here.block("g-fhq")
    return here.play(next(action for action in here.legal() if isinstance(action, Jump)))


def hunting() -> Position:
    here = scene().begin(MOVEMENT)
    return here.play(next(a for a in here.legal() if isinstance(a, Move) and a.to == here.hex("2325")))


def fighting() -> Position:
    here = hunting().end_phase()
    while here.step != "PartisanFight":
        here.play(here.legal()[0]) if here.step == "CombatPhase" else here.end_phase()
    return here


def rising() -> Position:
    here = scene().begin(PRODUCTION)
    return here.play(Reinforce(here.block("ch-1"), here.hex("Grozny")))


def paying() -> Position:
    here = scene().begin(PRODUCTION)
    return here.play(PayWith(here.game.rules.tables.power("romania"), own_first=0))


@pytest.mark.parametrize("made", [ordered, jumping, hunting, fighting, rising, paying])
def test_nobody_can_tell_the_truth_from_a_guess(made: Callable[[], Position]) -> None:
    here = made()
    for seed in range(4):
        for viewer in viewers(here.game):
            found = leaks(here.game, here.state, viewer, Random(seed)) + leaks_of_actions(here.game, here.state, viewer, Random(seed))
            assert not found, "\n".join(map(str, found))
