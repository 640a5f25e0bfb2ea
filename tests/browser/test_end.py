"""The end of a game without a pointer: given up and played again, its dice recomputed, its replay handed on."""

import re

from tests.browser.conftest import NewPage
from tests.browser.table import against_recruit
from tests.browser.test_keyboard import Keys
from tests.browser.test_study import counted


def test_a_game_is_given_up_and_played_again_by_keyboard(new_page: NewPage) -> None:
    page = new_page()
    against_recruit(page).wait_for_prompt("CommandPhase")
    keys = Keys(page)
    keys.tab_to("e.id === 'tab-table'")
    keys.press("Enter")
    keys.tab_to_button("Concede")
    keys.press("Enter")
    keys.tab_to_button("Yes, I give up")
    keys.press("Enter")
    page.wait_for_selector("[data-end=conceded]")
    page.wait_for_function("() => document.activeElement.id === 'end-head'")  # the page that has come is read first
    assert page.inner_text("#end-head") == "You have given up. The Soviet side wins."
    keys.press("Tab")  # nothing that lies below the page is in between
    assert page.evaluate("() => document.activeElement.dataset.action") == "rematch"
    keys.press("Enter")
    page.wait_for_selector("[data-end]", state="detached")
    page.wait_for_selector(".piece:has(title:text-matches('^STAVKA'))", state="attached")  # the other side is mine now


def test_nobody_is_told_of_a_draw_before_the_aim_is_known(new_page: NewPage, address: str) -> None:
    page = new_page()
    page.route(re.compile(r"/api/games/[^/]+/aim"), lambda route: route.abort())
    page.goto(f"{address}/{counted(address, 'eastfront', 'edelweiss')}")
    page.locator("[data-dice=verified]").wait_for()
    assert page.inner_text("#end-head") == "The game is over"
    page.unroute(re.compile(r"/api/games/[^/]+/aim"))
    page.reload()
    page.locator("[data-end] .track .marker").wait_for()
    assert page.inner_text("#end-head") != "The game is over"


def test_dice_and_turning_points_are_reached_by_keyboard(new_page: NewPage, address: str) -> None:
    page = new_page()
    page.goto(f"{address}/{counted(address, 'eastfront', 'edelweiss')}")
    page.locator("[data-dice=verified]").wait_for()
    page.locator("[data-turning]").first.wait_for()
    keys = Keys(page)
    keys.tab_to("e.dataset.action === 'check-dice'")
    keys.press("Enter")
    page.wait_for_selector("[data-checked=done]")
    told = re.search(r"All (\d+) dice verified", page.inner_text("[data-dice]"))
    again = re.search(r"(\d+) dice recomputed here: all fit", page.inner_text("[data-checked=done]"))
    assert told
    assert again
    assert told[1] == again[1]
    assert int(told[1]) > 0
    page.locator("#end-head").focus()
    keys.tab_to("e.closest('[data-turning]') !== null")
    keys.press("Enter")
    page.wait_for_selector("[data-end]", state="detached")
    page.wait_for_selector(".prompt >> text=Looking back")


def test_the_replay_is_handed_on_by_a_link(new_page: NewPage, address: str) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{address}/{counted(address, 'eastfront', 'edelweiss')}")
    page.locator("[data-end] .track .marker").wait_for()  # the aim is known
    headline = page.inner_text("#end-head")
    page.get_by_role("button", name="Share the replay").click()
    page.get_by_role("button", name="copied").wait_for()
    link = page.evaluate("() => navigator.clipboard.readText()")
    guest = new_page(390, 844, has_touch=True, is_mobile=True)
    guest.goto(link)
    guest.locator("[data-end] .track .marker").wait_for()
    assert guest.inner_text("#end-head") == headline
    guest.locator("[data-dice=verified]").wait_for()
