"""Positions of Proving Ground as text: whole boards are written and read back."""

from random import Random

import pytest

from blockfront.blocks.position_text import PositionError, read_position, write_position
from blockfront.games.proving_ground.game import make
from blockfront.games.proving_ground.loading.position import read_blocks, write_state
from blockfront.testing.random_play import random_play

SAME = ("location", "steps", "turn", "active", "plan", "control", "moved", "rebuilt", "face_up", "mud", "counts", "occupied")


@pytest.mark.parametrize("scenario", ["border_incident", "river_crossing"])
def test_states_of_a_game_survive_as_text(scenario: str) -> None:
    game = make(scenario, frozenset(("weather",)))
    for state, _, _ in random_play(game, Random(scenario), limit=2000):
        text = write_position(write_state(game.board, state))
        again = read_blocks(game.board, read_position(text))
        assert not set(SAME) & set(again.differences(state)), text


def test_every_mistake_is_named_with_its_line() -> None:
    text = "Atlantis | blue: infantry 4\nAlder forest | blue: infantry 4\nBirch | blue: armour 9\nBirch | green: armour 3\n"
    with pytest.raises(PositionError) as raised:
        read_blocks(make("border_incident", frozenset()).board, read_position(text))
    assert [line for line, _ in raised.value.mistakes] == [1, 2, 3, 4]
    assert "line 2: Alder is clear, not forest" in str(raised.value)
    assert "line 3: blue has no 'armour' left that can show 9" in str(raised.value)
