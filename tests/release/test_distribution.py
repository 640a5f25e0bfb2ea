"""What strangers install: the built wheel, in an empty environment, away from the repository."""

import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import PATIENCE, start_server
from tests.browser.table import play_now

WANTED = ("static/index.html", "static/maps/eastfront-", "data/messages.toml", "data/map/hexes.csv", "py.typed")


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory, in_ci_only: Any) -> Path:
    """The interpreter of an environment that holds the wheel and what it needs, and nothing else."""
    folder = tmp_path_factory.mktemp("stranger") / "env"
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    (wheel,) = built.glob("*.whl")
    done = subprocess.run([python, "-m", "pip", "install", "--quiet", str(wheel)], capture_output=True, text=True, check=False)
    in_ci_only(done.returncode == 0, done.stderr)
    return python


def test_sdist_and_wheel_hold_the_client_the_maps_and_the_data(built: Path) -> None:
    (wheel,), (sdist,) = built.glob("*.whl"), built.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as archive, tarfile.open(sdist) as source:
        for names in (archive.namelist(), source.getnames()):
            assert [wanted for wanted in WANTED if not any(wanted in name for name in names)] == []
            assert not [name for name in names if "node_modules" in name or "__pycache__" in name]


def test_sdist_builds_its_wheel_without_node_or_network(built: Path, tmp_path: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as source:
        source.extractall(tmp_path, filter="data")
    (unpacked,) = tmp_path.iterdir()
    bare = {name: value for name, value in os.environ.items() if name in ("HOME", "LANG")} | {"PATH": "/nowhere", "PIP_NO_INDEX": "1"}
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path / "out"), str(unpacked)]
    done = subprocess.run(command, capture_output=True, text=True, env=bare, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert list((tmp_path / "out").glob("*.whl"))


@pytest.fixture
def table_of_a_stranger(installed: Path, tmp_path: Path) -> Iterator[str]:
    process, address = start_server(tmp_path / "games", python=str(installed), cwd=tmp_path)
    yield address
    process.terminate()
    process.wait(20)
    assert process.stdout is not None
    process.stdout.close()


def test_a_stranger_plays_the_first_turn_of_edelweiss(table_of_a_stranger: str, browser: Any) -> None:
    page = browser.new_page(locale="en-GB", reduced_motion="reduce", viewport={"width": 1440, "height": 900})
    page.set_default_timeout(PATIENCE)
    page.goto(f"{table_of_a_stranger}/")
    table = play_now(page)
    table.play_until_other()
    page.close()


def test_the_command_line_of_the_wheel_answers(installed: Path, tmp_path: Path) -> None:
    command = shutil.which("blockfront", path=str(installed.parent))
    assert command is not None
    for words in (["titles"], ["where", "EF-7.34a"], ["odds", "Rostov | axis: armor 4 | soviet: infantry 3"]):
        done = subprocess.run([command, *words], capture_output=True, text=True, cwd=tmp_path, check=False)
        assert done.returncode == 0, done.stderr
