"""Every title of the catalogue plays in every test of this folder. `BLOCKFRONT_GAMES=20` plays twenty times as many games."""

import os

import pytest

from blockfront.games import catalogue
from blockfront.testing.cases import cases

ROUNDS = max(1, int(os.environ.get("BLOCKFRONT_GAMES", "1")))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        metafunc.parametrize("case", list(cases(catalogue.titles(), catalogue.game, rounds=ROUNDS)), ids=str)
    if "title" in metafunc.fixturenames:
        metafunc.parametrize("title", catalogue.titles(), ids=lambda title: title.id)
