"""Measures how long players think."""

import time


class Clock:
    """Processor time of a player, in total and in its slowest player turn. Other programs on the machine do not distort it."""

    def __init__(self) -> None:
        self.total = self.slowest = self._of_turn = 0.0
        self._turn = -1
        self._since = 0.0

    def running(self, turn: int) -> "Clock":
        """Prepares to measure time in a player turn: `with clock.running(turn):`."""
        if turn != self._turn:
            self._turn, self._of_turn = turn, 0.0
        return self

    def __enter__(self) -> None:
        self._since = time.thread_time()

    def __exit__(self, *_: object) -> None:
        spent = time.thread_time() - self._since
        self.total += spent
        self._of_turn += spent
        self.slowest = max(self.slowest, self._of_turn)
