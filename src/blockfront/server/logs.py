"""Log lines as JSON on stderr. Only fields from a fixed list are written, so that no secret can get into the log."""

import json
import logging
import sys
import time
from collections.abc import Callable
from typing import Final

FIELDS: Final = ("endpoint", "status", "ms", "game", "seat", "problem", "port", "database")


class JsonLines(logging.Formatter):
    """Writes each log record as one line of JSON, with the fields meant for the log and no others."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {"at": f"{at}.{int(record.msecs):03d}Z", "level": record.levelname.lower(), "from": record.name}
        line["what"] = record.getMessage()
        line |= {field: getattr(record, field) for field in FIELDS if hasattr(record, field)}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class NotTooOften(logging.Filter):
    """Lets the same warning through only a few times a minute, so that visitors cannot fill the disk with it."""

    MOST: Final = 10
    SECONDS: Final = 60.0

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._counted: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        now, what = self._clock(), (record.name, str(record.msg)[:200])
        since, number = self._counted.get(what, (now, 0))
        if now - since > self.SECONDS:
            since, number = now, 0
        if len(self._counted) > 1000:
            self._counted.clear()
        self._counted[what] = (since, number + 1)
        return number < self.MOST


def set_up(level: str) -> None:
    """Send all log messages of our own, and warnings of libraries, to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(NotTooOften())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("blockfront").setLevel(level.upper())
