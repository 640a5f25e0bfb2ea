"""A player turn of Barbarossa, the longest scenario of Blocks in the East: by clicks, and by keyboard.

The first phases are played always; the whole turn, with its dozens of battles, where the environment asks for it (`make soak`).
"""

import os
import re
from typing import Any

from tests.browser.conftest import NewPage
from tests.browser.table import Table, against_recruit
from tests.browser.test_keyboard import Keys, answer, end_phase, move_cursor_to_target

IS_WHOLE = bool(os.environ.get("BLOCKFRONT_TURNS"))
MOST = 400  # decisions of a player turn


def deployed(page: Any) -> Table:
    table = against_recruit(page, "sbe5", "blocks_in_the_east")
    table.wait_for_prompt("Deployment")
    return table


def orders(page: Any) -> None:
    if page.get_attribute("#tab-orders", "aria-selected") != "true":
        page.click("#tab-orders")


def test_a_turn_of_barbarossa_by_clicks(new_page: NewPage) -> None:
    page = new_page()
    table = deployed(page)
    table.answered(page.locator("[data-action=deploy]:not([disabled])").click)
    table.wait_for_prompt("production_later")
    table.end_phase()
    table.wait_for_prompt("RailPhase")
    one_order(table, "by rail")
    table.end_phase()
    table.wait_for_prompt("GroundMovement")
    one_order(table, " to ")
    if IS_WHOLE:
        table.end_phase()
        if table.wait_for_prompt() == "AirMovement":
            one_order(table, "mission to")
        table.play_until_other(MOST)
        page.click("#tab-log")
        page.locator("[data-log=lines]").click()
        assert "Axis, Movement" in page.inner_text("#panel-body")


def one_order(table: Table, words: str) -> None:
    """The first unit in the list that can do it does it."""
    page = table.page
    orders(page)
    for group in page.locator("#panel-body .group").all()[:12]:
        group.click()
        page.locator("#panel-body .choices button").first.wait_for()
        found = page.locator("#panel-body .choices button", has_text=re.compile(re.escape(words)))
        if found.count():
            table.answered(found.first.click)
            return
        group.click()
    raise AssertionError(f"nobody can go {words}")


def test_a_turn_of_barbarossa_by_keyboard(new_page: NewPage) -> None:
    page = new_page()
    keys = Keys(page)
    table = deployed(page)
    keys.tab_to("e.dataset.action === 'deploy'")
    table.answered(lambda: keys.press("Enter"))
    for phase in ("production_later", "RailPhase"):
        table.wait_for_prompt(phase)
        end_phase(table, keys)
    table.wait_for_prompt("GroundMovement")
    keys.press("m")  # to the map
    page.wait_for_function("() => document.activeElement.classList.contains('board')")
    keys.press("n")  # the next unit that can act
    page.wait_for_selector(".piece.selected")
    page.wait_for_selector(".mark-target", state="attached")
    move_cursor_to_target(page, keys)
    table.answered(lambda: keys.press("Enter"))
    assert page.evaluate("() => document.activeElement.classList.contains('board')"), "the focus stays where the work is"
    if IS_WHOLE:
        for _ in range(MOST):
            if page.locator(".prompt[data-mine=false]").count():
                return
            table.wait_for_prompt()
            answer(table, keys)
        raise AssertionError("the turn did not end")
