"""Measures medians and spread of many short runs, in processor time, which other programs on the machine disturb least."""

from collections.abc import Callable, Sequence
from statistics import median, quantiles
from time import process_time
from typing import NamedTuple, TypeVar

Item = TypeVar("Item")
ENOUGH = 15.0  # seconds of games after which no further game is played for its speed
FEWEST = 3  # games that are played in any case


class Timing(NamedTuple):
    """Seconds for one call: the median of the samples and the quartiles around it. An anchor is what the row above is compared with."""

    name: str
    median: float
    low: float
    high: float
    samples: int
    anchor: bool = False

    def as_data(self) -> dict[str, object]:
        return dict(self._asdict())


class Absent(NamedTuple):
    """A row that could not be measured, and the reason."""

    name: str
    reason: str


class Amount(NamedTuple):
    """A row with a number and its unit instead of samples of a time."""

    name: str
    value: float
    unit: str


Row = Timing | Absent | Amount


def timing(name: str, samples: list[float], *, anchor: bool = False) -> Timing:
    low, _, high = quantiles(samples, n=4) if len(samples) > 1 else (samples[0],) * 3
    return Timing(name, median(samples), low, high, len(samples), anchor)


def measure(name: str, call: Callable[[], object], *, seconds: float = 0.4, anchor: bool = False) -> Timing:
    """Times a call for about `seconds`, in batches long enough for the clock."""
    batch = 1
    while (once := _batch(call, batch)) < 0.002:
        batch *= 4
    samples = [_batch(call, batch) / batch for _ in range(max(5, int(seconds / once)))]
    return timing(name, samples, anchor=anchor)


def _batch(call: Callable[[], object], number: int) -> float:
    start = process_time()
    for _ in range(number):
        call()
    return process_time() - start


def each(name: str, items: Sequence[Item], call: Callable[[Item], object], *, repeat: int = 1) -> Timing:
    """Times a call for each item, repeated `repeat` times if it is too short for the clock."""
    return timing(name, samples_of(items, call, repeat))


def samples_of(items: Sequence[Item], call: Callable[[Item], object], repeat: int = 1) -> list[float]:
    """Returns the seconds that the call takes for each item."""
    samples = []
    for item in items:
        start = process_time()
        for _ in range(repeat):
            call(item)
        samples.append((process_time() - start) / repeat)
    return samples


def shares(name: str, run: Callable[[int], int], runs: int, *, anchor: bool = False) -> tuple[Timing, Timing]:
    """Returns seconds per decision and per game; `run` plays the game of a seed and returns its number of decisions.

    One extra game is played first, so that work done once for all games is not counted. Games that last very long are fewer.
    """
    games: list[float] = []
    decisions: list[float] = []
    run(runs)
    for seed in range(runs):
        if len(games) >= FEWEST and sum(games) > ENOUGH:
            break
        start = process_time()
        number = run(seed)
        spent = process_time() - start
        games.append(spent)
        decisions.append(spent / number)
    return timing(f"{name}: a decision", decisions, anchor=anchor), timing(f"{name}: a game", games, anchor=anchor)


def human(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
