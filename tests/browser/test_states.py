"""Every state of the table for assistive technology, light and dark; the focus stays where the work is.

An ordinary run looks at a desktop screen, `BLOCKFRONT_STATES=all` at a phone as well.
"""

import os
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.browser.conftest import NewPage
from tests.browser.table import Table, against_recruit
from tests.browser.test_everyone import AXE, violations
from tests.browser.test_stage import begin_battle, fight, until_summary
from tests.browser.test_study import counted
from tests.browser.test_western import ALLIES, AXIS, TwoSeats, open_tab
from tests.western_play import play_to

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
SCREENS: dict[str, dict[str, Any]] = {"desktop": {}} | ({"phone": PHONE} if os.environ.get("BLOCKFRONT_STATES") == "all" else {})
pytestmark = pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed (make web)")


def look(page: Any, where: str) -> None:
    """No finding of axe, whatever the hour."""
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function("scheme => document.documentElement.dataset.theme === scheme", arg=scheme)
        found = violations(page)
        assert found == [], f"{where}, {scheme}"


def is_focus_in(page: Any, selector: str) -> bool:
    return bool(page.evaluate("selector => document.activeElement?.closest(selector) !== null", selector))


@pytest.fixture
def http(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=60, trust_env=False) as client:
        yield client


@pytest.mark.parametrize("screen", SCREENS)
def test_what_lies_beside_the_board(new_page: NewPage, screen: str) -> None:
    page = new_page(**SCREENS[screen])
    table = against_recruit(page)
    table.wait_for_prompt("CommandPhase")
    open_tab(page, "sheet")
    page.wait_for_selector("[data-sheet='sheet.sequence']")
    look(page, "tables beside the board")
    open_tab(page, "forces")
    page.locator("[data-forces=mine] button.find").first.click()
    page.locator(".card [data-action=note]").click()
    page.keyboard.type("Hold the Don")
    assert is_focus_in(page, ".card textarea"), "one types where one has clicked"
    look(page, "a note that is being written")
    page.keyboard.press("Enter")
    page.wait_for_selector(".card .kept")
    page.wait_for_function("() => document.activeElement.closest('.card') !== null")  # the focus stays with the card
    look(page, "order of battle and notes")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[data-keys][open]")
    assert is_focus_in(page, "dialog[data-keys]")
    look(page, "the page of keys")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[data-keys][open]", state="detached")
    page.wait_for_function("() => document.activeElement.closest('.card') !== null")  # the focus goes back to where it was
    page.locator("[data-action=aim]").click()
    page.wait_for_selector("[data-aim]")
    look(page, "the aim")


@pytest.mark.parametrize("screen", SCREENS)
def test_a_battle_and_the_summary_of_a_turn(new_page: NewPage, screen: str) -> None:
    page = new_page(**SCREENS[screen])
    table = against_recruit(page)
    begin_battle(table)
    page.wait_for_selector("[data-action=stage-primary][data-kind=decide]")
    assert is_focus_in(page, "[data-stage]"), "the stage takes the focus"
    page.wait_for_function("() => document.querySelector('[data-stage]').getAnimations().length === 0")
    look(page, "a battle that asks")
    fight(page, lambda _: page.keyboard.press("Enter"))
    assert is_focus_in(page, "[data-stage]"), "and keeps it until the battle is over"
    look(page, "the outcome of a battle")
    page.locator("[data-action=stage-primary][data-kind=close]").click()
    until_summary(table)
    assert is_focus_in(page, "[data-summary]"), "the summary takes the focus"
    look(page, "the summary of a turn")
    page.locator("[data-action=take-command]").click()
    page.wait_for_selector("[data-summary]", state="detached")
    page.wait_for_function("() => document.activeElement.classList.contains('board')")  # the focus goes where the work is


@pytest.mark.parametrize("screen", SCREENS)
def test_the_last_page(new_page: NewPage, address: str, screen: str) -> None:
    page = new_page(**SCREENS[screen])
    page.goto(f"{address}/{counted(address, 'eastfront', 'edelweiss')}")
    end = page.locator("[data-end]")
    end.locator("[data-turning]").first.wait_for()
    page.wait_for_function("() => document.querySelectorAll('[data-end] [data-moment] use').length === 2")
    look(page, "the end of a game")
    end.locator("[data-action=check-dice]").click()
    page.wait_for_selector("[data-checked=done]")
    look(page, "dice that were checked")


@pytest.mark.parametrize("screen", SCREENS)
def test_set_up_and_production_of_a_blocks_game(new_page: NewPage, screen: str) -> None:
    page = new_page(**SCREENS[screen])
    table = against_recruit(page, "sbe6", "blocks_in_the_east")
    table.wait_for_prompt("Deployment")
    open_tab(page, "deployment")
    look(page, "a set-up")
    table.answered(page.locator("[data-action=deploy]:not([disabled])").click)
    table.wait_for_prompt("ProductionPhase", "production_obliged")
    open_tab(page, "production")
    page.wait_for_selector("[data-pool] .coin")
    look(page, "production")
    open_tab(page, "sheet")
    page.wait_for_selector("[data-sheet='sheet.fire_by_tech']")
    look(page, "tables of a Blocks game")
    open_tab(page, "forces")
    page.wait_for_selector("[data-forces=mine] li")
    look(page, "order of battle of a Blocks game")


@pytest.mark.parametrize("screen", SCREENS)
def test_landings_raids_and_the_war_behind_the_fronts(new_page: NewPage, http: httpx.Client, screen: str) -> None:
    game = TwoSeats(http, "sbw4")
    play_to(game.players, ALLIES, "land", "GroundMovement")
    page = game.table(new_page(**SCREENS[screen]), ALLIES).page
    open_tab(page, "landing")
    page.locator("[data-beach]").first.click()
    page.locator("[data-lands]").first.check()
    page.wait_for_selector("[data-prospects=landing]")
    assert is_focus_in(page, "#panel-body"), "whoever plans stays in the plan"
    look(page, "a landing that is planned")
    open_tab(page, "strategic")
    look(page, "the strategic panel")


@pytest.mark.parametrize("screen", SCREENS)
def test_a_raid_that_is_planned(new_page: NewPage, http: httpx.Client, screen: str) -> None:
    game = TwoSeats(http, "sbw5")
    play_to(game.players, AXIS, "bomb")
    page = game.table(new_page(**SCREENS[screen]), AXIS).page
    open_tab(page, "strategic")
    page.locator("[data-target]").first.click()
    page.wait_for_selector("[data-prospects=raid]")
    assert is_focus_in(page, "#panel-body"), "whoever plans stays in the plan"
    look(page, "a raid that is planned")


@pytest.mark.parametrize("screen", SCREENS)
def test_a_new_game_and_a_shared_screen(new_page: NewPage, screen: str) -> None:
    page = new_page(**SCREENS[screen])
    page.goto(page.url.partition("#")[0] + "#/new/eastfront/edelweiss")
    page.wait_for_selector("form fieldset")
    for opponent in page.locator("form input[type=radio]").all()[:4]:
        if opponent.is_visible():
            opponent.check()
            look(page, "a new game")
    page.get_by_role("radio", name="Two people, one screen").check()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".cover, .piece", state="attached")
    if not page.locator(".cover").count():
        table = Table(page)
        table.wait_for_prompt("CommandPhase")
        table.end_phase()
        table.play_until_other()
        page.wait_for_selector(".cover")
    assert is_focus_in(page, ".cover"), "a key is enough to take over"
    look(page, "a screen that is handed over")
