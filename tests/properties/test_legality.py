"""One definition of legality: what is listed applies, what is not is refused with a clause that exists, and words can be said of both."""

from random import Random
from typing import Any

from blockfront.core.actions import Action
from blockfront.core.game import AnyGame, Title
from blockfront.core.messages import Messages
from blockfront.core.refusals import MATCH_CLAUSE
from blockfront.core.sides import CHANCE, Side
from blockfront.testing.cases import Case, looked_at
from blockfront.testing.known_clauses import clause_ids
from blockfront.testing.random_play import random_play, scrambled

LIMIT = 50_000
TRIED = 12  # listed actions tried at a decision


def test_every_listed_action_applies(case: Case) -> None:
    game, rng = case.game(), case.rng()
    for number, (state, side, action) in enumerate(random_play(game, rng, limit=LIMIT)):
        if side == CHANCE:
            assert action in game.chance(state)
        elif looked_at(rng, number):
            listed = list(game.legal(state, side))
            for one in rng.sample(listed, min(TRIED, len(listed))):
                assert game.action_text(one)
                game.apply(state.copy(), one, side)


def test_listing_and_membership_agree(case: Case) -> None:
    game, rng = case.game(), case.rng()
    seen: list[Action] = []
    for number, (state, side, action) in enumerate(random_play(game, rng, limit=LIMIT)):
        if side == CHANCE or not looked_at(rng, number):
            continue
        choices = game.legal(state, side)
        listed = list(choices)
        assert len(listed) == len(choices) == len(set(listed))
        assert all(one in choices for one in rng.sample(listed, min(TRIED, len(listed))))
        assert choices.sample(rng) in listed
        assert list(game.legal(state, side)) == listed
        offered = set(listed)
        for other in _others(seen, action, rng):
            assert (other in choices) == (other in offered), other


def test_what_is_not_listed_is_refused_with_a_clause_that_exists(case: Case) -> None:
    game, rng = case.game(), case.rng()
    clauses = clause_ids(game.title)
    seen: list[Action] = []
    for number, (state, side, action) in enumerate(random_play(game, rng, limit=LIMIT)):
        if side == CHANCE or not looked_at(rng, number):
            continue
        assert game.why_not(state, action, side) is None
        before = state.to_bytes()
        for other in _others(seen, action, rng):
            if other not in game.legal(state, side):
                _check_refusal(game, state, other, side, clauses)
        assert state.to_bytes() == before


def _others(seen: list[Action], action: Action, rng: Random) -> list[Action]:
    """Actions of other decisions of the game, and this one with other numbers."""
    seen.append(action)
    return [scrambled(action, rng), scrambled(rng.choice(seen), rng), rng.choice(seen)]


def _check_refusal(game: AnyGame, state: Any, action: Action, side: Side, clauses: frozenset[str]) -> None:
    refusal = game.why_not(state, action, side)
    assert refusal is not None, f"{action} is not listed, yet nothing speaks against it"
    assert refusal.clause in clauses, f"{refusal} cites a clause that does not exist"
    messages = getattr(game, "messages", None)
    if isinstance(messages, Messages):
        assert messages.has("refusals", refusal.because), f"no sentence for {refusal}"
    assert game.refusal_text(refusal)


def test_who_does_not_decide_is_refused(case: Case) -> None:
    game, rng = case.game(), case.rng()
    for number, (state, side, action) in enumerate(random_play(game, rng, limit=LIMIT)):
        if not looked_at(rng, number):
            continue
        for other in range(len(game.title.sides)):
            if Side(other) not in game.to_act(state):
                refusal = game.why_not(state, action, Side(other))
                assert refusal is not None
                assert refusal.clause == MATCH_CLAUSE
                assert action not in game.legal(state, Side(other))
        assert side in game.to_act(state)


def test_every_prompt_has_a_sentence_and_a_clause(case: Case) -> None:
    game = case.game()
    clauses = clause_ids(game.title)
    for state, side, _ in random_play(game, case.rng(), limit=LIMIT):
        if side != CHANCE:
            prompt = game.prompt(state, side)
            assert prompt.clause in clauses
            messages = getattr(game, "messages", None)
            if isinstance(messages, Messages):
                assert messages.has("prompts", prompt.message)
            assert game.prompt_text(prompt)


def test_options_cite_clauses_that_exist(title: Title) -> None:
    clauses = clause_ids(title)
    assert [clause for option in title.options for clause in option.clauses if clause not in clauses] == []
