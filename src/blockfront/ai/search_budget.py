"""What is left of a thinking budget: simulations where they are counted, else seconds, of a search and of a whole player turn."""

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

    def is_over(self) -> bool:
        """Whether the time is up: what is under way then is given up. Where simulations are counted it never is."""
        return self._left is None and self._clock() >= self._until

    def rest(self) -> None:
        """What was done until now was no simulation, however long it took."""
        self._since = self._clock()

    def pay(self) -> None:
        """For one simulation."""
        self.spent += 1


class TurnClock:
    """One clock for a whole player turn: what is left of a budget in seconds, however often a player is asked."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._turn, self._spent, self._since = -1, 0.0, 0.0

    def start(self, turn: int) -> None:
        """Somebody asks for a decision of a player turn."""
        if turn != self._turn:
            self._turn, self._spent = turn, 0.0
        self._since = self._clock()

    def stop(self) -> None:
        """The decision is made."""
        self._spent += self._clock() - self._since

    def left(self, budget: Budget) -> Budget:
        """What may still be thought in this turn; counted simulations are what they are."""
        if budget.simulations is not None:
            return budget
        return Budget(max(0.0, budget.seconds - self._spent - (self._clock() - self._since)))
