"""Measuring: medians and spread of many short runs."""

from collections.abc import Callable
from statistics import median, quantiles
from time import perf_counter
from typing import NamedTuple


class Timing(NamedTuple):
    """Seconds for one call: the median of the samples, and the quartiles around it."""

    name: str
    median: float
    low: float
    high: float

    def as_data(self) -> dict[str, object]:
        return dict(self._asdict())


def timing(name: str, samples: list[float]) -> Timing:
    low, _, high = quantiles(samples, n=4) if len(samples) > 1 else (samples[0],) * 3
    return Timing(name, median(samples), low, high)


def measure(name: str, call: Callable[[], object], *, seconds: float = 0.4) -> Timing:
    """Time a call: batches long enough for the clock, for about so many seconds."""
    batch = 1
    while (once := _batch(call, batch)) < 0.002:
        batch *= 4
    samples = [_batch(call, batch) / batch for _ in range(max(5, int(seconds / once)))]
    return timing(name, samples)


def _batch(call: Callable[[], object], number: int) -> float:
    start = perf_counter()
    for _ in range(number):
        call()
    return perf_counter() - start


def human(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
