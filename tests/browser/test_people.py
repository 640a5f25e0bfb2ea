"""People at the table: presence, chat, clocks, ending together, seats handed over, accounts, one screen for two."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from blockfront.server.settings import Settings, sqlite_url
from tests.browser.conftest import PATIENCE, STATIC, NewPage
from tests.browser.table import Table
from tests.server.trial import TrialServer


def new_game(page: Any, opponent: str, **choices: str) -> None:
    page.goto(page.url.partition("#")[0] + "#/new")
    page.get_by_role("radio", name=opponent).check()
    for label, value in choices.items():
        page.get_by_label(label.replace("_", " ")).select_option(label=value)


def two_at_a_table(new_page: NewPage) -> tuple[Table, Table]:
    ann, ben = new_page(), new_page()
    new_game(ann, "A friend, by link", Time_to_think="Ten minutes for each decision")
    ann.get_by_label("Your name at the table").fill("Ann")
    ann.get_by_role("button", name="Start the game").click()
    invitation = ann.get_by_label("Invitation link").input_value()
    ann.get_by_role("link", name="Go to the table").click()
    ben.goto(invitation)
    ben.get_by_label("Your name at the table").fill("Ben")
    ben.get_by_role("button", name="Take the seat").click()
    return Table(ann), Table(ben)


def test_two_people_see_each_other_talk_and_end_together(new_page: NewPage) -> None:
    ann, ben = two_at_a_table(new_page)
    ann.wait_for_prompt("CommandPhase")
    ann.page.wait_for_selector(".strip .dot.here")
    assert "Ben" in ann.page.inner_text(".strip")
    clock = ann.page.locator(".strip [role=timer].running")
    first = clock.inner_text()
    assert first.startswith(("09:", "10:"))
    ann.page.wait_for_function("first => document.querySelector('.strip .running').innerText.trim() !== first", arg=first.strip())

    ben.page.click("#tab-chat")
    ben.page.get_by_label("Say something").fill("Good luck!")
    ben.page.keyboard.press("Enter")
    badge = ann.page.locator("#tab-chat .badge")
    badge.wait_for()
    assert badge.inner_text() == "1"
    ann.page.click("#tab-chat")
    ann.page.wait_for_selector("text=Good luck!")
    assert ann.page.locator(".new").count() == 1, "what is new is marked"
    badge.wait_for(state="detached")
    ann.page.reload()
    Table(ann.page).wait_for_prompt("CommandPhase")
    ann.page.click("#tab-chat")
    ann.page.wait_for_selector("text=Good luck!")
    assert ann.page.locator("#tab-chat .badge").count() == 0, "what was read stays read"

    ann.page.click("#tab-table")
    ann.page.get_by_role("button", name="Offer to end the game").click()
    ann.page.get_by_role("button", name="Yes, offer it").click()
    ann.page.wait_for_selector("text=You have offered to end the game")
    ben.page.click("#tab-table")
    ben.page.wait_for_selector("#panel-body >> text=Your opponent offers to end the game here")
    ben.page.locator("#panel-body").get_by_role("button", name="Accept").click()
    for table in (ann, ben):
        table.page.wait_for_selector("text=Nobody wins")
    ben.page.close()
    ann.page.wait_for_selector(".strip .dot:not(.here)")


def test_giving_up_asks_first(new_page: NewPage) -> None:
    ann, ben = two_at_a_table(new_page)
    ben.page.click("#tab-table")
    ben.page.get_by_role("button", name="Concede").click()
    ben.page.get_by_role("button", name="Not now").click()
    ann.wait_for_prompt("CommandPhase")
    ben.page.get_by_role("button", name="Concede").click()
    ben.page.get_by_role("button", name="Yes, I give up").click()
    ann.page.wait_for_selector("text=The Axis side wins")


def test_a_bot_plays_for_me_until_i_come_back(new_page: NewPage) -> None:
    ann, ben = two_at_a_table(new_page)
    ann.wait_for_prompt("CommandPhase")
    ann.page.click("#tab-table")
    ann.page.locator("summary", has_text="Let the computer play for me").click()
    ann.page.get_by_role("button", name="Until I come back").click()
    ben.page.wait_for_selector(".strip [title='a bot plays until the owner is back']")
    ben.wait_for_prompt()  # the bot has played the other side's turn
    ann.page.locator("#panel-body").get_by_role("button", name="Take my seat back").click()
    ann.page.wait_for_selector("text=Let the computer play for me")


def test_standing_orders_and_notices_are_kept(new_page: NewPage) -> None:
    ann, ben = two_at_a_table(new_page)
    ann.wait_for_prompt("CommandPhase")
    page = ann.page
    page.click("#tab-table")
    order = page.get_by_role("checkbox", name="Decline optional battles")
    order.check()
    page.wait_for_function("() => [...document.querySelectorAll('.order input')].some((one) => one.checked)")
    page.locator("summary", has_text="Notices when it is my turn").click()
    page.get_by_label("Address of a Discord or Slack webhook").fill("http://127.0.0.1/hook")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_selector("details [role=status].wrong")  # private addresses are refused
    page.get_by_label("Address of a Discord or Slack webhook").fill("")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_selector("text=Saved: no notices.")
    hook = "https://discord.com/api/webhooks/1/x"
    page.get_by_label("Address of a Discord or Slack webhook").fill(hook)
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_selector("text=Saved. You will be told.")
    page.reload()
    Table(page).wait_for_prompt("CommandPhase")
    page.click("#tab-table")
    assert page.get_by_role("checkbox", name="Decline optional battles").is_checked()
    page.locator("summary", has_text="Notices when it is my turn").click()
    page.wait_for_function("hook => [...document.querySelectorAll('input')].some((one) => one.value === hook)", arg=hook)
    ben.page.click("#tab-table")
    assert not ben.page.get_by_role("checkbox", name="Decline optional battles").is_checked(), "they are mine alone"


def test_two_at_one_screen_hand_over_behind_a_cover(new_page: NewPage) -> None:
    page = new_page()
    new_game(page, "Two people, one screen")
    page.get_by_role("button", name="Start the game").click()
    table = Table(page)
    table.wait_for_prompt("CommandPhase")
    table.end_phase()
    table.play_until_other()
    page.wait_for_selector(".cover")
    shown = page.inner_text("body")
    assert page.locator(".piece").count() == 0
    assert page.locator("#panel-body").count() == 0, "no panel shows anything"
    for name in ("52 Corps", "Army Group A", "Movement"):
        assert name not in shown
    page.reload()
    page.wait_for_selector(".cover")
    assert page.locator(".piece").count() == 0, "a reload shows nothing"
    page.get_by_role("button", name="I play the Soviet side").click()
    page.wait_for_selector(".piece")
    page.reload()
    page.wait_for_selector(".piece")
    assert page.locator(".piece title", has_text="Hidden block (Axis)").count() > 0


@pytest.fixture
def with_accounts(tmp_path: Path) -> Iterator[str]:
    if not STATIC.exists():
        pytest.skip("the client is not built (make web)")
    settings = Settings(database=sqlite_url(tmp_path / "games.db"), accounts=True, bot_processes=0, housekeeping_seconds=3600.0)
    with TrialServer(settings) as server:
        yield server.url


def make_account(page: Any, address: str) -> None:
    page.goto(f"{address}/#/account")
    page.get_by_role("radio", name="Make an account").check()
    page.get_by_label("Name").fill("Anna")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Make an account").click()
    page.get_by_role("link", name="Anna").wait_for()


@pytest.fixture
def with_quick_clocks(tmp_path: Path) -> Iterator[str]:
    if not STATIC.exists():
        pytest.skip("the client is not built (make web)")
    settings = Settings(database=sqlite_url(tmp_path / "games.db"), bot_processes=0, housekeeping_seconds=0.5)
    with TrialServer(settings) as server:
        yield server.url


def news(page: Any) -> list[str]:
    """What the log says of seats, the newest first."""
    if page.get_attribute("#tab-log", "aria-selected") != "true":
        page.click("#tab-log")
    found: list[str] = page.locator("[data-seat-news] li").evaluate_all("all => all.map((one) => one.dataset.what)")
    return found


def test_a_clock_runs_out_at_an_open_table_and_its_owner_comes_back(browser: Any, with_quick_clocks: str) -> None:
    """Ann opens a table with a clock, Ben sits down in another browser; Ann is late, is played for, and takes her seat back."""
    contexts = [browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB", reduced_motion="reduce") for _ in range(2)]
    for context in contexts:
        context.set_default_timeout(PATIENCE)
    ann, ben = (context.new_page() for context in contexts)
    ann.goto(f"{with_quick_clocks}/")

    def hurry(route: Any) -> None:
        """The shortest clock of the page is ten minutes: half a minute will do here."""
        asked = route.request.post_data_json
        route.continue_(post_data={**asked, "clock": {**asked["clock"], "seconds": 30}} if route.request.method == "POST" else None)

    ann.route("**/api/games", hurry)
    new_game(ann, "Anybody, at an open table", Time_to_think="Ten minutes for each decision")
    ann.get_by_label("Your name at the table").fill("Anna")
    ann.get_by_role("button", name="Start the game").click()
    Table(ann)

    ben.goto(f"{with_quick_clocks}/#/")
    open_table = ben.locator("[data-table]", has_text="Anna")
    open_table.get_by_role("button", name="Sit down").click()
    ben.get_by_label("Your name at the table").fill("Bert")
    open_table.get_by_role("button", name="Take the seat").click()
    ann.wait_for_selector("[data-banner=clock]")  # less than two minutes: told above the map, and in the log
    assert "clock" in news(ann)
    ann.wait_for_selector("[data-banner=taken-over]")
    ann.wait_for_selector("[data-seat-news] [data-what=late]")
    assert "Your time was up" in ann.inner_text("[data-what=late]")
    Table(ben)
    ben.click("#tab-log")
    ben.wait_for_selector("[data-seat-news] [data-what=late]")
    assert "Anna" in ben.inner_text("[data-what=late]")

    ann.goto(f"{with_quick_clocks}/#/")
    ann.wait_for_selector("[data-game]:has-text('A bot plays for you')")
    ann.locator("[data-game] a").first.click()
    ann.locator("[data-banner=taken-over]").get_by_role("button", name="Take my seat back").click()
    ann.click("#tab-log")
    ann.wait_for_selector("[data-seat-news] [data-what=back]")
    ben.wait_for_selector("[data-seat-news] [data-what=back]")
    assert "Anna is back" in ben.locator("[data-what=back]").first.inner_text()
    for context in contexts:
        context.close()


def test_an_account_keeps_my_seats_on_another_device(browser: Any, with_accounts: str) -> None:
    devices = [browser.new_context(locale="en-GB", reduced_motion="reduce") for _ in range(2)]
    first, second = (device.new_page() for device in devices)
    make_account(first, with_accounts)
    new_game(first, "A friend, by link")
    first.get_by_role("button", name="Start the game").click()
    first.get_by_role("link", name="Go to the table").click()
    Table(first).wait_for_prompt("CommandPhase")
    first.click("#tab-chat")
    first.get_by_placeholder("Say something").fill("To myself")
    first.get_by_role("button", name="Send").click()
    first.wait_for_selector("#panel-body >> text=To myself")

    second.goto(f"{with_accounts}/#/account")
    second.get_by_label("Name").fill("Anna")
    second.get_by_label("Password").fill("wrong horse!")
    second.get_by_role("button", name="Log in").click()
    second.wait_for_selector("[role=alert]")
    second.get_by_label("Password").fill("correct horse")
    second.get_by_role("button", name="Log in").click()
    second.locator(".games a").first.click()
    table = Table(second)
    table.wait_for_prompt("CommandPhase")
    table.click_piece("Army Group A")
    second.wait_for_selector(".mark-target", state="attached")
    second.click("#tab-chat")
    second.wait_for_selector("#panel-body >> text=To myself")
    for device in devices:
        device.close()


def test_an_account_takes_seats_along_and_can_be_changed_and_deleted(browser: Any, with_accounts: str) -> None:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{with_accounts}/#/")
    new_game(page, "A friend, by link")
    page.get_by_role("button", name="Start the game").click()
    page.get_by_label("Invitation link").wait_for()
    make_account(page, with_accounts)
    page.evaluate("localStorage.clear()")  # another device: the seat is there by the account alone
    page.reload()
    page.locator(".games a").first.wait_for()

    page.goto(f"{with_accounts}/#/account")
    page.locator("summary", has_text="Change or delete this account").click()
    page.get_by_label("Current password").fill("correct horse")
    page.get_by_label("New name").fill("Berta")
    page.get_by_role("button", name="Change the name").click()
    page.get_by_role("link", name="Berta").wait_for()
    page.get_by_label("Current password").fill("correct horse")
    page.get_by_role("button", name="Delete the account").click()
    page.get_by_role("radio", name="Log in").wait_for()
    context.close()
