"""What a purchase is said to cost is what it costs."""

from random import Random

import pytest

from blockfront.core.match import Match
from blockfront.games import catalogue

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
