"""Nothing hidden shows through when satellites sue for peace and units leave the map."""

from random import Random

import pytest

from blockfront.core.clauses import clause
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.state import SOVIET
from blockfront.games.eastfront.steps.calendar import Calendar
from blockfront.games.eastfront.steps.plains import PlainGuard
from blockfront.games.eastfront.steps.surrender import Defection, SurrenderRolls
from blockfront.testing.fog import leaks, viewers
from blockfront.testing.random_play import random_play

AXIS_UNITS = {
    "Budapest": "ax-inf-1 3, ax-pz-41 2, ax-sat-1h 2",
    "Miskolc": "ax-inf-5 3, ax-hq-south 2",
    "Belgrade": "ax-inf-6 3",
    "Bucharest": "ax-sat-3r 3, ax-sat-4r 2",
    "Ploesti": "ax-sta-2r 1, ax-inf-8 2",
    "Krakow": "ax-inf-9 2, ax-hq-centre 3",
    "Cluj": "ax-sat-2h 3, ax-sat-3h 1",
    "Sofia": "ax-sat-1b 2, ax-sta-2b 1",
    "Warsaw": "supreme 3, ax-inf-12 2",
}
SOVIET_UNITS = {
    "Debrecen": "so-inf-5 3, so-tk-4 3",
    "Szolnok": "so-inf-6 3",
    "Arad": "so-mk-3 3, so-hq-south 2",
    "Novi Sad": "so-inf-8 2",
    "Jassy": "so-inf-9 3, so-tk-8 3",
    "Galati": "so-inf-12 3, so-hq-ukraine 2",
    "Lvov": "so-tk-9 3, so-inf-13 3",
    "Poprad": "so-inf-10 4",
    "Moscow": "supreme 3",
}


def in_the_balkans(seed: int) -> Position:
    lost = ("ax-inf-10", "ax-sat-1r", "so-inf-11", "ax-inf-54")
    options = ("west_weather_waits",) if seed % 2 else ()
    here = position("s44", axis=AXIS_UNITS, soviet=SOVIET_UNITS, month="1944-09", active=SOVIET, options=options, eliminated=lost)
    return here.run(Calendar, Calendar.MONTH)


def decisions(seed: int, asked: type) -> int:
    """Play on at random; whenever this question is put, nobody may tell the state from a guess. How often it was put."""
    here, met = in_the_balkans(seed), 0
    for number, decision in enumerate(random_play(here.game, Random(seed), limit=3000, state=here.state)):
        top = here.game.stack.top(decision.state)
        if top is not None and type(top[0]) is asked:
            met += 1
            for viewer in viewers(here.game):
                assert not leaks(here.game, decision.state, viewer, Random(number))
        if number == 300:
            break
    return met


@clause("EF-0.2a", "EF-16.1f", "EF-16.7b")
@pytest.mark.parametrize("asked", [PlainGuard, SurrenderRolls, Defection])
def test_satellites_and_plains_leak_nothing(asked: type) -> None:
    assert sum(decisions(seed, asked) for seed in range(4))
