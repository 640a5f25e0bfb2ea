"""Proposals that people are offered: legal, complete, from the view alone."""

from random import Random
from typing import Any

import pytest

from blockfront.ai.proposals import Proposal, propose
from blockfront.core.game import AnyGame
from blockfront.core.sides import CHANCE, Side
from blockfront.games import catalogue
from blockfront.games.eastfront.state import PRODUCTION
from blockfront.testing.random_play import random_answer


def in_production(seed: int) -> tuple[AnyGame, Any]:
    game, rng = catalogue.game("eastfront", "s43"), Random(seed)
    state = game.setup()
    while state.phase != PRODUCTION or CHANCE in game.to_act(state):
        side, action = random_answer(game, state, rng, evenly=False)
        game.apply(state, action, side)
    return game, state


def carry_out(game: AnyGame, state: Any, side: Side, found: Proposal) -> None:
    for action in found.actions:
        while CHANCE in game.to_act(state):
            game.apply(state, game.chance(state).sample(Random(0)), CHANCE)
        assert action in game.legal(state, side)
        game.apply(state, action, side)


def test_a_deployment_is_proposed_whole() -> None:
    game = catalogue.game("eastfront", "s43")
    state = game.setup()
    side = min(game.to_act(state))
    found = propose(game, game.view(state, side), Random(1))
    assert found is not None
    assert (found.kind, found.level, len(found.actions)) == ("deployment", "captain", 1)
    carry_out(game, state, side, found)


@pytest.mark.parametrize("seed", range(3))
def test_purchases_are_proposed_up_to_the_end_of_production(seed: int) -> None:
    game, state = in_production(seed)
    side = min(game.to_act(state))
    found = propose(game, game.view(state, side), Random(4))
    assert found is not None
    assert found.kind == "production"
    assert found.explanation
    carry_out(game, state, side, found)
    assert side not in game.to_act(state) or state.phase != PRODUCTION


def test_a_proposal_knows_no_more_than_the_view() -> None:
    game, state = in_production(5)
    side = min(game.to_act(state))
    view = game.view(state, side)
    twin = game.guess(view, Random(9))
    assert propose(game, view, Random(4)) == propose(game, game.view(twin, side), Random(4))


def test_nothing_is_proposed_to_those_who_do_not_act_or_do_other_things() -> None:
    game = catalogue.game("eastfront", "s43")
    state = game.setup()
    waiting = Side(1 - min(game.to_act(state)))
    assert propose(game, game.view(state, waiting), Random(0)) is None
    other = catalogue.game("proving_ground", "border_incident")
    assert propose(other, other.view(other.setup(), Side(0)), Random(0)) is None
