"""What a seat may take back depends on what it knows alone: hidden actions of others neither allow nor forbid it, in any title."""

from collections.abc import Iterator
from random import Random

import pytest

from blockfront.core.game import AnyGame
from blockfront.core.match import Match, Seat
from blockfront.core.sides import Side
from blockfront.games import catalogue
from blockfront.games.eastfront.actions import EndPhase
from blockfront.testing.cases import Case
from blockfront.testing.random_play import random_answer

LIMIT = 1_500  # decisions of a game that are looked at
EDELWEISS = 400


def knows_nothing_new(match: Match, seat: Seat, before: tuple[object, ...]) -> bool:
    return known(match, seat) == before


def known(match: Match, seat: Seat) -> tuple[object, ...]:
    """Everything a seat can know apart from what it may undo."""
    views = [match.game.view(match.state, side) for side in sorted(seat.sides)]
    return (*views, match.to_act() & seat.sides, match.decision_of(seat), match.result)


def played(game: AnyGame, rng: Random, limit: int) -> Iterator[tuple[Match, Seat, list[bool], list[tuple[object, ...]]]]:
    """A game in which seats act and take back at random: after each change the match, who made it, and the others as they were."""
    match = Match(game, seed=rng.randbytes(32))
    for _ in range(limit):
        if match.result is not None:
            return
        could = [match.can_undo(seat) for seat in match.seats]
        knew = [known(match, seat) for seat in match.seats]
        side, action = random_answer(game, match.state, rng, evenly=False)
        undoing = [seat for seat, can in zip(match.seats, could, strict=True) if can]
        if undoing and rng.random() < 0.3:
            seat = rng.choice(undoing)
            match.undo(seat)
        else:
            seat = match.seats[side]
            match.submit(seat, action, side=side)
        yield match, seat, could, knew


def test_who_sees_nothing_may_undo_what_he_could(case: Case) -> None:
    for match, actor, could, knew in played(case.game(), case.rng(), LIMIT):
        for seat, before, knowledge in zip(match.seats, could, knew, strict=True):
            if seat != actor and knows_nothing_new(match, seat, knowledge):
                assert match.can_undo(seat) == before, "a hidden action changed what the other side may undo"


@pytest.mark.parametrize("seed", range(3))
def test_hidden_production_of_the_other_side_is_no_hindrance(seed: int) -> None:
    """EF-11: both sides produce at once and unseen; each takes its own purchases back, in any order, and nothing of the other's."""
    rng = Random(seed)
    match = in_production(rng)
    both = [match.seats[side] for side in (0, 1)]
    state = match.state.to_bytes()
    bought = [0, 0]
    for _ in range(12):
        side = rng.choice(sorted(match.to_act()))
        choices = [action for action in match.game.legal(match.state, side) if not isinstance(action, EndPhase)]
        if choices:
            match.submit(both[side], rng.choice(choices), side=side)
            bought[side] += match.can_undo(both[side])
    assert all(bought)
    while any(match.can_undo(seat) for seat in both):
        seat = rng.choice([seat for seat in both if match.can_undo(seat)])
        other = both[1 - both.index(seat)]
        view, could = match.game.view(match.state, Side(both.index(other))), len(match.undoable(other))
        assert match.undo(seat).seat == seat.name
        assert match.game.view(match.state, Side(both.index(other))) == view
        assert len(match.undoable(other)) == could
    assert match.state.to_bytes() == state


def in_production(rng: Random) -> Match:
    """A game of Edelweiss at the start of its Production Phase, when both sides decide."""
    game = catalogue.game("eastfront", "edelweiss")
    match = Match(game, seed=rng.randbytes(32))
    for _ in range(EDELWEISS):
        if match.to_act() == {0, 1}:
            return match
        side, action = random_answer(game, match.state, rng, evenly=False)
        match.submit(match.seats[side], action, side=side)
    raise AssertionError("no Production Phase came")
