"""What is known stays known: the strength that a viewer holds possible for a block he remembers includes the one it has."""

from random import Random
from typing import Any

import pytest

from blockfront.core.game import AnyGame
from blockfront.core.sides import CHANCE, Side
from blockfront.games import catalogue
from blockfront.games.blocks_series import view as blocks_series
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.state import MOVEMENT
from blockfront.games.eastfront import view as eastfront
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import PRODUCTION
from blockfront.hexes.hexset import members
from blockfront.testing.random_play import random_play

DECISIONS = 1200


@pytest.mark.parametrize(("scenario", "seed"), [("s41", 1), ("w42", 2), ("s44", 3), ("edelweiss", 4)])
def test_productions_are_counted_as_they_were(scenario: str, seed: int) -> None:
    game, at, begun, phase = catalogue.game("eastfront", scenario), [0], 0, -1  # Productions begun by each Player Turn
    assert isinstance(game, EastFront)
    for number, (state, side, _) in enumerate(random_play(game, Random(seed), limit=100_000)):
        begun += state.phase == PRODUCTION != phase
        phase = state.phase
        at += [begun] * (state.turn + 1 - len(at))
        if side != CHANCE:
            for turn in range(1, state.turn + 1):
                assert game.rules.scenarios.productions_since(state, turn) == begun - at[turn], (turn, state.turn, state.phase)
        if number > DECISIONS:
            break
    assert begun


def held_possible(game: AnyGame, state: Any, view: Any, block: int, seen: int, turn: int) -> range:
    """Strengths that a viewer holds possible for a block he remembers."""
    if isinstance(game, EastFront):
        return eastfront.ViewBuilder(game.rules).possible_steps(state, block, seen, turn)
    assert isinstance(game, SeriesGame)
    builder = blocks_series.ViewBuilder(game.rules)
    return builder.possible_steps(state, builder.may_have_lost(view), block, seen, turn)


@pytest.mark.parametrize(
    ("name", "scenario"),
    [("eastfront", "s43"), ("eastfront", "w41"), ("eastfront", "s44"), ("blocks_in_the_east", "sbe1"), ("blocks_in_the_east", "sbe4")],
)
def test_what_a_block_has_is_among_what_is_held_possible(name: str, scenario: str) -> None:
    game: Any = catalogue.game(name, scenario)
    remembered = certain = 0
    for number, (state, side, _) in enumerate(random_play(game, Random(5), limit=100_000)):
        if side != CHANCE and number % 5 == 0:
            for viewer in (Side(0), Side(1)):
                view = game.view(state, viewer)
                for sight in view.blocks.seen:
                    if sight.block >= 0 and not sight.face_up:
                        possible = held_possible(game, state, view, sight.block, sight.steps, sight.seen_turn)
                        assert state.steps[sight.block] in possible, (sight, state.turn, possible)
                        remembered, certain = remembered + 1, certain + (len(possible) == 1)
        if number > 2 * DECISIONS:
            break
    assert remembered > 100
    assert certain > remembered / 10


@pytest.mark.parametrize("scenario", ["sbe4", "sbe7"])
def test_whoever_has_been_entered_is_not_taken_for_aircraft_alone(scenario: str) -> None:
    """They would have fled: a guess of whoever moves has somebody on the ground there, as the truth has."""
    game, rng, entered = catalogue.game("blocks_in_the_east", scenario), Random(6), 0
    assert isinstance(game, SeriesGame)
    units = game.rules.units
    for number, (state, side, _) in enumerate(random_play(game, Random(7), limit=100_000)):
        if state.phase == MOVEMENT and side == state.active and number % 3 == 0:
            mine = {state.location[block] for block in units.ground[side]}
            guess = game.guess(game.view(state, side), rng)
            for hex_ in members(state.occupied[0] & state.occupied[1]):
                if hex_ in mine:
                    entered += 1
                    for position in (state, guess):
                        assert any(position.location[block] == hex_ for block in units.ground[1 - side]), (hex_, position is state)
        if number > 2 * DECISIONS:
            break
    assert entered > 10
