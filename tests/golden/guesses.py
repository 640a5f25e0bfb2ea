"""Guesses of golden games: for each game a digest of what every viewer guesses at some of its positions with given random numbers.

Whoever makes guessing faster must deal the same blocks to the same places: players that think with equal seeds then choose the same.
"""

import hashlib
from pathlib import Path
from random import Random

from tests.golden.kept_games import kept, names, positions

FILE = Path(__file__).parent / "guesses.txt"
POSITIONS = 12  # of each game
STEP = 17  # actions between them


def digest(name: str) -> str:
    _, game = kept(name)
    told = hashlib.sha256()
    for number, state in positions(name):
        if number % STEP == 0:
            for viewer in game.title.viewers:
                told.update(game.guess(game.view(state, viewer), Random(number)).digest().encode())
        if number >= STEP * POSITIONS:
            break
    return told.hexdigest()[:16]


def guessed() -> str:
    return "".join(f"{name:28} {digest(name)}\n" for name in names())
