"""A real server and a real Chromium for the tests of the client."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "blockfront" / "server" / "static" / "index.html"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE = 90_000  # milliseconds: the tests may share the machine with others

TOO_MANY = 429
FEIGNED = "x-feigned"  # marks an answer that a test made up

NewPage = Callable[..., Any]


def chromium() -> str | None:
    """The Chromium of this machine; BLOCKFRONT_CHROMIUM names another."""
    given = os.environ.get("BLOCKFRONT_CHROMIUM")
    return given or next((path for name in BROWSERS if (path := shutil.which(name))), None)


def start_server(
    folder: Path, *, python: str = sys.executable, module: str = "blockfront.cli.main", cwd: Path | None = None
) -> tuple[subprocess.Popen[str], str]:
    """`blockfront play` on a free port, and its address."""
    command = [python, "-m", module, "play", "--no-browser", "--port", "0", "--data", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=cwd)
    assert process.stdout is not None
    line = process.stdout.readline()
    assert " at http" in line, f"the server did not start: {line!r}"
    return process, line.split()[3].rstrip("/")


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if not STATIC.exists():
        pytest.skip("the client is not built (make web)")
    process, address = start_server(tmp_path_factory.mktemp("games"), module="tests.browser.same_dice", cwd=ROOT)
    with urlopen(f"{address}/api/titles/eastfront/map.svg", timeout=300) as drawn:  # drawn once, then kept
        assert drawn.status == 200
    yield address
    process.terminate()
    process.wait(20)
    assert process.stdout is not None
    process.stdout.close()


@pytest.fixture
def new_page(browser: Any, address: str) -> Iterator[NewPage]:
    """Opens pages, each in a browser of its own; one that complains in its console, or asks more than the server allows, fails the test."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def hear(answer: Any) -> None:
        if answer.status == TOO_MANY and FEIGNED not in answer.headers:
            complaints.append(f"too many requests: {answer.url}")

    def open_page(width: int = 1440, height: int = 900, **options: Any) -> Any:
        options = {"reduced_motion": "reduce", "locale": "en-GB", **options}
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("response", hear)
        page.goto(f"{address}/")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
