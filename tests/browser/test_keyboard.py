"""The same game without a pointer."""

import contextlib
from typing import Any

from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.conftest import NewPage
from tests.browser.table import PRESSED, Table

MOST_TABS = 250
DECIDES = "[data-action=stage-primary][data-kind=decide]"
OPENING = 5_000  # milliseconds until the stage has opened


class Keys:
    """A person who has a keyboard only."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, test: str) -> None:
        """Tab until the focused element `e` passes the test."""
        for _ in range(MOST_TABS):
            self.page.keyboard.press("Tab")
            if self.page.evaluate(f"() => {{ const e = document.activeElement; return Boolean({test}); }}"):
                return
        raise AssertionError(f"Tab never reached {test}")

    def tab_to_button(self, words: str) -> None:
        self.tab_to(f"e.matches('button, a') && e.innerText.includes({words!r})")


def test_two_player_turns_by_keyboard_alone(new_page: NewPage) -> None:
    page = new_page()
    keys = Keys(page)
    keys.tab_to_button("Play Edelweiss now")
    keys.press("Enter")
    table = Table(page)
    table.wait_for_prompt("CommandPhase")

    keys.tab_to("e.matches('.group') && e.innerText.includes('Army Group A')")  # in the list of orders
    keys.press("Enter")
    keys.tab_to_button("Activate Army Group A")
    table.answered(lambda: keys.press("Enter"))
    end_phase(table, keys)

    table.wait_for_prompt("MovementPhase")
    keys.tab_to("e.classList.contains('board')")
    before = page.locator(".piece title").all_text_contents()
    keys.press("n")  # the next unit that can act
    page.wait_for_selector(".piece.selected")
    page.wait_for_selector(".mark-target", state="attached")
    move_cursor_to_target(page, keys)
    table.answered(lambda: keys.press("Enter"))
    assert page.locator(".piece title").all_text_contents() != before
    end_phase(table, keys)

    for _ in range(60):
        if table.wait_for_prompt() in ("ProductionPhase", "CommandPhase"):
            break
        answer(table, keys)
    keys.tab_to("e.id === 'tab-log'")
    keys.press("Enter")
    assert "Soviet, Movement" in page.inner_text("#panel-body")


def move_cursor_to_target(page: Any, keys: Keys) -> None:
    """Look around with the arrow keys until the page says that the hex is a possible target."""
    for step in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight", "ArrowRight"):
        said = page.locator("p.visually-hidden[aria-live]").inner_text()
        keys.press(step)
        page.wait_for_function("said => document.querySelector('p.visually-hidden[aria-live]').innerText !== said", arg=said)
        if "possible target" in page.locator("p.visually-hidden[aria-live]").inner_text():
            return
    raise AssertionError("no target beside the unit")


def end_phase(table: Table, keys: Keys) -> None:
    keys.tab_to("e.dataset.action === 'end'")
    before = table.decision
    keys.press("Enter")
    table.page.wait_for_function(PRESSED, arg=before)
    if table.page.locator(".prompt [data-action=end][data-armed=true]").count():
        table.answered(lambda: keys.press("Enter"))


def is_on_stage(page: Any) -> bool:
    """Whether a battle asks on its stage, which opens over the prompt a moment after the question has come."""
    if page.locator(".prompt [data-action=fire_all], .unit.choosable, [data-stage]").count():
        with contextlib.suppress(PlaywrightTimeout):
            page.wait_for_selector(DECIDES, timeout=OPENING)
    return bool(page.locator(DECIDES).count())


def answer(table: Table, keys: Keys) -> None:
    """The first button of the stage or of the prompt, or else the first unit of the battle."""
    page = table.page
    if is_on_stage(page):
        keys.tab_to("e.dataset.action === 'stage-primary'")
        table.answered(lambda: keys.press("Enter"))
    elif page.locator(".prompt [data-action=fire_all]").count():
        keys.tab_to("e.dataset.action === 'fire_all'")
        table.answered(lambda: keys.press("Enter"))
    elif page.locator(".prompt [data-action=end]").count():
        end_phase(table, keys)
    elif page.locator(".unit.choosable").count():
        keys.tab_to("e.matches('.unit.choosable')")
        table.answered(lambda: keys.press("Enter"))
    elif page.locator(".prompt .buttons [data-action]:not([data-action=reset])").count():
        keys.tab_to("e.matches('.prompt .buttons [data-action]:not([data-action=reset])')")
        table.answered(lambda: keys.press("Enter"))
    else:
        first_order(table, keys)


def first_order(table: Table, keys: Keys) -> None:
    """The first of the list of orders; a unit's own are listed when its line is opened."""
    keys.press("o")
    table.page.wait_for_function("() => document.activeElement.closest('#panel-body') !== null")
    order = "e.matches('#panel-body .common button, #panel-body .choices button, #panel-body .group')"
    if not table.page.evaluate(f"() => {{ const e = document.activeElement; return {order}; }}"):
        keys.tab_to(order)
    if table.page.evaluate("() => document.activeElement.matches('.group')"):
        keys.press("Enter")
        table.page.wait_for_selector("#panel-body .choices button")
        keys.tab_to("e.matches('#panel-body .choices button')")
    table.answered(lambda: keys.press("Enter"))
