"""The tutorial on the documentation site really builds a title, and the title keeps what every title must keep."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from blockfront.core.game import AnyGame
from blockfront.core.match import Match
from blockfront.testing.fog import leaks, leaks_of_actions, viewers
from blockfront.testing.random_play import random_play

PAGE = Path(__file__).parents[2] / "docs" / "develop" / "add-a-title.md"


def tutorial(change: tuple[str, str] = ("", "")) -> dict[str, Any]:
    """What the page's code defines, all blocks in order; with a piece of text replaced by another."""
    code = "\n".join(re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL))
    old, new = change
    assert old in code
    scope: dict[str, Any] = {"__name__": "pickets"}
    exec(compile(code.replace(old, new), str(PAGE), "exec"), scope)
    return scope


def found_leaks(game: AnyGame, games: int = 20) -> list[object]:
    rng = Random(1)
    found: list[object] = []
    for _ in range(games):
        for state, _, _ in random_play(game, rng, limit=50):
            for viewer in viewers(game):
                found += leaks(game, state, viewer, rng)
                found += leaks_of_actions(game, state, viewer, rng)
    return found


def test_pickets_ends_and_keeps_its_secret() -> None:
    game = tutorial()["Pickets"]("patrol", frozenset())
    assert found_leaks(game) == []


def test_the_leak_the_page_speaks_of_is_found() -> None:
    shown = tutorial(("Sent(side=side)", "Sent(side=action.block)"))
    assert found_leaks(shown["Pickets"]("patrol", frozenset()))


@pytest.mark.parametrize("seed", range(5))
def test_pickets_has_a_result_that_follows_from_its_skirmishes(seed: int) -> None:
    game = tutorial()["Pickets"]("patrol", frozenset())
    match, rng = Match(game, seed=bytes([seed] * 32)), Random(seed)
    while match.result is None:
        (side,) = match.to_act()
        match.submit(match.seats[side], game.legal(match.state, side).sample(rng))
    assert match.result.margin == match.state.won[0] - match.state.won[1]
    assert match.state.used == [7, 7]
