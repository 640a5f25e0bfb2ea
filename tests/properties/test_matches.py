"""Matches of every title: records replay to the same states, dice can be verified, undo keeps to its rule."""

from random import Random

import pytest

from blockfront.core import record
from blockfront.core.match import Match, Seat
from blockfront.core.refusals import Refused
from blockfront.core.sides import CHANCE
from blockfront.games import catalogue
from blockfront.testing.cases import Case
from blockfront.testing.fog import viewers
from blockfront.testing.random_play import random_answer

LIMIT = 50_000


def play(match: Match, rng: Random, *, undo: bool = False) -> None:
    """Seats submit random actions; with `undo`, each now and then takes something back."""
    for _ in range(LIMIT):
        if match.result is not None:
            return
        if undo and rng.random() < 0.3:
            _try_undo(match, rng.choice(match.seats))
            continue
        side, action = random_answer(match.game, match.state, rng, evenly=rng.random() < 0.5)
        seat = next(seat for seat in match.seats if side in seat.sides)
        match.submit(seat, action, decision=match.decision_of(seat), side=side)
    raise AssertionError("the match does not end")


def _try_undo(match: Match, seat: Seat) -> None:
    state = match.state.to_bytes()
    if not match.can_undo(seat):
        with pytest.raises(Refused):
            match.undo(seat)
        assert match.state.to_bytes() == state
        return
    seen = {viewer: match.game.view(match.state, viewer) for viewer in viewers(match.game)}
    actors = match.to_act()
    undone = match.undo(seat)
    assert undone.seat == seat.name
    assert undone.side in seat.sides
    assert match.to_act() == actors
    assert not any(event.reveals for event in undone.events)
    for viewer, view in seen.items():
        if viewer != undone.side:
            assert match.game.view(match.state, viewer) == view, "somebody else had seen what was undone"


def test_replay_equals_play(case: Case) -> None:
    game = case.game()
    match = Match(game, seed=case.rng().randbytes(32))
    play(match, case.rng())
    kept = record.read(record.write(match))
    assert record.game_of(kept, catalogue.game).title == game.title
    replayed = [(taken.side, action, state.copy()) for taken, action, state in record.replay(kept, game)]
    assert [(side, action) for side, action, _ in replayed] == [(entry.side, entry.action) for entry in match.entries]
    assert replayed[-1][2] == match.state
    assert kept.end == match.result
    assert record.verify(kept, game) == sum(entry.side == CHANCE for entry in match.entries)


def test_every_snapshot_leads_to_the_same_end(case: Case) -> None:
    game = case.game()
    match = Match(game, seed=case.rng().randbytes(32))
    play(match, case.rng())
    assert match.snapshots
    for number, snapshot in match.snapshots:
        state = type(snapshot).from_bytes(snapshot.to_bytes())
        for entry in match.entries[number:]:
            game.apply(state, entry.action, entry.side)
        assert state == match.state


def test_undo_never_crosses_a_roll_a_revelation_or_another_seat(case: Case) -> None:
    match = Match(case.game(), seed=case.rng().randbytes(32))
    play(match, case.rng(), undo=True)
    kept = record.read(record.write(match))
    assert record.verify(kept, match.game) == sum(entry.side == CHANCE for entry in match.entries)
