"""The distribution, built once."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "src" / "blockfront" / "server" / "static" / "index.html"


whole_release = pytest.mark.skipif("BLOCKFRONT_RELEASE" not in os.environ, reason="a minute of its own: make dist and make soak do it")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution and the wheel made from it, as `make dist` makes them."""
    if not CLIENT.exists():
        pytest.skip("the client is not built (make web)")
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="session")
def in_ci_only() -> Callable[[bool, str], None]:
    """Insists on something that needs the package registry: a failure where the project is checked, a skip on a machine without it."""

    def insist(happened: bool, otherwise: str) -> None:
        if not happened and "CI" not in os.environ:
            pytest.skip("the packages blockfront needs cannot be installed here")
        assert happened, otherwise

    return insist
