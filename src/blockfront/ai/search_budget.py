"""What is left of a thinking budget, in simulations or in seconds, for a search and for a whole player turn."""

import time
from collections.abc import Callable

from blockfront.ai.player import Budget


class SearchBudget:
    """Allows another simulation if one as long as the longest so far would end in time."""

    def __init__(self, budget: Budget, share: float, clock: Callable[[], float] = time.perf_counter, least: int = 0) -> None:
        """`least` is the number of simulations that are allowed even if the budget has fewer."""
        self._clock = clock
        self._left = None if budget.simulations is None else max(least, int(budget.simulations * share))
        self._since = clock()
        self._until = self._since + budget.seconds * share
        self._longest = 0.0
        self.spent = 0

    def allows(self) -> bool:
        """Says whether another simulation may be begun."""
        if self._left is not None:
            return self.spent < self._left
        now = self._clock()
        self._longest = max(self._longest, now - self._since)
        self._since = now
        return now + self._longest <= self._until

    def at_most(self, number: int, times: int) -> int:
        """Returns how many of a number of plans can be tried several times each; all of them if time is measured."""
        return number if self._left is None else min(number, max(0, self._left - self.spent) // times)

    def is_over(self) -> bool:
        """Says whether time is up, so that work under way is given up; never if simulations are counted."""
        return self._left is None and self._clock() >= self._until

    def rest(self) -> None:
        """Restarts the measurement, so that the work done so far does not count as a simulation."""
        self._since = self._clock()

    def pay(self) -> None:
        """Counts one simulation."""
        self.spent += 1


class TurnClock:
    """Measures a whole player turn, so that the seconds of a budget hold however often a player is asked."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._turn, self._spent, self._since = -1, 0.0, 0.0

    def start(self, turn: int) -> None:
        """Starts the clock for a decision in a player turn."""
        if turn != self._turn:
            self._turn, self._spent = turn, 0.0
        self._since = self._clock()

    def stop(self) -> None:
        """Stops the clock when the decision is made."""
        self._spent += self._clock() - self._since

    def left(self, budget: Budget) -> Budget:
        """Returns the budget left in this turn; a budget in simulations is returned unchanged."""
        if budget.simulations is not None:
            return budget
        return Budget(max(0.0, budget.seconds - self._spent - (self._clock() - self._since)))
