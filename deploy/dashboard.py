"""Writes deploy/dashboard.json, the Grafana dashboard over the server's metrics: `python deploy/dashboard.py > deploy/dashboard.json`."""

import json
from typing import Any

PANELS = (  # title, unit, expression, legend
    ("Requests a second", "reqps", "sum by (endpoint) (rate(blockfront_requests_total[5m]))", "{{endpoint}}"),
    ("Answers that were errors of the server", "reqps", 'sum(rate(blockfront_requests_total{status=~"5.."}[5m]))', "5xx"),
    (
        "Time of 99 in 100 requests",
        "s",
        "histogram_quantile(0.99, sum by (le, endpoint) (rate(blockfront_request_seconds_bucket[5m])))",
        "{{endpoint}}",
    ),
    ("Connections", "short", "blockfront_connections", "{{instance}}"),
    ("Games open in memory", "short", "blockfront_rooms", "{{instance}}"),
    ("Games stored", "short", "max(blockfront_games_stored)", "games"),
)


def panel(number: int, title: str, unit: str, expression: str, legend: str) -> dict[str, Any]:
    return {
        "id": number + 1,
        "type": "timeseries",
        "title": title,
        "gridPos": {"x": 12 * (number % 2), "y": 8 * (number // 2), "w": 12, "h": 8},
        "datasource": {"type": "prometheus", "uid": "${source}"},
        "fieldConfig": {"defaults": {"unit": unit}, "overrides": []},
        "targets": [{"expr": expression, "legendFormat": legend, "refId": "A"}],
    }


def dashboard() -> dict[str, Any]:
    return {
        "title": "blockfront",
        "uid": "blockfront",
        "schemaVersion": 39,
        "refresh": "30s",
        "time": {"from": "now-6h", "to": "now"},
        "templating": {"list": [{"name": "source", "type": "datasource", "query": "prometheus"}]},
        "panels": [panel(number, *content) for number, content in enumerate(PANELS)],
    }


if __name__ == "__main__":
    print(json.dumps(dashboard(), indent=2))
