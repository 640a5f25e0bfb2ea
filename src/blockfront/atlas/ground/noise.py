"""Irregularity that is the same on every machine: hashes of whole numbers and smooth noise made from them."""

from functools import cache
from typing import Final

_MASK: Final = 0xFFFFFFFF
PERIOD: Final = 128  # smooth noise repeats after so many lattice steps


def hashed(*numbers: int) -> int:
    """A 32-bit number that looks random but depends on its arguments only."""
    value = 0x9E3779B9
    for number in numbers:
        value = ((value ^ (number & _MASK)) * 0x85EBCA6B) & _MASK
        value ^= value >> 13
        value = (value * 0xC2B2AE35) & _MASK
        value ^= value >> 16
    return value


def unit(*numbers: int) -> float:
    """A number from 0 up to 1."""
    return hashed(*numbers) / 0x100000000


def signed(*numbers: int) -> float:
    """A number from -1 up to 1."""
    return unit(*numbers) * 2 - 1


def _octave(seed: int, cell: int) -> list[float]:
    """One octave of value noise on the periodic lattice, smooth over ``cell`` steps."""
    size = PERIOD // cell
    knots = [[signed(seed, cell, i, j) for i in range(size)] for j in range(size)]
    ease = [(t / cell) ** 2 * (3 - 2 * t / cell) for t in range(cell)]
    values = []
    for j in range(PERIOD):
        row, below = knots[j // cell], knots[(j // cell + 1) % size]
        v = ease[j % cell]
        blended = [a + (b - a) * v for a, b in zip(row, below, strict=True)]
        for i in range(PERIOD):
            left, right = blended[i // cell], blended[(i // cell + 1) % size]
            values.append(left + (right - left) * ease[i % cell])
    return values


@cache
def noise_table(seed: int, *cells: int) -> tuple[float, ...]:
    """Smooth noise of roughly -1 to 1 on a lattice of PERIOD x PERIOD, row by row; finer octaves count half as much each."""
    total = [0.0] * (PERIOD * PERIOD)
    weight, weights = 1.0, 0.0
    for cell in cells:
        octave = _octave(seed, cell)
        total = [a + b * weight for a, b in zip(total, octave, strict=True)]
        weights += weight
        weight /= 2
    return tuple(value / weights for value in total)
