"""Against somebody who only passes the general wins where its side can win."""

from random import Random

import pytest

from blockfront.ai.player import Budget
from blockfront.ai.registry import player
from blockfront.core.sides import CHANCE
from blockfront.games import catalogue
from blockfront.games.blocks_in_the_east.aids.scene import AXIS


@pytest.mark.parametrize("seed", [0, 1])
def test_leningrad_is_cut_off_from_an_idle_player(seed: int) -> None:
    game = catalogue.game("blocks_in_the_east", "sbe1")
    state, dice, mind, general = game.setup(), Random(f"dice {seed}"), Random(f"mind {seed}"), player("general", "blocks_in_the_east")
    while (result := game.result(state)) is None:
        actor = min(game.to_act(state))
        if actor == CHANCE:
            action = game.chance(state).sample(dice)
        elif actor == AXIS:
            action = general.decide(game, game.view(state, actor), Budget(simulations=10), mind).action
        else:
            legal = list(game.legal(state, actor))
            action = next((one for one in legal if game.ends(one)), legal[0])
        game.apply(state, action, actor)
    assert result.winner == AXIS
