"""Servers as processes: started as people start them, stopped as systems stop them, gone without a trace when killed."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.trial import PlayerClient, ProcessServer, found
from tests.server.waiting import PATIENCE, wait_for

SOLO = [{"sides": ["blue", "red"], "player": "me"}]
BOTS = [{"sides": [side], "player": "bot", "bot": "recruit"} for side in ("blue", "red")]
GAME = {"title": "proving_ground", "scenario": "border_incident"}


@contextlib.contextmanager
def playing(data: Path, browser: str = "") -> Iterator[httpx.Client]:
    """`blockfront play`, ended by Ctrl+C; the browser is a command, or none is opened."""
    command = [sys.executable, "-m", "blockfront.cli.main", "play", "--port", "0", *([] if browser else ["--no-browser"])]
    environment = {**os.environ, "BLOCKFRONT_DATA": str(data), "BROWSER": browser}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            told = process.stdout.readline()
            address = re.search(r"http://127\.0\.0\.1:\d+/", told)
            assert address, told
            assert str(data) in told
            with httpx.Client(base_url=address.group(), timeout=60, trust_env=False) as http:
                yield http
            process.send_signal(signal.SIGINT)
            assert process.wait(60) in (0, -signal.SIGINT, 130)
        finally:
            process.kill()


def test_play_starts_on_loopback_and_keeps_games_in_the_data_folder(tmp_path: Path) -> None:
    """What `make play` runs."""
    with playing(tmp_path / "data") as http:
        page = http.get("/")
        assert page.status_code == 200
        assert "<title>" in page.text
        assert found(http.get("/api/health"))["database"] == "sqlite"
        assert found(http.get("/api/titles"))["titles"]
        made = found(http.post("/api/games", json={**GAME, "seats": SOLO}))
        solo = PlayerClient(http, made["game"], made["seats"][0]["token"])
        found(solo.submit(solo.choices()[0]["action"], 0))
    assert (tmp_path / "data" / "games.db").is_file()
    with playing(tmp_path / "data") as http:
        assert PlayerClient(http, made["game"], solo.token).state()["decision"] == 1


def test_play_opens_the_browser_at_its_address(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    script = tmp_path / "browser.py"
    script.write_text(f"import pathlib, sys; pathlib.Path({str(opened)!r}).write_text(sys.argv[1])", encoding="utf-8")
    with playing(tmp_path / "data", f"{sys.executable} {script} %s") as http:
        wait_for(lambda: opened.is_file() and opened.read_text(encoding="utf-8"))
        assert opened.read_text(encoding="utf-8") == str(http.base_url)


def test_a_server_that_is_told_to_stop_finishes_what_it_began(sqlite: str) -> None:
    """Acknowledged is kept, watchers are sent to come back, the process ends well."""
    server = ProcessServer(sqlite, "--bot-processes", "1")
    server.start()
    made = found(server.http().post("/api/games", json={**GAME, "seats": SOLO}))
    token = made["seats"][0]["token"]
    taken: list[int] = []

    def play() -> None:
        rng = Random(1)
        with httpx.Client(base_url=server.url, timeout=30, trust_env=False) as http:
            player = PlayerClient(http, made["game"], token)
            while True:
                try:
                    answer = player.submit(rng.choice(player.choices())["action"], player.state()["decision"])
                    taken.append(found(answer)["state"]["decision"])
                except (httpx.TransportError, AssertionError):
                    return

    playing = threading.Thread(target=play)
    with server.socket(PlayerClient(server.http(), made["game"], token)) as socket:
        playing.start()
        while len(taken) < 5:
            time.sleep(0.01)
        assert server.stop() in (0, -signal.SIGTERM)
        with contextlib.suppress(ConnectionClosed):
            while True:
                socket.recv(timeout=PATIENCE)
        assert socket.close_code == 1012
    playing.join()
    server.start()
    try:
        assert PlayerClient(server.http(), made["game"], token).state()["decision"] in (taken[-1], taken[-1] + 1)
    finally:
        server.stop()


def children(pid: int) -> set[int]:
    """Processes below this one, workers of pools among them."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(stat.parent.name)] = int(stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[1])
        except OSError:
            continue
    below = {child for child, parent in parents.items() if parent == pid}
    return below.union(*(children(child) for child in below))


def is_alive(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="this system does not list its processes")
def test_bots_do_not_outlive_a_server_that_was_killed(sqlite: str) -> None:
    server = ProcessServer(sqlite, "--bot-processes", "1")
    server.start()
    found(server.http().post("/api/games", json={**GAME, "seats": BOTS}))
    wait_for(lambda: len(children(server.pid)) >= 1)
    workers = children(server.pid)
    server.kill()
    wait_for(lambda: not any(is_alive(worker) for worker in workers))
