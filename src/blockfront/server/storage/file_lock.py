"""A lock on a file that one process can hold at a time; the system releases it when the process dies."""

import sys
from pathlib import Path
from typing import IO


def lock_file(path: Path) -> IO[bytes] | None:
    """Open and lock a file; None if another process has it locked. Closing the file releases the lock."""
    file = path.open("ab")
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return None
    return file
