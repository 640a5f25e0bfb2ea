"""One person at a table never meets the rate limit: what has not changed is not asked again, and what failed is."""

from typing import Any

from tests.browser.conftest import FEIGNED, TOO_MANY, NewPage
from tests.browser.test_aids import ready_to_move

ODDS = "/odds"


def test_odds_are_asked_once_for_what_changed(new_page: NewPage) -> None:
    """Moves elsewhere, taken back and made again, ask for no odds of the battles that stand as they stood."""
    page = new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if f"{ODDS}?" in request.url or "/modifiers?" in request.url else None)
    table = ready_to_move(page)
    page.click("#tab-battle")
    page.wait_for_selector("[data-battle] .odds")
    page.wait_for_timeout(600)
    before = len(asked)
    for _ in range(4):
        table.click_piece("52 Corps")
        table.click_target()
        table.answered(page.get_by_role("button", name="Undo").click)
    page.wait_for_timeout(600)
    assert page.locator("[data-battle] .odds").count()
    assert asked[before:] == []


def test_odds_that_failed_are_asked_again_and_messages_go_away(new_page: NewPage) -> None:
    page = new_page()
    failed: list[Any] = []

    def too_many(route: Any) -> None:
        failed.append(route)
        route.fulfill(
            status=TOO_MANY, headers={FEIGNED: "1"}, json={"error": "too_many", "message": "Too many requests; please wait a little."}
        )

    page.route("**/odds?*", too_many)
    ready_to_move(page)
    page.click("#tab-battle")
    page.wait_for_selector("[data-battle]")
    page.wait_for_timeout(800)
    assert failed
    page.unroute("**/odds?*")
    page.wait_for_selector("[data-battle] .odds")
