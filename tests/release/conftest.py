"""The browser of the client's tests serves here too."""

from tests.browser.conftest import browser

__all__ = ["browser"]
