"""What docs/hosting.md tells people to do, and the files it hands them."""

import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
import yaml

from blockfront.server.http.metrics import Metrics
from tests.server.trial import PostgresCluster

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


def commands() -> list[str]:
    """The lines of the page's shell blocks."""
    return [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]


def the_command(beginning: str) -> list[str]:
    (line,) = (line for line in commands() if line.startswith(beginning))
    return as_run(line)


def as_run(line: str) -> list[str]:
    """A command line of the page; our own program is the one of this checkout."""
    words = shlex.split(line)
    return [sys.executable, "-m", "blockfront.cli.main", *words[1:]] if words[0] == "blockfront" else words


def helped(*words: str) -> str:
    """What a command's --help prints."""
    command = [sys.executable, "-m", "blockfront.cli.main", *words, "--help"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def health(port: int, seconds: float = 60) -> dict[str, Any]:
    end = time.monotonic() + seconds
    while True:
        try:
            with urlopen(f"http://127.0.0.1:{port}/api/health", timeout=5) as answer:
                found: dict[str, Any] = json.load(answer)
                return found
        except (URLError, ConnectionError):
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def test_one_command_serves_and_a_copy_of_its_games_serves_too(tmp_path: Path) -> None:
    serve = the_command("blockfront serve --database sqlite:///club.db --host")
    backup = the_command("blockfront backup --database sqlite:///club.db")
    for database in ("club.db", "copy.db"):
        port = free_port()
        words = [word.replace("club.db", database) for word in serve]
        process = subprocess.Popen([*words, "--port", str(port), "--log-level", "error"], cwd=tmp_path)
        try:
            assert health(port)["database"] == "sqlite"
            if database == "club.db":
                subprocess.run(backup, cwd=tmp_path, check=True, capture_output=True)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(30)


@pytest.fixture
def postgres(tmp_path: Path) -> Iterator[PostgresCluster]:
    with TemporaryDirectory(prefix="blockfront-postgres-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        cluster = PostgresCluster.start(Path(folder) / "cluster")
        if cluster is None:
            pytest.skip("PostgreSQL is not installed here")
        yield cluster
        cluster.stop()


def test_postgresql_with_two_workers_and_a_copy_that_is_put_back(postgres: PostgresCluster, tmp_path: Path) -> None:
    address = urlsplit(postgres.new_database())
    where = {"PGHOST": str(address.hostname), "PGPORT": str(address.port), "PGUSER": str(address.username)}
    environment = {**os.environ, **where, "PATH": f"{postgres.programs}{os.pathsep}{os.environ['PATH']}"}

    def run(line: str) -> None:
        for part in line.split(" && "):
            subprocess.run(as_run(part), cwd=tmp_path, env=environment, check=True, capture_output=True)

    def served(database: str, use: Callable[[int], None]) -> None:
        port = free_port()
        words = [word.replace("///blockfront", f"///{database}") for word in the_command("blockfront serve --database postgresql")]
        process = subprocess.Popen([*words, "--port", str(port), "--log-level", "error"], cwd=tmp_path, env=environment)
        try:
            assert health(port)["database"] == "postgresql"
            use(port)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(30)

    def make_a_game(port: int) -> None:
        seats = [{"sides": [side], "player": "me"} for side in ("blue", "red")]
        asked = json.dumps({"title": "proving_ground", "scenario": "border_incident", "seats": seats, "spectators": True})
        with urlopen(Request(f"http://127.0.0.1:{port}/api/games", asked.encode(), {"Content-Type": "application/json"})) as answer:
            made.append(json.load(answer)["game"])

    def find_it(port: int) -> None:
        with urlopen(f"http://127.0.0.1:{port}/api/games/{made[0]}") as answer:
            assert json.load(answer)["info"]["scenario"] == "border_incident"

    made: list[str] = []
    run(next(line for line in commands() if line.startswith("createdb blockfront")))
    served("blockfront", make_a_game)
    run(next(line for line in commands() if line.startswith("blockfront backup --database postgresql")))
    run(next(line for line in commands() if line.startswith("createdb restored")))
    served("restored", find_it)


def test_every_command_of_the_page_is_one_the_program_knows() -> None:
    named = set(re.findall(r"(?:^|`)blockfront ([a-z-]+)", PAGE, re.MULTILINE))
    assert {"serve", "backup"} <= named
    assert {name for name in named if name not in helped()} == set()
    options = set(re.findall(r"(--[a-z-]+)", " ".join(line for line in commands() if "serve" in line)))
    assert options
    assert {option for option in options if option not in helped("serve")} == set()


def test_the_container_file_is_sound() -> None:
    linter = shutil.which("hadolint", path=str(Path(sys.executable).parent))
    if linter is None:
        pytest.skip("hadolint is not installed here")
    command = [linter, "--failure-threshold", "warning", str(DEPLOY / "Containerfile")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (DEPLOY / "Containerfile").read_text(encoding="utf-8"), re.MULTILINE)
    assert [name for line in copied for name in line.split() if not (ROOT / name).exists()] == []


def test_the_compose_file_fits_together() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    services, volumes = compose["services"], compose["volumes"]
    for name, service in services.items():
        assert "image" in service or (ROOT / service["build"]["dockerfile"]).is_file(), name
        assert set(service.get("depends_on", ())) <= set(services)
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in volumes or (DEPLOY / source).exists(), volume
    options = [word.partition("=")[0] for word in services["blockfront"]["command"] if word.startswith("--")]
    assert {option for option in options if option not in helped("serve")} == set()
    assert "blockfront:8642" in (DEPLOY / "Caddyfile").read_text(encoding="utf-8")


def test_the_unit_file_is_sound(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("no systemd on this machine")
    unit = tmp_path / "blockfront.service"
    text = (DEPLOY / "blockfront.service").read_text(encoding="utf-8")
    unit.write_text(text.replace("/opt/blockfront/bin/blockfront", sys.executable), encoding="utf-8")
    done = subprocess.run([program, "verify", str(unit)], capture_output=True, text=True, check=False)
    assert "blockfront.service" not in done.stderr, done.stderr


def test_the_dashboard_shows_what_the_server_counts() -> None:
    dashboard = json.loads((DEPLOY / "dashboard.json").read_text(encoding="utf-8"))
    made = subprocess.run([sys.executable, str(DEPLOY / "dashboard.py")], capture_output=True, text=True, check=True).stdout
    assert json.loads(made) == dashboard
    metrics = Metrics()
    metrics.count("GET /api/health", 200, 0.01)
    text = metrics.text({"rooms": 1.0, "connections": 1.0, "games_stored": 1.0})
    shown = {name for panel in dashboard["panels"] for name in re.findall(r"blockfront_\w+", panel["targets"][0]["expr"])}
    assert {name for name in shown if name not in text} == set()


def test_constraints_name_everything_the_server_needs() -> None:
    pinned = {line.partition("==")[0].lower().replace("_", "-") for line in (DEPLOY / "constraints.txt").read_text().split()}
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    needed = re.findall(r'^  "([a-z0-9-]+)[\[>]', project.partition("dependencies = [")[2].partition("]\n")[0], re.MULTILINE)
    assert {name for name in needed if name not in pinned} == set()
