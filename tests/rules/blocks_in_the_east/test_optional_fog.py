"""Fog where optional chapters act unseen: nobody can tell the truth from a position he must hold possible."""

from random import Random

import pytest

from blockfront.core.actions import Roll
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_east.aids.scene import position
from blockfront.games.blocks_series.actions import EndPhase, Scout, Ship, SpecialAction
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.rules.ch13_headquarters import PUT_IN_RESERVE
from blockfront.games.blocks_series.state import AIR_MOVEMENT, EXPLOITATION, MOVEMENT, REACTION, STRATEGIC_RAIL
from blockfront.testing.fog import leaks, leaks_of_actions, viewers

OPTIONS = ("advanced", "reconnaissance", "reserves", "naval_transport")
AXIS_UNITS = {
    "Königsberg": "g-4pzg 4",
    "Tilsit": "g-41pz 5, g-1k 3",
    "Memel": "g-2k 4",
    "Danzig": "g-2lf 4, g-10k 2",
    "Berlin": "g-5k 3, g-56pz 4",
}
SOVIET_UNITS = {"Riga": "s-8a 3, s-3mc 2", "Odessa": "s-7a 3, s-14a 2", "Sevastopol": "s-nav 3, s-23a 1", "Moscow": "s-27a 4, s-11a 2"}


def scene(active: str = "axis") -> Position:
    return position(axis=AXIS_UNITS, soviet=SOVIET_UNITS, active=active, options=OPTIONS)


def scouting() -> Position:
    here = scene().begin(AIR_MOVEMENT)
    return here.play(Scout(here.block("g-2lf"), here.hex("Riga")))


def scouted() -> Position:
    here = scouting()
    here.play(Roll((1,) * sum(here.state.frames[-1][4:])), Roll((1,)))
    assert here.state.scouted
    return here


def at_sea() -> Position:
    here = scene("soviet").begin(STRATEGIC_RAIL)
    here.play(Ship(here.block("s-nav"), here.block("s-7a"), here.hex("Batumi")))
    return here


def crossing() -> Position:
    here = at_sea().play(EndPhase()).deal()
    assert (here.step, here.side) == ("Crossings", CHANCE)
    return here


def motorised() -> Position:
    here = scene().begin(MOVEMENT)
    return here.play(SpecialAction(here.block("g-4pzg"), PUT_IN_RESERVE, here.block("g-1k")))


def waiting() -> Position:
    here = scene().begin(EXPLOITATION)
    return here.play(SpecialAction(here.block("g-4pzg"), PUT_IN_RESERVE, here.block("g-41pz")))


def reacting() -> Position:
    units = {**SOVIET_UNITS, "Memel": "s-3a 3"}
    here = position(axis=AXIS_UNITS, soviet=units, active="soviet", options=OPTIONS)
    here.state.reserve = 1 << here.block("g-41pz")
    return here.begin(REACTION)


@pytest.mark.parametrize("begin", [scouting, scouted, at_sea, crossing, motorised, waiting, reacting])
def test_nobody_sees_through(begin: object) -> None:
    assert callable(begin)
    for seed in range(6):
        here: Position = begin()
        rng = Random(seed)
        for viewer in viewers(here.game):
            found = leaks(here.game, here.state, viewer, rng) or leaks_of_actions(here.game, here.state, viewer, rng)
            assert not found, "\n".join(map(str, found))
