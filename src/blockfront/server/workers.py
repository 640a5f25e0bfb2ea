"""Worker processes for long computations, so that the event loop stays free."""

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait

Work = Callable[[bytes], bytes]  # a function of a module: what it is given and gives back goes between processes


def _end_with_parent() -> None:
    """End this worker process when the server dies; otherwise it would wait for work forever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        sentinel = parent.sentinel

        def watch() -> None:
            wait([sentinel])
            os._exit(1)

        threading.Thread(target=watch, daemon=True).start()


class Worker:
    """A process started when it is first needed, and again if it breaks. What one task leaves in memory is there for the next."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, work: Work, packed: bytes) -> bytes:
        """Run a function in the process; raises `BrokenProcessPool` if the process dies."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _end_with_parent)
        pool = self._pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, work, packed)
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
            raise

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
