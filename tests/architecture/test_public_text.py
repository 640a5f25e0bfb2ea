"""What is committed speaks of the project alone: no machine's paths, no unfinished marks, no symbols that have no place here."""

import re
import subprocess
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
TEXT = {".py", ".md", ".toml", ".csv", ".txt", ".ts", ".js", ".css", ".html", ".svg", ".json", ".yml", ".yaml", ".sh", ""}
PRIVATE_PLACE = re.compile(r"(?<![\w./-])/(?:work|root|home|Users|private)/\w+|[A-Z]:\\\\?Users")
HATE = re.compile("[\u534d\u5350]|swastika|hakenkreuz", re.IGNORECASE)
UNFINISHED = re.compile(r"\b(?:TODO|FIXME|XXX)\b")
HERE = Path(__file__).name


def committed() -> list[Path]:
    """Files under version control; of a source package, all files."""
    listed = subprocess.run(["git", "ls-files"], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        return [REPOSITORY / line for line in listed.stdout.splitlines()]
    return [path for folder in ("src", "tests", "docs", "bench") for path in (REPOSITORY / folder).rglob("*")]


def found(pattern: re.Pattern[str]) -> list[str]:
    places = []
    for path in committed():
        if path.suffix in TEXT and path.is_file() and path.name != HERE:
            lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
            places += [f"{path.relative_to(REPOSITORY)}:{n}" for n, line in enumerate(lines, 1) if pattern.search(line)]
    return places


@pytest.mark.parametrize("pattern", [PRIVATE_PLACE, HATE, UNFINISHED], ids=["places", "symbols", "unfinished"])
def test_nothing_that_does_not_belong_in_public(pattern: re.Pattern[str]) -> None:
    assert found(pattern) == []


def test_the_patterns_find_what_they_are_for() -> None:
    assert PRIVATE_PLACE.search("open('/home/somebody/maps')")
    assert not PRIVATE_PLACE.search("https://example.org/home/page and src/work/place")
    assert HATE.search("a \u5350 sign")
    assert UNFINISHED.search("# TODO later")
    assert not UNFINISHED.search("TODOS")
