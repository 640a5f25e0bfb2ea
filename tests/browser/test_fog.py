"""Two people, each with a browser of their own: neither page, storage nor traffic holds what the other must not know."""

import json
import re
from typing import Any

from tests.browser.conftest import NewPage
from tests.browser.table import Table

SETTINGS = ("language", "theme", "motion", "dice", "confirm_end", "stage_folded", "log", "volume")
STORED = frozenset(f"blockfront.{name}" for name in ("seats", "invitations", *SETTINGS))  # invitations are those one gave oneself
TOLD = re.compile(r"blockfront\.told(_at)?\.[0-9a-f]+\.-?\d+")  # up to which line of its own log a side has been told, and when


class Wire:
    """Everything a page receives."""

    def __init__(self, page: Any) -> None:
        self.frames: list[str] = []
        self.bodies: list[str] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._frame))
        page.on("response", self._response)

    def _frame(self, payload: Any) -> None:
        self.frames.append(payload if isinstance(payload, str) else payload.decode())

    def _response(self, response: Any) -> None:
        if "/api/games/" in response.url and response.ok:
            self.bodies.append(response.text())

    def states(self) -> list[dict[str, Any]]:
        messages = [json.loads(frame) for frame in self.frames]
        return [message["state"] for message in messages if message["type"] == "update"]

    def events(self) -> list[dict[str, Any]]:
        messages = [json.loads(frame) for frame in self.frames]
        return [line["event"] for message in messages if message["type"] == "update" for line in message["lines"]]

    @property
    def everything(self) -> str:
        return "\n".join(self.frames + self.bodies)


def storage(page: Any) -> dict[str, str]:
    stored: dict[str, str] = page.evaluate("() => ({...localStorage, ...sessionStorage})")
    return stored


def open_game(page: Any) -> tuple[Table, str]:
    """A game against a friend; the table and the invitation."""
    page.locator("main").get_by_role("link", name="New game").click()
    page.get_by_role("radio", name="A friend, by link").check()
    page.get_by_role("button", name="Start the game").click()
    invitation = page.get_by_label("Invitation link").input_value()
    page.get_by_role("link", name="Go to the table").click()
    return Table(page), invitation


def known_enemies(state: dict[str, Any]) -> set[int]:
    return {seen[3] for seen in state["view"]["blocks"]["seen"] if seen[3] >= 0}


def revealed_by(events: list[dict[str, Any]]) -> set[int]:
    """Blocks that events everybody sees have named."""
    named = {event[name] for event in events for name in ("hq", "block") if name in event}
    return named | {block for event in events if event["type"] == "revealed" for block, _ in event["blocks"]}


def test_neither_side_gets_the_secrets_of_the_other(new_page: NewPage) -> None:
    axis_page, soviet_page = new_page(), new_page()
    axis_wire, soviet_wire = Wire(axis_page), Wire(soviet_page)
    axis, invitation = open_game(axis_page)
    soviet_page.goto(invitation)
    soviet_page.get_by_label("Your name at the table").fill("Ben")
    soviet_page.get_by_role("button", name="Take the seat").click()
    soviet = Table(soviet_page)

    axis.wait_for_prompt("CommandPhase")
    axis.click_piece("Army Group A")
    axis.answered(axis.page.locator(".card").get_by_role("button", name="Activate Army Group A", exact=True).click)
    axis.end_phase()
    axis.wait_for_prompt("MovementPhase")
    soviet_page.wait_for_timeout(500)
    before = len(soviet_wire.frames)
    axis.click_piece("52 Corps")
    axis.click_target()
    soviet_page.wait_for_timeout(700)
    assert len(soviet_wire.frames) == before, "a move that has not been shown sends nothing"
    axis.end_phase()
    axis.play_until_other()

    for tab in ("log", "charts", "table"):
        soviet_page.click(f"#tab-{tab}")
        soviet_page.wait_for_timeout(400)
    soviet_page.click("#tab-charts")
    soviet_page.wait_for_selector("#panel-body figure")
    charts = [json.loads(body) for body in soviet_wire.bodies if body.startswith('{"truth":')]
    assert charts
    for point in (point for chart in charts for point in chart["points"]):
        assert point["values"]["steps"][0] is None, "the strength of the other side is not told"
        assert "victory_points" not in point["values"]

    states = soviet_wire.states()
    told = known_enemies(states[0]) | revealed_by(soviet_wire.events())
    for state in states:
        assert state["viewer"] == 1
        assert known_enemies(state) <= told
    for state in axis_wire.states():
        assert state["viewer"] == 0

    pages = {"axis": axis_page, "soviet": soviet_page}
    keys = {side: json.loads(storage(page)["blockfront.seats"])[0]["token"] for side, page in pages.items()}
    assert keys["axis"] != keys["soviet"]
    assert keys["axis"] not in soviet_wire.everything
    assert keys["soviet"] not in axis_wire.everything
    for page in pages.values():
        kept = storage(page)
        assert {name for name in kept if not TOLD.fullmatch(name)} <= STORED
        assert all(kept[name].isdigit() for name in kept if TOLD.fullmatch(name))
    for name in ("52 Corps", "57 Panzer Corps", "48 Panzer Corps"):
        assert name in axis_page.content()
        assert name not in soviet_page.content()
    assert soviet.page.locator(".piece title", has_text="Hidden block (Axis)").count() > 0
