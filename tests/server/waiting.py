"""Waiting for what must come, however busy the machine is."""

import json
import time
from collections.abc import Callable
from typing import Any

PATIENCE = 120.0  # seconds
_PING = 999_999


def wait_for(condition: Callable[[], Any], pause: float = 0.02) -> None:
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(pause)


def next_message(socket: Any, kind: str = "") -> Any:
    """The next message of a WebSocket, or the next of a kind."""
    while (message := json.loads(socket.recv(timeout=PATIENCE))) and kind not in ("", message["type"]):
        pass
    return message


def sent_so_far(socket: Any) -> list[Any]:
    """Every message sent before now: messages keep their order, so the answer to a question asked now is the first after them."""
    socket.send(json.dumps({"type": "ping", "id": _PING}))
    came = []
    while (message := next_message(socket)) != {"type": "answer", "id": _PING}:
        came.append(message)
    return came
