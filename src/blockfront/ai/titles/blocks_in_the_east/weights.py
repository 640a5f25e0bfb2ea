"""The numbers by which the players of Blocks in the East weigh what they see."""

from typing import Final

import msgspec


class Weights(msgspec.Struct, frozen=True):
    march: float = 1.0  # a movement point nearer to a goal
    enemy_step: float = 1.0  # a step the enemy loses
    own_step: float = 0.8  # a step lost
    city: float = 3.0  # a major city taken
    town: float = 0.7  # a smaller one
    goal: float = 6.0  # a place that decides the game, by its weight
    unsupplied: float = 9.0  # a unit that would be cut off
    cut_off: float = 2.5  # an enemy unit that would be
    danger: float = 0.25  # a step of expected loss in the enemy's turn
    gap: float = 1.2  # being next to friends
    least_gain: float = 0.3  # what an attack must promise


DEFAULT: Final = Weights()
