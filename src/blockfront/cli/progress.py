"""Shows the progress of long work: on one line of a terminal, elsewhere a new line for every tenth."""

import sys
from time import monotonic
from typing import TextIO

WIDTH = 24


class ProgressLine:
    """Shows how much is done and how long the rest takes: call `step` after each piece of work, `close` at the end."""

    def __init__(self, total: int, stream: TextIO | None = None) -> None:
        self._total = total
        self._stream = stream or sys.stderr
        self._is_terminal = self._stream.isatty()
        self._began = monotonic()
        self._done = 0

    def step(self, note: str = "") -> None:
        """Counts one more piece of work as done and shows the progress."""
        self._done += 1
        is_tenth = self._done * 10 // self._total > (self._done - 1) * 10 // self._total
        if self._is_terminal:
            self._stream.write(f"\r{self._text(note)}\x1b[K")
            self._stream.flush()
        elif is_tenth and self._total >= 10:
            self._stream.write(f"{self._text(note)}\n")

    def _text(self, note: str) -> str:
        full = WIDTH * self._done // self._total
        spent = monotonic() - self._began
        left = spent / self._done * (self._total - self._done)
        return f"[{'#' * full}{'.' * (WIDTH - full)}] {self._done}/{self._total}, {_clock(left)} left  {note}".rstrip()

    def close(self) -> None:
        if self._is_terminal and self._done:
            self._stream.write("\n")


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02d}"
