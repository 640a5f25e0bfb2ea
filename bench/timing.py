"""Measuring: medians and spread of many short runs, in processor time, which others on the same machine disturb least."""

from collections.abc import Callable, Sequence
from statistics import median, quantiles
from time import process_time
from typing import NamedTuple, TypeVar

Item = TypeVar("Item")


class Timing(NamedTuple):
    """Seconds for one call: the median of the samples, and the quartiles around it. An anchor stands beside the row above it."""

    name: str
    median: float
    low: float
    high: float
    samples: int
    anchor: bool = False

    def as_data(self) -> dict[str, object]:
        return dict(self._asdict())


class Absent(NamedTuple):
    """Something to compare with that is not installed here."""

    name: str
    reason: str


class Amount(NamedTuple):
    """Something counted rather than timed."""

    name: str
    value: float
    unit: str


Row = Timing | Absent | Amount


def timing(name: str, samples: list[float], *, anchor: bool = False) -> Timing:
    low, _, high = quantiles(samples, n=4) if len(samples) > 1 else (samples[0],) * 3
    return Timing(name, median(samples), low, high, len(samples), anchor)


def measure(name: str, call: Callable[[], object], *, seconds: float = 0.4, anchor: bool = False) -> Timing:
    """Time a call: batches long enough for the clock, for about so many seconds."""
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
    """Time a call once for each item; what can be repeated without a difference is, when it is over too soon for the clock."""
    return timing(name, samples_of(items, call, repeat))


def samples_of(items: Sequence[Item], call: Callable[[Item], object], repeat: int = 1) -> list[float]:
    """Seconds of the call for each item."""
    samples = []
    for item in items:
        start = process_time()
        for _ in range(repeat):
            call(item)
        samples.append((process_time() - start) / repeat)
    return samples


def shares(name: str, run: Callable[[int], int], runs: int, *, anchor: bool = False) -> tuple[Timing, Timing]:
    """Seconds a decision and seconds a game: `run` plays the game of a seed and tells how many decisions it had.

    One more game is played first: what a process works out once for all games is not counted.
    """
    games, decisions = [], []
    run(runs)
    for seed in range(runs):
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
