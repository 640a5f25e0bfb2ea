"""Single keys from a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def single_keys() -> Iterator[Callable[[], str]]:
    """While it lasts, the function it gives returns the next key pressed; empty at the end of input."""
    try:
        import termios
        import tty
    except ImportError:  # no such terminals here: whole lines count by their first letter
        yield lambda: (sys.stdin.readline() or "")[:1]
        return
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor, termios.TCSANOW)
        yield lambda: sys.stdin.read(1)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
