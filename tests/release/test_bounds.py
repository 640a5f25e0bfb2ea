"""The lower bounds in pyproject.toml are true: with the lowest versions they allow, a server starts and a game is played to its end."""

import re
import subprocess
import tomllib
import venv
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from tests.browser.conftest import start_server
from tests.example_files import example
from tests.release.conftest import whole_release

ROOT = Path(__file__).parents[2]


def lowest() -> list[str]:
    """Every dependency of the program, pinned to its lower bound."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pinned = [re.sub(r"\[.*?\]", "", one).replace(">=", "==") for one in project["dependencies"]]
    assert all("==" in one for one in pinned), pinned
    return pinned


def test_every_dependency_has_a_lower_bound() -> None:
    assert len(lowest()) > 5


@whole_release
def test_a_game_is_played_with_the_lowest_versions(built: Path, tmp_path: Path, in_ci_only: Any) -> None:
    environment = tmp_path / "env"
    venv.create(environment, with_pip=True)
    python = environment / "bin" / "python"
    (wheel,) = built.glob("*.whl")
    constraints = tmp_path / "lowest.txt"
    constraints.write_text("\n".join(lowest()) + "\n", encoding="utf-8")
    command = [str(python), "-m", "pip", "install", "--quiet", "--constraint", str(constraints), str(wheel)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    in_ci_only(done.returncode == 0, done.stderr)
    process, address = start_server(tmp_path / "games", python=str(python), cwd=tmp_path)
    try:
        with urlopen(f"{address}/api/titles", timeout=30) as answer:
            assert b"web_push_key" in answer.read()
        assert example("bot_over_http").play(address)["reason"]
    finally:
        process.terminate()
        process.wait(20)
        assert process.stdout is not None
        process.stdout.close()
