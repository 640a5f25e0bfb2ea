"""A blitz into a hex where both sides already stand: the other side sees nothing of it before it is shown."""

from collections.abc import Iterator
from typing import Any

import pytest

from blockfront.core.events import visible_to
from blockfront.core.sides import other
from blockfront.games.blocks_series.actions import BlitzMove
from blockfront.games.blocks_series.rules.stacking import relocate
from blockfront.games.blocks_series.state import BLITZ
from tests.golden.kept_games import kept, positions

GAMES = ("be-captain-sbe1", "be-recruit-sbe1", "be-captain-sbe4", "general-sbe4")


def blitzes(name: str) -> Iterator[tuple[Any, Any, BlitzMove]]:
    """Every blitz of a golden game into an enemy's hex, with a comrade put there before, whom everybody sees."""
    game: Any = kept(name)[1]
    for _, state in positions(name):
        side = state.active
        if state.phase != BLITZ or side not in game.to_act(state):
            continue
        for action in game.legal(state, side):
            if not isinstance(action, BlitzMove) or not state.occupied[1 - side] >> action.to & 1:
                continue
            fighting = state.copy()
            comrades = (b for b in game.order.of_side[side] if state.location[b] >= 0 and b != action.block)
            comrade = next(comrades)
            relocate(game.rules.units, fighting, comrade, action.to)
            fighting.shown[comrade] = action.to
            yield game, fighting, action
            break


@pytest.mark.parametrize("name", GAMES)
def test_a_hidden_blitz_changes_nothing_the_other_side_sees(name: str) -> None:
    for game, state, action in blitzes(name):
        watcher, after = other(state.active), state.copy()
        assert not visible_to(game.apply(after, action, state.active), watcher)
        assert after.battles >> action.to & 1
        assert game.view(after, watcher) == game.view(state, watcher), f"{action} could be seen"


def test_there_are_such_blitzes() -> None:
    assert sum(1 for name in GAMES for _ in blitzes(name)) > 3
