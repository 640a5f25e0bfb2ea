"""One person at both sides of a Blocks game."""

from blockfront.core.match import Match, Seat
from blockfront.core.sides import Side
from blockfront.games.blocks_series.game import SeriesGame


def check_both_sides_under_fog(game: SeriesGame, decisions: int) -> None:
    """A seat of both sides decides for either, and as either sees no more than that side."""
    seat = Seat("alone", frozenset((Side(0), Side(1))))
    match = Match(game, (seat,), seed=b"1" * 32)
    for _ in range(decisions):
        side = min(match.to_act())
        match.submit(seat, next(iter(game.legal(match.state, side))), side=side)
    assert match.to_act() <= seat.sides
    for side in seat.sides:
        faces = [sight.block for sight in game.view(match.state, side).blocks.seen]
        assert faces.count(-1) > len(faces) / 2
