"""Machines answer whatever a game of EastFront asks: every scenario, every option, wherever random play has led."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from blockfront.ai.player import Budget, Player
from blockfront.ai.registry import player
from blockfront.core.game import AnyGame
from blockfront.core.sides import CHANCE
from blockfront.games import catalogue
from blockfront.games.eastfront.title import TITLE
from blockfront.testing.random_play import random_answer

SCENARIOS = [scenario.id for scenario in TITLE.scenarios]
OPTIONS = [(), ("paratroops", "sea_power", "west_weather_waits"), ("play_on", "sea_power", "historical_deployment")]
QUICK = Budget(seconds=1.0, simulations=4)


def answers(game: AnyGame, state: Any, chooser: Player, rng: Random, number: int) -> Iterator[str]:
    """Let a machine answer for both sides; the kinds of its actions, each of which must be legal."""
    for _ in range(number):
        while CHANCE in game.to_act(state):
            game.apply(state, game.chance(state).sample(rng), CHANCE)
        if game.result(state) is not None:
            return
        side = min(game.to_act(state))
        decision = chooser.decide(game, game.view(state, side), QUICK, rng)
        assert decision.action in game.legal(state, side), game.why_not(state, decision.action, side)
        assert decision.explanation
        yield type(decision.action).__name__
        game.apply(state, decision.action, side)


def somewhere(game: AnyGame, rng: Random, steps: int) -> Any:
    state = game.setup()
    for _ in range(steps):
        if game.result(state) is not None:
            return game.setup()
        side, action = random_answer(game, state, rng, evenly=False)
        game.apply(state, action, side)
    return state


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_captain_answers_in_every_scenario(scenario: str, options: tuple[str, ...]) -> None:
    if scenario in ("edelweiss", "campaign") and "play_on" in options:
        pytest.skip("stands by itself")
    rng = Random(f"{scenario} {options}")
    game = catalogue.game("eastfront", scenario, frozenset(options))
    state = somewhere(game, rng, rng.randrange(10, 400))
    assert list(answers(game, state, player("captain", "eastfront"), rng, 12))


@pytest.mark.parametrize("level", ["recruit", "captain", "general"])
def test_a_game_is_played_to_its_end(level: str) -> None:
    game, rng = catalogue.game("eastfront", "edelweiss", frozenset({"sea_power"})), Random(level)
    state = game.setup()
    kinds = set(answers(game, state, player(level, "eastfront"), rng, 10_000))
    assert game.result(state) is not None
    assert kinds >= {"Activate", "Move", "EndPhase"}


@pytest.mark.parametrize("seed", range(3))
def test_a_general_answers_wherever_play_has_led(seed: int) -> None:
    rng = Random(seed)
    game = catalogue.game("eastfront", rng.choice(("s41", "w42", "s44", "w44")), frozenset({"sea_power", "paratroops"}))
    state = somewhere(game, rng, rng.randrange(20, 300))
    assert list(answers(game, state, player("general", "eastfront"), rng, 4))
