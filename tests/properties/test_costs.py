"""What a purchase is said to cost is what it costs."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from blockfront.core.match import Match
from blockfront.games import catalogue
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.testing.random_play import random_play

TITLES = [("eastfront", "edelweiss"), ("blocks_in_the_east", "sbe1"), ("proving_ground", "border_incident")]


@pytest.mark.parametrize(("played", "scenario"), TITLES)
def test_the_price_told_is_the_price_paid(played: str, scenario: str) -> None:
    game = catalogue.game(played, scenario)
    rng = Random(2)
    match = Match(game, seed=bytes(32))
    bought = 0
    for _ in range(3000):
        if match.result is not None:
            break
        side = min(match.to_act())
        action = game.legal(match.state, side).sample(rng)
        told = game.cost(match.state, action, side)
        seat = next(seat for seat in match.seats if side in seat.sides)
        events = match.submit(seat, action)[0].events
        paid = [getattr(event, "cost", 0) for event in events if type(event).__name__ == "Bought"]
        bought += told is not None
        assert sum(paid) == (told or 0), action
    assert bought or played == "proving_ground"


COLOURED = [("blocks_in_the_east", "sbe6"), ("blocks_in_the_east", "sbe5"), ("blocks_in_the_west", "sbw6")]


@pytest.mark.parametrize(("played", "scenario"), COLOURED)
def test_a_purchase_takes_the_points_of_the_colours_it_names(played: str, scenario: str) -> None:
    """Whoever pays, the pools of the side lose what was told, colour by colour: a headquarters takes yellow and black ones."""
    game: Any = catalogue.game(played, scenario)
    number = len(COLOURS)
    rng = Random(3)
    several = 0
    for decision in islice(random_play(game, rng, limit=100_000), 1500):
        state, side, action = decision.state, decision.side, decision.action
        if game.prompt(state, side).message not in ("ProductionPhase", "production_obliged"):
            continue
        for offered in [action, *(game.legal(state, side).sample(rng) for _ in range(5))]:
            points = game.points(state, offered, side)
            if not points:
                continue
            after = state.copy()
            events = game.apply(after, offered, side)
            pools = [[*one.pool, *one.pocket] for one in (state, after)]
            spent = tuple(sum(pools[0][colour::number]) - sum(pools[1][colour::number]) for colour in range(number))
            assert spent == points, (offered, spent, points)
            assert [event.points for event in events if type(event).__name__ == "Bought"] == [points]
            cost = game.cost(state, offered, side)
            assert cost in points or 2 * cost in points  # a besieged city pays from both pools
            several += sum(map(bool, points)) > 1
    assert several > 3, "nothing was bought in two colours: the test could not have failed"
