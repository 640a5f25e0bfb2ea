"""A player turn of Barbarossa, the longest scenario of Blocks in the East: by clicks, and by keyboard.

The first phases are played always; the whole turn, with its dozens of battles, where the environment asks for it (`make soak`).
"""

import os
import re
from time import monotonic
from typing import Any

from tests.browser.conftest import NewPage
from tests.browser.table import SETTLED, Table, against_recruit
from tests.browser.test_keyboard import Keys, answer, end_phase, move_cursor_to_target

IS_WHOLE = bool(os.environ.get("BLOCKFRONT_TURNS"))
MOST = 400  # decisions of a player turn
OVER = ("Reaction", "ProductionPhase", "production_obliged")  # what is asked next: in the enemy's turn, or at the start of the next one
ATTACKS = 6  # battles that are begun by hand; blitz and exploitation bring more
_COUNTED = """() => ['click', 'keydown'].forEach((kind) => window.addEventListener(kind, (event) => {
  if (event.isTrusted && !(kind === 'click' && event.detail === 0)) window[kind] = (window[kind] ?? 0) + 1;
}, true))"""


class Counter:
    """What a turn costs its player: clicks, keys, seconds."""

    def __init__(self, page: Any) -> None:
        self._page, self._since = page, monotonic()
        page.evaluate(_COUNTED)

    def tell(self, how: str) -> None:
        done = self._page.evaluate("() => [window.click ?? 0, window.keydown ?? 0]")
        print(f"\nA turn of Barbarossa {how}: {done[0]} clicks, {done[1]} keys, {monotonic() - self._since:.0f} s")


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
    counter = Counter(page)
    table.end_phase()
    table.wait_for_prompt("RailPhase")
    one_order(table, "by rail")
    table.end_phase()
    table.wait_for_prompt("GroundMovement")
    one_order(table, " attacks ")
    if IS_WHOLE:
        for _ in range(ATTACKS - 1):
            one_order(table, " attacks ")
        table.end_phase()
        table.wait_for_prompt("AirMovement")
        one_order(table, " commands ")
        one_order(table, "mission to")
        table.play_until(*OVER, most=MOST)
        counter.tell("by clicks")
        page.click("#tab-log")
        page.locator("[data-log=lines]").click()
        log = page.inner_text("#panel-body")
        assert "Axis, Movement" in log
        assert len(set(re.findall(r"The Axis side attacks at (.+)\.", log))) >= 2, "several may attack one hex"


def one_order(table: Table, words: str) -> None:
    """The first unit in the list that can do it does it."""
    page = table.page
    orders(page)
    for group in page.locator("#panel-body .group").all():
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
    table.wait_for_prompt("production_later")
    counter = Counter(page)
    end_phase(table, keys)
    table.wait_for_prompt("RailPhase")
    end_phase(table, keys)
    table.wait_for_prompt("GroundMovement")
    keys.press("m")  # to the map
    page.wait_for_function("() => document.activeElement.classList.contains('board')")
    keys.press("n")  # the next unit that can act
    page.wait_for_selector(".piece.selected")
    page.wait_for_selector(".mark-target", state="attached")
    move_cursor_to_target(page, keys)
    go_there(table, keys)
    assert page.evaluate("() => document.activeElement.classList.contains('board')"), "the focus stays where the work is"
    if IS_WHOLE:
        attack(table, keys)
        for _ in range(MOST):
            if table.wait_for_prompt() in OVER:
                counter.tell("by keyboard")
                return
            answer(table, keys)
        raise AssertionError("the turn did not end")


def attack(table: Table, keys: Keys, most: int = 20) -> None:
    """Down the list of orders, until a unit can attack somebody; then it does."""
    page = table.page
    keys.press("o")
    page.wait_for_function("() => document.activeElement.closest('#panel-body') !== null")
    for _ in range(most):
        keys.tab_to("e.matches('#panel-body .group')")
        keys.press("Enter")
        page.wait_for_selector("#panel-body .choices button")
        if page.locator("#panel-body .choices button", has_text=" attacks ").count():
            keys.tab_to("e.matches('#panel-body .choices button') && e.innerText.includes(' attacks ')")
            table.answered(lambda: keys.press("Enter"))
            return
        keys.press("Enter")  # the unit's orders are folded again
        page.wait_for_selector("#panel-body .choices", state="detached")
    raise AssertionError("nobody can attack")


def go_there(table: Table, keys: Keys) -> None:
    """Send the selected unit under the cursor; where several orders lead there, the first of them."""
    before = table.decision
    keys.press("Enter")
    table.page.wait_for_function(f"before => document.querySelector('dialog[open] button') || ({SETTLED})(before)", arg=before)
    if table.page.locator("dialog[open] button").count():
        table.answered(lambda: keys.press("Enter"))
