"""Counts and times of requests, in the text format of Prometheus."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

BUCKETS: Final = (0.001, 0.005, 0.02, 0.1, 0.5, 2.0)


class Metrics:
    """Counts and times of requests since the start, by endpoint and status."""

    def __init__(self) -> None:
        self._answers: Counter[tuple[str, int]] = Counter()
        self._within: Counter[tuple[str, float]] = Counter()
        self._seconds: dict[str, float] = {}

    def count(self, endpoint: str, status: int, seconds: float) -> None:
        """Count an answered request."""
        self._answers[endpoint, status] += 1
        self._seconds[endpoint] = self._seconds.get(endpoint, 0.0) + seconds
        for bucket in BUCKETS:
            if seconds <= bucket:
                self._within[endpoint, bucket] += 1

    def text(self, gauges: Mapping[str, float]) -> str:
        """The counts in the text format of Prometheus."""
        lines = ["# TYPE blockfront_requests_total counter"]
        for (endpoint, status), number in sorted(self._answers.items()):
            lines.append(f'blockfront_requests_total{{endpoint="{endpoint}",status="{status}"}} {number}')
        lines.append("# TYPE blockfront_request_seconds histogram")
        for endpoint, seconds in sorted(self._seconds.items()):
            lines += self._histogram(endpoint, seconds)
        for name, value in gauges.items():
            lines += [f"# TYPE blockfront_{name} gauge", f"blockfront_{name} {value}"]
        return "\n".join(lines) + "\n"

    def _histogram(self, endpoint: str, seconds: float) -> list[str]:
        total = sum(number for (known, _), number in self._answers.items() if known == endpoint)
        name = "blockfront_request_seconds"
        lines = [f'{name}_bucket{{endpoint="{endpoint}",le="{bucket}"}} {self._within[endpoint, bucket]}' for bucket in BUCKETS]
        lines.append(f'{name}_bucket{{endpoint="{endpoint}",le="+Inf"}} {total}')
        lines.append(f'{name}_sum{{endpoint="{endpoint}"}} {seconds:.6f}')
        lines.append(f'{name}_count{{endpoint="{endpoint}"}} {total}')
        return lines
