"""A connection that breaks in the middle of a battle comes back by itself, to the same question."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import NewPage
from tests.browser.table import play_now


def test_a_broken_connection_comes_back_to_the_same_battle(new_page: NewPage) -> None:
    page = new_page()
    lines: list[Any] = []

    def between(line: Any) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket(lambda url: url.endswith("/socket"), between)
    table = play_now(page)
    table.wait_for_prompt("CommandPhase")
    table.click_piece("Army Group A")
    table.answered(page.locator(".card").get_by_role("button", name="Activate Army Group A", exact=True).click)
    table.end_phase()
    table.wait_for_prompt("MovementPhase")
    for name in ("57 Panzer Corps", "3 Panzer Corps"):
        page.locator(".group", has_text=name).first.click()
        table.answered(page.locator("#panel-body .choices").get_by_role("button", name=f"{name} to Rostov").first.click)
    table.end_phase()
    asked = table.play_until("choose_shooter", "choose_loss", "choose_repulsed")
    decision, connections = table.decision, len(lines)

    lines[-1].close(code=1012, reason="come back")
    for _ in range(200):
        if len(lines) > connections:
            break
        page.wait_for_timeout(50)
    assert len(lines) > connections, "the client has called again"
    expect(page.locator(".disconnected")).to_have_count(0)
    assert table.wait_for_prompt() == asked
    assert table.decision == decision
    table.step()
    assert table.decision != decision
