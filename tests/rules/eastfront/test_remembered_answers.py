"""What a state remembers is what it would work out again, whatever became of its copies."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from blockfront.core.sides import CHANCE
from blockfront.games.eastfront.game import EastFront, make
from blockfront.games.eastfront.state import AXIS, MOVEMENT, MUD, SOVIET, EastFrontState
from blockfront.testing.random_play import random_answer, random_play

CASES = (
    ("s43", frozenset[str]()),
    ("s42", frozenset(("west_weather_waits",))),
    ("w44", frozenset(("paratroops", "sea_power"))),
)
DECISIONS = 400


def answers(game: EastFront, state: EastFrontState) -> list[Any]:
    """Everything that is remembered, asked again."""
    rules = game.rules
    found: list[Any] = [list(game.legal(state, side)) for side in sorted(game.to_act(state)) if side != CHANCE]
    for side in (AXIS, SOVIET):
        found += [rules.railways.supplied(state, side), rules.supply.in_reach(state, side)]
        found += [list(rules.movement.moves(state, block)) for block in rules.order.of_side[side][::9] if state.location[block] >= 0]
    return found


def afresh(state: EastFrontState) -> EastFrontState:
    """The same position with nothing remembered."""
    return EastFrontState.from_bytes(state.to_bytes())


@pytest.mark.parametrize(("scenario", "options"), CASES)
def test_remembered_answers_are_those_worked_out_anew(scenario: str, options: frozenset[str]) -> None:
    game, rng = make(scenario, options), Random(7)
    for number, decision in enumerate(islice(random_play(game, rng, limit=10_000), DECISIONS)):
        if number % 4 == 0:
            elsewhere = decision.state.copy()
            side, action = random_answer(game, elsewhere, rng, evenly=True)
            game.apply(elsewhere, action, side)
            assert answers(game, elsewhere) == answers(game, afresh(elsewhere))
            assert answers(game, decision.state) == answers(game, afresh(decision.state))


def test_an_answer_is_forgotten_when_what_it_hangs_on_changes() -> None:
    game, rng = make("s43", frozenset()), Random(1)
    state = next(one.state for one in random_play(game, rng, limit=10_000) if one.state.phase == MOVEMENT)
    before = answers(game, state)
    other = state.copy()
    other.weather = other.west_weather = MUD
    assert answers(game, other) == answers(game, afresh(other)) != before
    other = state.copy()
    other.friendly[AXIS], other.friendly[SOVIET] = other.friendly[SOVIET], other.friendly[AXIS]
    assert answers(game, other) == answers(game, afresh(other)) != before
    assert answers(game, state) == before
