"""The examples run: the learner learns, and every cell of the notebook works."""

import ast
import json
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.example_files import EXAMPLES, example

np = pytest.importorskip("numpy", reason="the example needs: pip install 'blockfront[rl]'")
pytest.importorskip("gymnasium", reason="the example needs: pip install 'blockfront[rl]'")
pytest.importorskip("pettingzoo", reason="the example needs: pip install 'blockfront[rl]'")


def test_a_hundred_games_make_a_better_player() -> None:
    learning = example("learn_proving_ground")
    weights, course = learning.train(games=100)
    assert len(course) == 5
    assert learning.mean_margin(weights, games=30) > learning.mean_margin(np.zeros_like(weights), games=30) + 0.5


def test_the_same_seed_learns_the_same() -> None:
    learning = example("learn_proving_ground")
    first, again = (learning.train(games=10, batch=5, seed=3)[0] for _ in range(2))
    assert np.array_equal(first, again)


def test_every_cell_of_the_notebook_runs() -> None:
    """In order and in one namespace, as a notebook does; where a cell ends with a thing to look at, it can be shown."""
    written = json.loads((EXAMPLES / "first_steps.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in written["cells"] if cell["cell_type"] == "code"]
    names: dict[str, Any] = {}
    shown: list[Any] = []
    for cell in cells:
        tree = ast.parse(cell)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, "first_steps.ipynb", "exec"), names)
        if isinstance(last, ast.Expr):
            shown.append(eval(compile(ast.Expression(last.value), "first_steps.ipynb", "eval"), names))
    pictures = [svg for thing in shown if (svg := getattr(thing, "_repr_svg_", lambda: None)()) is not None]
    assert len(cells) > 5
    assert all(ElementTree.fromstring(svg).tag.endswith("svg") for svg in pictures)
    assert len(pictures) == 2
