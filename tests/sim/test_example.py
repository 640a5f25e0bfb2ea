"""The example learns."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="the example needs: pip install 'blockfront[rl]'")
pytest.importorskip("gymnasium", reason="the example needs: pip install 'blockfront[rl]'")
pytest.importorskip("pettingzoo", reason="the example needs: pip install 'blockfront[rl]'")

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn_proving_ground.py"


def load() -> Any:
    spec = importlib.util.spec_from_file_location("learn_proving_ground", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_hundred_games_make_a_better_player() -> None:
    example = load()
    weights, course = example.train(games=100)
    assert len(course) == 5
    assert example.mean_margin(weights, games=30) > example.mean_margin(np.zeros_like(weights), games=30) + 0.5


def test_the_same_seed_learns_the_same() -> None:
    example = load()
    first, again = (example.train(games=10, batch=5, seed=3)[0] for _ in range(2))
    assert np.array_equal(first, again)
