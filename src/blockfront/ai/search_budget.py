"""What is left of a thinking budget while plans are tried: simulations where they are counted, else seconds."""

import time
from collections.abc import Callable

from blockfront.ai.player import Budget


class SearchBudget:
    """Allows another simulation while one as long as the longest so far would end in time."""

    def __init__(self, budget: Budget, share: float, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._left = None if budget.simulations is None else int(budget.simulations * share)
        self._since = clock()
        self._until = self._since + budget.seconds * share
        self._longest = 0.0
        self.spent = 0

    def allows(self) -> bool:
        """Whether another simulation may be begun."""
        if self._left is not None:
            return self.spent < self._left
        now = self._clock()
        self._longest = max(self._longest, now - self._since)
        self._since = now
        return now + self._longest <= self._until

    def rest(self) -> None:
        """What was done until now was no simulation, however long it took."""
        self._since = self._clock()

    def pay(self) -> None:
        """For one simulation."""
        self.spent += 1
