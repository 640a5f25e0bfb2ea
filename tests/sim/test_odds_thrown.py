"""Exact odds agree with battles thrown by a program that knows nothing of the rules code.

`BLOCKFRONT_THROWS=1000000` throws each a million times; the default is a hundred thousand.
"""

import importlib.util
import os
from pathlib import Path
from typing import Any

import pytest

from blockfront.games.eastfront.aids.odds_text import battle_of_text
from blockfront.games.odds import RoundOdds, battle_odds

pytest.importorskip("numpy", reason="throwing battles by the thousand needs NumPy: pip install 'blockfront[rl]'")

FOUR = "axis: armor 4, armor 4, infantry 4, infantry 3 | soviet: armor 4, infantry 3, infantry 3, infantry 3"
THROWS = int(os.environ.get("BLOCKFRONT_THROWS", "100000"))
NEAR = 2.5 * THROWS**-0.5  # five standard errors


@pytest.fixture(scope="module")
def dice() -> Any:
    """Battles by throwing dice, as the measurements do it."""
    spec = importlib.util.spec_from_file_location("monte_carlo", Path(__file__).parents[2] / "bench" / "monte_carlo.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def assert_same(counted: tuple[list[int], list[int]], exact: RoundOdds, within: float) -> None:
    for numbers, computed in zip(counted, (exact.active_losses, exact.passive_losses), strict=True):
        padded = [*computed, *[0.0] * (len(numbers) - len(computed))]
        assert [number / sum(numbers) for number in numbers] == pytest.approx(padded, abs=within)


@pytest.mark.parametrize(
    ("text", "rounds"),
    [(f"clear | {FOUR}", 1), (f"forest | {FOUR}", 2), (f"support: no\nforest | {FOUR}", 3)],
    ids=["clear", "double defence", "triple defence"],
)
def test_a_large_battle_of_eastfront(dice: Any, text: str, rounds: int) -> None:
    battle = battle_of_text(text)
    forces = (battle.active, battle.passive)
    sides = [dice.Side(tuple(unit.value for unit in units), tuple(unit.face for unit in units)) for units in forces]
    counted = dice.vectorised(*sides, battle.hits_per_step, rounds, THROWS, 1)
    assert_same(counted, battle_odds(text, rounds=rounds)[-1], NEAR)


def test_a_large_battle_of_proving_ground(dice: Any) -> None:
    text = "Stonebridge | blue: infantry 4, armour 3, artillery 2 | red: infantry 4, infantry 3, artillery 2"
    side = dice.Side((4, 3, 2), (5, 5, 4))
    assert_same(dice.vectorised(side, side, 1, 3, THROWS, 1), battle_odds(text, title="proving_ground", rounds=3)[-1], NEAR)


def test_a_large_battle_of_the_blocks_games(dice: Any) -> None:
    """Three rounds of ground combat; German tanks attack and Soviet tanks defend on a five."""
    text = "clear | axis: tank 4, infantry 4, infantry 4, infantry 3 | soviet: tank 4, infantry 4, infantry 3, infantry 3"
    sides = dice.Side((4, 4, 4, 3), (5, 6, 6, 6)), dice.Side((4, 4, 3, 3), (5, 6, 6, 6))
    assert_same(dice.vectorised(*sides, 1, 3, THROWS, 1), battle_odds(text, title="blocks_in_the_east", rounds=3)[-1], NEAR)


def test_plain_python_throws_alike(dice: Any) -> None:
    text = "Stonebridge | blue: infantry 3, artillery 2 | red: infantry 2, artillery 1"
    counted = dice.plain(dice.Side((3, 2), (5, 4)), dice.Side((2, 1), (5, 4)), 1, 2, 20_000, 1)
    assert_same(counted, battle_odds(text, title="proving_ground", rounds=2)[-1], 0.018)
