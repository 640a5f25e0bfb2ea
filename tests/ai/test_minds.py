"""What each title's Mind tells the search depends on nothing that its side cannot know."""

from random import Random
from typing import Any

import pytest

from blockfront.ai.player import Budget
from blockfront.ai.registry import player, players_of
from blockfront.core.game import AnyGame
from blockfront.core.sides import CHANCE, Side
from blockfront.games import catalogue
from tests.ai.playing import QUICK

TURNS = 3  # player turns after which a position is taken


def asked(game: AnyGame, state: Any, side: Side) -> Any:
    maker = players_of(game.title.id).mind
    assert maker is not None
    return maker(game, game.view(state, side), Budget(simulations=4), Random(5))


def decision(title: str, scenario: str) -> tuple[AnyGame, Any, Side]:
    """The first decision that plans are made for, some turns into a game between recruits."""
    game, rng = catalogue.game(title, scenario), Random(3)
    state, recruit = game.setup(), player("recruit", title)
    while True:
        side = min(game.to_act(state))
        if side == CHANCE:
            game.apply(state, game.chance(state).sample(rng), CHANCE)
            continue
        if game.player_turn(state) > TURNS and asked(game, state, side) is not None:
            return game, state, side
        game.apply(state, recruit.decide(game, game.view(state, side), QUICK, rng).action, side)


@pytest.mark.parametrize(("title", "scenario"), [("eastfront", "s43"), ("blocks_in_the_east", "sbe2"), ("blocks_in_the_west", "sbw2")])
def test_needs_plans_and_worlds_depend_on_the_view_alone(title: str, scenario: str) -> None:
    game, state, side = decision(title, scenario)
    twin = game.guess(game.view(state, side), Random(9))
    assert twin.to_bytes() != state.to_bytes(), "the twin differs in what is hidden"
    one, other = asked(game, state, side), asked(game, twin, side)
    assert one.needs() == other.needs()
    plans = [one.actions(plan) for plan in one.plans()]
    assert plans == [other.actions(plan) for plan in other.plans()]
    assert len(plans) > 1
    worlds = [mind.world(Random(7)) for mind in (one, other)]
    assert one.standing(worlds[0]) == other.standing(worlds[1])
    assert one.foretold(one.plans()[0], worlds[0], 0.5) == other.foretold(other.plans()[0], worlds[1], 0.5)
