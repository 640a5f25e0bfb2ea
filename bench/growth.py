"""Measures how costs grow with the size of the scenario."""

from collections.abc import Iterator
from random import Random

import titles
from timing import Timing

from blockfront.games import catalogue
from blockfront.testing.random_play import random_play

SIZES = (("proving_ground", "border_incident"), ("eastfront", "edelweiss"), ("eastfront", "s41"), ("eastfront", "s44"))
SET_UP = 40  # decisions after which both sides have deployed


def timings() -> Iterator[Timing]:
    for title, scenario in SIZES:
        game = catalogue.game(title, scenario)
        state = game.setup()
        for number, _ in enumerate(random_play(game, Random(1), limit=100_000, state=state)):
            if number == SET_UP:
                break
        blocks = sum(location >= 0 for location in state.location)
        yield from titles.questions(game, f"{blocks} blocks, {scenario}")
