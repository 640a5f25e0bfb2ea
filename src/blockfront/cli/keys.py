"""Reads single keys from a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def single_keys() -> Iterator[Callable[[], str]]:
    """Yields a function that returns the next key pressed, without waiting for Enter; empty at the end of input."""
    try:
        import termios
        import tty
    except ImportError:  # no such terminals on this system: the first letter of a whole line counts
        yield lambda: (sys.stdin.readline() or "")[:1]
        return
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor, termios.TCSANOW)
        yield lambda: sys.stdin.read(1)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
