"""Machine players and stacks that a Repulse has made too high."""

from random import Random

import pytest

from blockfront.ai.player import Budget
from blockfront.ai.registry import player
from blockfront.core.clauses import clause
from blockfront.games.eastfront.actions import Move
from blockfront.games.eastfront.aids.scene import position
from blockfront.games.eastfront.state import ACTIVE, AXIS, MOVEMENT

FIVE = ("ax-inf-1", "ax-inf-2", "ax-inf-5", "ax-pz-41", "ax-inf-6")


@pytest.mark.parametrize("level", ["recruit", "captain", "general"])
@clause("EF-6.22a")
def test_a_stack_that_is_too_high_is_thinned_out_before_the_phase_ends(level: str) -> None:
    here = position("s43", axis={"Minsk": ", ".join(f"{key} 2" for key in FIVE), "Borisov": "ax-hq-centre 2"})
    here.state.command[here.block("ax-hq-centre")] = ACTIVE
    here.begin(MOVEMENT)
    thinker, rng, moved = player(level, "eastfront"), Random(1), set[str]()
    while here.state.phase == MOVEMENT and here.state.frames:
        action = thinker.decide(here.game, here.game.view(here.state, AXIS), Budget(), rng).action
        if isinstance(action, Move):
            moved.add(here.game.order[action.block].key)
        here.play(action).deal()
    assert moved & set(FIVE)
    assert not here.game.rules.movement.crowded(here.state, AXIS)
