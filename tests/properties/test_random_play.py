"""Random play of every title: it ends, counts its blocks right, and its states, actions, events and views survive being written."""

from random import Random
from typing import Any

import msgspec

from blockfront.blocks.block_state import BlockState
from blockfront.core.game import AnyGame, Game
from blockfront.core.sides import CHANCE, EVERYBODY, Side
from blockfront.testing.block_counts import BlockGame, block_mistakes
from blockfront.testing.cases import Case, looked_at
from blockfront.testing.fog import viewers
from blockfront.testing.random_play import played, random_play

LIMIT = 50_000
NEW_GAMES = 97  # decisions after which the game is made again, for comparison


def test_games_end_with_a_result(case: Case) -> None:
    game = case.game()
    result = game.result(played(game, case.rng(), limit=LIMIT))
    assert result is not None
    assert result.winner is None or 0 <= result.winner < len(game.title.sides)


def test_the_game_keeps_the_contract(case: Case) -> None:
    game = case.game()
    assert isinstance(game, Game)
    assert game.scenario == case.scenario
    scenario = next(known for known in game.title.scenarios if known.id == case.scenario)
    assert game.options == case.options | frozenset(scenario.includes)
    assert isinstance(game.setup(), game.state_type)
    assert game.setup() == game.setup()


def test_somebody_acts_until_the_end_and_nobody_after_it(case: Case) -> None:
    game = case.game()
    state = game.setup()
    for decision in random_play(game, case.rng(), limit=LIMIT, state=state):
        actors = game.to_act(decision.state)
        assert actors
        assert actors == {CHANCE} or CHANCE not in actors
        for side in range(len(game.title.sides)):
            assert (len(game.legal(decision.state, Side(side))) > 0) == (side in actors)
    assert not game.to_act(state)
    assert all(not len(game.legal(state, Side(side))) for side in range(len(game.title.sides)))


def test_blocks_and_steps_are_conserved(case: Case) -> None:
    game = case.game()
    if not issubclass(game.state_type, BlockState):
        return
    assert isinstance(game, BlockGame), f"{game.title.name} must tell its order of battle as `order`"
    for decision in random_play(game, case.rng(), limit=LIMIT):
        assert block_mistakes(decision.state, game.order) == []


def test_copies_are_independent(case: Case) -> None:
    game, rng = case.game(), case.rng()
    for number, decision in enumerate(random_play(game, rng, limit=LIMIT)):
        if looked_at(rng, number):
            before = decision.state.to_bytes()
            copy = decision.state.copy()
            assert copy == decision.state
            game.apply(copy, decision.action, decision.side)
            assert decision.state.to_bytes() == before
            assert copy != decision.state


def test_what_is_derived_is_never_out_of_date(case: Case) -> None:
    """A state read back has nothing cached; it must answer as the one that was played."""
    game, rng = case.game(), case.rng()
    for number, decision in enumerate(random_play(game, rng, limit=LIMIT)):
        if looked_at(rng, number) and decision.side != CHANCE:
            fresh = type(decision.state).from_bytes(decision.state.to_bytes())
            assert list(game.legal(fresh, decision.side)) == list(game.legal(decision.state, decision.side))


def test_what_a_game_has_worked_out_never_shows(case: Case) -> None:
    """A game keeps answers between positions; one that is new must give the same."""
    game, rng = case.game(), case.rng()
    for number, decision in enumerate(random_play(game, rng, limit=LIMIT)):
        if number % NEW_GAMES == 0 and decision.side != CHANCE:
            new, state = case.game(), type(decision.state).from_bytes(decision.state.to_bytes())
            assert list(new.legal(state, decision.side)) == list(game.legal(decision.state, decision.side))
            for viewer in viewers(game):
                assert new.view(state, viewer) == game.view(decision.state, viewer)


def test_everything_survives_being_written(case: Case) -> None:
    game, rng = case.game(), case.rng()
    state = game.setup()
    for number, decision in enumerate(random_play(game, rng, limit=LIMIT, state=state)):
        if looked_at(rng, number):
            _check_round_trips(game, decision.state, rng)
            assert _there_and_back(decision.action, game.action_type) == decision.action
            for event in game.apply(decision.state.copy(), decision.action, decision.side):
                assert _there_and_back(event, game.event_type) == event
                assert 0 < event.seen_by <= EVERYBODY
                assert game.event_text(event)


def _check_round_trips(game: AnyGame, state: Any, rng: Random) -> None:
    kind = game.state_type
    assert kind.from_bytes(state.to_bytes()) == state
    assert kind.from_json(state.to_json()) == state
    for viewer in viewers(game):
        view = game.view(state, viewer)
        assert _there_and_back(view, game.view_type) == view


def _there_and_back(value: Any, kind: Any) -> Any:
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(value), type=kind) == value
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)
