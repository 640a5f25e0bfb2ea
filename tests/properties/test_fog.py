"""Fog at every decision of every title: no viewer can tell a state from one he must hold possible."""

from random import Random

import msgspec

from blockfront.core.actions import Action
from blockfront.core.sides import CHANCE
from blockfront.testing.cases import Case, looked_at
from blockfront.testing.fog import leaks, leaks_of_actions, viewers
from blockfront.testing.random_play import random_play, scrambled

LIMIT = 50_000
COST = 10  # fog is looked at that much more rarely than cheaper properties


def test_nobody_can_tell_the_truth_from_a_guess(case: Case) -> None:
    game, rng = case.game(), case.rng()
    pool: list[Action] = []
    for number, (state, side, action) in enumerate(random_play(game, rng, limit=LIMIT)):
        if side != CHANCE:
            pool += [action, scrambled(action, rng)]
        if not looked_at(rng, COST * number):
            continue
        illegal = rng.sample(pool, min(4, len(pool)))
        for viewer in viewers(game):
            found = leaks(game, state, viewer, rng, illegal=illegal)
            assert not found, "\n".join(map(str, found))


def test_nobody_can_tell_what_others_did_unseen(case: Case) -> None:
    game, rng = case.game(), case.rng()
    for number, (state, _, _) in enumerate(random_play(game, rng, limit=LIMIT)):
        if looked_at(rng, COST * number):
            for viewer in viewers(game):
                found = leaks_of_actions(game, state, viewer, rng)
                assert not found, "\n".join(map(str, found))


def test_guesses_differ_from_the_truth(case: Case) -> None:
    """A guess that repeats the truth would make the test above worthless, and bots cheats."""
    game, rng = case.game(), case.rng()
    decisions = different = 0
    for number, (state, _, _) in enumerate(random_play(game, rng, limit=LIMIT)):
        if looked_at(rng, COST * number):
            for viewer in viewers(game):
                decisions += 1
                different += game.guess(game.view(state, viewer), rng) != state
    assert different > decisions / 2


def test_guesses_depend_on_view_and_numbers_alone(case: Case) -> None:
    game, rng = case.game(), case.rng()
    for number, (state, _, _) in enumerate(random_play(game, rng, limit=LIMIT)):
        if looked_at(rng, COST * number):
            for viewer in viewers(game):
                view = game.view(state, viewer)
                sent = msgspec.json.decode(msgspec.json.encode(view), type=game.view_type)
                assert game.guess(view, Random(number)) == game.guess(sent, Random(number))
