"""The documentation site builds without a warning: every link leads somewhere, every page of its contents exists."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_pages_are_made_from_the_program(site: Path) -> None:
    scenarios = (site / "play" / "scenarios_of_eastfront" / "index.html").read_text(encoding="utf-8")
    assert "Edelweiss" in scenarios
    assert "historical_deployment" in scenarios
    commands = (site / "reference" / "commands" / "index.html").read_text(encoding="utf-8")
    assert "blockfront verify" in commands
    endpoints = (site / "reference" / "endpoints" / "index.html").read_text(encoding="utf-8")
    assert "/api/games/{game}/submit" in endpoints


def test_no_page_asks_another_host_for_anything(site: Path) -> None:
    asked = [
        page.relative_to(site)
        for page in site.rglob("*.html")
        if any(f'{attribute}="http' in page.read_text(encoding="utf-8") for attribute in ("src", "data-src"))
    ]
    assert asked == []
