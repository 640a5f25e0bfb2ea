"""The rules of one game: one object with an attribute for each chapter, composed from the chosen options."""

from typing import TypeVar

from blockfront.core.options import compose
from blockfront.games.proving_ground.loading.board import Board
from blockfront.games.proving_ground.options.street_fighting import Streets
from blockfront.games.proving_ground.options.weather import Changing, Slowed
from blockfront.games.proving_ground.rules.ch01_blocks import Blocks
from blockfront.games.proving_ground.rules.ch02_reserves import Reserves
from blockfront.games.proving_ground.rules.ch04_command import Command
from blockfront.games.proving_ground.rules.ch05_movement import Movement
from blockfront.games.proving_ground.rules.ch06_combat import Combat
from blockfront.games.proving_ground.rules.ch07_supply import Supply
from blockfront.games.proving_ground.rules.ch08_victory import Victory
from blockfront.games.proving_ground.rules.ch09_weather import Weather

T = TypeVar("T")
_LAYERS: dict[type, dict[str, type]] = {
    Weather: {"weather": Changing},
    Movement: {"weather": Slowed},
    Combat: {"street_fighting": Streets},
}


class Ruleset:
    """The rules of one game, built for a number of turns, a first player and a set of options."""

    def __init__(self, board: Board, turns: int, first: int, options: frozenset[str]) -> None:
        self.board = board
        self.first = first
        self.blocks = Blocks(board)
        self.reserves = Reserves(board, self.blocks)
        self.command = Command(board, self.blocks)
        self.movement = _layered(Movement, options)(board, self.blocks, self.command)
        self.combat = _layered(Combat, options)(board, self.blocks, self.movement)
        self.supply = Supply(board, self.blocks, self.movement)
        self.victory = Victory(board, turns)
        self.weather = _layered(Weather, options)(board)


def _layered(chapter: type[T], options: frozenset[str]) -> type[T]:
    return compose(chapter, *(layer for option, layer in _LAYERS[chapter].items() if option in options))
