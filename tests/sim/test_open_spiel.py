"""OpenSpiel's own checks pass, chance has the right odds, and observations hold no more than the view of a side."""

import os
import pickle
from collections import Counter
from random import Random
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="the game needs: pip install 'blockfront[spiel]'")

import pyspiel

from blockfront.blocks.position_text import read_position
from blockfront.core.sides import Side
from blockfront.sim import open_spiel_game
from blockfront.sim.open_spiel_game import BlockfrontState

SHORT = [
    "proving_ground,scenario=river_crossing",
    "eastfront,scenario=edelweiss",
    "blocks_in_the_east,scenario=sbe1",
    "blocks_in_the_west,scenario=sbw1",
]
JOINED = "blocks_east_and_west,scenario=sbew1"
GAMES = int(os.environ.get("BLOCKFRONT_GAMES", "1"))


def loaded(parameters: str) -> Any:
    return pyspiel.load_game(f"{open_spiel_game.NAME}({parameters})")


def random_states(game: Any, seed: int, most: int = 150) -> Any:
    state, rng = game.new_initial_state(), Random(seed)
    for _ in range(most):
        if state.is_terminal():
            return
        yield state
        outcomes = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(rng.choice(outcomes))


@pytest.mark.parametrize("game", SHORT if GAMES == 1 else [*SHORT, JOINED])  # ten thousand steps of the joined campaign take minutes
def test_open_spiel_finds_nothing_wrong(game: str) -> None:
    """Serialising, cloning, tensors, legal actions, returns: a whole game of each title, checked at every step."""
    pyspiel.random_sim_test(loaded(f"title={game}"), num_sims=1, serialize=True, verbose=False)


def test_states_of_the_joined_campaign_can_be_kept() -> None:
    for state in random_states(loaded(f"title={JOINED}"), 2, 40):
        kept = pickle.loads(pickle.dumps(state))
        assert str(kept) == str(state)
        assert kept.legal_actions() == state.legal_actions()


def test_few_indices_are_enough_for_every_choice() -> None:
    game = loaded("title=eastfront,scenario=edelweiss,max_actions=20")
    most = 0
    for state in random_states(game, 3):
        if state.is_chance_node():
            continue
        offered = state.offered(state.current_player())
        most = max(most, len(offered))
        turning = state.clone()
        found: list[str] = []
        while len(found) < len(offered):
            legal = turning.legal_actions()
            assert len(legal) <= 20
            page = legal if len(offered) <= 20 else legal[:-1]
            found += [turning.action_to_string(turning.current_player(), index) for index in page]
            if len(offered) > 20:
                assert turning.action_to_string(turning.current_player(), legal[-1]) == "further choices"
                turning.apply_action(legal[-1])
        assert len(found) == len(offered)
        assert turning.position == state.position
    assert most > 20


def test_dice_fall_one_after_the_other_with_equal_chances() -> None:
    game = loaded("title=proving_ground")
    text = "turn: 1; plan blue: late; plan red: late; Stonebridge | blue: infantry 4 | red: infantry 3; "
    text += "0107 | blue: headquarters 3; 0901 | red: headquarters 3"
    engine = game.engine.game
    seen: Counter[tuple[float, ...]] = Counter()
    for first in range(6):
        state: BlockfrontState = game.new_initial_state()
        state.position = engine.state_in_phase(read_position(text), "combat")
        while not state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        seen[tuple(chance for _, chance in state.chance_outcomes())] += 1
        dice = engine.chance(state.position).count
        assert dice == 3, "red defends and fires first"
        before = state.position.copy()
        for _ in range(dice - 1):
            state.apply_action(first)
            assert state.is_chance_node()
            assert state.position == before, "nothing happens before the last die has fallen"
        state.apply_action(first)
        assert state.position != before
    assert seen == {(1 / 6,) * 6: 6}


def test_states_that_look_alike_are_observed_alike() -> None:
    game = loaded("title=eastfront,scenario=edelweiss")
    engine, rng, compared = game.engine.game, Random(5), 0
    observer = game.make_py_observer()
    for state in random_states(game, 7, 60):
        for player in range(2):
            observer.set_from(state, player)
            seen = observer.tensor.tobytes(), observer.string_from(state, player)
            truth = state.position
            state.position = engine.guess(engine.view(truth, Side(player)), rng)
            observer.set_from(state, player)
            assert (observer.tensor.tobytes(), observer.string_from(state, player)) == seen
            state.position = truth
            compared += 1
    assert compared > 60


def test_unknown_scenarios_are_named() -> None:
    with pytest.raises(Exception, match="no scenario 'nowhere'"):
        loaded("title=eastfront,scenario=nowhere")
