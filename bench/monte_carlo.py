"""Battles simulated with dice, in plain Python and with NumPy, to compare the exact odds with.

Written independently of the rules code: every unit has a strength and a lowest hitting face, the passive side fires first, the
strongest unit loses first; among equals the worst shot, then the first listed.
"""

from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Side(NamedTuple):
    """Strengths and lowest hitting faces of a side's units; a unit's last step has strength 1."""

    strengths: tuple[int, ...]
    faces: tuple[int, ...]


def plain(active: Side, passive: Side, hits_per_step: int, rounds: int, samples: int, seed: int) -> tuple[list[int], list[int]]:
    """Returns how often each side lost 0, 1, 2 … steps."""
    rng = Random(seed)
    found = ([0] * (sum(active.strengths) + 1), [0] * (sum(passive.strengths) + 1))
    for _ in range(samples):
        attackers, defenders = list(active.strengths), list(passive.strengths)
        for _ in range(rounds):
            if not any(attackers) or not any(defenders):
                break
            _lose(attackers, active.faces, _hits(rng, defenders, passive.faces))
            _lose(defenders, passive.faces, _hits(rng, attackers, active.faces) // hits_per_step)
        found[0][sum(active.strengths) - sum(attackers)] += 1
        found[1][sum(passive.strengths) - sum(defenders)] += 1
    return found


def _hits(rng: Random, strengths: list[int], faces: tuple[int, ...]) -> int:
    return sum(rng.randint(1, 6) >= face for strength, face in zip(strengths, faces, strict=True) for _ in range(strength))


def _lose(strengths: list[int], faces: tuple[int, ...], steps: int) -> None:
    for _ in range(min(steps, sum(strengths))):
        unit = max(range(len(strengths)), key=lambda n: (strengths[n], faces[n], -n))
        strengths[unit] -= 1


def vectorised(
    active: Side, passive: Side, hits_per_step: int, rounds: int, samples: int, seed: int, chunk: int = 100_000
) -> tuple[list[int], list[int]]:
    """Returns the same counts as `plain`, with NumPy and many battles at a time."""
    rng = np.random.default_rng(seed)
    found = (np.zeros(sum(active.strengths) + 1, int), np.zeros(sum(passive.strengths) + 1, int))
    for first in range(0, samples, chunk):
        number = min(chunk, samples - first)
        attackers, defenders = (np.tile(np.array(side.strengths, np.int16), (number, 1)) for side in (active, passive))
        for _ in range(rounds):
            _lose_many(attackers, active.faces, _hits_many(rng, defenders, passive.faces))
            _lose_many(defenders, passive.faces, _hits_many(rng, attackers, active.faces) // hits_per_step)
        for counted, side, left in zip(found, (active, passive), (attackers, defenders), strict=True):
            counted += np.bincount(sum(side.strengths) - left.sum(axis=1), minlength=len(counted))
    return found[0].tolist(), found[1].tolist()


def _hits_many(rng: np.random.Generator, strengths: NDArray[np.int16], faces: tuple[int, ...]) -> NDArray[np.int64]:
    chances = np.array([(7 - face) / 6 for face in faces])
    hits: NDArray[np.int64] = rng.binomial(strengths, chances).sum(axis=1)
    return hits


def _lose_many(strengths: NDArray[np.int16], faces: tuple[int, ...], steps: NDArray[np.int64]) -> None:
    order = np.array([100 * face - number for number, face in enumerate(faces)])
    rows = np.arange(len(strengths))
    left = np.minimum(steps, strengths.sum(axis=1))
    while (losing := rows[left > 0]).size:
        unit = (strengths[losing].astype(np.int64) * 10_000 + order).argmax(axis=1)
        strengths[losing, unit] -= 1
        left[losing] -= 1
