"""What positions are judged to be worth, looking back at a game."""

from random import Random
from typing import Any

import pytest

from blockfront.ai import registry
from blockfront.ai.expectation import expected, swings_between
from blockfront.blocks import effects
from blockfront.core.sides import CHANCE
from blockfront.games import catalogue

PLAYED = (("eastfront", "s42"), ("eastfront", "edelweiss"), ("blocks_in_the_east", "sbe1"), ("blocks_in_the_west", "sbw3"))


def deployed(title: str, scenario: str) -> tuple[Any, Any]:
    """A game when everybody has set up."""
    game, rng = catalogue.game(title, scenario), Random(1)
    state = game.setup()
    first = game.player_turn(state)
    while game.player_turn(state) == first:
        side = min(game.to_act(state))
        legal: Any = game.chance(state) if side == CHANCE else game.legal(state, side)
        game.apply(state, legal.sample(rng), side)
    return game, state


@pytest.mark.parametrize(("title", "scenario"), PLAYED)
def test_losing_a_unit_is_a_swing_to_the_other_side(title: str, scenario: str) -> None:
    game, state = deployed(title, scenario)
    judged = registry.players_of(title).expectation
    assert judged is not None
    assert swings_between(judged, game, [state, state.copy()]) == [0.0]
    for side, sign in ((0, -1), (1, 1)):
        units = game.rules.units
        armies = units.combat[side] if title != "eastfront" else [b for b in game.rules.order.of_side[side] if not units.is_hq[b]]
        lost = max((block for block in armies if state.location[block] >= 0), key=lambda block: state.steps[block])
        after = state.copy()
        while after.location[lost] >= 0:
            effects.lose_step(after, lost, side)
        assert sign * swings_between(judged, game, [state, after])[0] > 0
        assert swings_between(judged, game, [state, after, state])[1] * sign < 0


def test_the_judgement_gives_way_to_the_points_as_the_end_comes() -> None:
    assert expected([4.0, 4.0], [2.0, 4.0, 3.0]) == [2.0, 5.0, 3.0]
    assert expected([4.0, -1.0], [None, None, None]) == [0.0, 4.0, 3.0]
    assert expected([], [5.0]) == [5.0]
