"""The time used for clocks of games: it runs on evenly even if the system's clock is changed."""

import time
from collections.abc import Callable
from functools import partial
from typing import Final

# seconds since the machine was started, sleep included where the system tells
_PASSING: Final[int | None] = getattr(time, "CLOCK_BOOTTIME", None)


# seconds from some moment on; only differences mean anything
passed: Final[Callable[[], float]] = time.monotonic if _PASSING is None else partial(time.clock_gettime, _PASSING)
_OFFSET: Final = time.time() - passed()


def now() -> float:
    """Seconds since the epoch: the time of day when this process began, plus what has passed since."""
    return _OFFSET + passed()
