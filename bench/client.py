"""Measures the client in a real browser, on loopback: time and bytes until the first board, how smoothly the largest map pans and the
other side's turn is played back, and how many requests a turn makes.

Times are wall-clock times in a browser without a graphics card; on a laptop with one they are shorter.
"""

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx
from timing import Absent, Amount, Row, timing

import blockfront.server

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.browser.conftest import chromium, start_server
from tests.browser.table import against_recruit

STATIC = Path(blockfront.server.__path__[0]) / "static" / "index.html"
NAME = "the client in a browser"
LARGEST = (("blocks_in_the_east", "sbe9"), ("blocks_east_and_west", "sbew1"))  # the largest scenario of one map, and of both
VISITS = 3
PANNED = 90  # movements of the mouse
TOLD = 8.0  # seconds of a turn's playback that are measured
_RECORD = """() => { window.frames_ = []; let last = performance.now();
  const tick = (now) => { window.frames_.push(now - last); last = now; window.frame_ = requestAnimationFrame(tick); };
  window.frame_ = requestAnimationFrame(tick); }"""
_RECORDED = "() => { cancelAnimationFrame(window.frame_); return window.frames_.slice(2); }"


def timings() -> Iterator[Row]:
    path = chromium()
    if path is None:
        yield Absent(NAME, "no Chromium on this machine")
    elif not STATIC.exists():
        yield Absent(NAME, "the client is not built (make web)")
    elif find_spec("playwright") is None:
        yield Absent(NAME, "Playwright is not installed")
    else:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            process, address = start_server(Path(folder))
            _stop(process)
            began = time.perf_counter()
            process, address = start_server(Path(folder))
            try:
                yield Amount("a second start: until the server is there", time.perf_counter() - began, "s")
                yield from _sizes(address)
                yield from _measured(path, address)
            finally:
                _stop(process)


def _stop(process: subprocess.Popen[str]) -> None:
    process.terminate()
    process.wait(20)
    if process.stdout is not None:
        process.stdout.close()


def _sizes(address: str) -> Iterator[Row]:
    """Yields the compressed sizes of what a server sends to a browser with an empty cache."""
    with httpx.Client(base_url=address, timeout=120, trust_env=False, headers={"accept-encoding": "gzip"}) as http:

        def sent(path: str) -> int:
            with http.stream("GET", path) as answer:
                answer.raise_for_status()
                return sum(map(len, answer.iter_raw()))

        start = set(re.findall(r'"(/assets/[^"]+)"', http.get("/").text))
        table = {f"/assets/{file.name}" for file in (STATIC.parent / "assets").glob("Game-*")}
        yield Amount("the client: start page", sum(map(sent, start)), "B")
        yield Amount("the client: start page and table", sum(map(sent, start | table)), "B")
        for title in ("eastfront", "blocks_in_the_east", "blocks_in_the_west"):
            yield Amount(f"the map of {title}", sent(f"/api/titles/{title}/map.svg"), "B")


def _measured(path: str, address: str) -> Iterator[Row]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=path, args=["--no-sandbox"])
        visits = [_first_board(browser, address) for _ in range(1 + VISITS)][1:]  # the first visit also draws the map and is left out
        yield timing("Edelweiss: from a click on “Play now” to the first board", [seconds for seconds, _ in visits])
        yield Amount("Edelweiss: bytes sent before play, start page included", sorted(sent for _, sent in visits)[len(visits) // 2], "B")
        for title, scenario in LARGEST:
            yield from _panning(browser, address, title, scenario)
        yield from _told(browser, address)
        browser.close()


def _context(browser: Any) -> Any:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    context.set_default_timeout(120_000)
    return context


def _first_board(browser: Any, address: str) -> tuple[float, int]:
    """Returns, for an empty cache, the seconds from the click to blocks on the map, and the bytes sent until then."""
    context = _context(browser)
    page = context.new_page()
    sent = 0

    def count(event: dict[str, Any]) -> None:
        nonlocal sent
        sent += int(event.get("encodedDataLength", 0))

    def count_frame(event: dict[str, Any]) -> None:
        nonlocal sent
        sent += len(event["response"]["payloadData"])

    wire = context.new_cdp_session(page)
    wire.on("Network.loadingFinished", count)
    wire.on("Network.webSocketFrameReceived", count_frame)
    wire.send("Network.enable")
    page.goto(f"{address}/")
    button = page.locator("[data-action=play-now]")
    button.wait_for()
    began = time.perf_counter()
    button.click()
    page.wait_for_selector(".piece")
    seconds = time.perf_counter() - began
    page.wait_for_timeout(300)
    context.close()
    return seconds, sent


def _set_up(address: str, title: str, scenario: str) -> str:
    """Creates a game with both sides set up; returns the path of its seat."""
    with httpx.Client(base_url=address, timeout=120, trust_env=False) as http:
        sides = next(one["sides"] for one in http.get("/api/titles").json()["titles"] if one["id"] == title)
        wanted = {"title": title, "scenario": scenario, "seats": [{"sides": sides, "player": "me"}]}
        made = http.post("/api/games", json=wanted).json()
        path, headers = f"/api/games/{made['game']}", {"authorization": f"Bearer {made['seats'][0]['token']}"}
        while (state := http.get(path, headers=headers).json())["prompt"]["message"] == "Deployment":
            choice = http.get(f"{path}/legal", headers=headers).json()["groups"][0]["choices"][0]
            answer = {"action": choice["action"], "decision": state["decision"]}
            http.post(f"{path}/submit", json=answer, headers=headers).raise_for_status()
        return str(made["seats"][0]["path"])


def _panning(browser: Any, address: str, title: str, scenario: str) -> Iterator[Row]:
    context = _context(browser)
    page = context.new_page()
    page.goto(f"{address}{_set_up(address, title, scenario)}")
    page.wait_for_selector(".piece", state="attached")  # from far away, blocks are hidden behind the first of their stack
    page.wait_for_timeout(1500)
    blocks, hexes = page.locator(".piece").count(), page.locator(".blockfront-map *").count()
    page.mouse.move(500, 500)
    page.mouse.down()
    page.evaluate(_RECORD)
    for step in range(PANNED):
        page.mouse.move(500 + 160 * (step % 30 - 15) / 15, 500 + 2 * (step % 45 - 22))
    frames = [milliseconds / 1000 for milliseconds in page.evaluate(_RECORDED)]
    page.mouse.up()
    context.close()
    yield timing(f"a frame while panning the map of {scenario}: {blocks} blocks, {hexes} shapes", frames)


def _told(browser: Any, address: str) -> Iterator[Row]:
    """Measures the playback of the other side's turn in Summer 1943, and the traffic between two decisions of one player."""
    context = _context(browser)
    page = context.new_page()
    page.goto(f"{address}/")
    table = against_recruit(page, "s43")
    table.wait_for_prompt("Deployment")
    if not page.locator("[data-action=deploy]").count():
        page.click("#tab-deployment")
    table.answered(page.locator("[data-action=deploy]:not([disabled])").click)
    requests: list[str] = []
    received = 0

    def count_frame(event: dict[str, Any]) -> None:
        nonlocal received
        received += len(event["response"]["payloadData"])

    def count(event: dict[str, Any]) -> None:
        nonlocal received
        received += int(event.get("encodedDataLength", 0))

    table.play_until("CommandPhase")
    wire = context.new_cdp_session(page)
    wire.on("Network.loadingFinished", count)
    wire.on("Network.webSocketFrameReceived", count_frame)
    wire.send("Network.enable")
    page.on("request", lambda request: requests.append(request.url))
    for _ in range(12):
        if page.locator("[data-playback]").count():
            break
        if page.locator(".prompt[data-mine=true] [data-action=end]").count():
            table.end_phase()
        page.wait_for_timeout(400)
    page.wait_for_selector("[data-playback]")
    page.evaluate(_RECORD)
    page.wait_for_timeout(int(TOLD * 1000))
    frames = [milliseconds / 1000 for milliseconds in page.evaluate(_RECORDED)]
    table.wait_for_prompt()
    context.close()
    yield timing("a frame while the other side's turn of Summer 1943 is told", frames)
    yield Amount("that turn: frames a second, on this machine without a graphics card", round(len(frames) / sum(frames)), "")
    yield Amount("that turn: requests beyond actions", len(requests), "")
    yield Amount("that turn: bytes received, socket included", received, "B")
