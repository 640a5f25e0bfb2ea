"""The contract of machine players: levels, legality, fog, determinism."""

import pickle
from random import Random
from typing import Any

import pytest

from blockfront.ai.player import LEVELS, Budget, Decision
from blockfront.ai.registry import levels_of, player
from blockfront.core.actions import Roll
from blockfront.core.game import AnyGame
from blockfront.core.sides import Side
from blockfront.games import catalogue
from blockfront.sim.pairing import Pairing
from blockfront.sim.run_match import answer, play_match
from tests.ai.playing import QUICK, decided, wandering


def test_every_title_has_a_recruit_and_eastfront_all_levels() -> None:
    for title in catalogue.titles():
        assert "recruit" in {level.id for level in levels_of(title.id)}
    assert levels_of("eastfront") == LEVELS


def test_levels_say_what_they_do() -> None:
    assert all(len(level.description) > 60 for level in LEVELS)


def test_an_unknown_level_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"marshal.*recruit, captain, general"):
        player("marshal", "eastfront")


@pytest.mark.parametrize("level", ["recruit", "captain", "general"])
@pytest.mark.parametrize("seed", range(6))
def test_equal_views_and_equal_seeds_give_equal_choices(level: str, seed: int) -> None:
    """The twin differs from the truth only in what the side cannot know."""
    rng = Random(seed)
    game = catalogue.game("eastfront", rng.choice(("s41", "s42", "s43", "s44", "w42")))
    state, side = wandering(game, rng, steps=rng.randrange(2, 250))
    twin = game.guess(game.view(state, side), rng)
    assert decided(game, state, side, level, 5) == decided(game, twin, side, level, 5)


@pytest.mark.parametrize("level", ["recruit", "captain"])
def test_a_player_goes_to_another_process_and_decides_the_same(level: str) -> None:
    game = catalogue.game("eastfront", "s43")
    state, side = wandering(game, Random(1), steps=60)
    sent = pickle.loads(pickle.dumps(player(level, "eastfront")))
    assert sent.decide(game, game.view(state, side), QUICK, Random(3)) == decided(game, state, side, level, 3)


@pytest.mark.parametrize("level", ["recruit", "captain"])
def test_the_same_game_is_played_from_the_same_seed(level: str) -> None:
    pairing = Pairing("eastfront", "edelweiss", None, (level, level), 11)
    assert play_match(pairing).record == play_match(pairing).record


def test_recruits_play_every_title() -> None:
    for title in catalogue.titles():
        scenario = title.scenarios[0].id
        finished = play_match(Pairing(title.id, scenario, None, ("recruit",) * len(title.sides), 3))
        assert finished.played.decisions > 0


def test_an_illegal_answer_is_an_error() -> None:
    class Cheat:
        def decide(self, game: AnyGame, view: Any, budget: Budget, rng: Random) -> Decision:
            return Decision(Roll((6, 6, 6)))

    game = catalogue.game("eastfront", "s43")
    with pytest.raises(ValueError, match="Cheat chose"):
        answer(game, game.setup(), Side(0), Cheat(), QUICK, Random(0))


def test_blunders_are_counted_for_both_sides() -> None:
    notes = play_match(Pairing("eastfront", "edelweiss", None, ("captain", "recruit"), 1)).played.notes
    assert set(notes) >= {"hqs_lost", "idle_activations", "open_hexes", "empty_cities", "avoidable_attrition_steps"}
    assert all(len(counts) == 2 for counts in notes.values())
