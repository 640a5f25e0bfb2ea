"""A ladder of players: everyone plays everyone from both sides, and only the results decide the ratings.

Ratings are Bradley-Terry strengths on Elo's scale: 400 points more mean ten to one. A draw counts as half a win. One imagined draw
between every two players keeps ratings finite for players who won or lost every game.
"""

from collections.abc import Callable, Sequence
from itertools import permutations
from math import exp, log
from random import Random
from typing import Final

import msgspec

from blockfront.ai.player import Budget
from blockfront.games import catalogue
from blockfront.sim.arena import Job, run
from blockfront.sim.run_match import Played

BASE: Final = 1000.0  # rating of the first player
SCALE: Final = 400.0 / log(10.0)
IMAGINED: Final = 0.5  # points for each of two players from their imagined draw
RESAMPLED: Final = 200
Results = Sequence[tuple[str, str, float]]  # first player, second player, points of the first: 1, 0.5 or 0


class Rung(msgspec.Struct, frozen=True):
    """A player's place on the ladder; the interval holds 95 % of the ratings from resampled results."""

    player: str
    rating: float
    ci95: tuple[float, float]
    games: int
    points: float


def ratings(results: Results, players: Sequence[str]) -> dict[str, float]:
    """Returns Elo ratings by maximum likelihood (minorise and maximise), relative to the first player."""
    points = dict.fromkeys(players, IMAGINED * (len(players) - 1))
    met = {(one, other): 2 * IMAGINED for one in players for other in players if one != other}
    for first, second, score in results:
        points[first] += score
        points[second] += 1 - score
        met[first, second] += 1
        met[second, first] += 1
    strength = dict.fromkeys(players, 1.0)
    for _ in range(1000):
        before = dict(strength)
        for one in players:
            expected = sum(met[one, other] / (strength[one] + strength[other]) for other in players if other != one)
            strength[one] = points[one] / expected if expected else 1.0
        middle = exp(sum(map(log, strength.values())) / len(players))
        strength = {player: value / middle for player, value in strength.items()}
        if max(abs(log(strength[player] / before[player])) for player in players) < 1e-9:
            break
    return {player: BASE + SCALE * log(strength[player] / strength[players[0]]) for player in players}


def climb(results: Results, players: Sequence[str], *, seed: int = 0) -> list[Rung]:
    """Returns the ladder, best player first."""
    rated = ratings(results, players)
    rng = Random(f"ladder {seed}")
    drawn = [ratings(rng.choices(results, k=len(results)), players) for _ in range(RESAMPLED)] if results else []
    rungs = []
    for player in players:
        spread = sorted(one[player] for one in drawn) or [rated[player]]
        low, high = spread[int(0.025 * len(spread))], spread[min(len(spread) - 1, int(0.975 * len(spread)))]
        scores = [score for first, _, score in results if first == player] + [1 - score for _, second, score in results if second == player]
        rungs.append(Rung(player, rated[player], (low, high), len(scores), sum(scores)))
    return sorted(rungs, key=lambda rung: -rung.rating)


def play_ladder(
    title: str,
    scenario: str,
    players: Sequence[str],
    games: int,
    *,
    seed: int = 0,
    workers: int = 1,
    budget: Budget | None = None,
    progress: Callable[[Played], None] | None = None,
) -> list[Rung]:
    """Plays `games` games of every pair from each side, both with the same dice, and returns the ladder."""
    if len(set(players)) != len(players) or len(players) < 2:
        raise ValueError(f"a ladder needs two or more different players, not {', '.join(players) or 'none'}")
    sides = catalogue.title(title).sides
    results = []
    for first, second in permutations(players, 2):
        job = Job(title, scenario, (first, second), games, seed, budget=budget or Budget())
        for played in run(job, workers=workers, progress=progress):
            results.append((first, second, 0.5 if played.winner == "draw" else float(played.winner == sides[0])))
    return climb(results, players, seed=seed)
