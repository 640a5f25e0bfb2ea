"""Plays series on a cluster, through Ray. `local` starts a cluster on this machine; every machine needs blockfront installed."""

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

Task = TypeVar("Task")
Answer = TypeVar("Answer")


def play_on(address: str, work: Callable[[Task], Answer], tasks: Sequence[Task]) -> Iterator[Answer]:
    """Yields the results of the tasks as they come in. Ray distributes the tasks and repeats those whose machine was lost."""
    if not find_spec("ray"):
        raise ValueError("a cluster needs Ray: pip install 'blockfront[cluster]'")
    ray: Any = import_module("ray")
    was_running = ray.is_initialized()
    if not was_running:
        where = {"include_dashboard": False} if address == "local" else {"address": address}
        ray.init(log_to_driver=False, logging_level="error", **where)
    try:
        remote = ray.remote(work)
        pending = [remote.remote(task) for task in tasks]
        while pending:
            ready, pending = ray.wait(pending)
            yield from ray.get(ready)
    finally:
        if not was_running:
            ray.shutdown()
