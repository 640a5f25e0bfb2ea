"""The order of the tests, that none of them depends on how busy the machine is, and the one browser they share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.browser.conftest import chromium

HERE = Path(__file__).parent
IN_A_BROWSER = (HERE / "release", HERE / "browser")

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests last: Playwright keeps an event loop running in its thread, and no other test could start one of its own after it.

    Of those the release's come first: what takes long must not begin when there is nothing left for others to do meanwhile.
    """
    items.sort(key=lambda item: next((place for place, folder in enumerate(IN_A_BROWSER, start=1) if folder in item.path.parents), 0))


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    path = chromium()
    if path is None:
        pytest.skip("no Chromium on this machine")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as started:
        launched = started.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield launched
        launched.close()
