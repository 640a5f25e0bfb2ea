"""Every title of the catalogue plays in every test of this folder. `BLOCKFRONT_GAMES=20` plays twenty times as many games."""

import os

import pytest

from blockfront.games import catalogue
from blockfront.testing.cases import cases

ROUNDS = max(1, int(os.environ.get("BLOCKFRONT_GAMES", "1")))
LONGEST = ("blocks_east_and_west",)  # a game takes minutes: in many rounds only (see tests/games_played/test_joined_campaign.py)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        titles = [title for title in catalogue.titles() if ROUNDS > 1 or title.id not in LONGEST]
        metafunc.parametrize("case", list(cases(titles, catalogue.game, rounds=ROUNDS)), ids=str)
    if "title" in metafunc.fixturenames:
        metafunc.parametrize("title", catalogue.titles(), ids=lambda title: title.id)
