"""The order of the tests, and that none of them depends on how busy the machine is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

HERE = Path(__file__).parent
IN_A_BROWSER = (HERE / "browser", HERE / "release")

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests last: Playwright keeps an event loop running in its thread, and no other test could start one of its own after it."""
    items.sort(key=lambda item: any(folder in item.path.parents for folder in IN_A_BROWSER))
