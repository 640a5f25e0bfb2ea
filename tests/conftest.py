"""The order of the tests."""

from __future__ import annotations

from pathlib import Path

import pytest

BROWSER = Path(__file__).parent / "browser"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests last: Playwright keeps an event loop running in its thread, and no other test could start one of its own after it."""
    items.sort(key=lambda item: BROWSER in item.path.parents)
