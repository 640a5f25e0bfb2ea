"""The bots of the examples play whole games."""

from pathlib import Path
from typing import Any

from blockfront.sim.players import new_player
from tests.browser.conftest import start_server
from tests.example_files import example


def test_the_bot_inside_plays_and_its_games_repeat() -> None:
    inside = example("bot_inside")
    players = (inside.Optimist(), new_player("recruit", "proving_ground"))
    results = [inside.play(players, seed) for seed in range(3)]
    assert results == [inside.play(players, seed) for seed in range(3)]
    assert set(results) <= {"blue", "red", "draw"}


def test_the_bot_over_http_plays_a_game_to_its_end(tmp_path: Path) -> None:
    process, address = start_server(tmp_path / "games")
    try:
        result: dict[str, Any] = example("bot_over_http").play(address)
    finally:
        process.terminate()
        process.wait(20)
        assert process.stdout is not None
        process.stdout.close()
    assert result["reason"]
