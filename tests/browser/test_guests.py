"""People who come to a table: what an invitation says, offers and their answers, games on the first page, the tab, a shared screen."""

import re
from typing import Any

from tests.browser.conftest import NewPage
from tests.browser.table import Table, against_recruit, play_now
from tests.browser.test_people import new_game, two_at_a_table


def home(page: Any) -> None:
    page.goto(page.url.partition("#")[0] + "#/")
    page.wait_for_selector("main .shelf")


def test_a_guest_learns_what_with_whom_and_which_side(new_page: NewPage) -> None:
    ann, ben = new_page(), new_page()
    new_game(ann, "A friend, by link", Time_to_think="A day for each decision")
    ann.get_by_label("Your name at the table").fill("Ann")
    ann.get_by_role("button", name="Start the game").click()
    ann.get_by_role("link", name="Go to the table").click()
    Table(ann)
    ann.click("#tab-table")
    invitation = ann.get_by_label("Invitation link").input_value()  # found again at the table
    ben.goto(invitation)
    ben.wait_for_selector("[data-invitation]")
    told = ben.inner_text("[data-invitation]")
    for words in ("EastFront", "Ann (", "A day for each decision"):
        assert words in told
    assert re.search(r"Your side\s+(Axis|Soviet)", told)
    ben.get_by_role("button", name="Take the seat").click()
    assert ben.evaluate("() => document.querySelector('input:invalid') !== null"), "a name is asked for"
    ben.get_by_label("Your name at the table").fill("Ben")
    ben.get_by_role("button", name="Take the seat").click()
    Table(ben)
    late = new_page()
    late.goto(invitation)
    late.wait_for_selector("[data-bad-link]")
    late.goto(invitation[:-30])
    late.reload()
    late.wait_for_selector("[data-bad-link]")
    assert "invited you" in late.inner_text("[data-bad-link]")


def test_an_offer_is_declined_and_then_accepted_and_the_game_put_away(new_page: NewPage) -> None:
    ann, ben = two_at_a_table(new_page)
    ann.wait_for_prompt("CommandPhase")
    ann.page.wait_for_function("() => document.title.startsWith('Your turn')")
    assert ann.page.get_attribute("link[rel=icon]", "href") == "/icon-turn.svg"
    assert not ben.page.title().startswith("Your turn")
    ann.page.click("#tab-table")
    for answer in ("Decline", "Accept"):
        ann.page.get_by_role("button", name="Offer to end the game").click()
        ann.page.get_by_role("button", name="Yes, offer it").click()
        ben.page.wait_for_selector("[data-banner=offer]")
        ben.page.locator("[data-banner=offer]").get_by_role("button", name=answer).click()
        ben.page.wait_for_selector("[data-banner=offer]", state="detached")
        if answer == "Decline":
            ann.page.wait_for_selector("[data-banner=declined]")
    ann.page.wait_for_selector(".prompt[data-over=true]")
    home(ann.page)
    mine = ann.page.locator("[data-game]")
    mine.wait_for()
    for words in ("Against Ben", "both sides have agreed to end here", "EastFront"):
        assert words in mine.inner_text()
    mine.get_by_role("button", name="Put away").click()
    assert not mine.is_visible()
    ann.page.get_by_text("1 game put away").click()
    mine.get_by_role("button", name="Bring back").click()
    assert mine.is_visible()


def test_an_open_table_says_who_waits_for_what_and_is_not_offered_to_its_host(new_page: NewPage) -> None:
    ann, ben = new_page(), new_page()
    new_game(ann, "Anybody, at an open table", Time_to_think="Two hours for each side’s whole game")
    ann.get_by_label("Your name at the table").fill("Anna")
    ann.get_by_role("button", name="Start the game").click()
    Table(ann)
    home(ann)
    ann.wait_for_selector("[data-game]")
    assert ann.locator("[data-table]", has_text="Anna").count() == 0
    home(ben)
    ben.reload()
    table = ben.locator("[data-table]", has_text="Anna")
    table.wait_for()
    assert "2 hours for each side’s whole game" in table.inner_text()
    assert "EastFront" in table.inner_text()
    table.get_by_role("button", name="Sit down").click()
    ben.get_by_label("Your name at the table").fill("Bert")
    table.get_by_role("button", name="Take the seat").click()
    Table(ben)
    ann.reload()
    ann.wait_for_selector("[data-game]:has-text('Against Bert')")
    # a bot takes over and the owner comes back: told above the map and on the first page
    ben.click("#tab-table")
    ben.get_by_text("Let the computer play for me").click()
    ben.get_by_role("button", name="Until I come back").click()
    ben.wait_for_selector("[data-banner=taken-over]")
    home(ben)
    ben.wait_for_selector("[data-game]:has-text('A bot plays for you')")
    ben.locator("[data-game] a").click()
    ben.locator("[data-banner=taken-over]").get_by_role("button", name="Take my seat back").click()
    ben.wait_for_selector("[data-banner=taken-over]", state="detached")


def test_a_shared_screen_can_give_up_and_be_played_again(new_page: NewPage) -> None:
    page = new_page()
    new_game(page, "Two people, one screen")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".cover, .piece", state="attached")
    if page.locator(".cover").count():
        page.locator(".cover button").click()
    Table(page)
    page.click("#tab-table")
    assert "EastFront" in page.inner_text("[data-rules-of-game]")
    page.get_by_role("button", name="Concede").click()
    assert "side give up?" in page.inner_text("#panel-body")
    page.get_by_role("button", name="Yes, I give up").click()
    page.wait_for_selector("[data-end=conceded]")
    page.locator("[data-action=rematch]").click()
    page.wait_for_selector("[data-end]", state="detached")


def test_the_table_names_its_options_and_how_far_it_is_played(new_page: NewPage) -> None:
    page = new_page()
    against_recruit(page, "w41", options=("paratroops", "sea_power", "one_year"))
    page.click("#tab-table")
    told = page.inner_text("[data-rules-of-game]")
    for name in ("Paratroops", "Sea power", "One year"):
        assert name in told


_IS_WHOLE = """() => { const dialog = document.querySelector('dialog[data-keys]');
  return dialog.scrollTop === 0 && dialog.scrollHeight <= dialog.clientHeight; }"""


def test_every_key_stands_on_a_page_and_leads_where_it_says(new_page: NewPage) -> None:
    page = new_page(1366, 768)
    table = play_now(page)
    table.wait_for_prompt("CommandPhase")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[data-keys][open]")
    assert page.evaluate(_IS_WHOLE), "all of it is seen at once"
    assert "list of orders" in page.inner_text("dialog[data-keys]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[data-keys][open]", state="detached")
    for _ in range(30):  # the page of keys may still be going
        page.keyboard.press("e")
        if page.evaluate("() => document.activeElement.dataset.action === 'end'"):
            break
        page.wait_for_timeout(200)
    page.wait_for_function("() => document.activeElement.dataset.action === 'end'")
    page.keyboard.press("o")
    page.wait_for_function("() => document.activeElement.closest('#panel-body') !== null")
    page.keyboard.press("m")
    page.wait_for_function("() => document.activeElement.classList.contains('board')")
    page.keyboard.press("n")
    page.keyboard.press("ArrowRight")
    live = "[...document.querySelectorAll('[aria-live], [role=status]')]"
    page.wait_for_function(f"() => {live}.some((one) => /held by the (Axis|Soviet) side/.test(one.textContent))")
