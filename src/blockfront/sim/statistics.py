"""Statistics of a series of games, with their uncertainty."""

from collections import Counter
from collections.abc import Sequence
from math import pi, sqrt, tan
from statistics import NormalDist, mean, stdev
from typing import Final

import msgspec

from blockfront.sim.run_match import Played

CONFIDENCE: Final = 0.95
Interval = tuple[float, float]


def student_t(freedom: int, confidence: float = CONFIDENCE) -> float:
    """Returns how many standard errors around a mean contain the true value with this confidence, by degrees of freedom."""
    tail = 0.5 + confidence / 2
    if freedom == 1:
        return tan(pi * (tail - 0.5))
    if freedom == 2:
        return (2 * tail - 1) / sqrt(2 * tail * (1 - tail))
    z = NormalDist().inv_cdf(tail)  # expansion in 1 / freedom, correct to four places from 3 degrees of freedom
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * freedom**4)
    )


def wilson(successes: int, trials: int, z: float = 1.96) -> tuple[float, float]:
    """Returns the Wilson interval of a share, 95 % unless `z` says otherwise."""
    if not trials:
        return 0.0, 1.0
    share, square = successes / trials, z * z
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    half = z * sqrt(share * (1 - share) / trials + square / (4 * trials * trials)) / (1 + square / trials)
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_interval(values: Sequence[float]) -> Interval:
    """Returns the 95 % interval of a mean; for a single value, only the value itself."""
    middle = mean(values)
    if len(values) < 2:
        return middle, middle
    half = student_t(len(values) - 1) * stdev(values) / sqrt(len(values))
    return middle - half, middle + half


class Summary(msgspec.Struct, frozen=True):
    """The figures of a series between two players. Margins are the first side's advantage in the title's points."""

    games: int
    wins: dict[str, int]  # by side, and "draw"
    wins_ci95: dict[str, Interval]  # intervals of the shares of wins
    margin_mean: float
    margin_ci95: Interval
    decisions_mean: float
    seconds_mean: dict[str, float]  # thinking time per game
    slowest_turn: dict[str, float]
    lost_mean: dict[str, float]  # steps per game
    lost_ci95: dict[str, Interval]
    notes_mean: dict[str, dict[str, float]]  # by side: what the title's observers counted, per game
    results: dict[str, int]  # how many games ended in each way


def summary(games: Sequence[Played], sides: Sequence[str]) -> Summary:
    """Computes the figures of a series of games."""
    if not games:
        raise ValueError("no game has been played")
    margins = [float(game.margin) for game in games]
    won = Counter(game.winner for game in games)
    wins = {outcome: won[outcome] for outcome in (*sides, "draw")}
    lost = {side: [float(game.turns[-1].lost[n]) for game in games if game.turns] for n, side in enumerate(sides)}
    return Summary(
        games=len(games),
        wins=wins,
        wins_ci95={outcome: wilson(number, len(games)) for outcome, number in wins.items()},
        margin_mean=mean(margins),
        margin_ci95=mean_interval(margins),
        decisions_mean=mean(game.decisions for game in games),
        seconds_mean={side: mean(game.seconds[n] for game in games) for n, side in enumerate(sides)},
        slowest_turn={side: max(game.slowest[n] for game in games) for n, side in enumerate(sides)},
        lost_mean={side: mean(values) for side, values in lost.items() if values},
        lost_ci95={side: mean_interval(values) for side, values in lost.items() if values},
        notes_mean={side: _notes(games, n) for n, side in enumerate(sides)},
        results=dict(Counter(_ending(game) for game in games).most_common()),
    )


def _notes(games: Sequence[Played], side: int) -> dict[str, float]:
    return {name: mean(game.notes[name][side] for game in games) for name in games[0].notes}


def _ending(game: Played) -> str:
    who = "nobody wins" if game.winner == "draw" else f"{game.winner} wins"
    return f"{who}: {game.reason or game.level}"


def summary_text(found: Summary) -> str:
    """Describes a summary in a few lines for people."""
    lines = [f"{found.games} game{'s' * (found.games > 1)}, {found.decisions_mean:.0f} decisions on average"]
    for outcome, number in found.wins.items():
        low, high = found.wins_ci95[outcome]
        words = "draws" if outcome == "draw" else f"{outcome} wins"
        lines.append(f"{words:16} {number:5}  {100 * number / found.games:5.1f} %  [{100 * low:.1f} … {100 * high:.1f}]")
    low, high = found.margin_ci95
    lines.append(f"{'margin':16} {found.margin_mean:+.2f}  [{low:+.2f} … {high:+.2f}]")
    for side, lost in found.lost_mean.items():
        low, high = found.lost_ci95[side]
        times = f"{found.seconds_mean[side]:.2f} s a game, slowest player turn {found.slowest_turn[side]:.2f} s"
        lines.append(f"{side:16} loses {lost:.1f} steps  [{low:.1f} … {high:.1f}], thinks {times}")
    for side, notes in found.notes_mean.items():
        if notes:
            lines.append(f"{side:16} a game: " + ", ".join(f"{value:.1f} {name.replace('_', ' ')}" for name, value in notes.items()))
    lines += [f"{number:6}  {ending.replace('_', ' ')}" for ending, number in found.results.items()]
    return "\n".join(lines)
