"""The documentation site builds without a warning: every link leads somewhere, every page of its contents exists."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.release.conftest import whole_release

ROOT = Path(__file__).parents[2]


LINK = re.compile(r"\]\(([^)#:\s]+\.md)(?:#[^)]*)?\)")
MADE = re.compile(r"(play/scenarios_of_\w+|reference/(commands|endpoints)|develop/(architecture|contributing|changelog))\.md")


def test_pages_lead_to_pages() -> None:
    """Links between the pages that are written by hand; the whole build looks at all of them."""
    docs = ROOT / "docs"
    dead = [
        (page.name, target)
        for page in docs.rglob("*.md")
        for target in LINK.findall(page.read_text(encoding="utf-8"))
        if not (there := (page.parent / target).resolve()).is_file() and not MADE.fullmatch(there.relative_to(docs).as_posix())
    ]
    assert dead == []


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@whole_release
def test_pages_are_made_from_the_program(site: Path) -> None:
    scenarios = (site / "play" / "scenarios_of_eastfront" / "index.html").read_text(encoding="utf-8")
    assert "Edelweiss" in scenarios
    assert "historical_deployment" in scenarios
    commands = (site / "reference" / "commands" / "index.html").read_text(encoding="utf-8")
    assert "blockfront verify" in commands
    endpoints = (site / "reference" / "endpoints" / "index.html").read_text(encoding="utf-8")
    assert "/api/games/{game}/submit" in endpoints


@whole_release
def test_no_page_asks_another_host_for_anything(site: Path) -> None:
    asked = [
        page.relative_to(site)
        for page in site.rglob("*.html")
        if any(f'{attribute}="http' in page.read_text(encoding="utf-8") for attribute in ("src", "data-src"))
    ]
    assert asked == []
