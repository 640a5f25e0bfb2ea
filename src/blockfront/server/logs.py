"""Logs as JSON lines on stderr. Only named fields are written, so a secret has no way in."""

import json
import logging
import sys
import time
from typing import Final

FIELDS: Final = ("endpoint", "status", "ms", "game", "seat", "problem", "port", "database")


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {"at": f"{at}.{int(record.msecs):03d}Z", "level": record.levelname.lower(), "from": record.name}
        line["what"] = record.getMessage()
        line |= {field: getattr(record, field) for field in FIELDS if hasattr(record, field)}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(level: str) -> None:
    """Send everything of ours and warnings of libraries to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("blockfront").setLevel(level.upper())
