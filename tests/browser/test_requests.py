"""One person at a table never meets the rate limit: what has not changed is not asked again, and what failed is."""

from typing import Any

from tests.browser.conftest import FEIGNED, PATIENCE, TOO_MANY, NewPage
from tests.browser.test_aids import ready_to_move

ODDS = "/odds"
BUSY = "Too many requests; please wait a little."


def test_odds_are_asked_once_for_what_changed(new_page: NewPage) -> None:
    """Moves elsewhere, taken back and made again, ask for no odds of the battles that stand as they stood."""
    page = new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if f"{ODDS}?" in request.url or "/modifiers?" in request.url else None)
    table = ready_to_move(page)
    page.click("#tab-battle")
    page.wait_for_selector("[data-battle] .odds")
    before = -1
    while before != len(asked):  # until nothing more is asked of the battles as they stand
        before = len(asked)
        page.wait_for_timeout(600)
    for _ in range(4):
        table.click_piece("52 Corps")
        table.click_target()
        table.answered(page.get_by_role("button", name="Undo").click)
    page.wait_for_timeout(600)
    assert page.locator("[data-battle] .odds").count()
    assert asked[before:] == []


def too_many(route: Any) -> None:
    route.fulfill(status=TOO_MANY, headers={FEIGNED: "1"}, json={"error": "too_many", "message": BUSY})


def test_odds_that_failed_are_asked_again(new_page: NewPage) -> None:
    page = new_page()
    page.route("**/odds?*", too_many)
    with page.expect_response("**/odds?*", timeout=PATIENCE) as refused:
        ready_to_move(page)
        page.click("#tab-battle")
        page.wait_for_selector("[data-battle]")
    assert refused.value.status == TOO_MANY
    page.unroute("**/odds?*")
    page.wait_for_selector("[data-battle] .odds")


def test_a_message_goes_away(new_page: NewPage) -> None:
    """Why a click does nothing cannot be said at the moment: that is told, and not for the rest of the game."""
    page = new_page()
    table = ready_to_move(page)
    page.route("**/why_not*", too_many)
    table.click_piece("52 Corps")
    table.free_targets()
    page.mouse.click(*table.centre_of("Hidden block (Soviet) at Akhtuba"))
    message = page.locator(".notice", has_text=BUSY)
    message.wait_for()
    message.wait_for(state="detached")
